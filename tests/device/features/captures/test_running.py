"""What is recorded while the appliance runs, if the command line asks for it."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest

from device.app.running_features import Appliance, RunningFeatures
from device.errors import OutputFileError
from device.feature import features
from device.perception.pipeline import TableSceneReader
from device.perception.rig import Rig
from device.session.looking import look
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import read_settings
from device.umpire.table import TableUmpire
from display.messages.events import Asked
from display.messages.questions import Question
from tests.device.tables import CODEBOOK
from vision.frame import Frame
from vision.kit.sizes import KitSizes
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker


def running(folder, rig="table", said=None):
    (captures,) = (one for one in features() if one.name == "captures")
    appliance = Appliance(
        Preferences(read_settings(())),
        None,
        None,
        live=False,
        given={"--record": str(folder)} if folder else {},
        rig=Rig(rig, "fiducial", CODEBOOK, KitSizes()),
        complain=(said if said is not None else []).append,
    )
    return RunningFeatures(appliance, [captures])


def asked(all_):
    """A picture is read, and a question comes up."""
    reader = TableSceneReader(Reader(CODEBOOK), Tracker(CODEBOOK, KitSizes()), previews=False, listener=all_.watch)
    result = reader.read(Frame(np.full((480, 640), 128, np.uint8), 1.0, 7))
    session, _ = look(Session(TableUmpire(CODEBOOK)), result.scene)
    all_(Asked(Question(0, "unsure_place", {}, ("here",))), session)


def test_the_pictures_of_a_question_are_in_the_folder_that_was_given(tmp_path):
    with closing(running(tmp_path / "here")) as all_:
        asked(all_)
    assert sorted(file.suffix for file in (tmp_path / "here").iterdir()) == [".jpg", ".json"]


def test_without_the_option_nothing_is_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(running(None)) as all_:
        asked(all_)
        assert all_.notices() == ()
    assert list(tmp_path.iterdir()) == []


def test_at_a_station_nothing_is_recorded_and_that_is_said(tmp_path):
    said = []
    with closing(running(tmp_path / "here", "station", said)) as all_:
        asked(all_)
    assert said == ["record.table_only"]
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_the_program_does_not_begin(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OutputFileError):
        running(tmp_path / "file" / "pictures")
