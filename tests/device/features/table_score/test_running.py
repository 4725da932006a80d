"""The table is scored as it lies before the camera, as `score` does with a photograph, and kept with past games."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.app.running_features import Appliance, Present
from device.command_line import main
from device.errors import DeviceError
from device.features.table_score.pages import NAME, CountTokensPage, Look, TableScore, TableScorePage, TableSheetPage
from device.features.table_score.running import RunningTableScore
from device.for_features.photographs.counting import CountTable
from device.journal.archive import played
from device.journal.journal import JOURNAL, Journal
from device.perception.rig import Rig
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from device.simulation.table.tabletop import FREE_CITY_CODE
from display.messages.intents import FeatureIntent, Rename
from display.messages.presses import Press
from display.messages.table_score import CountedTable
from display.table_state import TableState
from engine import score_sheets
from tests.device.features.table_score.live_scores import scored
from tests.device.for_features.photographs.finished_tables import FinishedTable, finished_table
from tests.device.tables import CODEBOOK, board_code
from tests.journeys.playthrough import Playthrough
from vision.frame import Frame
from vision.kit.sizes import KitSizes
from vision.reading.reader import Reader

pytestmark = pytest.mark.usefixtures("searched_once")

EMPTY = np.full((600, 800), 120, np.uint8)


NOTHING = Present(TableState(), None, None, 0, 0.0)


def camera(image=EMPTY, *, film=True, lens=None) -> RunningTableScore:
    """Before it lies a table, which the camera has seen. A film waits while it is read."""
    rig = Rig("table", "fiducial", CODEBOOK, KitSizes())
    feature = RunningTableScore(
        Appliance(preferences(), None, Path() if film else None, live=False, rig=rig, lens=lens)
    )
    saw(feature, image)
    return feature


def preferences() -> Preferences:
    return Preferences(read_settings((DEFAULTS,)))


def saw(feature, image) -> None:
    feature.watch(Frame(image, 0.0, 0), None, None, None)


def looked(image, **options) -> RunningTableScore:
    live = camera(image, **options)
    live.press(Look())
    return live


def kept(live: RunningTableScore, counted: CountTable) -> CountedTable | None:
    """What is kept once the table is scored."""
    live.press(counted)
    asked = live.asks(None)
    assert live.asks(None) == ()
    return CountedTable(asked[0].cities, asked[0].counts, asked[0].free_city) if asked else None


@pytest.fixture(scope="module")
def of_three(tmp_path_factory):
    table = finished_table(3, 1)
    return table, picture(table, tmp_path_factory.mktemp("three"))


def picture(table: FinishedTable, folder):
    return cv2.imread(str(table.from_above(folder / "table.jpg")), cv2.IMREAD_GRAYSCALE)


def counted(table: FinishedTable) -> CountTable:
    """Coins and tokens as somebody counts them; the Free City has none."""
    game = table.dealt.game
    free = game.setup.free_city
    coins = tuple(None if seat == free else city.coins for seat, city in enumerate(game.cities))
    return CountTable(coins, tuple(None if seat == free else sum(c.conflict) for seat, c in enumerate(game.cities)))


def totals(game):
    return {sheet.seat: (sheet.points, sheet.total) for sheet in score_sheets(game)}


def test_the_table_before_the_camera_is_scored_as_the_game(of_three):
    table, image = of_three
    live = looked(image)
    assert live.score.troubles == ()
    assert [city.wonder for city in live.score.cities] == [wonder for wonder, _ in table.dealt.seats]
    assert [len(tokens) > 0 for tokens in live.score.tokens] == [True] * 3
    scored_table = kept(live, counted(table))
    assert totals(live.score.game) == totals(scored_table.game) == totals(table.dealt.game)
    assert live.value(NOTHING) is live.score


def test_the_free_city_needs_no_coins_and_gets_no_score(tmp_path):
    table = finished_table(2, 21)
    live = looked(picture(table, tmp_path))
    assert live.score.free_city == table.dealt.game.setup.free_city
    assert len(live.score.players) == 2
    live.press(counted(table))
    assert totals(live.score.game) == totals(table.dealt.game)
    assert FREE_CITY_CODE in {thing.code for thing in table.things}


def test_what_is_wrong_is_said_instead_of_a_score(of_three):
    table, image = of_three
    live = RunningTableScore(camera().appliance)
    assert live.score == TableScore()
    assert kept(live, counted(table)) is None
    live.press(Look())
    assert [one.key for one in live.score.troubles] == ["score.no_camera_picture"]
    saw(live, EMPTY)
    live.press(Look())
    assert [one.key for one in live.score.troubles] == ["score.no_board_seen"]
    assert kept(live, counted(table)) is None
    assert looked(image[:, : image.shape[1] // 2]).score.troubles, "fewer than three boards are no game"


def test_where_no_camera_looks_nothing_is_offered():
    without = RunningTableScore(Appliance(preferences(), None, None, live=True))
    assert without.value(NOTHING) is None


def test_a_city_without_its_board_is_a_contradiction(of_three):
    table, image = of_three
    wonder, side = table.dealt.seats[1]
    board = next(seen for seen in Reader(CODEBOOK).look(image) if seen.code == board_code(wonder, side))
    hidden = image.copy()
    cv2.fillPoly(hidden, [board.corners.astype(np.int32)], 120)
    assert [one.key for one in looked(hidden).score.troubles] == ["score.board_unseen"]


def test_a_reader_that_fails_ends_nothing(of_three, caplog):
    live = looked(of_three[1], lens=lambda _: 1 / 0)
    assert [one.key for one in live.score.troubles] == ["camera.trouble"]
    assert "division" in caplog.text


def test_an_error_with_words_is_said(of_three):
    def lens(_):
        raise DeviceError("camera.slow")

    assert [one.key for one in looked(of_three[1], lens=lens).score.troubles] == ["camera.slow"]


def test_beside_a_game_the_picture_is_read_in_its_own_time_and_only_the_last_look_counts(of_three):
    _, image = of_three
    go_on = threading.Event()

    def lens(_):
        go_on.wait(10)

    live = looked(EMPTY, film=False, lens=lens)
    saw(live, image)
    live.press(Look())
    assert live.score == TableScore()
    go_on.set()
    until = time.monotonic() + 30
    while live.score == TableScore() and time.monotonic() < until:
        time.sleep(0.05)
    assert len(live.score.cities) == 3


def test_tokens_are_asked_for_one_by_one_where_a_guild_counts_them_and_shields_leave_it_open(of_three):
    table, image = of_three
    live = looked(image)
    other = counted(table)
    strategists = finished = live._table
    cities = tuple(
        replace(city, cards=(*city.cards, CODEBOOK.entry(143))) if seat == 0 else city
        for seat, city in enumerate(finished.cities)
    )
    live._table = replace(strategists, cities=cities)
    asked = replace(other, tokens=(other.tokens[0], 2, *other.tokens[2:]))
    assert kept(live, asked) is None
    assert live.score.each == (1,)
    assert kept(live, replace(asked, tokens=(asked.tokens[0], (-1, 3), *asked.tokens[2:]))) is not None
    assert kept(live, replace(asked, tokens=(99, *asked.tokens[1:]))) is None
    assert [one.key for one in live.score.remarks] == ["score.no_such_tokens"]


def beside(folder, image) -> Playthrough:
    """A game beside which the camera's picture is that of a finished table."""
    going = Playthrough(folder=folder)
    scoring = camera(image)
    features = going.main_loop._outputs.features
    features._running[NAME] = scoring
    going.wait(1)
    return going


