from contextlib import closing

import pytest
from wondertable_wins.wins import RunningWins, Wins

from device.app.running_features import Appliance, Present
from device.journal.journal import Journal
from device.settings.preferences import Preferences
from device.settings.settings import load_settings
from display.messages.events import Booked
from display.table_state import TableState
from engine import Build, Discard, Fight, Game, Phase, score_sheets

NOW = Present(TableState(), page=None, game_id=None, changes=0, now=0.0)


@pytest.fixture
def journal(tmp_path):
    with closing(Journal(tmp_path / "games.sqlite")) as opened:
        yield opened


def wins(journal, folder):
    return RunningWins(Appliance(Preferences(load_settings()), journal, folder, live=True)).value(NOW)


def test_nobody_has_won_yet(journal, tmp_path):
    assert wins(journal, tmp_path) == Wins()


def test_who_builds_an_altar_wins_over_people_who_only_discard(journal, tmp_path):
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")]).apply(Build(0, "altar"))
    while game.phase is not Phase.OVER:
        game = game.apply(Fight() if game.phase is Phase.CONFLICTS else Discard(game.to_act[0]))
    stored = journal.begin(game.setup.seats, {"names": ["Ada", "Ben", "Cleo"]})
    journal.write(stored, [Booked(action) for action in game.actions])
    journal.finish(stored, [sheet.total for sheet in score_sheets(game)])
    assert wins(journal, tmp_path) == Wins((("Ada", 1),))
    assert "1 Ada" in (tmp_path / "wins.html").read_text("utf-8")
