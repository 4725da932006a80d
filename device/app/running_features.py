"""What features do while the appliance runs."""

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ParamSpec, TypeVar

from device.feature import Feature, features, part
from device.journal.journal import Journal
from device.perception.pipeline import SceneReader
from device.perception.rig import Rig
from device.session.session import Session
from device.settings.preferences import Preferences
from display.menu import Page
from display.messages.events import Event
from display.messages.intents import FeatureIntent, Intent
from display.messages.questions import Notice
from display.table_state import TableState
from display.words import Words
from engine import SeatAction, WondertableError
from vision.frame import Frame, GreyImage
from vision.lens.calibration import Calibration
from vision.reading.reader import Reading
from vision.scene import Scene
from vision.table.layout import Table

Given = ParamSpec("Given")
Result = TypeVar("Result")
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Appliance:
    """What a feature may use."""

    preferences: Preferences
    """The settings in force, and how to change them."""
    journal: Journal | None
    """All games; None where nothing is kept."""
    folder: Path | None
    """Where files are kept that outlive the program; None in a demonstration."""
    live: bool
    """False in a demonstration and for a film."""
    config: Path | None = None
    """The settings file that was named on the command line."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Options of features on the command line -> what was given; "" for a switch."""
    rig: Rig | None = None
    """How the camera stands and which kit it reads, as the program starts."""
    lens: Callable[[GreyImage], Calibration | None] | None = None
    """From a picture of the camera to what its lens does to it, as far as it was calibrated."""
    has_screen: bool = True
    """False if nothing is shown at all, and what people must know is printed."""
    complain: Callable[..., None] = lambda _, **__: None
    """Prints a sentence of the catalogue, by its key and what fills it in, on standard error."""


@dataclass(frozen=True, slots=True)
class Present:
    """What is so in one round of the main loop."""

    state: TableState
    """All that the screen shows, but for what features add."""
    page: Page | None
    """The page of the menu that is open."""
    game_id: int | None
    """The game that is on, in the journal."""
    changes: int
    """Goes up whenever a game of the journal was finished, kept, opened or put away."""
    now: float
    """s, of a clock that only goes forward."""


@dataclass(frozen=True, slots=True)
class SecretEntries:
    """What players have entered for the open phase where nobody else sees it."""

    in_secret: Mapping[int, SeatAction] = field(default_factory=dict, repr=False)
    """By seat, until all have acted; for the umpire only."""
    booked: Mapping[int, SeatAction] = field(default_factory=dict)
    """What was booked last of what each seat has entered."""
    acted: frozenset[int] = frozenset()
    """The seats that need enter nothing more, which everybody may know."""


class RunningFeature:
    """A feature while the appliance runs. Derive from it; whatever is not needed may be left out.

    All but `watch` is called in the main loop's thread, thirty times a second, and must return at once.
    """

    def __init__(self, appliance: Appliance) -> None:
        self.appliance = appliance

    def value(self, present: Present) -> object:
        """What it adds to the state for the screen: a frozen value, the same one while nothing changes, or None."""
        del present
        return None

    def press(self, what: Hashable) -> None:
        """Do what one of its pages asks for."""

    def entries(self, session: Session) -> SecretEntries | None:
        """What players have entered in secret. What the session no longer has of it, somebody has said not to count."""
        del session
        return None

    def asks(self, session: Session) -> tuple[Intent, ...]:
        """What it asks of the table by itself, in each round."""
        del session
        return ()

    def ahead_of(self, intent: Intent) -> tuple[Intent, ...]:
        """What must be booked before `intent` is carried out."""
        del intent
        return ()

    def hear(self, event: Event, session: Session) -> None:
        """`event` has just happened; `session` is the state after it."""

    def rest(self, present: Present) -> None:
        """No game is being played: do something short that may wait until then."""

    def follow(self, state: TableState, revealed: int) -> None:
        """This is on the screen now; so many steps of conflicts or scoring are `revealed`."""

    def reader(self, usual: SceneReader) -> SceneReader:
        """What reads a live camera's pictures: the usual reader, or one of its own in front of it."""
        return usual

    def watch(self, frame: Frame, reading: Reading, scene: Scene, table: Table) -> None:
        """A picture of a table was read, in the camera's thread; see `FrameListener` of `perception`."""

    def notices(self) -> tuple[Notice, ...]:
        """What is to be said, since the last call."""
        return ()

    def close(self) -> None:
        """The program ends."""


