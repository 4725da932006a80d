"""What the hall hears of this table while the appliance runs."""

from __future__ import annotations

import msgspec
import pytest

from device.app.running_features import Appliance, Present
from device.features.hall import running
from device.features.hall.page import HallPage, ShownHall
from device.features.hall.running import RunningHall
from device.features.hall.table.host import HallAccess
from device.features.hall.table.settings import HallSettings
from device.for_features.errors import HallError
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from display.table_state import TableState

WANTED = HallSettings(broker="mqtt://hall.example", table="table-1")
PRESENT = Present(TableState(), None, None, 0, 0.0)


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """Opens the feature with such settings, in a service: no process is started."""
    monkeypatch.setattr(running, "runs_as_service", lambda: True)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    opened = []

    def open_with(wanted, *, live=True):
        settings = msgspec.structs.replace(read_settings((DEFAULTS,)), features={"hall": wanted})
        opened.append(RunningHall(Appliance(Preferences(settings), None, tmp_path, live)))
        return opened[-1]

    yield open_with
    for one in opened:
        one.close()


def test_with_a_broker_in_the_settings_the_menu_says_how_the_table_stands_with_it(hall):
    told = hall(WANTED)
    told.follow(TableState(), 0)
    assert told.value(PRESENT) == ShownHall(HallAccess("table-1", "mqtt://hall.example:1883", "starting"))
    (option,) = told.value(PRESENT).menu(TableState())
    assert option.leads_to == HallPage()


def test_the_menu_says_that_the_key_cannot_be_read(hall, tmp_path):
    """The publisher ends because of it, whenever it is started."""
    told = hall(msgspec.structs.replace(WANTED, key_file=str(tmp_path / "key")))
    told.follow(TableState(), 0)
    access = told.value(PRESENT).access
    assert (access.link, access.reason) == ("trouble", f"{tmp_path}/key: No such file or directory")


@pytest.mark.parametrize(("wanted", "live"), [(HallSettings(), True), (WANTED, False)])
def test_without_a_broker_and_in_a_demonstration_nobody_is_told(hall, wanted, live):
    told = hall(wanted, live=live)
    told.follow(TableState(), 0)
    assert told.value(PRESENT) is None


def test_a_name_that_no_table_has_is_refused(hall):
    with pytest.raises(HallError):
        hall(msgspec.structs.replace(WANTED, table="", user="no name"))
