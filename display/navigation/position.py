"""Where the viewer is: which screen is up, and what on it."""

import math
from dataclasses import dataclass
from enum import StrEnum

from display.menu import OpenPage
from display.messages.questions import Question


class ScreenId(StrEnum):
    """The screens."""

    WAITING = "waiting"
    SEATS = "seats"
    JOIN = "join"
    TABLE = "table"
    CITY = "city"
    MILITARY = "military"
    CONFLICTS = "conflicts"
    SCORING = "scoring"
    STORY = "story"
    STATION = "station"
    QUESTION = "question"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class HomeScreen:
    """The screen that fits the state of the game. When this value changes, its screen comes up by itself."""

    screen: ScreenId = ScreenId.WAITING
    age: int = 0
    booked: int = 0
    """At a station, the number of actions: each card that is shown brings the station's screen back."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the viewer is."""

    screen: ScreenId = ScreenId.WAITING
    """The screen below any question or page."""
    home: HomeScreen = HomeScreen()
    seat: int = 0
    """The seat whose city is shown."""
    step: int = 0
    """How far the conflicts or the scoring have been revealed."""
    since: float = 0.0
    """When the conflicts or the scoring began (s)."""
    asked: Question | None = None
    """The question that is up."""
    asked_since: float = -math.inf
    """When it came up by itself (s)."""
    answer_path: tuple[int, ...] = ()
    """The columns of its answers that were pressed so far."""
    removal_announced: bool = False
    """The answer "I remove the card" was chosen; the question stays up until the card is gone."""
    postponed: tuple[Question, ...] = ()
    """Questions to be answered later."""
    bearings: tuple[float, ...] = ()
    """Where the seats are on the screen, in radians clockwise from the bottom; small movements are ignored."""
    viewed_payments: frozenset[int] = frozenset()
    """The seats whose choice of payment was looked at in their city."""
    opened: OpenPage | None = None
    """The open page of the menu."""
    chairs_cards: tuple[str, ...] = ()
    """The empty chair's cards that were shown when an age began."""
    page_left: float = -math.inf
    """When the last page was closed, or the last question put off (s)."""

    @property
    def shown(self) -> ScreenId:
        """The screen that is up: an open page hides a question, which hides everything else."""
        if self.opened is not None:
            return ScreenId.MENU
        return ScreenId.QUESTION if self.asked is not None else self.screen


START = Position()
