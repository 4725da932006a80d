"""The second edition's data agree with the public tables of its cards and boards; editions are never mixed."""

import json
from pathlib import Path

import pytest

from engine import (
    CATALOGUE,
    EDITIONS,
    Build,
    DataError,
    FirstOfAgeFree,
    FirstOfColourFree,
    Game,
    ImpossibleSetup,
    LastOfAgeFree,
    Per,
    PointsIfComplete,
    UnknownName,
    edition_of,
    load_catalogue,
)
from tests.engine.model.test_catalogue import CARDS as FIRST_CARDS
from tests.engine.model.test_catalogue import effect_row, letters
from tests.engine.positions import keys

DATA = Path(__file__).parents[1] / "data"
SECOND = EDITIONS["second"]
BOX = [card for card in SECOND.cards.values() if card.set == "base"]
"""The structures of the game itself."""
CARDS = json.loads((DATA / "second_cards.json").read_text("utf-8"))["cards"]
BOARDS = json.loads((DATA / "second_wonders.json").read_text("utf-8"))["wonders"]
CITIES = {"Ephesos": "ephesus", "Gizah": "giza", "Halikarnassos": "halicarnassus", "Rhodos": "rhodes"}
NEW = {"well", "ludus", "castrum", "decorators_guild"}
DAY = [("giza", "day"), ("rhodes", "night"), ("olympia", "day")]


def ident(name: str) -> str:
    return name.lower().replace(" ", "_").replace("bazaar", "bazar")


@pytest.mark.parametrize("row", CARDS, ids=lambda row: f"{row['name']}-{row['age']}")
@pytest.mark.clause("second/cards")
def test_a_structure_is_as_the_tables_say(row):
    card = SECOND.card(ident(row["name"]))
    assert card.colour == row["colour"]
    assert (card.cost.coins, letters(card.cost.resources)) == (row["cost"]["coins"], letters(row["cost"]["resources"]))
    assert sorted(card.chain_from) == sorted(map(ident, row["chain_from"]))
    assert sorted(card.chain_to) == sorted(map(ident, row["chain_to"]))
    assert [one.players for one in card.printings if one.age == row["age"]] == (row["players"] or [3])
    if row["effect"].startswith("vp"):
        assert card.effects[0].points == int(row["effect"].removeprefix("vp"))


@pytest.mark.clause("second/cards")
def test_no_structure_is_missing_or_invented():
    second = {card.id for card in BOX}
    assert second == {ident(row["name"]) for row in CARDS}
    first = {card.id for card in FIRST_CARDS}
    assert second - first == NEW
    assert first - second == {"pawnshop", "strategists_guild"}


@pytest.mark.clause("second/cards")
def test_effects_are_those_of_the_first_edition_but_for_points_and_new_cards():
    points = {"altar": 3, "theater": 3, "temple": 4}
    for card in BOX:
        if card.id in points:
            assert card.effects[0].points == points[card.id]
        elif card.id not in NEW:
            assert card.effects == CATALOGUE.card(card.id).effects
    assert SECOND.card("ludus").effects == (Per(("red",), ("self",), coins=3, points=1),)
    assert SECOND.card("castrum").effects[0].shields == 3
    assert SECOND.card("decorators_guild").effects == (PointsIfComplete(7),)


@pytest.mark.clause("second/cards")
def test_chains_are_named_at_both_ends():
    for card in BOX:
        assert all(card.id in SECOND.card(other).chain_to for other in card.chain_from)
        assert all(card.id in SECOND.card(other).chain_from for other in card.chain_to)


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("age", [1, 2, 3])
@pytest.mark.clause("second/decks")
def test_a_deck_and_its_guilds_give_seven_cards_to_everybody(players, age):
    copies = sum(card.copies(age, players) for card in BOX if card.colour != "purple")
    assert copies + (players + 2 if age == 3 else 0) == 7 * players
    assert sum(card.colour == "purple" for card in BOX) == 10


def stage_row(effects) -> dict[str, object]:
    """The effects of a stage in the words of the table."""
    row: dict[str, object] = {}
    powers = {
        FirstOfColourFree: "first card of each colour free",
        FirstOfAgeFree: "first card of each age free",
        LastOfAgeFree: "last card of each age free",
    }
    for effect in effects:
        match effect_row(effect):
            case {"kind": "vp", "n": points}:
                row["points"] = points
            case {"kind": "coins" | "shields" as kind, "n": number}:
                row[kind] = number
            case {"kind": "science", "symbol": symbol}:
                row["science"] = symbol
            case {"kind": "produce", "options": options, "tradable": False}:
                row["produce"] = "".join(sorted(options))
            case {"kind": "SeventhCard"}:
                row["action"] = "play last card of each age"
            case {"kind": "StructureFromDiscard"}:
                row["action"] = "build one from discard"
            case _:
                row["action"] = powers[type(effect)]
    return row


