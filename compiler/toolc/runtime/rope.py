"""A text that grows by small pieces: quick as a list of them, at the memory of the text."""

__all__ = ["Rope"]

_BLOCK = 1_024  # pieces after which they are joined: a piece of its own costs 60 bytes and more


class Rope:
    """Write to the end, read the whole."""

    __slots__ = ("_blocks", "_pieces", "size")

    def __init__(self) -> None:
        """Begin empty."""
        self._blocks: list[str] = []
        self._pieces: list[str] = []
        self.size = 0

    def write(self, piece: str) -> None:
        """Add a piece."""
        pieces = self._pieces
        pieces.append(piece)
        self.size += len(piece)
        if len(pieces) >= _BLOCK:
            self._blocks.append("".join(pieces))
            pieces.clear()

    def text(self, begin: int = 0) -> str:
        """Everything written, from a position on."""
        whole = "".join([*self._blocks, *self._pieces])
        self._blocks, self._pieces = [whole], []
        return whole[begin:] if begin else whole
