"""The made-up expansion of docs/adding-an-expansion.md: nothing but data, and games are played with it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from random import Random
from types import MappingProxyType

import pytest

from engine import (
    EDITIONS,
    Build,
    Catalogue,
    Discard,
    Game,
    ImpossibleSetup,
    Payment,
    RecordError,
    Status,
    deal,
    load_catalogue,
    read_record,
    score_sheets,
    status,
    write_record,
)
from tests.engine.positions import keys

PAGE = Path(__file__).parents[2] / "docs" / "adding-an-expansion.md"
STRUCTURES, WONDERS, EDITION = (
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
)
SEATS = [("delos", "A"), ("giza", "A"), ("rhodes", "B")]


@pytest.fixture(scope="module")
def islands(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """The first edition with the expansion."""
    folder = tmp_path_factory.mktemp("islands")
    (folder / "structures.json").write_text(json.dumps(STRUCTURES), "utf-8")
    (folder / "wonders.json").write_text(json.dumps(WONDERS), "utf-8")
    data = files("engine") / "data"
    return load_catalogue(*(folder if name == "islands" else data / name for name in EDITION["first"]["data"]))


def test_cards_and_board_are_there_and_known_cards_are_changed(islands: Catalogue) -> None:
    assert islands.sets == {"base", "leaders", "islands"}
    assert islands.card("baths").chain_to == ("aqueduct", "divers_guild")
    assert islands.card("baths").cost == EDITIONS["first"].card("baths").cost
    assert len(islands.wonder("delos", "A").stages) == 3


def test_the_expansion_is_played_only_if_it_is_asked_for(islands: Catalogue) -> None:
    with pytest.raises(ImpossibleSetup, match="wonder_not_in_this_game"):
        Game.new(SEATS, catalogue=islands)
    with pytest.raises(ImpossibleSetup, match="unknown_option"):
        Game.new([("giza", "A"), ("rhodes", "B"), ("olympia", "A")], expansions=("islands",))
    base = Game.position([("giza", "A"), ("rhodes", "B"), ("olympia", "A")], age=3, catalogue=islands)
    assert "not_in_this_game" in keys(base, Build(0, "sailors_guild"))


def test_its_effects_count(islands: Catalogue) -> None:
    game = Game.position(
        SEATS,
        [{"cards": ["baths", "tavern", "glassworks"], "stages": 3, "coins": 5}],
        age=3,
        catalogue=islands,
        expansions=("islands",),
    )
    assert [way.kind for way in game.ways(0, "divers_guild")] == ["chain"]
    built = game.apply(Build(0, "pilots_guild", Payment(bank=3))).apply(Discard(1)).apply(Discard(2))
    assert built.cities[0].coins == 5 - 3 + 1
    built = built.apply(Build(0, "divers_guild")).apply(Discard(1)).apply(Discard(2))
    assert score_sheets(built)[0].points["guilds"] == 1 + 6


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_played_and_recorded_with_it(islands: Catalogue, seed: int) -> None:
    table, chance = deal(5, seed=seed, catalogue=islands, expansions=("islands",)), Random(seed)
    while not table.is_over:
        seat = table.to_act[0] if table.to_act else 0
        table = table.play(chance.choice(table.legal(seat)))
    assert status(table.game) is Status.IN_ORDER
    text = write_record(table.game)
    assert "\nexpansions islands\n" in text
    assert read_record(text, MappingProxyType({"first": islands})) == table.game
    with pytest.raises(RecordError):
        read_record(text)
