"""The final score from photographs: every number is the game's, and what pictures do not show is said."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.command_line import main
from device.simulation.table.tabletop import ThingKind
from display.words import Words
from engine import score_sheets
from tests.device.for_features.photographs import finished_tables
from tests.device.for_features.photographs.finished_tables import FinishedTable, finished_table
from tests.device.for_features.photographs.scores import ANGLES, TABLES, line
from tests.device.tables import CODEBOOK, code_of
from vision.kit.symbols import Symbology
from vision.reading.reader import Reader

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("searched_once")


@pytest.fixture(autouse=True)
def _own_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())


@pytest.fixture(scope="module")
def of_three(tmp_path_factory) -> tuple[FinishedTable, Path]:
    table = finished_table(3, 1)
    return table, table.from_above(tmp_path_factory.mktemp("three") / "table.jpg")


class Terminal(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


def scored(capsys, *arguments: object) -> list[dict]:
    """The seats that the command prints."""
    assert main(["score", "--json", *map(str, arguments)]) == 0, capsys.readouterr().err
    (line,) = capsys.readouterr().out.splitlines()
    return json.loads(line)["seats"]


def refused(capsys, *arguments: object) -> str:
    """What is said instead of a score."""
    assert main(["score", "--json", *map(str, arguments)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "{" not in err, "a placeholder was left unfilled"
    return err


def expect(table: FinishedTable, seats: list[dict]) -> None:
    """Every city and every number is the game's."""
    sheets = {sheet.seat: {**sheet.points, "total": sheet.total} for sheet in score_sheets(table.dealt.game)}
    assert [(seat["seat"], seat["score"]) for seat in seats] == [(seat, sheets.get(seat)) for seat in range(len(seats))]
    for seat, city in zip(seats, table.dealt.game.cities, strict=True):
        assert (seat["wonder"], seat["side"], seat["stages"]) == (city.wonder.id, city.wonder.side, city.stages)
        assert sorted(seat["cards"]) == sorted(city.cards)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(5, 23), (7, 26)])
def test_one_picture_from_above_scores_as_the_game(capsys, tmp_path, players: int, seed: int) -> None:
    table = finished_table(players, seed)
    expect(table, scored(capsys, table.from_above(tmp_path / "table.jpg", full_size=True), *table.options()))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed", "pitch", "roll"), [(3, 1, 40, 0), (3, 21, 10, 38), (4, 2, -40, 0)])
def test_one_picture_of_each_city_at_an_angle_scores_as_the_game(
    capsys, tmp_path, players: int, seed: int, pitch: float, roll: float
) -> None:
    table = finished_table(players, seed)
    pictures = [table.of_city(tmp_path / f"{seat}.jpg", seat, pitch, roll) for seat in range(players)]
    expect(table, scored(capsys, *pictures, *table.options()))


def test_a_wide_lens_is_said_and_the_score_is_the_games(capsys, tmp_path) -> None:
    table = finished_table(3, 1)
    assert main(["score", "--json", str(table.from_above(tmp_path / "wide.jpg", k1=-0.3)), *table.options()]) == 0
    out, err = capsys.readouterr()
    expect(table, json.loads(out)["seats"])
    assert "bent by the lens, 17 % at the corners" in err
    assert "wondertable calibrate" in err


def test_a_game_with_leaders_is_scored(capsys, tmp_path) -> None:
    table = finished_table(3, 14, leaders=True)
    assert not any("courtesans_guild" in city.cards for city in table.dealt.game.cities)
    seats = scored(capsys, table.from_above(tmp_path / "table.jpg"), *table.options())
    expect(table, seats)
    assert [sorted(seat["leaders"]) for seat in seats] == [sorted(city.leaders) for city in table.dealt.game.cities]


def test_the_leaders_that_count_are_printed(capsys, tmp_path) -> None:
    table = finished_table(3, 14, leaders=True)
    assert main(["score", str(table.from_above(tmp_path / "table.jpg")), *table.options()]) == 0
    told = capsys.readouterr().out.splitlines()
    for city, said in zip(table.dealt.game.cities, told, strict=False):
        named = said.partition("; leaders: ")[2]
        assert all(Words().say(f"leader.{leader}") in named for leader in city.leaders)


