"""While a page of the kit check or of the enrolment is open, the camera's pictures go there instead of to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.features.kit_check.enrolment import EnrolmentOnScreen, EnrolmentRequests, LiveEnrolment
from device.features.kit_check.pages import EnrolmentStep, ShownKit, StickersPage
from device.features.kit_check.scene_reader import KitCheckSceneReader
from device.features.kit_check.shown import Enrol
from device.features.kit_check.sticker_words import LiveKitCheck
from vision.kit.boxes import SETS
from vision.symbologies import finders, of_kit

if TYPE_CHECKING:
    from collections.abc import Hashable

    from device.app.running_features import Appliance, Present
    from device.perception.pipeline import SceneReader
    from display.menu.page import Page


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
