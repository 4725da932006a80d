"""The main loop: passes scenes and presses to the session, and its results to screen, lights and journal."""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from device.app.chair_player import new_seed
from device.app.connections import Inputs, NoticeSource, Outputs, Storage
from device.app.running_features import Present
from device.app.state_for_screen import (
    CORRECTED,
    corrected_notice,
    state_for_screen,
    undone_notice,
    with_chair,
    with_preferences,
)
from device.app.stored_games import StoredGames
from device.panel.command_cards import CommandCards
from device.perception.pipeline import FrameResult
from device.session.looking import look, look_last
from device.session.pressing import press
from device.session.session import Session
from display.messages.camera_fault import CameraFault
from display.messages.events import Cleared, Corrected, Event, GameOpened, Refused, Undone
from display.messages.intents import (
    Advance,
    Change,
    Enter,
    FeatureIntent,
    Intent,
    KeepScoredTable,
    KeepSheet,
    Leave,
    OpenGame,
    Quit,
    Redo,
    SeatChair,
    ShutDown,
    TrySound,
    Undo,
    UndoTo,
)
from display.messages.presses import Hold, UserInput
from display.messages.questions import Notice
from display.messages.table_score import CountedTable
from display.navigation import navigation
from display.navigation.navigation import UNDONE
from display.navigation.position import START
from display.navigation.reveal import has_revealed, revealed_steps
from display.table_state import TableState
from vision.scene import Scene

ROUND = 1 / 30
"""Seconds that one round of the loop lasts at least with a live camera, which is read in its own thread."""
NOTICE_SHOWN = 4.0
"""Seconds for which a passing notice is shown."""
IN_TURNS = 4.0
"""Seconds for which a demonstration shows table and screen in turns, where there is no room for both."""
UNDONE_SHOWN = 10.0
"""Seconds for which it is said what was undone; so long one press redoes it."""
MOST_CORRECTED = 3
"""Turns that are named at once if the record has followed; the newest ones."""
CORRECTED_SHOWN = 10.0
"""Seconds for which it is said that the record has followed the table."""

UNREADABLE = Notice("notice.unfinished_unreadable", lasting=True)
"""Said until another game is on."""


