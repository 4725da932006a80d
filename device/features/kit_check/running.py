"""While a page of the kit check or of the enrolment is open, the camera's pictures go there instead of to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from device.app.running_features import RunningFeature
from device.features.kit_check.enrolment import EnrolmentOnScreen, EnrolmentRequests, LiveEnrolment
from device.features.kit_check.pages import EnrolmentStep, ShownKit, StickersPage
from device.features.kit_check.shown import Enrol
from device.features.kit_check.sticker_words import LiveKitCheck
from device.perception.pipeline import FrameResult, SceneReader, preview_of
from vision.errors import FrameError
from vision.kit.boxes import SETS
from vision.scene import Scene
from vision.symbologies import finders, of_kit

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from device.app.running_features import Appliance, Present
    from device.features.kit_check.shown import KitCheck
    from display.menu.page import Page
    from vision.frame import Frame


class RunningKitCheck(RunningFeature):
    """Stands in front of a live camera's usual reader."""

    def __init__(self, appliance: Appliance) -> None:
        super().__init__(appliance)
        self._requests = EnrolmentRequests()
        self._page: Page | None = None
        self._readers: tuple[KitCheckSceneReader, ...] = ()

    def reader(self, usual: SceneReader) -> SceneReader:
        """The same reader, but while such a page is open."""
        if (rig := self.appliance.rig) is None:
            return usual
        looking, preferences = finders(of_kit(rig.kit), rig.codebook.codes), self.appliance.preferences

        def begin_check() -> LiveKitCheck:
            chosen = preferences.settings
            edition, language = chosen.play.edition, chosen.screen.language
            return LiveKitCheck(rig.codebook, looking, rig.sizes, edition=edition, language=language)

        check = KitCheckSceneReader(usual, begin_check, lambda: isinstance(self._page, StickersPage))
        self._readers = (check,)
        if (folder := rig.pictures) is None:
            return check

        def begin_enrolment() -> EnrolmentOnScreen:
            play, language = preferences.settings.play, preferences.settings.screen.language
            sets = (*(SETS if play.leaders else SETS[:1]), *play.expansions)
            live = LiveEnrolment(rig.codebook, rig.sizes, folder, edition=play.edition, sets=sets, language=language)
            return EnrolmentOnScreen(live, self._requests, language)

        enrolment = KitCheckSceneReader(
            check, begin_enrolment, lambda: self._requests.is_open or isinstance(self._page, EnrolmentStep)
        )
        self._readers = (check, enrolment)
        return enrolment

    def value(self, present: Present) -> ShownKit | None:
        """What is shown and found, where there is a camera and no game."""
        self._page = present.page
        if not self._readers or present.state.game is not None:
            return None
        return ShownKit(next((reader.shown for reader in self._readers if reader.shown), None))

    def press(self, what: Hashable) -> None:
        """Go on with the enrolment as somebody asks, on the screen or on a telephone."""
        if isinstance(what, Enrol):
            self._requests.add(what)


class KitCheckRun(Protocol):
    """One kit check."""

    def look(self, frame: Frame) -> KitCheck:
        """What is shown and what was found so far. Raises FrameError."""


class KitCheckSceneReader:
    """Reads for `usual`; while `is_open`, for a kit check that `begins` then. What is shown to it lies in no city."""

    def __init__(self, usual: SceneReader, begins: Callable[[], KitCheckRun], is_open: Callable[[], bool]) -> None:
        self._usual, self._begins, self._is_open = usual, begins, is_open
        self._run: KitCheckRun | None = None
        self.shown: KitCheck | None = None
        """What it has shown and found, while a check goes on."""

    def read(self, frame: Frame) -> FrameResult:
        """The scene after this picture; an empty one during a check."""
        if not self._is_open():
            self._run = self.shown = None
            return self._usual.read(frame)
        self._run = self._run or self._begins()
        trouble = None
        try:
            self.shown = self._run.look(frame)
        except FrameError as error:
            trouble = error.key
        return FrameResult(Scene(frame.time), frame.number, preview_of(frame), trouble)

    def start_game(self) -> None:
        """A game begins."""
        self._usual.start_game()

    def end_game(self) -> None:
        """The game is over."""
        self._usual.end_game()
