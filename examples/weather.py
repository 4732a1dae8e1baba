"""One tool, three providers, and a call that comes back broken and is read all the same."""

from toolc import ToolKit, parse

GET_WEATHER = {
    "name": "get_weather",
    "description": "Get the current weather.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "location": {"type": "string", "description": "City name"},
            "units": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"},
        },
        "required": ["location"],
        "additionalProperties": False,
    },
}

REPLY = """I'll look it up.
<tool_call name="getWeather">{'location': 'Oslo', units: "celsius",}</tool_call>"""


def main() -> None:
    """Compile, teach, parse."""
    kit = ToolKit.from_mcp([GET_WEATHER])

    strict = kit.compile("openai", strict=True)
    print(strict.tools[0]["function"]["parameters"]["required"])
    for loss in strict.diagnostics:
        print(f"{loss.code} {loss.message}")

    theirs = strict.encode("get_weather", {"location": "Oslo"})
    print(theirs, "->", strict.decode(*theirs))

    print(kit.to_typescript())

    for call in parse(REPLY, kit).calls:
        print(call.name, call.arguments, call.repairs)


if __name__ == "__main__":
    main()
