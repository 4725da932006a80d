"""A kit check as the screen shows it, already in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KitCheck:
    """The sticker that was shown last and what is `wrong` with it; all findings so far, and whether they are `good`.

    `news` changes whenever there is something to hear. `note` tells copies and sides apart. `shown`: how many stickers
    were shown.
    """

    news: int = 0
    name: str = ""
    note: str = ""
    wrong: str = ""
    shown: int = 0
    title: str = ""
    lines: tuple[str, ...] = ()
    good: bool = True
