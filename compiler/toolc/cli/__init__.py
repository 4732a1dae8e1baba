"""The command line; each command is imported when it is run, so that `--help` costs little."""

from importlib import import_module
from itertools import pairwise

import click

from toolc.version import __version__

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "build": "Compile what a manifest names, and write it.",
    "translate": "Turn one document of tools into one target's form.",
    "prompt": "Print the text that teaches a model the tools.",
    "envelope": "Print the schema of a whole reply, for one engine.",
    "parse": "Read the tool calls in what a model wrote.",
    "parse-response": "Read the tool calls in what a provider answered.",
    "replay": "Tell what today's parser makes of the replies in a log.",
    "inspect": "Show the tools of a document.",
    "validate": "Check a document of tools.",
    "import-mcp": "Print the tools of running MCP servers.",
    "targets": "List the targets and what they take.",
    "capabilities": "Tell what models can do with tools.",
    "explain": "Explain a diagnostic code.",
    "plugin": "Begin a package that brings a target of your own.",
}
"""Each command, with what it does; `import-mcp` is the function in `toolc.cli.import_mcp`."""


_WORDS = "toolc.words"
"""Under this key click's context holds the words of the command line."""


class _Lazy(click.Group):
    """A group that knows its commands by name and imports the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"{__name__}.{name}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table above; click's own way imports each command for its help."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words of the command line: wrong usage is told as they ask for."""
        ctx.meta[_WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; its wrong usage is JSON where `--output json` is asked for."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if not _asks_for_json(error, ctx.meta[_WORDS]):
                raise
            from toolc.cli.console import Console  # noqa: PLC0415 - costs imports; needed for a slip only

            usage = (error.ctx or ctx).get_usage()
            console = Console(quiet=False, verbose=False, form="json")
            console.fault({"error": error.format_message(), "usage": usage})
            raise click.exceptions.Exit(error.exit_code) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from toolc.diagnostics.suggest import did_you_mean  # noqa: PLC0415 - costs imports; needed for a slip only

            ctx.fail(f"there is no command `{args[0]}`; {did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


def _asks_for_json(error: click.UsageError, words: tuple[str, ...]) -> bool:
    """Whether `--output json` is among the words, and no file of that name is meant."""
    for option in error.ctx.command.params if error.ctx else ():
        if "--output" in option.opts and not isinstance(option.type, click.Choice):
            return False
    return "--output=json" in words or ("--output", "json") in pairwise(words)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="toolc")
def main() -> None:
    """Compile tools into everything a program needs to use them with any model.

    \b
    toolc build                        what ./toolc.yaml says
    toolc translate --from mcp --to openai --input tools.json
    toolc parse --tools tools.json --from mcp reply.txt
    """  # noqa: D301 - the character itself is click's mark for lines that stay as they are
