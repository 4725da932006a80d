"""Where the viewer is: which screen is up, and what on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.messages.questions import Question
    from display.menu import OpenPage

REST = 27
"""The beat of a conflict from which on nothing moves any more."""


class ScreenId(StrEnum):
    """The screens."""

    WAITING = "waiting"
    SEATS = "seats"
    TABLE = "table"
    CITY = "city"
    MILITARY = "military"
    CONFLICTS = "conflicts"
    SCORING = "scoring"
    STATION = "station"
    QUESTION = "question"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class Occasion:
    """What the evening is at; when it changes, its screen comes up by itself."""

    view: ScreenId = ScreenId.WAITING
    age: int = 0
    booked: int = 0
    """At a station, how many actions: each that is shown is answered with the picture."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the viewer is.

    `seat`: whose city is looked at; `choice`: the highlighted answer; `step` of the conflicts or the scoring, which
    began at time `since` (seconds); `beat`: how far what moves in a step has come, at last REST; `asked`: the
    question that is up; `aside`: questions to be answered later; `promised`: that the card will be taken back.
    """

    view: ScreenId = ScreenId.WAITING
    occasion: Occasion = Occasion()
    seat: int = 0
    choice: int = 0
    step: int = 0
    beat: int = REST
    since: float = 0.0
    asked: Question | None = None
    promised: bool = False
    aside: tuple[Question, ...] = ()
    bearings: tuple[float, ...] = ()
    """Where the seats are on the screen, in radians clockwise from the bottom: as they sit, but without the tremor."""
    seen: frozenset[int] = frozenset()
    """The seats whose choice of payment was looked at in its city."""
    opened: OpenPage | None = None
    """The page of the menu that is open."""

    @property
    def shown(self) -> ScreenId:
        """The screen that is up: an open page stays, and a question comes before everything else."""
        if self.opened is not None:
            return ScreenId.MENU
        return ScreenId.QUESTION if self.asked is not None else self.view


START = Position()
