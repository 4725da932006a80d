"""The data files agree with the printed cards and boards."""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine import (
    CATALOGUE,
    Coins,
    DataError,
    Discount,
    Per,
    Points,
    Produce,
    Science,
    Shields,
    UnknownName,
    load_catalogue,
)

DATA = Path(__file__).parents[1] / "data"
BASE = json.loads((DATA / "base_cards.json").read_text("utf-8"))
WONDERS = json.loads((DATA / "wonders.json").read_text("utf-8"))["wonders"]
CARDS = [card for card in CATALOGUE.cards.values() if card.set == "base"]


def ident(name: str) -> str:
    return name.lower().replace(" ", "_")


def letters(text: str) -> str:
    return "".join(sorted(text))


def effect_row(effect) -> dict:
    """An effect in the words of the tables of facts."""
    match effect:
        case Produce(units, tradable):
            return {"kind": "produce", "options": sorted(units[0]) if len(units) == 1 else ["".join(units)]} | {
                "tradable": tradable
            }
        case Points(points):
            return {"kind": "vp", "n": points}
        case Coins(coins):
            return {"kind": "coins", "n": coins}
        case Shields(shields):
            return {"kind": "shields", "n": shields}
        case Science(symbol):
            return {"kind": "science", "symbol": symbol}
        case Discount(resources, sides, price):
            return {"kind": "discount", "resources": letters(resources), "price": price, "from": [*map(str, sides)]}
        case Per(what, who, coins, points):
            return {"kind": "per", "count": what, "who": [*map(str, who)], "coins": coins, "vp": points}
    return {"kind": type(effect).__name__}


def fact_row(row: dict) -> dict:
    row = {name: value for name, value in row.items() if name != "note"}
    match row["kind"]:
        case "produce":
            row["options"] = sorted(row["options"])
        case "science":
            row["symbol"] = row["symbol"].split()[0]
        case "discount":
            row["resources"] = letters(row["resources"])
        case "per":
            special = {"wonder stages": ("stages",), "defeat tokens": ("defeats",)}
            row["count"] = special.get(row["count"]) or tuple(row["count"].removesuffix(" cards").split("+"))
        case other if other not in {"vp", "coins", "shields"}:
            names = {"play_seventh_card": "SeventhCard", "free_structure_once_per_age": "FreeStructure"}
            names |= {"copy_neighbour_guild": "CopyGuild", "build_from_discard_free": "StructureFromDiscard"}
            row = {"kind": names[other]}
    return row


@pytest.mark.clause("contents/decks")
def test_the_box_holds_148_structures():
    printed = [printing for card in CARDS for printing in card.printings]
    guilds = [card for card in CARDS if card.colour == "purple"]
    assert len(printed) == BASE["physical_cards"]["total"] == 148
    assert len(guilds) == 10
    by_age = Counter(printing.age for printing in printed)
    assert by_age == {1: 49, 2: 49, 3: 50}


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.clause("decks/note-all-dealt")
def test_a_deck_and_its_guilds_give_seven_cards_to_everybody(players, age):
    copies = sum(card.copies(age, players) for card in CARDS if card.colour != "purple")
    assert copies + (players + 2 if age == 3 else 0) == 7 * players


@pytest.mark.parametrize("row", BASE["cards"], ids=lambda row: f"{row['name']}-{row['age']}")
def test_a_structure_is_as_printed(row):
    card = CATALOGUE.card(ident(row["name"]))
    assert (card.name, card.colour) == (row["name"], row["colour"])
    assert (card.cost.coins, letters(card.cost.resources)) == (row["cost"]["coins"], letters(row["cost"]["resources"]))
    assert effect_row(card.effects[0]) == fact_row(row["effect"])
    assert set(card.chain_from) == set(map(ident, row["chain_from"]))
    assert set(card.chain_to) == set(map(ident, row["chain_to"]))
    if row["min_player_tags"]:
        for players, copies in row["count_per_players"].items():
            assert card.copies(row["age"], int(players)) == copies


@pytest.mark.clause("contents/decks")
def test_no_structure_is_missing_or_invented():
    assert {card.id for card in CARDS} == {ident(row["name"]) for row in BASE["cards"]}


@pytest.mark.clause("chain/printed")
def test_chains_are_named_at_both_ends():
    for card in CARDS:
        assert all(card.id in CATALOGUE.card(other).chain_to for other in card.chain_from)
        assert all(card.id in CATALOGUE.card(other).chain_from for other in card.chain_to)


@pytest.mark.parametrize("row", WONDERS, ids=lambda row: f"{row['name']}-{row['side']}")
@pytest.mark.clause("contents/boards")
def test_a_wonder_is_as_printed(row):
    wonder = CATALOGUE.wonder(row["name"].lower(), row["side"])
    assert wonder.resource == row["initial_resource"]
    assert [letters(stage.cost.resources) for stage in wonder.stages] == [letters(one["cost"]) for one in row["stages"]]
    for stage, printed in zip(wonder.stages, row["stages"], strict=True):
        assert [*map(effect_row, stage.effects)] == [*map(fact_row, printed["effects"])]


@pytest.mark.clause("contents/boards")
def test_fourteen_base_boards():
    assert sum(wonder.set == "base" for wonder in CATALOGUE.wonders.values()) == len(WONDERS) == 14


def test_unknown_names_are_refused():
    with pytest.raises(UnknownName, match="unknown_card"):
        CATALOGUE.card("stargate")
    with pytest.raises(UnknownName, match="unknown_wonder"):
        CATALOGUE.wonder("giza", "C")


def test_a_broken_data_file_is_named(tmp_path):
    (tmp_path / "structures.json").write_text('{"structures": [{"id": "hut"}]}')
    (tmp_path / "wonders.json").write_text('{"wonders": []}')
    with pytest.raises(DataError) as problem:
        load_catalogue(tmp_path)
    assert problem.value.placeholders["folder"] == str(tmp_path)
