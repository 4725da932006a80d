"""Plays a game with the whole program but no camera: a test plays cards, presses five keys and sees the screen."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import ROUND, MainLoop
from device.app.running_features import Appliance, RunningFeatures
from device.features.statistics import FEATURE as STATISTICS
from device.journal.archive import resumed
from device.journal.journal import JOURNAL, Journal
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from device.umpire.table import TableUmpire
from display.facts.city_facts import acts_without_card
from display.menu import COLUMNS
from display.messages.events import Booked, TurnClosed
from display.messages.presses import Press
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.navigation.questions import COMES_UP, answer_columns
from display.navigation.reveal import is_revealing
from tests.device.tables import CODEBOOK, FakeTable
from tests.journeys.person import column_of

if TYPE_CHECKING:
    from pathlib import Path

    from device.app.chair_player import ChairPlayer
    from display.menu import Page
    from display.messages.events import Event
    from display.messages.intents import Intent
    from display.messages.presses import UserInput
    from display.messages.questions import Question
    from display.navigation.position import ScreenId
    from display.table_state import TableState
    from engine import Game, SeatAction
    from vision.scene import Item, Scene

GIZA, RHODES, ALEXANDRIA = ("giza", "A"), ("rhodes", "A"), ("alexandria", "A")
OLYMPIA, BABYLON, HALICARNASSUS, ROME = ("olympia", "A"), ("babylon", "B"), ("halicarnassus", "B"), ("rome", "B")
THREE = (GIZA, RHODES, ALEXANDRIA)
LOOK = 0.2
"""Seconds between two scenes."""
MOMENT = 1.0
"""Seconds that one act takes: a card is played, or a key is pressed."""
DECISION = 3.0
"""Seconds after which everything that follows from a card has happened."""


class FakeScreen:
    """A screen without pixels."""

    up = True

    def __init__(self) -> None:
        self.position = START
        self.state: TableState | None = None
        self.views: list[ScreenId] = []
        """All screens so far, in order."""
        self.kinds: list[str] = []
        """The kinds of all questions so far."""

    def show(self, state: TableState, now: float) -> None:
        asked, view = self.position.asked, self.position.shown
        self.state, self.position = state, update_position(self.position, state, now)
        if not self.views or self.position.shown is not view:
            self.views.append(self.position.shown)
        if self.position.asked is not None and self.position.asked is not asked:
            self.kinds.append(self.position.asked.kind)

    def press(self, press: UserInput, state: TableState, now: float) -> Intent | None:
        self.position, intent = handle_press(update_position(self.position, state, now), state, press, now)
        return intent

    def presses(self) -> tuple[UserInput, ...]:
        return ()

    def busy(self, state: TableState) -> bool:
        return is_revealing(self.position, state)


class Buttons:
    """Five buttons; each press is counted."""

    def __init__(self) -> None:
        self._pressed: list[Press] = []
        self._held: list[Press] = []
        self.count = 0

    def push(self, press: Press) -> None:
        self._pressed.append(press)
        self.count += 1

    def presses(self) -> list[Press]:
        taken, self._pressed = self._pressed, []
        return taken

    def hold(self, press: Press) -> None:
        self._held.append(press)
        self.count += 1

    def long_presses(self) -> list[Press]:
        taken, self._held = self._held, []
        return taken


class Playthrough:
    """A game from power on until the plug is pulled. The scenes come from the test.

    `folder` is where the journal is; an unfinished game there is resumed. `session` is one that has not begun.
    """

    def __init__(
        self,
        wonders: tuple[tuple[str, str], ...] = THREE,
        *,
        leaders: bool = False,
        free_city: int | None = None,
        auto: bool = True,
        folder: Path | None = None,
        table: FakeTable | None = None,
        session: Session | None = None,
        chair: ChairPlayer | None = None,
    ) -> None:
        self.now, self.looks = 0.0, 0
        self.table = table.seen_anew() if table else FakeTable(list(wonders))
        if free_city is not None and table is None:
            self.table.token(free_city)
        self.events: list[Event] = []
        self.fake_screen = FakeScreen()
        self.buttons = Buttons()
        self._until = 0.0
        self._stack = ExitStack()
        session = session or Session(TableUmpire(CODEBOOK), auto=auto, shown=True, leaders=leaders)
        journal = game_id = None
        if folder is not None:
            journal = self._stack.enter_context(closing(Journal(folder / JOURNAL)))
            game_id = journal.open_game()
            session = resumed(session, journal, game_id) if game_id is not None else session
        appliance = Appliance(Preferences(read_settings((DEFAULTS,))), journal, None, live=True)
        self.main_loop = MainLoop(
            session,
            Inputs(self, self.buttons, live=True, chair=chair),
            Outputs(self.fake_screen, listeners=(self._hear,), features=RunningFeatures(appliance, [STATISTICS])),
            Storage(journal, game_id),
            clock=self._clock,
        )
        self.wait(4)

    def close(self) -> None:
        """Pull the plug."""
        self._stack.close()

    # What people do

    def lay(self, seat: int, card: str, *, copy: int = 0, age: int | None = None) -> Item:
        """Play a card face up into a city."""
        item = self.table.lay(seat, card, age=age, copy=copy)
        self.wait(MOMENT)
        return item

    def recruit(self, seat: int, leader: str) -> Item:
        """Play a leader face up into a city."""
        item = self.table.leader(seat, leader)
        self.wait(MOMENT)
        return item

    def stage(self, seat: int, slot: int, *, back: int | None = None) -> Item:
        """Push a card face down under a board."""
        item = self.table.stage(seat, slot, back=back)
        self.wait(MOMENT)
        return item

    def discard(self, *, back: int | None = None) -> Item:
        """Put a card on the discard mat."""
        item = self.table.discard(back=back)
        self.wait(MOMENT)
        return item

    def take(self, item: Item) -> None:
        """Take a card away."""
        self.table.take(item)
        self.wait(MOMENT)

    def move(self, item: Item, seat: int) -> Item:
        """Move a card to another city."""
        moved = self.table.move(item, seat)
        self.wait(MOMENT)
        return moved

    def turn(self, *cards: str) -> None:
        """Build a card at each seat in turn, and wait until the turn closes."""
        for seat, card in enumerate(cards):
            self.lay(seat, card)
        self.wait(DECISION)

    def all_discard(self) -> None:
        """Everybody who has not acted discards."""
        self.end_turn()

    def end_turn(self) -> None:
        """Hold ADVANCE, and say that the turn ends."""
        self.hold(Press.ADVANCE)
        self.press(Press.SELECT)

    def discard_until(self, age: int, turn: int) -> None:
        """Discard in every turn, and go on at conflicts, leaders and the like, up to this turn."""
        for _ in range(80):
            if (self.game.age, self.game.turn) >= (age, turn) and not self.game.pending and self.game.acting:
                break
            self.go_on()
        assert (self.game.age, self.game.turn) == (age, turn), (self.game.age, self.game.turn)
        self.table.age = age

    def press(self, *touches: Press) -> None:
        """Press keys, one after the other."""
        for press in touches:
            self.buttons.push(press)
            self.wait(MOMENT)

    def hold(self, press: Press) -> None:
        """Press a key for long."""
        self.buttons.hold(press)
        self.wait(MOMENT)

    def go_on(self) -> None:
        """End the turn if it is open, else press ADVANCE."""
        if acts_without_card(self.state):
            self.end_turn()
        else:
            self.press(Press.ADVANCE)

    def answer(self, choice: str) -> None:
        """Read the question on the screen, and press the button below the answer, as often as its column spreads."""
        question = self.asked
        assert question is not None, "nothing is asked"
        self.wait(COMES_UP)
        index = question.choices.index(choice)
        while self.asked == question:
            columns = answer_columns(question, self.fake_screen.position.answer_path)
            button, inside = next(pair for pair in zip(COLUMNS, columns, strict=True) if index in pair[1])
            self.press(button)
            if inside == (index,):
                break

    def choose(self, key: str) -> None:
        """Choose the option with these words on the open page, with as many presses as needed."""
        page = self.page
        assert page is not None, "no page is open"
        options = page.menu(self.state).options
        self.choose_option([option.tile.words.key if option.tile.words else "" for option in options].index(key))

    def choose_option(self, index: int) -> None:
        """Choose the option with this number on the open page."""
        page = self.page
        assert page is not None, "no page is open"
        while self.page == page:
            opened = self.fake_screen.position.opened
            assert opened is not None
            alone = (index,) in opened.columns(page.menu(self.state))
            self.press(column_of(self.fake_screen.position, self.state, index))
            if alone:
                break

    def menu(self, *keys: str) -> None:
        """Choose these options, beginning with the main menu."""
        self.press(Press.SELECT)
        for key in keys:
            self.choose(key)

    def wait(self, seconds: float) -> None:
        """Let the program watch the table for this time."""
        self._until = self.now + seconds
        self.main_loop.run()

    # What they see

    @property
    def presses(self) -> int:
        """The number of keys pressed so far."""
        return self.buttons.count

    @property
    def game(self) -> Game:
        assert self.main_loop.session.game is not None, "no game is on"
        return self.main_loop.session.game

    @property
    def state(self) -> TableState:
        assert self.fake_screen.state is not None
        return self.fake_screen.state

    @property
    def screen(self) -> ScreenId:
        return self.fake_screen.position.shown

    @property
    def page(self) -> Page | None:
        opened = self.fake_screen.position.opened
        return opened.page if opened else None

    @property
    def asked(self) -> Question | None:
        """The question on the screen."""
        return self.fake_screen.position.asked

    @property
    def kind(self) -> str | None:
        """The kind of the question on the screen."""
        return self.asked.kind if self.asked else None

    @property
    def said(self) -> list[str]:
        """The keys of the notices on the screen."""
        return [notice.key for notice in self.state.notices]

    @property
    def booked(self) -> list[SeatAction]:
        """All actions ever recorded, without conflicts."""
        return [event.action for event in self.events if isinstance(event, Booked) and event.seat is not None]

    @property
    def closed(self) -> list[tuple[int, int]]:
        return [(event.age, event.turn) for event in self.events if isinstance(event, TurnClosed)]

    # Pipeline and clock of the main loop

    def look(self) -> FrameResult | None:
        if self.now >= self._until:
            return None
        self.now += LOOK - ROUND
        self.looks += 1
        return FrameResult(self.scene(), self.looks)

    def scene(self) -> Scene:
        return self.table.scene(self.now - self.table.now)

    def _clock(self) -> float:
        """Each look at the clock moves it on a little, so the main loop never waits."""
        self.now += ROUND
        return self.now

    def _hear(self, event: Event, session: Session) -> None:
        self.events.append(event)
