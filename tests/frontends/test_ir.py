"""Reading back what toolc has written itself."""

import json

from toolc.frontends import read_tools
from toolc.frontends.documents import read_document
from toolc.frontends.ir import is_ir, read_ir
from toolc.ir.dump import dump

LIST = [
    {"name": "get", "description": "Gets.", "inputSchema": {"properties": {"a": {"$ref": "#"}}}}
]


def test_a_dumped_toolset_has_the_same_tools() -> None:
    toolset, _ = read_tools(LIST, "mcp")
    dumped = json.loads(json.dumps(dump(toolset)))
    assert is_ir(dumped)
    again, diagnostics = read_tools(dumped)
    assert (again.tools, diagnostics) == (toolset.tools, ())


def test_another_version_is_refused() -> None:
    tools, [problem] = read_ir(read_document({"toolc_ir": 99}))
    assert (tools, problem.code) == ((), "TC104")
    assert "version 1" in (problem.help or "")
