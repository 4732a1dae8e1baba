"""Put a sentence behind a description."""

__all__ = ["add_sentence"]


def add_sentence(description: str, said: str) -> str:
    """A description with a sentence behind it.

    >>> add_sentence("The city.", "at least 1 character")
    'The city. At least 1 character.'
    """
    sentence = said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")
    if not description:
        return sentence
    stop = "" if description.rstrip().endswith((".", "!", "?", ":", ";")) else "."
    return f"{description.rstrip()}{stop} {sentence}"