@pytest.mark.parametrize("playing", [True, False])
def test_a_score_is_kept_with_past_games_and_the_game_that_is_on_goes_on(
    tmp_path, capsys, monkeypatch, of_three, playing
):
    table, image = of_three
    journal = tmp_path / "wondertable"
    journal.mkdir()
    going = beside(journal, image)
    if playing:
        going.turn("lumber_yard", "stone_pit", "clay_pool")
    before = going.game
    going.main_loop.press(FeatureIntent(NAME, Look()))
    going.main_loop.press(FeatureIntent(NAME, counted(table)))
    going.wait(1)
    assert going.game == before
    assert going.main_loop._games.past()[0].finished
    going.close()
    stored = Journal(journal / JOURNAL)
    kept_game = next(game for game in stored.games() if "counted" in game.options)
    assert totals(played(stored, kept_game.id).game) == totals(table.dealt.game)
    assert (stored.game(kept_game.id).state, stored.open_game() in (None, kept_game.id)) == ("finished", False)
    stored.close()
    monkeypatch.setenv("WONDERTABLE_STATE", str(journal))
    assert main(["export", str(kept_game.id), "--format", "csv"]) == 0
    assert capsys.readouterr().out.count("\n") == 4
    assert main(["export", str(kept_game.id), "--format", "record"]) == 1
    assert "Only the end of game" in capsys.readouterr().err


