"""The made-up expansion of docs/engine.md: nothing but data, and games are played with it."""

from __future__ import annotations

import json
import pickle
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
    Recruit,
    Status,
    deal,
    load_catalogue,
    played_with,
    read_record,
    score_sheets,
    status,
    write_record,
)
from tests.engine.positions import keys

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
STRUCTURES, WONDERS, LEADERS, EDITION = (
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
)
SEATS = [("delos", "A"), ("giza", "A"), ("rhodes", "B")]


@pytest.fixture(scope="module")
def islands(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """The first edition with the expansion."""
    folder = tmp_path_factory.mktemp("islands")
    (folder / "structures.json").write_text(json.dumps(STRUCTURES), "utf-8")
    (folder / "wonders.json").write_text(json.dumps(WONDERS), "utf-8")
    (folder / "leaders.json").write_text(json.dumps(LEADERS), "utf-8")
    data, row = files("engine") / "data", EDITION["first"]
    expansions = {name: folder if name == "islands" else data / name for name in row["expansions"]}
    return load_catalogue(*(data / name for name in row["data"]), expansions=expansions)


def test_cards_and_board_are_there_and_known_cards_are_changed(islands: Catalogue) -> None:
    played = played_with(islands, ("islands",))
    assert islands.expansions == ("islands",)
    new = (played.card("divers_guild"), played.wonder("delos", "A"), played.leaders["nausicaa"])
    assert {one.set for one in new} == {"islands"}
    assert played.card("baths").chain_to == ("aqueduct", "divers_guild")
    assert (played.card("baths").cost, played.card("baths").set) == (EDITIONS["first"].card("baths").cost, "base")
    assert len(played.wonder("delos", "A").stages) == 3


def test_nothing_of_it_is_in_games_that_are_played_without_it(islands: Catalogue, tmp_path: Path) -> None:
    """Changed cards, cards taken out, and leaders; a catalogue that was sent somewhere keeps what is in force."""
    (tmp_path / "structures.json").write_text(json.dumps({**STRUCTURES, "without": ["pawnshop"]}), "utf-8")
    (tmp_path / "leaders.json").write_text(json.dumps({"leaders": [{"id": "plato", "coins": 1}]}), "utf-8")
    taken = load_catalogue(files("engine") / "data" / "first", expansions={"islands": tmp_path})
    first, boards = EDITIONS["first"], [("giza", "A"), ("rhodes", "B"), ("olympia", "A")]
    for printed in (islands, taken):
        without = Game.new(boards, catalogue=printed, leaders=True)
        assert {card.id for card in without.age_cards} == {card.id for card in Game.new(boards, leaders=True).age_cards}
        assert all(without.catalogue.card(card) == first.card(card) for card in first.cards)
        assert all(without.catalogue.leaders[leader] == first.leaders[leader] for leader in first.leaders)
    with_it = Game.new(boards, catalogue=taken, leaders=True, expansions=("islands",))
    assert "pawnshop" not in with_it.catalogue.cards
    assert with_it.leader_price(0, "plato") == 1
    sent = pickle.loads(pickle.dumps(with_it.catalogue))
    assert (set(sent.cards), sent.played) == (set(with_it.catalogue.cards), ("islands",))


def test_its_leaders_are_dealt_only_with_it(islands: Catalogue) -> None:
    def dealt(**options: object) -> set[str]:
        tables = (deal(7, seed=seed, catalogue=islands, leaders=True, **options) for seed in range(12))
        return {leader for table in tables for pack in (*table.packs, table.box) for leader in pack}

    assert dealt() == set(EDITIONS["first"].leaders)
    assert dealt(expansions=("islands",)) == {*EDITIONS["first"].leaders, "nausicaa"}
    assert not deal(3, catalogue=islands, expansions=("islands",)).box, "no Leaders, no leaders"
    boards = [("giza", "A"), ("rhodes", "B"), ("olympia", "A")]
    assert keys(Game.new(boards, catalogue=islands, leaders=True), Recruit(0, "nausicaa")) == ["not_in_this_game"]
    assert Game.new(boards, catalogue=islands, leaders=True, expansions=("islands",)).can(Recruit(0, "nausicaa"))


def test_the_expansion_is_played_only_if_it_is_asked_for(islands: Catalogue) -> None:
    with pytest.raises(ImpossibleSetup, match="wonder_not_in_this_game"):
        Game.new(SEATS, catalogue=islands)
    for name in ("islands", "base", "leaders"):
        with pytest.raises(ImpossibleSetup, match="expansion_not_in_edition"):
            Game.new([("giza", "A"), ("rhodes", "B"), ("olympia", "A")], expansions=(name,))
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
