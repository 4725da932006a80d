"""Records while the appliance runs, if `--record` asks for it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.durable_file import make_folder
from device.errors import OutputFileError
from device.features.captures.recorder import Recorder
from vision.kit.codebook import Codebook
from vision.symbologies import finders, of_kit

if TYPE_CHECKING:
    from device.app.running_features import Appliance
    from device.session.session import Session
    from display.messages.events import Event
    from display.messages.questions import Notice
    from vision.frame import Frame
    from vision.reading.reader import Reading
    from vision.scene import Scene
    from vision.table.layout import Table


class RunningCaptures(RunningFeature):
    """At a station nothing is recorded: its pictures show cards on their way to the mat."""

    def __init__(self, appliance: Appliance) -> None:
        super().__init__(appliance)
        self._recorder: Recorder | None = None
        if not (named := appliance.given.get("--record")):
            return
        if appliance.rig is not None and appliance.rig.is_station:
            appliance.complain("record.table_only")
            return
        folder = Path(named)
        _check_writable(folder)
        self._recorder = Recorder(folder, finders(of_kit("fiducial"), Codebook.load().codes), wait=not appliance.live)

    def watch(self, frame: Frame, reading: Reading, scene: Scene, table: Table) -> None:
        """Keep the newest pictures for a while."""
        if self._recorder:
            self._recorder.note_frame(frame, reading, scene, table)

    def hear(self, event: Event, session: Session) -> None:
        """Keep the pictures of a question."""
        if self._recorder:
            self._recorder(event, session)

    def notices(self) -> tuple[Notice, ...]:
        """What went wrong."""
        return self._recorder.notices() if self._recorder else ()

    def close(self) -> None:
        """Write what waits."""
        if self._recorder:
            self._recorder.close()


def _check_writable(folder: Path) -> None:
    """Fail now, not at the first question.

    Raises:
        OutputFileError: nothing can be written into the folder.
    """
    try:
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"a picture")
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(folder), reason=error.strerror) from error
