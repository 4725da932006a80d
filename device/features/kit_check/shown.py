"""A kit check as the screen shows it, already in words; and what somebody asks for while cards are learned."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoxThing:
    """Something of the box that can be learned by its picture. `name`, and the `part` of the box it is in: in words.

    `design`: its word for the program. `is_known`: it was shown.
    """

    design: str
    name: str
    part: str
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class KitCheck:
    """The sticker that was shown last and what is `wrong` with it; all findings so far, and whether they are `good`.

    `news` changes whenever there is something to hear. `note` tells copies and sides apart. `shown`: how many stickers
    were shown. `box`: everything that can be learned, while the owner's cards are learned.
    """

    news: int = 0
    name: str = ""
    note: str = ""
    wrong: str = ""
    shown: int = 0
    title: str = ""
    lines: tuple[str, ...] = ()
    good: bool = True
    box: tuple[BoxThing, ...] = ()


@dataclass(frozen=True, slots=True)
class Enrol:
    """While the owner's cards are learned: show one `step` places further on in the box next, or the design `choose`.

    `wrong`: what was shown as something else before was wrong then. `pause`: the telephone has left its page. Without
    any of these a telephone looks at the page, which keeps the camera at it.
    """

    step: int = 0
    choose: str = ""
    wrong: bool = False
    pause: bool = False
