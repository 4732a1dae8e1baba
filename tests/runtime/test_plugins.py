"""The registry: names of packages that are installed, and what is told of those at fault."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import Result
from installed import TARGET, Site, site

from toolc import ToolKit
from toolc.frontends import FRONTENDS, read_tools
from toolc.runtime.errors import UsageError
from toolc.runtime.plugins import Registry
from toolc.targets import TARGETS, compile_for

__all__ = ["site"]

Run = Callable[..., Result]

FRONTEND = """\
from toolc.frontends import Frontend
from toolc.ir.model import Tool


def _read(document, library):
    return tuple(Tool(name=name, input={"type": "object"}) for name in document.value["acme"]), ()


def _fits(value):
    return isinstance(value, dict) and "acme" in value


FRONTEND = Frontend("an Acme list", _fits, _read)
"""


def test_a_target_of_an_installed_package_is_used_like_any_other(
    site: Site, project: Path, run_toolc: Run
) -> None:
    site.install_target("acme")
    assert [*TARGETS][-1] == "acme"
    kit = ToolKit.from_mcp(project / "tools.json")
    assert [tool["name"] for tool in kit.compile("acme", loud=True).tools] == [
        "get_weather",
        "set_alarm",
    ]
    shown = run_toolc("translate", "--to", "acme", "--input", "tools.json")
    assert json.loads(shown.stdout) == kit.compile("acme").tools
    assert "acme  " in run_toolc("targets").stdout
    assert "|acme|" in run_toolc("translate", "--help").stdout.replace("\n", "").replace(" ", "")


def test_a_manifest_names_it_and_its_options_are_checked(
    site: Site, project: Path, run_toolc: Run
) -> None:
    site.install_target("acme")
    manifest = project / "toolc.yaml"
    manifest.write_text("toolset: k\nsources: [{mcp: tools.json}]\ntargets: [{acme: {loud: 3}}]\n")
    assert "`loud` must be true or false" in run_toolc("build").stderr
    manifest.write_text(manifest.read_text().replace("3", "true"))
    assert run_toolc("build").exit_code == 0
    assert (project / "generated/k/acme.json").exists()


@pytest.mark.usefixtures("project")
def test_nothing_is_looked_for_until_a_name_is_not_our_own(site: Site, run_toolc: Run) -> None:
    site.install_target("acme", "raise RuntimeError('imported')")
    assert run_toolc("--help").exit_code == 0
    assert run_toolc("translate", "--to", "openai", "--input", "tools.json").exit_code == 0
    assert run_toolc("build").exit_code == 0
    assert "openai" in TARGETS
    assert "_points" not in {**vars(TARGETS), **vars(FRONTENDS)}
    assert "opnai" not in TARGETS
    assert "toolc_acme" not in sys.modules


BROKEN = {
    "does not import": ("import no_such_module", "ModuleNotFoundError: No module named"),
    "ends the process": ("raise SystemExit(3)", "SystemExit: 3"),
    "has no such thing": ("", "has no attribute 'TARGET'"),
    "is something else": ("TARGET = {}", "`toolc_acme:TARGET` is no toolc.targets.target.Target"),
    "has another name": (TARGET.replace("{name}", "acne"), "it calls itself 'acne'"),
    "fails at its work": (
        TARGET.replace("return [described", "return [1 / 0 and described"),
        "failed: ZeroDivisionError: division by zero",
    ),
}


@pytest.mark.parametrize(("source", "told"), BROKEN.values(), ids=BROKEN)
def test_a_broken_package_is_named_and_breaks_nothing_else(
    site: Site, project: Path, source: str, told: str
) -> None:
    site.install_target("acme", source)
    site.install_target("bolt")
    kit = ToolKit.from_mcp(project / "tools.json")
    with pytest.raises(UsageError, match=r"the target `acme` of toolc-acme 1\.0") as caught:
        kit.compile("acme")
    assert told in str(caught.value)
    assert kit.compile("bolt").tools
    assert kit.compile("openai").tools


def test_the_list_of_targets_tells_what_is_wrong_and_goes_on(site: Site, run_toolc: Run) -> None:
    site.install_target("acme", "import no_such_module")
    site.install_target("bolt")
    site.install_target("openai", TARGET.replace("API", "trap"))
    result = run_toolc("targets")
    assert result.exit_code == 0
    assert "bolt" in result.stdout
    assert "trap" not in result.stdout
    assert "the target `acme` of toolc-acme 1.0 can't be used" in result.stderr
    assert "`openai` of toolc-openai 1.0 is passed over: toolc's own" in result.stderr
    assert len(json.loads(run_toolc("targets", "--output", "json").stdout)["problems"]) == 2


def test_our_own_names_cannot_be_taken(site: Site) -> None:
    own = TARGETS.own["openai"]
    site.install_target("openai")
    assert list(TARGETS).count("openai") == 1
    assert TARGETS["openai"] is own


def test_two_packages_of_one_name_are_both_named(site: Site) -> None:
    site.install("one", {"toolc.targets": {"acme": "one:TARGET"}}, one=TARGET)
    site.install("two", {"toolc.targets": {"acme": "two:TARGET"}}, two=TARGET)
    with pytest.raises(UsageError, match=r"one 1\.0 and two 1\.0 each bring a target `acme`"):
        TARGETS["acme"]


@pytest.mark.parametrize("name", ["../../evil", "Acme", "a b", "\x1b[2J", "a" * 65, "-a"])
def test_a_name_that_is_not_plain_is_passed_over(site: Site, name: str) -> None:
    site.install("evil", {"toolc.targets": {name: "evil:TARGET"}}, evil=TARGET)
    assert name not in TARGETS
    [problem] = TARGETS.problems()
    assert "evil 1.0 is passed over" in problem
    assert problem.isprintable()


def test_metadata_that_cannot_be_read_harms_nobody(site: Site) -> None:
    site.install_target("acme")
    broken = site.folder / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Name: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[toolc.targets]\nno equals sign\n")
    TARGETS.forget()
    assert "acme" in TARGETS


def test_a_package_that_is_installed_twice_counts_once(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.install_target("acme")
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.syspath_prepend(other)
    Site(other).install_target("acme")
    assert TARGETS["acme"].title == "The acme API"


def test_a_target_that_is_not_installed_can_be_compiled_for() -> None:
    toolset = ToolKit.from_mcp([{"name": "a", "inputSchema": {}}]).toolset
    assert compile_for(TARGETS["openai"], toolset) == compile_for("openai", toolset)


# --- the other kinds ---


def test_a_format_of_an_installed_package_is_read(site: Site) -> None:
    site.install(
        "toolc-acme", {"toolc.frontends": {"acme": "acme_format:FRONTEND"}}, acme_format=FRONTEND
    )
    for format_ in ("acme", "auto"):
        toolset, found = read_tools({"acme": ["ping"]}, format_)
        assert ([tool.name for tool in toolset.tools], found) == (["ping"], ())
    assert toolset.sources[0].format == "acme"


def test_a_broken_format_does_not_get_in_the_way_of_others(site: Site) -> None:
    site.install("toolc-acme", {"toolc.frontends": {"acme": "gone:FRONTEND"}})
    assert read_tools({"nothing": 1})[1][0].code == "TC104"
    assert read_tools([{"name": "a", "inputSchema": {}}])[0].tools
    with pytest.raises(UsageError, match=r"the format `acme` of toolc-acme 1\.0"):
        read_tools({"nothing": 1}, "acme")


def test_a_manifest_reads_a_format_of_an_installed_package(
    site: Site, project: Path, run_toolc: Run
) -> None:
    site.install(
        "toolc-acme", {"toolc.frontends": {"acme": "acme_list:FRONTEND"}}, acme_list=FRONTEND
    )
    (project / "list.json").write_text('{"acme": ["ping"]}')
    manifest = project / "toolc.yaml"
    manifest.write_text("toolset: k\nsources: [{acme: list.json}]\ntargets: [openai]\n")
    assert run_toolc("build").exit_code == 0
    manifest.write_text("toolset: k\nsources: [{acne: list.json}]\ntargets: [openai]\n")
    assert "did you mean `acme`" in run_toolc("build").stderr


def test_a_registry_is_a_mapping(site: Site) -> None:
    site.install("n", {"numbers": {"three": "n:THREE"}}, n="THREE = 3")
    registry: Mapping[str, int] = Registry("numbers", "number", int, {"one": 1})
    assert dict(registry) == {"one": 1, "three": 3}
    assert len(registry) == 2
    assert registry.get("two") is None
    assert FRONTENDS.get("two") is None
