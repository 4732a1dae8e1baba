"""Which reader reads the body of a call: one for each way that arguments are written."""

from toolc.runtime.body import JsonBody
from toolc.runtime.dialects import Opener
from toolc.runtime.elements import ElementsBody
from toolc.runtime.grammar import Grammar
from toolc.runtime.heads import Head
from toolc.runtime.lines import LinesBody
from toolc.runtime.message_body import MessageBody
from toolc.runtime.own_tag import OwnTagBody
from toolc.runtime.parameters import ParametersBody
from toolc.runtime.python_call import PythonBody
from toolc.runtime.quoted import QuotedBody
from toolc.runtime.report import MAX_NAME, Report
from toolc.runtime.text_body import TextBody

__all__ = ["Body", "body_reader"]

Body = JsonBody | TextBody


def body_reader(
    head: Head,
    opener: Opener,
    grammar: Grammar,
    report: Report,
    *,
    guard: bool,
    past_list: bool,
) -> Body:
    """The reader of the body that a head leads to; `past_list`: the calls of an envelope ended."""
    match head.body:
        case "message":
            return MessageBody(before_calls=not past_list)
        case "parameters":
            return ParametersBody(grammar.syntax[opener], report.keys(head.name or ""))
        case "quoted":
            return QuotedBody(opener.mark)
        case "elements" if opener.parameter:
            return ElementsBody(opener.parameter)
        case "call":
            return PythonBody()
        case "own":
            return OwnTagBody(head.name or "")
        case "lines":
            return LinesBody(opener.close)
    return JsonBody(
        named=head.name is not None,
        guard=guard,
        longest_name=report.longest_name if guard else MAX_NAME,
        known=report.names,
    )