class RunningFeatures:
    """All features together. One that fails is left out from then on, and that is said; the game goes on.

    Only what the command line has asked for must succeed: what opening it raises ends the program.
    """

    def __init__(self, appliance: Appliance | None = None, found: Iterable[Feature] | None = None) -> None:
        self._running: dict[str, RunningFeature] = {}
        self._failed: list[str] = []
        self._words = Words(appliance.preferences.settings.screen.language if appliance else "en")
        if appliance is None:
            return
        for feature in features() if found is None else found:
            if any(option.name in appliance.given for option in feature.options):
                try:
                    self._open(feature, appliance)
                except BaseException:
                    self.close()
                    raise
            elif feature.runs:
                self._try(feature.name, self._open, feature, appliance)

    def _open(self, feature: Feature, appliance: Appliance) -> None:
        self._running[feature.name] = part(feature.runs)(appliance)

    def reader(self, usual: SceneReader) -> SceneReader:
        """What reads a live camera's pictures."""
        for name, one in self._each():
            usual = self._try(name, one.reader, usual) or usual
        return usual

    def watch(self, frame: Frame, reading: Reading, scene: Scene, table: Table) -> None:
        """A picture of a table was read."""
        for name, one in self._each():
            self._try(name, one.watch, frame, reading, scene, table)

    def shown(self, present: Present) -> TableState:
        """The state with what features add."""
        values = {name: self._try(name, one.value, present) for name, one in self._each()}
        kept = {name: value for name, value in values.items() if value is not None}
        return replace(present.state, features=kept) if kept else present.state

    def entries(self, session: Session) -> SecretEntries:
        """What players have entered in secret."""
        found = (self._try(name, one.entries, session) for name, one in self._each())
        return next((entries for entries in found if entries is not None), SecretEntries())

    def asks(self, session: Session) -> tuple[Intent, ...]:
        """What features ask of the table."""
        return tuple(intent for name, one in self._each() for intent in self._try(name, one.asks, session) or ())

    def ahead_of(self, intent: Intent) -> tuple[Intent, ...]:
        """What must be booked before `intent` is carried out."""
        return tuple(earlier for name, one in self._each() for earlier in self._try(name, one.ahead_of, intent) or ())

    def press(self, intent: FeatureIntent) -> None:
        """Do what a page asks for."""
        if one := self._running.get(intent.feature):
            self._try(intent.feature, one.press, intent.what)

    def rest(self, present: Present) -> None:
        """No game is being played."""
        for name, one in self._each():
            self._try(name, one.rest, present)

    def follow(self, state: TableState, revealed: int) -> None:
        """This is on the screen now."""
        for name, one in self._each():
            self._try(name, one.follow, state, revealed)

    def __call__(self, event: Event, session: Session) -> None:
        """`event` has just happened."""
        for name, one in self._each():
            self._try(name, one.hear, event, session)

    def notices(self) -> tuple[Notice, ...]:
        """What features say, and which have failed."""
        found = [notice for name, one in self._each() for notice in self._try(name, one.notices) or ()]
        failed, self._failed = self._failed, []
        return (*found, *(Notice("notice.feature_failed", {"feature": name}) for name in failed))

    def close(self) -> None:
        """The program ends."""
        for name, one in self._each():
            self._try(name, one.close)
        self._running.clear()

    def _each(self) -> tuple[tuple[str, RunningFeature], ...]:
        return tuple(self._running.items())

    def _try(self, name: str, do: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result | None:
        try:
            return do(*given, **named)
        except Exception as problem:  # whatever a feature does, the game goes on
            reason = self._words.error(problem) if isinstance(problem, WondertableError) else repr(problem)
            logger.warning("the feature %s is left out: %s", name, reason)
            failed = self._running.pop(name, None)
            self._failed.append(name)
            if failed is not None:
                with suppress(Exception):
                    failed.close()
            return None