@pytest.mark.parametrize("side", ["day", "night"])
@pytest.mark.parametrize("row", BOARDS, ids=lambda row: row["name"])
@pytest.mark.clause("second/boards")
def test_a_board_is_as_the_tables_say(row, side):
    wonder = SECOND.wonder(CITIES.get(row["name"], row["name"].lower()), side)
    assert (wonder.resource, wonder.powers) == (row["resource"], ())
    assert [letters(stage.cost.resources) for stage in wonder.stages] == [letters(one["cost"]) for one in row[side]]
    for stage, printed in zip(wonder.stages, row[side], strict=True):
        wanted = {name: value for name, value in printed.items() if name != "cost"}
        if "produce" in wanted:
            wanted["produce"] = letters(wanted["produce"].removesuffix(" own"))
        assert stage_row(stage.effects) == wanted


@pytest.mark.clause("second/boards")
def test_the_second_edition_has_fourteen_boards_and_no_rome():
    assert len(SECOND.wonders) == 14
    assert SECOND.sides == ("day", "night")
    assert CATALOGUE.sides == ("A", "B")


@pytest.mark.clause("second/leaders")
def test_the_leaders_are_those_of_the_first_edition_but_plato_costs_three_and_eleven_new_ones():
    new = {leader.id for leader in SECOND.leaders.values() if leader.set == "leaders"} - CATALOGUE.leaders.keys()
    assert new == {
        *("nitocris", "aganice", "enheduania", "phryne", "cornelia", "euryptyle"),
        *("theano", "makeda", "cynisca", "gorgo", "agrippina"),
    }
    differ = {name for name, leader in CATALOGUE.leaders.items() if leader != SECOND.leaders[name]}
    assert differ == {"plato"}
    assert SECOND.leaders["plato"].coins == 3
    game = Game.new(DAY, leaders=True)
    assert (game.cities[0].coins, game.leader_price(0, "plato")) == (6, 3)


def test_what_nobody_compared_with_a_printed_card_is_marked():
    marked = {card.id: card.unconfirmed for card in BOX if card.unconfirmed}
    assert marked == {"well": ("printings",), "castrum": ("cost",), "arena": ("cost",), "town_hall": ("cost",)}


@pytest.mark.clause("second/not-mixed")
def test_the_boards_tell_the_edition():
    assert Game.new(DAY).setup.edition == "second"
    assert Game.new([("giza", "A"), ("rhodes", "B"), ("olympia", "A")]).setup.edition == "first"
    assert edition_of([]) is CATALOGUE


@pytest.mark.clause("second/not-mixed")
def test_boards_of_both_editions_are_refused():
    with pytest.raises(ImpossibleSetup) as refused:
        Game.new([("giza", "day"), ("rhodes", "B"), ("olympia", "day")])
    assert (refused.value.key, refused.value.placeholders) == ("editions_mixed", {"wonder": "rhodes", "side": "B"})


@pytest.mark.clause("second/not-mixed")
def test_a_card_of_the_other_edition_is_not_in_the_game():
    assert keys(Game.new(DAY), Build(0, "pawnshop")) == ["card_of_another_edition"]
    assert keys(Game.new([("giza", "A"), ("rhodes", "B"), ("olympia", "A")]), Build(0, "well")) == [
        "card_of_another_edition"
    ]
    assert keys(Game.new(DAY), Build(0, "hut")) == ["unknown_card"]


@pytest.mark.clause("second/players")
def test_there_is_no_game_for_two():
    with pytest.raises(ImpossibleSetup, match="no_game_for_two"):
        Game.new(DAY, free_city=0)
    assert [len(Game.new([(city, "day") for city in list(CITIES.values())[:3]]).cities)] == [3]


def test_an_edition_may_be_named():
    assert Game.new(DAY, edition="second") == Game.new(DAY)
    with pytest.raises(UnknownName, match="unknown_wonder"):
        Game.new(DAY, edition="first")
    with pytest.raises(UnknownName, match="unknown_edition"):
        Game.new(DAY, edition="third")


def test_a_folder_changes_adds_and_takes_out_rows(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    row = {"id": "hut", "name": "Hut", "colour": "blue", "cost": {"coins": 0, "resources": "W"}}
    row |= {"effect": {"kind": "points", "points": 2}, "chain_from": [], "chain_to": [], "printings": []}
    for folder, data in (
        (one, {"structures": [row, row | {"id": "shed", "name": "Shed"}]}),
        (two, {"without": ["shed"], "structures": [{"id": "hut", "cost": {"coins": 1, "resources": ""}}]}),
    ):
        folder.mkdir()
        (folder / "structures.json").write_text(json.dumps(data))
    found = load_catalogue(one, two)
    assert set(found.cards) == {"hut"}
    assert (found.card("hut").cost.coins, found.card("hut").effects[0].points) == (1, 2)
    with pytest.raises(DataError) as problem:
        load_catalogue(two)
    assert problem.value.placeholders["folder"] == str(two)
    with pytest.raises(DataError, match="empty"):
        load_catalogue(tmp_path / "empty")
