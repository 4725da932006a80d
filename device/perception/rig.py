"""What an appliance is put together from, by its rig: a camera over the table, or a station that cards are shown to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.perception.pipeline import FrameResult, SceneReader, TableSceneReader, preview_of
from device.session.setup import SeatSetup, StationSetup, TableSetup
from device.umpire.station import StationUmpire
from device.umpire.table import TableUmpire
from vision.errors import FrameError
from vision.kit.symbols import Symbology
from vision.reading.reader import Reader
from vision.scene import Scene
from vision.symbologies import finders, of_kit
from vision.tracking.station import StationReader, StationTracker
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.umpire.ruling import Umpire
    from vision.frame import Frame, GreyImage
    from vision.kit.codebook import Codebook
    from vision.kit.sizes import KitSizes
    from vision.lens.calibration import Calibration

TABLE, STATION = "table", "station"


class StationSceneReader:
    """Reads what is shown at a station. `previews`: until a game begins, make a small picture for the screen."""

    def __init__(self, reader: StationReader, tracker: StationTracker, *, previews: bool = True) -> None:
        self._reader, self._tracker, self._previews = reader, tracker, previews
        self._playing = False
        self._scene = Scene(0.0)

    def see(self, frame: Frame) -> FrameResult:
        """Read this picture. One that cannot be looked at changes nothing but the `trouble`."""
        try:
            reading = self._reader.read(frame)
        except FrameError as error:
            return FrameResult(self._scene, frame.number, trouble=error.key)
        self._scene = self._tracker.update(frame.time, reading)
        preview = preview_of(frame, reading.present) if self._previews and not self._playing else None
        return FrameResult(self._scene, frame.number, preview)

    def begin(self) -> None:
        """A game is on: nobody looks at the camera's picture."""
        self._playing = True

    def clear(self) -> None:
        """The table is set for another game."""
        self._playing = False


class SwitchableSceneReader:
    """A sight that becomes another one when somebody sets up another rig, while the camera looks on."""

    def __init__(self, scene_reader: SceneReader) -> None:
        self._scene_reader = scene_reader

    def turn_to(self, scene_reader: SceneReader) -> None:
        """See with this one from the next picture on; between two games."""
        self._scene_reader = scene_reader

    def see(self, frame: Frame) -> FrameResult:
        """Read this picture."""
        return self._scene_reader.see(frame)

    def begin(self) -> None:
        """A game is on."""
        self._scene_reader.begin()

    def clear(self) -> None:
        """The table is set for another game."""
        self._scene_reader.clear()


@dataclass(frozen=True, slots=True)
class Rig:
    """A rig by its name, "table" or "station", and what is printed on its stickers: "fiducial", "qr" or "both"."""

    name: str
    kit: str
    codebook: Codebook
    sizes: KitSizes

    def umpire(self) -> Umpire:
        """Who rules on what is seen."""
        return (StationUmpire if self.name == STATION else TableUmpire)(self.codebook, self.sizes)

    def setup(self) -> SeatSetup:
        """How the table is set before a game."""
        return StationSetup() if self.name == STATION else TableSetup()

    def scene_reader(
        self,
        *,
        previews: bool,
        lens: Callable[[GreyImage], Calibration | None] | None = None,
        watched: Callable[[], bool] = lambda: False,
    ) -> SceneReader:
        """What makes scenes of pictures; `lens` bends those of a camera over a table.

        `watched`: somebody looks at the picture of a camera over a table, also during a game.

        Raises:
            SymbologyError: no library reads what is on the stickers.
        """
        wanted, codes = of_kit(self.kit), self.codebook.codes
        if self.name == STATION:
            return StationSceneReader(
                StationReader(finders(wanted, codes)), StationTracker(self.codebook), previews=previews
            )
        also = finders([symbology for symbology in wanted if symbology is not Symbology.FIDUCIAL], codes)
        return TableSceneReader(
            Reader(self.codebook, also=also),
            Tracker(self.codebook, self.sizes),
            previews=previews,
            lens=lens,
            watched=watched,
            codebook=self.codebook,
        )
