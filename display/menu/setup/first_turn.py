"""Pages that guide through the first turn in a minute; they can be left at any time."""

from dataclasses import dataclass, replace
from typing import ClassVar

from display.menu.page import PAGE_TIMEOUT, Legend, Menu, Option, Page, Tile
from display.messages.intents import Change
from display.table_state import TableState
from display.words import line
from engine import Game

COLOURS = "phones.guide_cards"
BY_CAMERA = ("menu.guide.hand", COLOURS, "menu.guide.lay", "menu.guide.back")
BY_HAND = ("menu.guide.hand", COLOURS, "menu.guide.enter", "menu.guide.back")
MEANINGS = Legend(
    tuple(
        (f"mark.{colour}", f"phones.guide_{colour}")
        for colour in ("brown", "grey", "blue", "yellow", "red", "green", "purple")
    )
)
OFFER, OFFERED = Change("screen.guide", True), Change("screen.guide", False)
"""Settings: the guide opens by itself when the next game is started with a key; it has done so."""


@dataclass(frozen=True, slots=True)
class FirstTurnPage(Page):
    """What everybody does in the first turn, a step at a time."""

    step: int = 0
    timeout: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        """The step; leaving, and above ADVANCE the next one."""
        steps = BY_HAND if state.by_hand else BY_CAMERA
        colours = steps[self.step] == COLOURS
        headline = line(COLOURS) if colours else line("menu.guide.step", number=self.step + 1, of=len(steps))
        skip = Option(Tile(line("menu.guide.skip"), icon="check", dim=True))
        go_on = Option(Tile(line("menu.guide.next"), icon="right"), leads_to=replace(self, step=self.step + 1))
        play = Option(Tile(line("menu.guide.close"), icon="play"))
        options = (skip, go_on) if self.step + 1 < len(steps) else (play,)
        return Menu(headline, options, body=MEANINGS if colours else line(steps[self.step]), apart=1)

    def current(self, state: TableState) -> Page | None:
        return self if state.game is not None and is_first_turn(state.game) else None


@dataclass(frozen=True, slots=True)
class OfferedGuidePage(FirstTurnPage):
    """The same, opened by itself: it makes way for questions, and closes when nobody reads it."""

    timeout: ClassVar[float | None] = PAGE_TIMEOUT

    def current(self, state: TableState) -> Page | None:
        """Open while the first turn is, and nothing is asked."""
        return None if state.questions else FirstTurnPage.current(self, state)


def guide_due(state: TableState) -> bool:
    """True if the guide opens by itself with the game that now begins.

    It does so once after the first start, not for those who play with Leaders or let the program advance by itself.
    """
    wanted = state.settings.get("screen.guide") is True
    return wanted and state.game is None and not (state.leaders or state.settings.get("play.auto"))


def is_first_turn(game: Game) -> bool:
    """True in the first turn of Age I."""
    return (game.age, game.turn) == (1, 1)
