"""People at a made-up table with the whole appliance: they lay cards and press five keys, and a screen answers."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import ROUND, MainLoop
from device.journal.archive import resumed
from device.journal.journal import JOURNAL, Journal
from device.messages.events import Booked, TurnClosed
from device.messages.presses import Press
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.navigation.navigation import busy, follow, press
from display.navigation.position import START
from tests.device.tables import CODEBOOK, MadeTable
from tests.journeys.hands import column_of

if TYPE_CHECKING:
    from pathlib import Path

    from device.messages.events import Event
    from device.messages.intents import Intent
    from device.messages.presses import Touch
    from device.messages.questions import Question
    from display.menu import Page
    from display.navigation.position import ScreenId
    from display.table_state import TableState
    from engine import Game, SeatAction
    from vision.scene import Item, Scene

GIZA, RHODES, ALEXANDRIA = ("giza", "A"), ("rhodes", "A"), ("alexandria", "A")
OLYMPIA, BABYLON, HALICARNASSUS, ROME = ("olympia", "A"), ("babylon", "B"), ("halicarnassus", "B"), ("rome", "B")
THREE = (GIZA, RHODES, ALEXANDRIA)
LOOK = 0.2
"""Seconds from look to look at the table."""
MOMENT = 1.0
"""Seconds that one thing takes: a card is laid, a key is pressed."""
DECISION = 3.0
"""Seconds after which whatever follows from a card by itself has followed."""


class Glass:
    """A screen without pixels."""

    up = True

    def __init__(self) -> None:
        self.position = START
        self.state: TableState | None = None
        self.views: list[ScreenId] = []
        """All that was up, one after the other."""
        self.kinds: list[str] = []
        """All that was asked."""

    def show(self, state: TableState, now: float) -> None:
        asked, view = self.position.asked, self.position.shown
        self.state, self.position = state, follow(self.position, state, now)
        if not self.views or self.position.shown is not view:
            self.views.append(self.position.shown)
        if self.position.asked is not None and self.position.asked is not asked:
            self.kinds.append(self.position.asked.kind)

    def press(self, touch: Touch, state: TableState, now: float) -> Intent | None:
        self.position, intent = press(follow(self.position, state, now), state, touch, now)
        return intent

    def presses(self) -> tuple[Touch, ...]:
        return ()

    def busy(self, state: TableState) -> bool:
        return busy(self.position, state)


class Buttons:
    """Five buttons; each press is counted."""

    def __init__(self) -> None:
        self._pressed: list[Press] = []
        self.count = 0

    def push(self, press: Press) -> None:
        self._pressed.append(press)
        self.count += 1

    def presses(self) -> list[Press]:
        taken, self._pressed = self._pressed, []
        return taken

    def long_presses(self) -> list[Press]:
        return []


class Sitting:
    """An evening from power on to the pulled plug. The appliance's eyes are the test's.

    `folder`: where the journal is; a game that is open there is taken up again. `session`: before it has begun.
    """

    def __init__(
        self,
        wonders: tuple[tuple[str, str], ...] = THREE,
        *,
        leaders: bool = False,
        free_city: int | None = None,
        auto: bool = True,
        folder: Path | None = None,
        table: MadeTable | None = None,
        session: Session | None = None,
    ) -> None:
        self.now, self.looks = 0.0, 0
        self.table = table or MadeTable(list(wonders))
        if free_city is not None and table is None:
            self.table.token(free_city)
        self.events: list[Event] = []
        self.glass = Glass()
        self.buttons = Buttons()
        self._until = 0.0
        self._stack = ExitStack()
        session = session or Session(TableUmpire(CODEBOOK), auto=auto, shown=True, leaders=leaders)
        journal = game_id = None
        if folder is not None:
            journal = self._stack.enter_context(closing(Journal(folder / JOURNAL)))
            game_id = journal.open_game()
            session = resumed(session, journal, game_id) if game_id is not None else session
        self.appliance = MainLoop(
            session,
            Inputs(self, self.buttons, live=True),
            Outputs(self.glass, listeners=(self._hear,)),
            Storage(journal, game_id),
            clock=self._clock,
        )
        self.wait(4)

    def close(self) -> None:
        """Somebody pulls the plug."""
        self._stack.close()

    # What people do

    def lay(self, seat: int, card: str, *, copy: int = 0, age: int | None = None) -> Item:
        """A card is laid face up into a city."""
        item = self.table.lay(seat, card, age=age, copy=copy)
        self.wait(MOMENT)
        return item

    def recruit(self, seat: int, leader: str) -> Item:
        """A leader is laid face up into a city."""
        item = self.table.leader(seat, leader)
        self.wait(MOMENT)
        return item

    def stage(self, seat: int, slot: int, *, back: int | None = None) -> Item:
        """A card is pushed face down under a board."""
        item = self.table.stage(seat, slot, back=back)
        self.wait(MOMENT)
        return item

    def discard(self, *, back: int | None = None) -> Item:
        """A card is put on the discard mat."""
        item = self.table.discard(back=back)
        self.wait(MOMENT)
        return item

    def take(self, item: Item) -> None:
        """A card is taken away."""
        self.table.take(item)
        self.wait(MOMENT)

    def move(self, item: Item, seat: int) -> Item:
        """A card is put into another city."""
        moved = self.table.move(item, seat)
        self.wait(MOMENT)
        return moved

    def turn(self, *cards: str) -> None:
        """Everybody builds, one after the other, and the turn closes."""
        for seat, card in enumerate(cards):
            self.lay(seat, card)
        self.wait(DECISION)

    def all_discard(self) -> None:
        """A turn in which everybody discards, and ADVANCE is pressed: once, and once more to be sure."""
        self.press(Press.ADVANCE, Press.ADVANCE)

    def discard_until(self, age: int, turn: int) -> None:
        """Turn after turn is only discarded, over conflicts, leaders and whatever else ADVANCE leads over."""
        for _ in range(80):
            if (self.game.age, self.game.turn) >= (age, turn) and not self.game.pending and self.game.acting:
                break
            self.press(Press.ADVANCE)
        assert (self.game.age, self.game.turn) == (age, turn), (self.game.age, self.game.turn)
        self.table.age = age

    def press(self, *touches: Press) -> None:
        """Keys, one after the other."""
        for touch in touches:
            self.buttons.push(touch)
            self.wait(MOMENT)

    def answer(self, choice: str) -> None:
        """The question that is up is answered by RIGHT and SELECT."""
        question = self.asked
        assert question is not None, "nothing is asked"
        for _ in range(question.choices.index(choice) - self.glass.position.choice):
            self.press(Press.RIGHT)
        assert question.choices[self.glass.position.choice] == choice
        self.press(Press.SELECT)

    def choose(self, key: str) -> None:
        """The option of the open page that has these words, by as many presses as it takes."""
        page = self.page
        assert page is not None, "no page is open"
        options = page.menu(self.state).options
        words = [option.tile.words.key if option.tile.words else "" for option in options]
        while self.page == page:
            opened = self.glass.position.opened
            assert opened is not None
            alone = (words.index(key),) in opened.columns(page.menu(self.state))
            self.press(column_of(self.glass.position, self.state, words.index(key)))
            if alone:
                break

    def menu(self, *keys: str) -> None:
        """From the table through the main menu."""
        self.press(Press.SELECT)
        for key in keys:
            self.choose(key)

    def wait(self, seconds: float) -> None:
        """The table is looked at for so long."""
        self._until = self.now + seconds
        self.appliance.run()

    # What they see

    @property
    def presses(self) -> int:
        """How many keys were pressed so far."""
        return self.buttons.count

    @property
    def game(self) -> Game:
        assert self.appliance.session.game is not None, "no game is on"
        return self.appliance.session.game

    @property
    def state(self) -> TableState:
        assert self.glass.state is not None
        return self.glass.state

    @property
    def view(self) -> ScreenId:
        return self.glass.position.shown

    @property
    def page(self) -> Page | None:
        opened = self.glass.position.opened
        return opened.page if opened else None

    @property
    def asked(self) -> Question | None:
        """The question that is up on the screen."""
        return self.glass.position.asked

    @property
    def kind(self) -> str | None:
        """What the question that is up is about."""
        return self.asked.kind if self.asked else None

    @property
    def said(self) -> list[str]:
        """The notices that are shown."""
        return [notice.key for notice in self.state.notices]

    @property
    def booked(self) -> list[SeatAction]:
        """All actions that were ever booked, but conflicts."""
        return [event.action for event in self.events if isinstance(event, Booked) and event.seat is not None]

    @property
    def closed(self) -> list[tuple[int, int]]:
        return [(event.age, event.turn) for event in self.events if isinstance(event, TurnClosed)]

    # Eyes and clock of the appliance

    def look(self) -> FrameResult | None:
        if self.now >= self._until:
            return None
        self.now += LOOK - ROUND
        self.looks += 1
        return FrameResult(self.scene(), self.looks)

    def scene(self) -> Scene:
        return self.table.scene(self.now - self.table.now)

    def _clock(self) -> float:
        """It goes on a bit whenever somebody looks at it, so the appliance never waits for it."""
        self.now += ROUND
        return self.now

    def _hear(self, event: Event, session: Session) -> None:
        self.events.append(event)
