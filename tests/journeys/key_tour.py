"""What a new user presses on the first evening without a camera, step by step: `python -m tests.journeys.key_tour`."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.app.running_features import Appliance, RunningFeatures
from device.features.lookup import FEATURE as LOOKUP
from device.features.lookup.price_list import PriceListPage
from device.features.statistics import FEATURE as STATISTICS
from device.journal.journal import JOURNAL, Journal
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from device.umpire.table import TableUmpire
from display.menu.setup.first_turn import OfferedGuidePage
from display.messages.intents import EndTurn
from display.messages.presses import Press
from display.navigation.position import ScreenId
from engine import Phase
from tests.device.tables import CODEBOOK
from tests.journeys.person import column_of
from tests.journeys.playthrough import MOMENT, Buttons, FakeScreen, Playthrough
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.menu import Option

BOARDS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"))
FIRST_TURN = ("lumber_yard", "stone_pit", "clay_pool")
SECOND_TURN = ("baths", "", "stockade")
"""The second seat discards."""
LIMITS = {"discard": 3, "card": 4, "price list": 1}
"""The most keys that each of these may take; the key that begins to enter a turn belongs to its first action."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, and with how many keys; `kind`: what `LIMITS` calls it."""

    name: str
    keys: int
    kind: str = ""


class KeyTour(Playthrough):
    """A new appliance without a camera, used with five keys only."""

    def __init__(self, folder: Path) -> None:
        self.now, self.looks, self._until = 0.0, 0, 0.0
        self.fake_screen, self.buttons = FakeScreen(), Buttons()
        self.steps: list[Step] = []
        self._stack = ExitStack()
        journal = self._stack.enter_context(closing(Journal(folder / JOURNAL)))
        preferences = Preferences(read_settings((DEFAULTS,)), folder)
        appliance = Appliance(preferences, journal, None, live=True)
        self.main_loop = MainLoop(
            Session(TableUmpire(CODEBOOK), shown=True),
            Inputs(self, self.buttons, live=True),
            Outputs(self.fake_screen, features=RunningFeatures(appliance, [LOOKUP, STATISTICS])),
            Storage(journal, preferences=preferences),
            clock=self._clock,
        )
        self.wait(1)

    def look(self) -> FrameResult | None:
        found = super().look()
        return None if found is None else FrameResult(found.scene, found.number, blind=True)

    def scene(self) -> Scene:
        return Scene(self.now)

    def step(self, name: str, do: Callable[[], object], kind: str = "") -> None:
        """Do it, and note how many keys that took."""
        before = self.presses
        do()
        self.steps.append(Step(name, self.presses - before, kind))

    def pick(self, wanted: Callable[[Option], bool]) -> None:
        """Choose an option of the open page with as many keys as it takes."""
        page = self.page
        assert page is not None, "no page is open"
        options = page.menu(self.state).options
        index = next(number for number, option in enumerate(options) if wanted(option))
        for _ in range(6):
            opened = self.fake_screen.position.opened
            assert opened is not None
            alone = (index,) in opened.columns(page.menu(self.state))
            self.press(column_of(self.fake_screen.position, self.state, index))
            if alone:
                return
        raise AssertionError(f"{page} takes more than six keys")

    def choose_words(self, key: str) -> None:
        """Choose the option with these words."""
        self.pick(lambda option: option.tile.words is not None and option.tile.words.key == key)

    # The steps

    def first_start(self) -> None:
        """Language, the hint about the buttons, and the box."""
        self.press(Press.SELECT, Press.ADVANCE)
        self.choose_words("menu.players.first")
        assert (self.page, self.screen) == (None, ScreenId.WAITING)

    def set_up(self) -> None:
        """Three boards, entered by hand, and Age I."""
        self.press(Press.ADVANCE)
        if not any(option.tile.big == "3" for option in self.page.menu(self.state).options):  # type: ignore[union-attr]
            raise AssertionError("the number of players is not asked")
        self.pick(lambda option: option.tile.big == "3")
        for wonder, side in BOARDS:
            self.pick(
                lambda option, board=(f"wonder.{wonder}", side): (
                    option.tile.words is not None and (option.tile.words.key, option.tile.big) == board
                )
            )
        self.press(Press.ADVANCE, Press.ADVANCE)  # names later; then the game
        assert self.game.setup.seats == BOARDS

    def skip_the_guide(self) -> None:
        """Somebody knows the game."""
        assert isinstance(self.page, OfferedGuidePage)
        self.press(Press.LEFT)
        assert self.page is None

    def enter(self, card: str) -> None:
        """One seat's action: a card, or a discard."""
        before = len(self.game.actions)
        if self.page is None:
            self.press(Press.ADVANCE)
        if card:
            self.choose_words(f"card.{card}")
        else:
            self.choose_words("menu.turn.discard")
        assert len(self.game.actions) == before + 1

    def city_page(self) -> None:
        """The first city, and all that is in it."""
        self.press(Press.RIGHT)
        assert self.screen is ScreenId.CITY
        self.press(Press.SELECT)

    def price_list(self) -> None:
        """From the page of everything in a city."""
        self.choose_words("menu.prices.open")
        assert isinstance(self.page, PriceListPage)

    def close_pages(self) -> None:
        """Leave every page."""
        while self.page is not None:
            self.press(Press.UNDO)
        self.wait(MOMENT)

    def open_menu(self) -> None:
        """The main menu."""
        self.press(Press.SELECT)

    def change_the_first_turn(self) -> None:
        """The third seat has discarded, not built."""
        self.open_menu()
        self.choose_words("menu.main.history")
        self.press(Press.LEFT)
        self.choose_words("menu.history.change")
        self.press(Press.RIGHT)
        self.choose_words("menu.turn.discard")

    def play_on(self) -> None:
        """To the end; nobody counts these keys."""
        for _ in range(80):
            if self.game.phase is Phase.OVER:
                return
            if self.game.acting and self.game.to_act:
                self.main_loop.press(EndTurn(tuple(self.game.to_act)))
                self.wait(MOMENT)
            else:
                self.press(Press.ADVANCE)
        raise AssertionError(self.game.phase)

    def see_the_winner(self) -> None:
        """Past what is revealed."""
        while self.main_loop.revealing:
            self.press(Press.ADVANCE)
        assert self.screen is ScreenId.SCORING

    def new_game(self) -> None:
        """ADVANCE asks, SELECT is yes."""
        self.press(Press.ADVANCE, Press.SELECT)
        assert self.main_loop.session.game is None

    def past_game(self) -> None:
        """The game that was just won."""
        self.press(Press.SELECT)
        self.choose_words("menu.main.past")
        self.press(Press.LEFT)
        assert self.game.phase is Phase.OVER


def tour(folder: Path) -> list[Step]:
    """The whole evening, step by step."""
    user = KeyTour(folder)
    user.step("first start", user.first_start)
    user.step("set up three cities", user.set_up)
    user.step("skip the guide of the first turn", user.skip_the_guide)
    for turn, cards in (("turn 1", FIRST_TURN), ("turn 2", SECOND_TURN)):
        for card in cards:
            kind = "card" if card else "discard"
            user.step(f"{turn}: {card or 'discard'}", lambda card=card: user.enter(card), kind)  # type: ignore[misc]
    user.close_pages()
    user.step("a city's page", user.city_page)
    user.step("price list, from the city's page", user.price_list, "price list")
    user.close_pages()
    user.press(Press.LEFT)
    user.step("change a card of turn 1 into a discard", user.change_the_first_turn)
    user.play_on()
    user.step("the winner", user.see_the_winner)
    user.step("a new game", user.new_game)
    user.step("a past game", user.past_game)
    user.close()
    return user.steps


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        for step in tour(Path(folder)):
            limit = f"(at most {LIMITS[step.kind]})" if step.kind else ""
            sys.stdout.write(f"{step.name:42} {step.keys:3} {limit}\n")


if __name__ == "__main__":
    main()
