"""Every diagnostic code, in order. A code never changes its meaning and is never used again.

Ranges: 1xx reading, 2xx references and positions, 3xx passes, 4xx targets and backends, 5xx code
generation, 6xx lint, 7xx diff and lock, 8xx run time, 9xx ours. Each code has a page in `pages/`.
"""

from dataclasses import dataclass
from typing import Any

from toolc.diagnostics.diagnostic import Diagnostic, LossKind, Origin, Severity

__all__ = ["CODES", "Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of diagnostic: `message` and `help` are `str.format` templates."""

    name: str
    severity: Severity
    message: str
    help: str | None = None
    kind: LossKind | None = None
    enforced_by: str | None = None

    def at(
        self,
        pointer: str = "",
        *,
        tool: str | None = None,
        origin: Origin | None = None,
        **words: Any,
    ) -> Diagnostic:
        """Make the diagnostic: `words` fill the templates of message and help."""
        return Diagnostic(
            code=self.name,
            severity=self.severity,
            message=self.message.format(**words),
            help=self.help.format(**words) if self.help else None,
            tool=tool,
            pointer=pointer,
            origin=origin,
            kind=self.kind,
            enforced_by=self.enforced_by,
        )


_VALIDATOR = "the generated validator"

# fmt: off
# --- 1xx: reading ---
FILE_MISSING = Code("TC101", "error", "there is no file `{path}`", "{hint}")
FILE_UNREADABLE = Code("TC102", "error", "`{path}` can't be read: {reason}", "check its permissions and that it is a regular UTF-8 file")
SYNTAX = Code("TC103", "error", "this is not valid {language}: {reason}", "mend the syntax at this place")
WRONG_KIND = Code("TC104", "error", "this is not {wanted}: {reason}", "{hint}")
TOO_LARGE = Code("TC105", "error", "the document has {size}, which is the limit", "{hint}")
TOO_DEEP = Code("TC106", "error", "the document is nested more than {limit} levels deep", "flatten it; no model can fill in a value this deep")
NOT_A_SCHEMA = Code("TC107", "error", "{what} is not a JSON Schema: {reason}", "write a schema object here")
NO_TOOLS = Code("TC108", "warning", "{reason}", "{hint}")
DUPLICATE_KEY = Code("TC109", "warning", "the key `{key}` is written twice; the last one counts", "remove one of the two")
BROKEN_KEYWORD = Code("TC110", "warning", "`{keyword}` must be {wanted}; it is left out", "write {wanted}, or remove `{keyword}`")
NOT_YET_READ = Code("TC111", "error", "{what} is not read yet", "{hint}")
CREDENTIAL = Code("TC112", "note", "`{name}` ({place}) is the caller's to add to the request, as a credential: it is no parameter")
LEFT_OUT = Code("TC113", "warning", "{what} is left out: {reason}", "{hint}")
DUPLICATE_TOOL = Code("TC114", "error", "two tools are called `{name}`; the other one is at {other}", "give each tool a name of its own")
DUPLICATE_OPERATION = Code("TC115", "warning", "the name `{name}` is taken by {other}; this operation is read as `{given}`", "give each operation an `operationId` of its own")
NO_MATCH = Code("TC116", "warning", "`{glob}` in {key} matches nothing", "{hint}")
OLD_REQUIRED = Code("TC117", "warning", "`required: {value}` beside a property is draft-03; it is read as an entry of the object's `required`", "list the property in `required` of the object around it")
BROKEN_TOOL = Code("TC118", "error", "{what}: {reason}", "{hint}")
UNDECLARED_PARAMETER = Code("TC119", "warning", "the path has `{{{name}}}`, but no parameter of that name; it is read as required text", "declare a parameter with `in: path`")
# --- 12x: the manifest, and putting sources together ---
UNKNOWN_KEY = Code("TC120", "error", "{place} has no key `{key}`", "{hint}")
WRONG_VALUE = Code("TC121", "error", "`{key}` must be {wanted}, not {got}", "{hint}")
UNKNOWN_NAME = Code("TC122", "error", "there is no {what} `{name}`", "{hint}")
MISSING_KEY = Code("TC123", "error", "{place} says nothing about `{key}`", "add `{example}`")
SAME_OUTPUT = Code("TC124", "error", "two {what} would write `{file}`", "{hint}")
NOT_EMITTED = Code("TC125", "error", "this version of toolc writes no {what}", "leave `{key}` empty; a later version brings it")
SAME_TOOL = Code("TC126", "error", "two tools are called `{name}`: the other one is in {other}", "leave one of them out with `exclude`")
EMPTY_TOOLSET = Code("TC127", "error", "the toolset `{name}` has no tools: {reason}", "{hint}")
NOT_WRITTEN = Code("TC128", "error", "`{path}` can't be written: {reason}", "{hint}")
MODULE_UNNAMED = Code("TC129", "warning", "{reason}", "{hint}")
# --- 13x: reading, continued ---
UNKNOWN_TAG = Code("TC130", "warning", "the YAML tag `{tag}` is not known; its value is read as if it had none", "remove the tag")
NOT_JSON_DATA = Code("TC131", "error", "this can't be taken as JSON data: {reason}", "{hint}")
NEWER_OPENAPI = Code("TC132", "note", "OpenAPI {version} is read as 3.2")
MEDIA_TYPE_CHOSEN = Code("TC133", "note", "the body is sent as `{chosen}`, and not as {others}")
OTHER_EDITION = Code("TC134", "warning", "{what} is OpenAPI {edition}; it is read as what it means there", "{hint}")
SPEC_RULE = Code("TC135", "error", "this breaks a rule of OpenAPI {version}: {reason}", "{hint}")
# 14x: servers, provider-shaped lists and code
SUBTYPES = Code("TC136", "note", "`{base}` has a discriminator; where it is used, it is any of the {count} schemas that extend it", "list them in a `oneOf` beside the discriminator to say so in the document")
NOT_A_FUNCTION = Code("TC140", "warning", "{what} is left out: {reason}", "{hint}")
NOT_LISTED = Code("TC141", "error", "the tools of the MCP server `{server}` can't be listed: {reason}", "{hint}")
NOT_CALLABLE = Code("TC142", "error", "{what} can't be a tool: {reason}", "{hint}")
GRAMMAR_UNREAD = Code("TC143", "warning", "the grammar of `{name}` is not read: {reason}", "any text is accepted; say in the description what it must look like")
SHORT_LIST = Code("TC144", "note", "this list tells the types of arguments only; what else their schemas say is not in it", "list the tools of the running server with `toolc import-mcp`")
# --- 2xx: references ---
OUTSIDE_REF = Code("TC203", "error", "`$ref` points to `{ref}`, which is outside of this document", "{hint}")
DANGLING_REF = Code("TC204", "warning", "`$ref` points to `{ref}`, which does not exist; {instead}", "{hint}")
LOOPING_REF = Code("TC205", "warning", "`$ref` points to `{ref}`, which leads back to itself", "let one of these references stand for a schema")
UNREADABLE_REF = Code("TC207", "error", "`$ref` points to `{ref}`, which can't be read: {reason}", "{hint}")
# --- 3xx: passes ---
OPEN_CLOSED = Code("TC301", "warning", "{target} can't say keys that are not declared; this object takes them and is closed", "write `additionalProperties: false` if that is meant, or build with `carry_extras`", "narrowed")
RECURSION_CUT = Code("TC302", "warning", "{target} can't say recursion; `{ref}` is written out once, and below that the value travels as JSON text", None, "weakened", _VALIDATOR)
INLINE_LIMIT = Code("TC303", "warning", "the definitions written out for {target} grow too large; from `{ref}` on the value travels as JSON text", None, "weakened", _VALIDATOR)
AS_TEXT = Code("TC304", "warning", "{target} can't say {what}; the value travels as JSON text", None, "weakened", _VALIDATOR)
AS_PAIRS = Code("TC305", "note", "{target} can't say keys that are not declared; they travel as a list of `key` and `value`")
ENUM_AS_TEXT = Code("TC306", "note", "{target} takes only text in `enum`; the values travel as text")
NULL_FOR_ABSENT = Code("TC307", "note", "{target} wants every key; null stands for an absent `{key}`")
KEY_RENAMED = Code("TC308", "note", "{target} does not take the key `{key}`; it travels as `{theirs}`")
TOOL_RENAMED = Code("TC309", "note", "{target} does not take the tool name `{name}`; it travels as `{theirs}`")
ROOT_WRAPPED = Code("TC310", "note", "{target} wants plain parameters; the arguments travel under the key `{key}`")
BRANCH_BOXED = Code("TC311", "note", "two alternatives can't be told apart on the way back; this one travels under the key `{key}`")
MOVED_TO_WORDS = Code("TC312", "warning", "{target} can't say `{rule}`; it is told in the description and checked when the call comes back", None, "moved", _VALIDATOR)
ANNOTATION_DROPPED = Code("TC313", "note", "{target} does not take `{keyword}`; it is left out")
ONE_OF_LOOSENED = Code("TC314", "warning", "{target} can't say `oneOf`; it is sent as `anyOf`", None, "weakened", _VALIDATOR)
ALL_OF_LOOSENED = Code("TC315", "warning", "these parts of `allOf` can't be merged into one schema for {target}: {rest}", None, "weakened", _VALIDATOR)
TYPE_ASSUMED = Code("TC316", "warning", "this schema names no type, and {target} wants one; it is read as `{type}`", "write `type: {type}` if that is meant", "narrowed")
NEVER_VALID = Code("TC317", "warning", "no value fits this schema; it is left out", "correct the schema, or remove it")
FLATTENED = Code("TC318", "note", "{target} takes no nested objects; `{key}` travels as `{theirs}`")
REQUIRED_LOOSENED = Code("TC319", "warning", "`{key}` is required only where `{parent}` is given, which {target} can't say", None, "weakened", _VALIDATOR)
UNION_NARROWED = Code("TC320", "warning", "{target} is asked for the first of {count} forms only", "simplify for a larger model, or put the form that matters first", "narrowed")
ENUM_SHORTENED = Code("TC321", "warning", "{target} is shown {shown} values", "simplify for a larger model, or put the values that matter first", "narrowed")
DEEP_AS_TEXT = Code("TC322", "warning", "{target} nests at most {depth} deep; below that the value travels as JSON text", None, "weakened", _VALIDATOR)
NULL_UNSAID = Code("TC323", "warning", "{target} is not asked for null here; absent is all it can say", "write `default: null` if absent means the same", "narrowed")
TEXT_CUT = Code("TC324", "warning", "the description has {count} characters and is cut to {limit} for {target}", "shorten it in the source")
KEY_ADDED = Code("TC325", "note", "{target} wants a required key in every object; null travels under the key `{key}`")
ROOT_MERGED = Code("TC326", "warning", "{target} takes no `{keyword}` at the root; the keys of the alternatives stand side by side, and the description tells which go together", None, "weakened", _VALIDATOR)
ROOT_KEY_SHARED = Code("TC327", "warning", "{keys} can't hold one thing in one alternative of `{keyword}` and another in the next: {target} is told what the alternatives that declare it say", "write `additionalProperties: false` in the alternatives that do not have it", "narrowed")
TOO_MANY_PROPERTIES = Code("TC328", "warning", "{target} takes at most {limit} properties in a tool; this value travels as JSON text", "split the tool, or leave out what is not needed", "weakened", _VALIDATOR)
FREE_AS_TEXT = Code("TC330", "note", "{target} can't say {what}; the value travels as JSON text, and no rule is lost")
FORMAT_TOLD = Code("TC331", "warning", "{target} can't say `format: {format}`; it is told in the description", None, "moved")
TEXT_UNBOXED = Code("TC332", "note", "{target} takes a text as it is; the arguments travel as the text of `{key}`")
# --- 4xx: targets and backends ---
TOO_MANY_TOOLS = Code("TC401", "warning", "{target} takes at most {limit} tools in a request; these are {count}", "split the toolset, or select with `include` and `exclude`")
LONG_DESCRIPTION = Code("TC402", "warning", "{target} refuses descriptions of more than {limit} characters on some models; this one has {count}", "shorten the description")
SENT_LOOSE = Code("TC403", "warning", "{target} can't have this tool in its strict form: {reason}; it is sent without `strict`", "split the toolset, or put the tools first that matter most")
LEFT_LOOSE = Code("TC404", "note", "this tool is sent to {target} without `strict`: {reason}", "ask for `strict: true` to have it all the same")
TOO_MANY_FIELDS = Code("TC405", "warning", "{target} takes at most {limit} parameters in all tools of a request; these have {count}", "split the toolset, or select with `include` and `exclude`")
OVER_DOCUMENTED = Code("TC406", "warning", "{target} documents smaller schemas than this one: {reason}", "flatten or split the tool, should the target refuse it")
NOT_ONE_TEXT = Code("TC407", "note", "this tool takes more than one text; it is sent to {target} as a function")
TOO_MANY_FOR_MODEL = Code("TC408", "warning", "these are {count} tools, but `{model}` works with at most {limit}", "split the toolset, or select with `include` and `exclude`")
MODEL_LACKS = Code("TC409", "warning", "`{model}` has no {what}", "{hint}")
# 41x: prompts and envelopes
CUT_IN_PROMPT = Code("TC410", "warning", "{what} is told only in part: {reason}", "say the rule in the description, in a sentence", "weakened", _VALIDATOR)
NO_EXAMPLE = Code("TC411", "note", "the prompt has no example call: {reason}", "give a tool's input schema `examples` that fit it")
BESIDE_ANY_OF = Code("TC412", "warning", "{keywords} beside `{union}`: engines that decode by a schema may ignore one of the two", "write the rule into each branch of `{union}`", "weakened", _VALIDATOR)
# --- 5xx: code generation ---
MODEL_FAILED = Code("TC501", "warning", "no typed model can be made of these arguments: {reason}", "`args` is a plain dict; please report this with the tool's schema")
RULE_UNCHECKED = Code("TC502", "warning", "the generated validator can't check this: {reason}", "correct the schema; until then the validator lets through what only this rule refuses", "weakened")
DYNAMIC_REF = Code("TC206", "warning", "what `{keyword}: {ref}` leads to means something else on each of too many ways there; one of them is taken", "write a `$ref` to the schema that is meant, in place of each `$dynamicRef`")
# --- 7xx: diff and lock ---
STALE = Code("TC701", "error", "`{file}` {state}", "{hint}")
KEPT = Code("TC702", "warning", "`{file}` is no longer written; it is kept, as it was changed by hand", "remove it, or let the manifest name it again")
# --- 8xx: run time ---
LOG_LINE = Code("TC801", "error", "{reason}", "{hint}")
# --- 9xx: ours ---
INTERNAL = Code("TC900", "error", "toolc itself failed: {reason}", "this is a bug in toolc: please report it with the input that caused it; `--verbose` shows the details")
PROMISE_BROKEN = Code("TC901", "error", "{target} {what}: {value}", "this is a bug in toolc: please report it with the tool's schema ({reason})")
# fmt: on

CODES: dict[str, Code] = {
    code.name: code for code in list(globals().values()) if isinstance(code, Code)
}