@pytest.mark.slow
def test_a_table_with_the_qr_kit_is_read_with_the_kit_that_was_said(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(finished_tables, "TELEPHONE", (4800, 3600))
    monkeypatch.setattr(finished_tables, "TELEPHONE_MM", 560.0)
    table = finished_table(3, 1)
    qr = replace(table, things=tuple(replace(thing, symbology=Symbology.QR) for thing in table.things))
    pictures = [qr.of_city(tmp_path / f"{seat}.jpg", seat, 0) for seat in range(3)]
    wonders = ",".join(city.wonder.id for city in table.dealt.game.cities)
    expect(table, scored(capsys, *pictures, *table.options(), "--kit", "qr", "--seats", wonders))
    assert "no board found" in refused(capsys, *pictures, *table.options())


def test_the_leader_that_the_courtesans_copy_is_said_or_left_out(capsys, tmp_path) -> None:
    table = finished_table(5, 25, leaders=True)
    (city,) = (city for city in table.dealt.game.cities if city.copied_leader)
    given = [table.from_above(tmp_path / "table.jpg"), *table.options()]
    assert main(["score", "--json", *map(str, given)]) == 0
    assert f"not counted: {city.wonder.name}" in capsys.readouterr().err
    expect(table, scored(capsys, *given, "--courted", f"{city.wonder.id}={city.copied_leader}"))
    assert "can’t copy" in refused(capsys, *given, "--courted", f"{city.wonder.id}={city.leaders[0]}")


def test_the_free_city_is_not_scored_and_needs_no_coins(capsys, tmp_path) -> None:
    table = finished_table(2, 3)
    free = table.dealt.game.setup.free_city
    cities = [city for seat, city in enumerate(table.dealt.game.cities) if seat != free]
    coins = ",".join(str(city.coins) for city in cities)
    tokens = ",".join(str(sum(city.conflict)) for city in cities)
    picture = table.from_above(tmp_path / "table.jpg")
    expect(table, scored(capsys, picture, "--coins", coins, f"--conflicts={tokens}"))


def test_people_get_a_list_of_cities_and_scores(capsys, of_three) -> None:
    table, picture = of_three
    assert main(["score", str(picture), *table.options()]) == 0
    out = capsys.readouterr().out
    best = max(sheet.total for sheet in score_sheets(table.dealt.game))
    assert f": {best} (" in out
    assert "wins" in out


def test_coins_and_tokens_may_be_named(capsys, of_three) -> None:
    table, picture = of_three
    cities = table.dealt.game.cities[::-1]
    coins = ",".join(f"{city.wonder.id}={city.coins}" for city in cities)
    tokens = ",".join(f"{city.wonder.id}={'+'.join(map(str, city.conflict)) or 0}" for city in cities)
    expect(table, scored(capsys, picture, "--coins", coins, "--conflicts", tokens.replace("+-", "-")))


def test_missing_coins_and_tokens_are_said_by_city(capsys, of_three) -> None:
    table, picture = of_three
    first, second, third = (city.wonder.name for city in table.dealt.game.cities)
    *_unaccounted, coins, tokens = refused(capsys, picture, "--coins", "3,,5").splitlines()
    assert "Coins" in coins
    assert second in coins
    assert first not in coins
    assert "Conflict tokens" in tokens
    assert all(name in tokens for name in (first, second, third))


def test_somebody_at_the_terminal_is_asked_until_it_is_a_number(capsys, monkeypatch, of_three) -> None:
    table, picture = of_three
    cities = table.dealt.game.cities
    answers = ["many", *(city.coins for city in cities), *(sum(city.conflict) for city in cities)]
    monkeypatch.setattr("sys.stdin", Terminal("".join(f"{answer}\n" for answer in answers)))
    assert main(["score", "--json", str(picture)]) == 0
    out, err = capsys.readouterr()
    expect(table, json.loads(out)["seats"])
    assert err.count(f"Coins of {cities[0].wonder.name}:") == 2
    assert err.count("is not a ") == 1
    assert "“many” is not a number of coins: give a whole number from 0" in err


def test_each_token_is_asked_for_where_a_guild_counts_defeats(capsys, monkeypatch, tmp_path, of_three) -> None:
    """Totals that the shields contradict; one of them has several meanings."""
    table, _ = of_three
    mine = next(thing for thing in table.things if thing.kind is ThingKind.FRONT and thing.seat == 0)
    guild = code_of("strategists_guild")
    picture = table.without(guild).with_(mine, guild).from_above(tmp_path / "guild.jpg")
    given = [str(picture), "--coins", "0,0,0", "--conflicts", "18,-6,1"]
    third = table.dealt.game.cities[2].wonder.name
    assert f"so their total is not enough: {third}." in refused(capsys, *given)
    monkeypatch.setattr("sys.stdin", Terminal("1+1-1\n"))
    assert main(["score", "--json", *given]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][0]["score"]["guilds"] >= 7
    monkeypatch.setattr("sys.stdin", Terminal("1+1\n"))
    assert f"{third}: these tokens are not worth 1" in refused(capsys, *given)


def test_somebody_who_goes_away_gets_no_score(capsys, monkeypatch, of_three) -> None:
    table, picture = of_three
    monkeypatch.setattr("sys.stdin", Terminal("3\n4\n"))
    assert f"Coins are missing: {table.dealt.game.cities[2].wonder.name}." in refused(capsys, picture)


def test_tokens_that_no_conflicts_give_are_refused(capsys, of_three) -> None:
    table, picture = of_three
    name = table.dealt.game.cities[1].wonder.name
    assert f"{name}: no conflicts" in refused(capsys, picture, "--coins", "1,2,3", "--conflicts", "-1,19,3")


@pytest.mark.parametrize("coins", ["3,7", "3,7,12,1", "atlantis=3"])
def test_a_list_that_does_not_fit_the_cities_is_refused(capsys, of_three, coins: str) -> None:
    assert "--coins" in refused(capsys, of_three[1], "--coins", coins, "--conflicts", "1,1,1")


@pytest.mark.parametrize("coins", ["many", "3;7;12", "3,giza=4", "-3,1,1"])
def test_a_list_that_is_none_is_bad_usage(capsys, of_three, coins: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["score", str(of_three[1]), "--coins", coins])
    assert stopped.value.code == 2


def test_tokens_that_the_shields_contradict_count_and_are_said(capsys, of_three) -> None:
    _, picture = of_three
    assert main(["score", "--json", str(picture), "--coins", "0,0,0", "--conflicts", "18,18,18"]) == 0
    out, err = capsys.readouterr()
    assert [seat["score"]["military"] for seat in json.loads(out)["seats"]] == [18, 18, 18]
    assert "shields" in err


def later_picture(picture: Path, city: set[int], there: int, instead: int) -> np.ndarray:
    """The part of a picture with the stickers of one city, after one of them was exchanged."""
    image = cv2.imread(str(picture), cv2.IMREAD_GRAYSCALE)
    at = {sighting.code: sighting.corners for sighting in Reader(CODEBOOK).look(image)}
    corners = np.concatenate([at[code] for code in city & at.keys()])
    where = cv2.fillConvexPoly(np.zeros_like(image), at[there].round().astype(np.int32), 255)
    moved = cv2.warpPerspective(image, cv2.getPerspectiveTransform(at[instead], at[there]), image.shape[::-1])
    (left, top), (right, bottom) = corners.min(axis=0).astype(int) - 40, corners.max(axis=0).astype(int) + 40
    return np.where(where > 0, moved, image)[max(top, 0) : bottom, max(left, 0) : right]


def test_a_card_in_two_cities_is_a_contradiction(capsys, tmp_path, of_three) -> None:
    table, picture = of_three
    card = next(thing for thing in table.things if thing.kind is ThingKind.FRONT and thing.seat == 0)
    other = next(thing for thing in table.things if thing.kind is ThingKind.FRONT and thing.seat == 1)
    later = later_picture(picture, {thing.code for thing in table.things if thing.seat == 1}, other.code, card.code)
    cv2.imwrite(str(second := tmp_path / "later.png"), later)
    said = refused(capsys, picture, second, *table.options())
    assert "is in several cities" in said
    assert f"({picture}, {second})" in said


def test_a_picture_in_which_nothing_is_seen_is_named(capsys, tmp_path, of_three) -> None:
    table, picture = of_three
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((600, 800), 120, np.uint8))
    assert "wall.png: no board found" in refused(capsys, tmp_path / "wall.png", *table.options())
    assert main(["score", "--json", str(picture), str(tmp_path / "wall.png"), *table.options()]) == 0
    out, err = capsys.readouterr()
    expect(table, json.loads(out)["seats"])
    assert "wall.png" in err


def test_a_picture_that_is_none_is_named(capsys, tmp_path, of_three) -> None:
    (tmp_path / "torn.jpg").write_bytes(b"no picture")
    assert "torn.jpg" in refused(capsys, of_three[1], tmp_path / "torn.jpg")
    assert "gone.jpg" in refused(capsys, of_three[1], tmp_path / "gone.jpg")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("players", "seed", "leaders"), TABLES)
@pytest.mark.parametrize("angle", [None, *ANGLES])
def test_five_finished_tables_from_every_side(tmp_path, players: int, seed: int, leaders: bool, angle) -> None:
    told = line(players, seed, leaders=leaders, angle=angle, folder=tmp_path)
    assert told.right, str(told)
