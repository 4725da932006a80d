from contextlib import closing

from wondertable_wins.wins import RunningWins, Wins

from device.app.running_features import Appliance, Present
from device.journal.journal import Journal
from device.settings.preferences import Preferences
from device.settings.settings import load_settings
from display.table_state import TableState


def test_nobody_has_won_yet(tmp_path):
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        feature = RunningWins(Appliance(Preferences(load_settings()), journal, tmp_path, live=True))
        assert feature.value(Present(TableState(), page=None, game_id=None, changes=0, now=0.0)) == Wins()
