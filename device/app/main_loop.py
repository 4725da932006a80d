"""The main loop: eyes, buttons and screen round one evening, with the journal behind it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from device.app.table_state import table_state, with_preferences
from device.messages.events import STORED, Cleared, Refused
from device.messages.intents import Advance, Change, Quit, ShutDown
from device.messages.presses import Hold
from device.messages.questions import Notice
from device.panel.command_cards import CommandCards
from device.session.looking import look, look_last
from device.session.pressing import press, release_guard
from display.navigation import navigation
from display.navigation.position import START
from engine import Phase, score_sheets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from device.app.watchdog import Watchdog
    from device.journal.journal import Journal
    from device.messages.events import Event
    from device.messages.intents import Intent
    from device.messages.presses import Touch
    from device.panel.buttons import Buttons
    from device.panel.lights import Lights
    from device.panel.screen import Screen
    from device.perception.pipeline import FrameResult, Pipeline
    from device.perception.rig import Rig
    from device.session.session import Session
    from device.settings.preferences import Preferences
    from device.sound import Announcer
    from display.table_state import TableState
    from engine import Game
    from vision.scene import Scene

BEAT = 1 / 30
"""Seconds between two looks at buttons and screen while a live camera is read beside them."""
NOTICE_SHOWN = 4.0
"""Seconds for which a passing notice is shown."""


class EventListener(Protocol):
    """Somebody who wants to hear what happens: the command line, the made-up players of a demonstration."""

    def __call__(self, event: Event, session: Session) -> None:
        """`event` has just happened; `session` is the state after it."""


@runtime_checkable
class NoticeSource(Protocol):
    """Something that may have a word to say: pins that are not there, a screen that is back."""

    def notices(self) -> tuple[Notice, ...]:
        """What should be said since the last time."""


class MainLoop:
    """Everything that changes, in one place; all decisions are the evening's and the director's."""

    def __init__(
        self,
        pipeline: Pipeline,
        session: Session,
        *,
        journal: Journal | None = None,
        game_id: int | None = None,
        options: Mapping[str, object] | None = None,
        known: Sequence[str] = (),
        window: Screen | None = None,
        buttons: Buttons | None = None,
        lights: Lights | None = None,
        preferences: Preferences | None = None,
        rigs: Callable[[str], Rig] | None = None,
        announcer: Announcer | None = None,
        listeners: Sequence[EventListener] = (),
        say: Callable[[Notice], None] | None = None,
        watchdog: Watchdog | None = None,
        links: Callable[[int], str] = lambda _: "",
        live: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = session
        self._pipeline, self._window, self._buttons, self._lights = pipeline, window, buttons, lights
        self._journal, self._game_id, self._options = journal, game_id, options
        self._preferences, self._rigs, self._announcer = preferences, rigs, announcer
        self._known, self._listeners = tuple(known), tuple(listeners)
        sources = (journal, buttons, lights, window, preferences, *listeners)
        self._remarking = tuple(source for source in sources if isinstance(source, NoticeSource))
        self._say, self._watchdog = say, watchdog
        self._trouble: str | None = None
        self._links, self._link = links, ""
        self._live, self._clock = live, clock
        self._position = START
        self._cards = CommandCards(session.umpire.codebook)
        self._notices: list[tuple[Notice, float]] = []
        self._seen = -1
        self._quit = False
        self._touched_at = clock()
        self.left = False
        """Somebody ended the program by hand."""
        self.shut_down = False
        """Somebody wants to pull the plug: the machine is to go off after the program."""
        self.revealing = False
        """The screen still has something to tell by itself: conflicts, the scoring."""

    def run(self) -> Session:
        """Until the pictures end or somebody closes the window."""
        self._finish()  # the plug may have been pulled between a game's last action and its end
        while not self._quit and (glance := self._pipeline.look()) is not None:
            started = self._clock()
            if glance.number != self._seen:
                self._seen = glance.number
                self._take(look(self.session, glance.scene))
            self._notice(glance)
            self._show(glance)
            if self._watchdog:
                self._watchdog.beat(glance)
            if self._live:
                time.sleep(max(0.0, BEAT - (self._clock() - started)))
        if not self._live:
            self._take(look_last(self.session))
        return self.session

    @property
    def untouched(self) -> float:
        """Seconds for which nobody has pressed anything."""
        return self._clock() - self._touched_at

    def press(self, intent: Intent) -> None:
        """Do what somebody asked for, as if a button had been pressed."""
        if isinstance(intent, Quit | ShutDown):
            self._quit = self.left = True
            self.shut_down = isinstance(intent, ShutDown)
        elif isinstance(intent, Change):
            self._change(intent)
        else:
            self._take(press(self.session, intent))

    def _change(self, change: Change) -> None:
        """Let a setting be so from now on."""
        if self._preferences is None:
            return
        self._preferences.change(change.setting, change.value)
        if change.also:
            self._change(change.also)
        play = self._preferences.settings.play
        match change.setting:
            case "play.auto":
                self.session = replace(self.session, auto=play.auto)
            case "play.prefer":
                self.session = replace(self.session, prefer=play.prefer)
            case "play.leaders":
                self.session = replace(self.session, leaders=play.leaders)
            case "play.rig" if self._rigs and self.session.game is None:
                rig = self._rigs(play.rig)
                self.session = replace(self.session, umpire=rig.umpire(), setup=rig.setup())

    def stop(self) -> None:
        """End after this look."""
        self._quit = True

    def _show(self, glance: FrameResult) -> None:
        """Hear the buttons and bring the screen up to date."""
        now, state = self._clock(), self._state(glance)
        for touch in self._touches(glance.scene):
            self._touched_at = now
            intent = self._meaning(touch, state, now)
            if not isinstance(intent, Advance):
                self.session = release_guard(self.session)
            if intent:
                self.press(intent)
                state = self._state(glance)
        if self._window:
            self._window.show(state, now)
            self.revealing = self._window.busy(state)
        if self._announcer:
            self._announcer.watch(state, revealing=self.revealing)
        if self._lights:
            position = self._window.position if self._window else navigation.follow(self._position, state, now)
            self._lights.show(navigation.useful(position, state))

    def _touches(self, scene: Scene) -> list[Touch]:
        touches: list[Touch] = []
        if self._buttons:
            touches = [*self._buttons.presses(), *map(Hold, self._buttons.long_presses())]
        return [*touches, *self._cards.presses(scene), *(self._window.presses() if self._window else ())]

    def _meaning(self, touch: Touch, state: TableState, now: float) -> Intent | None:
        """What a press asks for depends on the screen that is up; without a screen, on the one that would be."""
        if self._window:
            return self._window.press(touch, state, now)
        self._position, intent = navigation.press(navigation.follow(self._position, state, now), state, touch, now)
        return intent

    def _notice(self, glance: FrameResult) -> None:
        """Collect what journal, buttons, screen and camera have to say."""
        now = self._clock()
        self._notices = [(notice, since) for notice, since in self._notices if now - since < NOTICE_SHOWN]
        for source in self._remarking:
            self._remark(*source.notices())
        if glance.trouble != self._trouble:
            self._trouble = glance.trouble
            if glance.trouble and self._say:
                self._say(Notice(glance.trouble))

    def _remark(self, *notices: Notice) -> None:
        """Show notices for a while; where there is no screen, say them."""
        for notice in notices:
            self._notices.append((notice, self._clock()))
            if self._say:
                self._say(notice)

    def _state(self, glance: FrameResult) -> TableState:
        state = table_state(self.session, glance, tuple(notice for notice, _ in self._notices))
        lasting = self._journal.lasting if self._journal else None
        if lasting and lasting not in state.notices:
            state = replace(state, notices=(*state.notices, lasting))
        state = replace(state, known=self._known, link=self._link if state.finished else "")
        seen = self._window is not None and self._window.up  # nobody sets up what nobody sees
        if self._preferences is None or not seen:
            return state
        return with_preferences(state, self._preferences, self._announcer.amiss() if self._announcer else {})

    def _take(self, outcome: tuple[Session, tuple[Event, ...]]) -> None:
        self.session, events = outcome
        self._store(events)
        for event in events:
            if isinstance(event, Cleared):
                self._cards.forget(self.session.scene.time)
            if isinstance(event, Refused):
                self._notices.append((Notice(event.key, event.placeholders), self._clock()))
            for listener in self._listeners:
                listener(event, self.session)

    def _store(self, events: Sequence[Event]) -> None:
        """Write events before anybody hears of them: what is shown as booked is safe."""
        game, journal = self.session.game, self._journal
        if journal is None:
            return
        if game is None:
            if self._game_id is not None:
                journal.leave()
            self._game_id = None
            return
        if self._game_id is None:
            self._game_id = journal.begin(game.setup.seats, {**(self._options or {}), **_settled(game)})
        stored = tuple(event for event in events if isinstance(event, STORED))
        if stored:
            journal.write(self._game_id, stored)
            self._finish()

    def _finish(self) -> None:
        """A game that is over is not open any more."""
        game = self.session.game
        if self._journal and self._game_id is not None and game is not None and game.phase is Phase.OVER:
            self._journal.finish(self._game_id, [sheet.total for sheet in score_sheets(game)])
            self._link = self._links(self._game_id)


def _settled(game: Game) -> dict[str, object]:
    """What is unlike the base game for three players and more that nobody knows by name, as the journal keeps it."""
    setup = game.setup
    names = list(setup.names) if any(setup.names) else None
    options = {"names": names, "free_city": setup.free_city, "leaders": setup.leaders or None}
    return {name: value for name, value in options.items() if value is not None}
