"""The command line; each command is imported when it is run, so that `--help` costs little."""

from importlib import import_module

import click

from toolc.version import __version__

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "build": "Compile what a manifest names, and write it.",
    "translate": "Turn one document of tools into one target's form.",
    "prompt": "Print the text that teaches a model the tools.",
    "envelope": "Print the schema of a whole reply, for one engine.",
    "parse": "Read the tool calls in what a model wrote.",
    "inspect": "Show the tools of a document.",
    "validate": "Check a document of tools.",
    "targets": "List the targets and what they take.",
    "explain": "Explain a diagnostic code.",
}
"""Each command, with what it does; `build` is the function `build` in `toolc.cli.build`."""


class _Lazy(click.Group):
    """A group that knows its commands by name and imports the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table above; click's own way imports each command for its help."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from toolc.diagnostics.suggest import did_you_mean  # noqa: PLC0415 - costs imports; needed for a slip only

            ctx.fail(f"there is no command `{args[0]}`; {did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="toolc")
def main() -> None:
    """Compile tools into everything a program needs to use them with any model.

    \b
    toolc build                        what ./toolc.yaml says
    toolc translate --from mcp --to openai --input tools.json
    toolc parse --tools tools.json --from mcp reply.txt
    """  # noqa: D301 - the character itself is click's mark for lines that stay as they are