def test_a_past_score_can_be_opened_and_named(tmp_path, of_three):
    table, image = of_three
    going = beside(tmp_path, image)
    going.main_loop.press(FeatureIntent(NAME, Look()))
    going.main_loop.press(FeatureIntent(NAME, counted(table)))
    going.wait(1)
    (past,) = going.state.past
    assert [result.total for result in past.results] == [sheet.total for sheet in score_sheets(table.dealt.game)]
    going.menu("menu.main.past")
    going.press(Press.LEFT)
    assert going.state.finished
    assert totals(going.game) == totals(table.dealt.game)
    going.main_loop.press(Rename(0, "Ann"))
    going.close()
    stored = Journal(tmp_path / JOURNAL)
    assert played(stored, past.id).game.setup.names == ("Ann", "", "")
    stored.close()


def test_keys_lead_from_the_menu_to_the_sheet(tmp_path, of_three):
    """Three keys for each treasury; one for all tokens if they are as the shields say."""
    going = beside(tmp_path, of_three[1])
    going.menu("menu.main.score")
    assert isinstance(going.fake_screen.position.opened.page, TableScorePage)
    going.press(Press.LEFT)
    for _ in range(3):
        going.press(Press.LEFT, Press.LEFT, Press.ADVANCE)
    assert isinstance(going.fake_screen.position.opened.page, CountTokensPage)
    going.press(Press.RIGHT)
    assert isinstance(going.fake_screen.position.opened.page, TableSheetPage)
    assert [city.coins for city in going.state.features[NAME].game.cities] == [3, 3, 3]
    going.press(Press.UNDO)
    assert going.fake_screen.position.opened is None
    assert len(going.state.past) == 1
    going.close()


def test_the_whole_program_scores_a_picture_as_the_command_does(tmp_path, of_three):
    table, image = of_three
    half = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(tmp_path / "table.jpg"), half)
    expect_same(table, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed", "leaders"), [(5, 25, True), (2, 21, False), (7, 26, False)])
def test_the_whole_program_scores_larger_tables_as_the_command_does(tmp_path, players, seed, leaders):
    table = finished_table(players, seed, leaders=leaders)
    table.from_above(tmp_path / "table.jpg")
    expect_same(table, tmp_path)


def expect_same(table: FinishedTable, folder):
    """The menu's score is kept; it is the command's, and but for what was made up it is the game's."""
    found = scored(folder / "table.jpg", folder / "state")
    assert found.unheard == ()
    assert found.rows is not None
    assert found.rows == found.command
    civilian = {sheet.seat: sheet.points["civilian"] for sheet in score_sheets(table.dealt.game)}
    assert {row["seat"]: row["score"]["civilian"] for row in found.rows if row["score"]} == civilian
