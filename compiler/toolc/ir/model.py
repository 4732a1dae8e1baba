"""The one data model: a toolset, its tools and how each is executed."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from toolc.diagnostics.diagnostic import Origin

__all__ = [
    "Annotations",
    "Binding",
    "HttpArgument",
    "HttpBinding",
    "HttpBody",
    "HttpCredential",
    "HttpServer",
    "HttpVariable",
    "McpBinding",
    "NoBinding",
    "PythonBinding",
    "Schema",
    "Source",
    "Tool",
    "Toolset",
]

Schema = dict[str, Any]
"""A JSON Schema 2020-12 object; `True` and `False` occur only below the root."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Annotations(_Frozen):
    """Hints on what a tool does (MCP 2026-07-28 `ToolAnnotations`); None where nobody said."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


class NoBinding(_Frozen):
    """Nothing is known about how to execute the tool."""

    kind: Literal["none"] = "none"


class McpBinding(_Frozen):
    """Call `tool` on the MCP server named `server`."""

    kind: Literal["mcp"] = "mcp"
    tool: str
    server: str | None = None


class PythonBinding(_Frozen):
    """Call the Python callable `module:qualname`."""

    kind: Literal["python"] = "python"
    module: str
    qualname: str


class HttpArgument(_Frozen):
    """How one argument travels: `argument` is its key for the tool, `name` its name on the wire.

    `style`, `explode` and `allow_reserved` are those of OpenAPI, None where the default of the
    place holds; of OpenAPI 2.0 there is the style `tabDelimited`, and `item_styles`, by which the
    arrays inside an array are joined, from the outermost in. A `content_type` says that the value
    is written in that media type. A `binary` value is base64 text that stands for bytes, or an
    array of such.
    """

    argument: str
    name: str
    place: Literal["path", "query", "querystring", "header", "cookie", "body"]
    style: str | None = None
    explode: bool | None = None
    allow_reserved: bool = False
    item_styles: tuple[str, ...] = ()
    content_type: str | None = None
    binary: bool = False


class HttpBody(_Frozen):
    """The request body.

    `argument` is set where the body is one argument; it is None where each of its properties is an
    argument of its own (an `HttpArgument` with the place `body`). `fields` tell how the members of
    a form travel that is one argument; in them, `argument` is the member's key. `items` do so for
    the parts of a multipart body that is an array, by position; the last holds for all that follow.
    `binary`: the argument is base64 text that stands for the bytes to send.
    """

    content_type: str
    argument: str | None = None
    required: bool = False
    binary: bool = False
    fields: tuple[HttpArgument, ...] = ()
    items: tuple[HttpArgument, ...] = ()


class HttpVariable(_Frozen):
    """A variable of a server's URL; `choices` is empty where any value will do."""

    name: str
    default: str | None = None
    choices: tuple[str, ...] = ()


class HttpServer(_Frozen):
    """Where an API is served: a URL with `{variables}`, absolute unless nobody said where."""

    url: str
    name: str | None = None
    variables: tuple[HttpVariable, ...] = ()


class HttpCredential(_Frozen):
    """A secret that the caller adds to a request: at `place`, called `name`, behind `prefix`.

    `scheme` is what the document calls it. Place and name are None where the document does not say
    how it travels (mutual TLS).
    """

    scheme: str
    place: Literal["query", "header", "cookie", "body"] | None = None
    name: str | None = None
    prefix: str = ""


class HttpBinding(_Frozen):
    """One HTTP operation (OpenAPI): servers in order, path template, where each argument goes.

    `accept` is the media type of the answer that `output` describes, or the first that there is.
    """

    kind: Literal["http"] = "http"
    method: str
    path: str
    servers: tuple[HttpServer, ...] = ()
    arguments: tuple[HttpArgument, ...] = ()
    body: HttpBody | None = None
    accept: str | None = None
    credentials: tuple[HttpCredential, ...] = ()

    def plain(self) -> dict[str, Any]:
        """What `toolc.runtime.requests` reads: JSON data, without what is at its default."""
        return self.model_dump(mode="json", exclude_defaults=True)


Binding = Annotated[
    NoBinding | McpBinding | PythonBinding | HttpBinding, Field(discriminator="kind")
]


class Tool(_Frozen):
    """One tool. `input` and `output` are self-contained: each `$ref` points into its own `$defs`.

    `origin` is the tool's place in the document it came from. `places` maps pointers into `input`
    to pointers into that document, or into another, as `schemas/pet.yaml#/properties/name`; the
    longest prefix wins (see `toolc.ir.places`).
    """

    name: str
    title: str | None = None
    description: str = ""
    input: Schema
    output: Schema | None = None
    annotations: Annotations = Annotations()
    binding: Binding = NoBinding()
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    meta: dict[str, Any] = Field(default_factory=dict)
    origin: Origin | None = None
    places: dict[str, str] = Field(default_factory=dict)


class Source(_Frozen):
    """One document that a toolset was read from."""

    format: str
    file: str


class Toolset(_Frozen):
    """Tools in the order of their sources."""

    name: str
    tools: tuple[Tool, ...] = ()
    sources: tuple[Source, ...] = ()

    def replace(self, tools: tuple[Tool, ...] | list[Tool]) -> "Toolset":
        """The same toolset with other tools."""
        return self.model_copy(update={"tools": tuple(tools)})
