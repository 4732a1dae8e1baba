"""The estimate grows with what a model reads, and with nothing else."""

from toolc.diagnostics.diagnostic import Origin
from toolc.ir.model import Tool
from toolc.ir.token_cost import token_cost

TOOL = Tool(name="ping", description="Ping.", input={"type": "object"})


def test_it_counts_what_is_sent() -> None:
    longer = TOOL.model_copy(update={"description": "Ping." + "x" * 400})
    assert token_cost(longer) == token_cost(TOOL) + 100
    told = TOOL.model_copy(update={"origin": Origin(file="a" * 400), "meta": {"b": "c" * 400}})
    assert token_cost(told) == token_cost(TOOL)


def test_other_scripts_and_broken_text_have_a_cost() -> None:
    russian = TOOL.model_copy(update={"description": "пинг" * 100})
    assert token_cost(russian) > token_cost(TOOL) + 150
    assert token_cost(TOOL.model_copy(update={"description": "\ud800"})) > 0
