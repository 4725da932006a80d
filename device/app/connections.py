"""What the main loop is connected to: where scenes and presses come from, where results go, what is kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from device.app.chair_player import ChairPlayer
from device.app.running_features import RunningFeatures
from device.app.service import Watchdog
from device.journal.journal import Journal
from device.panel.pins import Buttons, Lights
from device.panel.screen import Screen
from device.perception.pipeline import Pipeline
from device.perception.rig import Rig
from device.session.session import Session
from device.settings.preferences import Preferences
from device.sound import Announcer
from display.messages.camera_fault import CameraFault
from display.messages.events import Event
from display.messages.questions import Notice


class EventListener(Protocol):
    """Hears every event: the command line, the buzzer, the simulated players of a demonstration."""

    def __call__(self, event: Event, session: Session) -> None:
        """`event` has just happened; `session` is the state after it."""


@runtime_checkable
class NoticeSource(Protocol):
    """A part that may have something to report, such as a missing pin or a screen that is back."""

    def notices(self) -> tuple[Notice, ...]:
        """The notices since the last call."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """Where scenes and presses come from.

    `live`: the camera shows the present, so the loop keeps a steady pace and `pipeline.look` never waits for a picture.
    `simulated`: the camera over the table is a simulated one, whose pictures are shown.
    `switch_rig`: makes the camera's pictures be read for the rig of this name ("table" or "station").
    `switch_camera`: makes the camera of this name be opened from now on.
    `chair`: plays where nobody sits.
    """

    pipeline: Pipeline
    buttons: Buttons | None = None
    switch_rig: Callable[[str], Rig] | None = None
    switch_camera: Callable[[str], None] | None = None
    live: bool = False
    simulated: bool = False
    chair: ChairPlayer | None = None


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where results go. `print_notice`: prints notices, where there is no screen for them.

    `features`: what other packages add.
    `print_fault`: prints why there is no camera, also where there is a screen.
    """

    screen: Screen | None = None
    lights: Lights | None = None
    announcer: Announcer | None = None
    listeners: Sequence[EventListener] = ()
    print_notice: Callable[[Notice], None] | None = None
    print_fault: Callable[[CameraFault], None] | None = None
    watchdog: Watchdog | None = None
    features: RunningFeatures = field(default_factory=RunningFeatures)


@dataclass(frozen=True, slots=True)
class Storage:
    """What is kept: games and settings.

    `game_id`: the game in the journal that goes on. `unreadable`: one should, but it cannot be read. `options`: stored
    with every new game. `known_names`: players of earlier games, the latest first.
    """

    journal: Journal | None = None
    game_id: int | None = None
    unreadable: bool = False
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    preferences: Preferences | None = None
    known_names: Sequence[str] = ()
