"""The two rigs, a camera over the table and a station that cards are shown to, and the parts that each needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from device.perception.pipeline import FrameListener, FrameResult, SceneReader, TableSceneReader, preview_of
from device.session.setup import SeatSetup, StationSetup, TableSetup
from device.umpire.ruling import Umpire
from device.umpire.station.station_umpire import StationUmpire
from device.umpire.table import TableUmpire
from vision.errors import FrameError
from vision.frame import Frame, GreyImage
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes
from vision.lens.calibration import Calibration
from vision.reading.reader import Reader
from vision.scene import Scene
from vision.sighting import StickerFinder
from vision.symbologies import beside_fiducials, finders, of_kit
from vision.tracking.station import StationReader, StationTracker
from vision.tracking.tracker import Tracker

TABLE, STATION = "table", "station"


class StationSceneReader:
    """Reads what is shown at a station. `previews`: until a game starts, make a small picture for the screen."""

    def __init__(self, reader: StationReader, tracker: StationTracker, *, previews: bool = True) -> None:
        self._reader, self._tracker, self._previews = reader, tracker, previews
        self._playing = False
        self._scene = Scene(0.0)

    def read(self, frame: Frame) -> FrameResult:
        """The scene after this picture. A picture that cannot be read changes nothing but the `trouble`."""
        try:
            reading = self._reader.read(frame)
        except FrameError as error:
            return FrameResult(self._scene, frame.number, trouble=error.key)
        self._scene = self._tracker.update(frame.time, reading)
        preview = preview_of(frame, reading.present) if self._previews and not self._playing else None
        return FrameResult(self._scene, frame.number, preview)

    def start_game(self) -> None:
        """From now on no previews are made."""
        self._playing = True

    def end_game(self) -> None:
        """The game is over; previews are made again."""
        self._playing = False


class SwitchableSceneReader:
    """Passes pictures to one scene reader, and to another one as soon as another rig is chosen on the screen."""

    def __init__(self, scene_reader: SceneReader) -> None:
        self._scene_reader = scene_reader

    def switch_to(self, scene_reader: SceneReader) -> None:
        """Use this one from the next picture on; only between two games."""
        self._scene_reader = scene_reader

    def read(self, frame: Frame) -> FrameResult:
        """The scene after this picture."""
        return self._scene_reader.read(frame)

    def start_game(self) -> None:
        """A game begins."""
        self._scene_reader.start_game()

    def end_game(self) -> None:
        """The game is over."""
        self._scene_reader.end_game()


class KnownCards(Protocol):
    """What knows cards by something else than their stickers; a feature makes it (`Feature.knows_cards`)."""

    def station_finder(self) -> StickerFinder:
        """What a station asks where it reads no sticker."""

    def owned(self) -> Mapping[tuple[str, int], int]:
        """(edition, lowest code) -> how many copies the owner has, of the cards that he has counted."""

    def table_reader(self) -> Reader:
        """What reads a table with the kit "art", where only boards and mats have stickers."""


@dataclass(frozen=True, slots=True)
class Rig:
    """A rig: `name` is "table" or "station", `kit` the kind of its stickers: "fiducial", "qr", "both" or "art".

    `pictures`: the folder with the owner's pictures of his cards. `known`: what knows cards by them: a station asks it
    whatever the kit, a camera over the table only with the kit "art".
    """

    name: str
    kit: str
    codebook: Codebook
    sizes: KitSizes
    pictures: Path | None = None
    known: KnownCards | None = field(default=None, compare=False)

    @property
    def is_station(self) -> bool:
        """True if cards are shown to the camera one at a time."""
        return self.name == STATION

    def umpire(self) -> Umpire:
        """The umpire for this rig."""
        if self.name != STATION:
            return TableUmpire(self.codebook, self.sizes)
        return StationUmpire(self.codebook, self.sizes, self.known.owned() if self.known else {})

    def setup(self) -> SeatSetup:
        """The set-up before a game, with nothing on the table yet."""
        return StationSetup() if self.name == STATION else TableSetup()

    def scene_reader(
        self,
        *,
        previews: bool,
        lens: Callable[[GreyImage], Calibration | None] | None = None,
        camera_is_shown: Callable[[], bool] = lambda: False,
        searches: bool = True,
        listener: FrameListener | None = None,
    ) -> SceneReader:
        """A scene reader for this rig.

        `lens`, `camera_is_shown`, `searches` and `listener` are for a camera over the table, see `TableSceneReader`.

        Raises `SymbologyError` if no library reads this kind of stickers.
        """
        codes = self.codebook.codes
        if self.name == STATION:
            otherwise = self.known.station_finder() if self.known else None
            shown = StationReader(finders(of_kit(self.kit), codes), otherwise=otherwise)
            return StationSceneReader(shown, StationTracker(self.codebook), previews=previews)
        by_picture = self.known if self.kit == "art" else None
        reader = (
            by_picture.table_reader() if by_picture else Reader(self.codebook, also=beside_fiducials(self.kit, codes))
        )
        return TableSceneReader(
            reader,
            Tracker(self.codebook, self.sizes),
            previews=previews,
            lens=lens,
            camera_is_shown=camera_is_shown,
            searches=searches,
            listener=listener,
            codebook=self.codebook,
        )
