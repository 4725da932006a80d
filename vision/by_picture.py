"""What is known by the owner's picture of it, instead of by a sticker's code."""

from typing import NamedTuple

NOT_KNOWN = -1
"""The code of a thing without a sticker whose picture is not known."""


class ByPicture(NamedTuple):
    """A thing without a sticker, known by its picture: its code is the lowest of all its copies.

    `edition`: whose picture it is; empty for a thing that is `NOT_KNOWN`. `others`: what else it may be, if that is
    not sure.
    """

    edition: str
    others: tuple[int, ...] = ()

    @property
    def sure(self) -> bool:
        """True if it is this thing and no other."""
        return bool(self.edition) and not self.others