class MainLoop:
    """Holds all that changes while the program runs; session and navigation decide, this class carries out."""

    def __init__(
        self,
        session: Session,
        inputs: Inputs,
        outputs: Outputs | None = None,
        storage: Storage | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = session
        self._inputs, self._outputs, self._storage = inputs, outputs or Outputs(), storage or Storage()
        self._clock = clock
        self._games = StoredGames(self._storage)
        self._unreadable = self._storage.unreadable
        """The game that should go on cannot be read, and no other one has been on since."""
        self._notice_sources = self._find_notice_sources()
        self._trouble: str | None = None
        self._fault: CameraFault | None = None
        self._position = START
        self._cards = CommandCards(session.umpire.codebook)
        self._notices: list[tuple[Notice, float]] = []
        self._seen = -1
        self._quit = False
        self._acted: frozenset[int] = frozenset()
        """The seats that need enter nothing more in secret."""
        self._touched_at = clock()
        self.left = False
        """Somebody ended the program by hand."""
        self.shut_down = False
        """Somebody asked for the machine to be switched off after the program."""
        self.revealing = False
        """The screen still has something to show by itself: conflicts, the scoring."""

    def run(self) -> Session:
        """Go on until the pictures end or somebody closes the window."""
        self._games.finish(self.session.game)  # the power may have failed between a game's last action and its end
        while not self._quit and (result := self._inputs.pipeline.look()) is not None:
            started = self._clock()
            self._note_entries()
            if result.number != self._seen:
                self._seen = result.number
                self.look(result.scene)
            self._collect_notices(result)
            self._play_for_chair(result)
            state = self._show(result)
            if self._games.may_open(self.session):
                self._outputs.features.rest(self._present(state))
            if self._outputs.watchdog:
                self._outputs.watchdog.beat(result)
            if self._inputs.live:
                time.sleep(max(0.0, ROUND - (self._clock() - started)))
        if not self._inputs.live and not self._games.is_review:
            self._take(look_last(self.session))
        return self.session

    def look(self, scene: Scene) -> None:
        """Take in what lies on the table now. It is not of an earlier game that is only looked at."""
        if not self._games.is_review:
            self._take(look(self.session, scene))

    def _note_entries(self) -> None:
        """Let the umpire know what players have entered in secret."""
        session, entries = self.session, self._outputs.features.entries(self.session)
        self._acted = entries.acted
        if (entries.in_secret, entries.booked) != (session.in_secret, session.by_phone):
            self.session = replace(session, in_secret=entries.in_secret, by_phone=entries.booked)

    @property
    def untouched(self) -> float:
        """Seconds since the last press."""
        return self._clock() - self._touched_at

    def press(self, intent: Intent) -> None:
        """Do what somebody asked for, as if they had pressed a button."""
        if isinstance(intent, Quit | ShutDown):
            self._quit = self.left = True
            self.shut_down = isinstance(intent, ShutDown)
        elif isinstance(intent, Change | TrySound):
            self._change(intent)
        elif isinstance(intent, FeatureIntent):
            self._outputs.features.press(intent)
        elif isinstance(intent, KeepScoredTable):
            self._games.keep(CountedTable(intent.cities, intent.counts, intent.free_city))
        elif isinstance(intent, KeepSheet):
            self._games.keep_sheet(intent.rows)
        elif isinstance(intent, OpenGame):
            self._take(self._games.open(self.session, intent.game_id))
        elif isinstance(intent, Undo) and self._games.is_review:
            self._take(press(self.session, Leave()))
        elif isinstance(intent, Undo) and self._games.may_go_back(self.session):
            self._take(self._games.go_back(self.session))
        elif isinstance(intent, Undo | UndoTo):
            before = self.session
            self._take(press(before, intent))
            undone = undone_notice(before, self.session)
            if undone is not None:
                self._forget(UNDONE)
                self._tell(undone, UNDONE_SHOWN)
        elif isinstance(intent, Redo):
            self._forget(UNDONE)
            self._take(press(self.session, intent))
        else:
            self._play(replace(intent, seed=new_seed()) if isinstance(intent, SeatChair) else intent)

    def _play(self, intent: Intent) -> None:
        """Let the session do it, after what features have to book before."""
        if isinstance(intent, Advance) and intent.also:
            self._change(intent.also)
        for each in (*self._outputs.features.ahead_of(intent), intent):
            self._take(press(self.session, each))

    def _change(self, change: Change | TrySound) -> None:
        """Change a setting, and what goes on with it; or let somebody hear what is set."""
        if isinstance(change, TrySound):
            if self._outputs.announcer:
                self._outputs.announcer.try_sound()
            return
        preferences, switch_rig = self._storage.preferences, self._inputs.switch_rig
        if preferences is None:
            return
        preferences.change(change.setting, change.value)
        if change.also:
            self._change(change.also)
        play = preferences.settings.play
        match change.setting:
            case "play.auto":
                self.session = replace(self.session, auto=play.auto)
            case "play.prefer":
                self.session = replace(self.session, prefer=play.prefer)
            case "play.leaders":
                self.session = replace(self.session, leaders=play.leaders)
            case "play.cities":
                self.session = replace(self.session, expansions=play.expansions)
            case "camera.spec" if self._inputs.switch_camera:
                self._inputs.switch_camera(preferences.settings.camera.spec)
            case "play.rig" if switch_rig and self.session.game is None:
                rig = switch_rig(play.rig)
                self._cards.forget(self.session.scene.time)
                setup = replace(rig.setup(), again=self.session.setup.again)
                self.session = replace(self.session, umpire=rig.umpire(), setup=setup)

    def stop(self) -> None:
        """End after this round."""
        self._quit = True

    def _show(self, result: FrameResult) -> TableState:
        """Act on what was pressed and bring screen, voice and lights up to date. Returns what is shown."""
        for asked in self._outputs.features.asks(self.session):
            self.press(asked)
        self._note_entries()
        now, state = self._clock(), self._state(result)
        for user_input in self._user_inputs(result.scene):
            self._touched_at = now
            intent = self._intent_of(user_input, state, now)
            if intent:
                self.press(intent)
                state = self._state(result)
        screen, announcer, lights = self._outputs.screen, self._outputs.announcer, self._outputs.lights
        if screen:
            screen.show(state, now)
            self.revealing = screen.busy(state)
        revealed = revealed_steps(state, screen.position if screen else None)
        self._outputs.features.follow(state, revealed)
        if announcer:
            announcer.watch(state, revealing=screen is not None and not has_revealed(screen.position, state))
        if lights:
            position = screen.position if screen else navigation.update_position(self._position, state, now)
            lights.show(navigation.active_buttons(position, state))
        return state

    def _play_for_chair(self, result: FrameResult) -> None:
        """Without a camera nobody can show that the chair's card lies there: what it does is booked at once.

        Not after an undo: it could not be undone, then.
        """
        if not result.blind or self._inputs.chair is None or self.session.ledger.undone:
            return
        chair = self._inputs.chair.look(self.session)
        if chair is not None and self.session.game is not None and (action := chair.entry(self.session.game)):
            self.press(Enter(action))

    def _user_inputs(self, scene: Scene) -> list[UserInput]:
        buttons, screen = self._inputs.buttons, self._outputs.screen
        user_inputs: list[UserInput] = [*buttons.presses(), *map(Hold, buttons.long_presses())] if buttons else []
        return [*user_inputs, *self._cards.presses(scene), *(screen.presses() if screen else ())]

    def _intent_of(self, user_input: UserInput, state: TableState, now: float) -> Intent | None:
        """What a press means depends on the page that is shown; without a screen, on the one that would be shown."""
        if self._outputs.screen:
            return self._outputs.screen.press(user_input, state, now)
        self._position, intent = navigation.handle_press(
            navigation.update_position(self._position, state, now), state, user_input, now
        )
        return intent

    def _find_notice_sources(self) -> tuple[NoticeSource, ...]:
        outputs, storage = self._outputs, self._storage
        parts = (storage.journal, self._inputs.buttons, outputs.lights, outputs.screen, storage.preferences)
        return tuple(part for part in (*parts, *outputs.listeners, outputs.features) if isinstance(part, NoticeSource))

    def _collect_notices(self, result: FrameResult) -> None:
        """Drop the notices that were shown long enough and add what the parts and the camera report."""
        now = self._clock()
        self._notices = [(notice, until) for notice, until in self._notices if now < until]
        for source in self._notice_sources:
            for notice in source.notices():
                self._tell(notice)
                self._print(notice)
        if result.trouble != self._trouble:
            self._trouble = result.trouble
            if result.trouble and not (result.fault and self._outputs.print_fault):
                self._print(Notice(result.trouble))
        if result.fault != self._fault:
            self._fault = result.fault
            if result.fault and self._outputs.print_fault:
                self._outputs.print_fault(result.fault)

    def _tell(self, notice: Notice, shown: float = NOTICE_SHOWN) -> None:
        """Show a notice for so many seconds, before older ones; the same one is never shown twice."""
        others = [(one, until) for one, until in self._notices if one != notice]
        self._notices = [(notice, self._clock() + shown), *others]

    def _say_corrected(self, corrected: Sequence[Corrected]) -> None:
        """Say what the record has followed, with what was said of the same turn; nothing else is true any more."""
        before = [notice for notice, _ in self._notices if notice.key in CORRECTED]
        self._forget(CORRECTED)
        turns = sorted({(one.age, one.turn) for one in corrected})
        for turn in turns[-MOST_CORRECTED:]:
            of_turn = [one for one in corrected if (one.age, one.turn) == turn]
            self._tell(corrected_notice(of_turn, self.session, before), CORRECTED_SHOWN)

    def _forget(self, keys: Collection[str]) -> None:
        self._notices = [(notice, until) for notice, until in self._notices if notice.key not in keys]

    def _print(self, notice: Notice) -> None:
        if self._outputs.print_notice:
            self._outputs.print_notice(notice)

    def _state(self, result: FrameResult) -> TableState:
        screen, announcer, storage = self._outputs.screen, self._outputs.announcer, self._storage
        state = state_for_screen(self.session, result, tuple(notice for notice, _ in self._notices))
        lasting = (storage.journal.lasting if storage.journal else None, UNREADABLE if self._unreadable else None)
        added = tuple(notice for notice in lasting if notice and notice not in state.notices)
        state = replace(state, notices=(*state.notices, *added))
        state = replace(state, former_names=tuple(storage.known_names), acted_in_secret=self._acted)
        if self._inputs.chair:
            state = with_chair(state, self._inputs.chair.look(self.session))
        if self._inputs.simulated:
            state = replace(state, simulated=True, aside=self._clock() % (2 * IN_TURNS) >= IN_TURNS)
        if self._games.may_open(self.session):
            can_undo = state.can_undo or self._games.may_go_back(self.session)
            state = replace(state, past=self._games.past(), is_review=self._games.is_review, can_undo=can_undo)
        if storage.preferences is not None and screen is not None and screen.up:  # no settings page without a screen
            state = with_preferences(state, storage.preferences, announcer.problems() if announcer else {})
        return self._outputs.features.shown(self._present(state))

    def _present(self, state: TableState) -> Present:
        screen = self._outputs.screen
        opened = screen.position.opened if screen else None
        page = opened.page if opened else None
        return Present(state, page, self._games.game_id, self._games.changes, self._clock())

    def _take(self, outcome: tuple[Session, tuple[Event, ...]]) -> None:
        self.session, events = outcome
        self._games.store(self.session, events)
        self._unreadable = self._unreadable and self._games.game_id is None
        if any(isinstance(event, Undone | Cleared | GameOpened) for event in events):
            self._say_corrected([event for event in events if isinstance(event, Corrected)])
        for event in events:
            if isinstance(event, Cleared):
                self._cards.forget(self.session.scene.time)
            if isinstance(event, Refused):
                self._tell(Notice(event.key, event.placeholders))
            for listener in (*self._outputs.listeners, self._outputs.features):
                listener(event, self.session)
