"""The final scoring (base rulebook, "Sommare i punti" and the descriptions of guilds)."""

from itertools import combinations_with_replacement

import pytest

from engine import CATEGORIES, best_science, score_sheets, winners
from engine.scoring.science import science_points
from tests.engine.positions import position


def sheet(*cities, players=3):
    return score_sheets(position(*cities, players=players, age=3))[0]


@pytest.mark.clause("points/example-military")
def test_example_conflict_tokens_add_up():
    """+1 +3 +5 -1 -1 -1 is 6."""
    assert sheet({"conflict": (1, 3, 5, -1, -1, -1)}).points["military"] == 6


@pytest.mark.clause("points/military-negative")
def test_the_military_total_may_be_negative():
    assert sheet({"conflict": (-1,) * 6}).points["military"] == -6


@pytest.mark.clause("points/example-treasury")
def test_example_fourteen_coins_are_four_points():
    assert sheet({"coins": 14}).points["treasury"] == 4


@pytest.mark.clause("points/example-wonder")
def test_example_alexandria_a_is_worth_ten_points():
    assert sheet({"wonder": ("alexandria", "A"), "stages": 3}).points["wonder"] == 10


@pytest.mark.parametrize(
    ("wonder", "side", "points"),
    [
        ("rhodes", "A", 10),
        ("rhodes", "B", 7),
        ("alexandria", "B", 7),
        ("ephesus", "A", 10),
        ("ephesus", "B", 10),
        ("babylon", "A", 10),
        ("babylon", "B", 3),
        ("olympia", "A", 10),
        ("olympia", "B", 5),
        ("halicarnassus", "A", 10),
        ("halicarnassus", "B", 3),
        ("giza", "A", 15),
        ("giza", "B", 20),
    ],
)
@pytest.mark.clause("wonders/giza-a", "wonders/rhodes-b", "wonders/alexandria-b", "wonders/olympia-b")
def test_what_a_finished_wonder_is_worth(wonder, side, points):
    """ "Descrizione delle Meraviglie"; Giza B: 3, 5, 5, 7."""
    assert sheet({"wonder": (wonder, side), "stages": 4}).points["wonder"] == points


@pytest.mark.clause("points/example-civilian")
def test_example_civilian_structures():
    """Altar 2, Aqueduct 5 (as ruled), Town Hall 6."""
    assert sheet({"cards": "altar aqueduct town_hall"}).points["civilian"] == 13


@pytest.mark.parametrize(("same", "points"), [(1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 36)])
@pytest.mark.clause("points/science-squares")
def test_identical_symbols_count_squared(same, points):
    assert science_points((same, 0, 0)) == points


@pytest.mark.clause(
    "points/science-both-ways", "points/example-science", "points/example-science-sets", "overview/example-science"
)
def test_example_six_scientific_structures():
    """3, 2 and 1 symbols: 14 points, and 7 for the set; one more for the third: 31."""
    assert science_points((3, 2, 1)) == 14 + 7
    assert science_points((3, 2, 2)) == (9 + 4 + 4) + (7 + 7)


@pytest.mark.clause("points/science-both-ways")
def test_the_scientific_category_says_what_it_is_the_sum_of():
    found = sheet({"cards": "apothecary workshop scriptorium library"})
    assert [(term.source, term.points) for term in found.lines["scientific"]] == [
        ("compass", 1),
        ("gear", 1),
        ("tablet", 4),
        ("sets", 7),
    ]


@pytest.mark.parametrize("wild", [0, 1, 2, 3])
@pytest.mark.clause("guilds/scientists-when", "ruling/wild-science")
def test_wild_symbols_are_chosen_together_for_the_most_points(wild):
    for counts in combinations_with_replacement(range(5), 3):
        choices = combinations_with_replacement(range(3), wild)
        options = [tuple(n + choice.count(i) for i, n in enumerate(counts)) for choice in choices]
        assert best_science(counts, wild)[0] == max(map(science_points, options))


@pytest.mark.clause("wonders/babylon-a", "wonders/babylon-b-symbol")
def test_babylon_chooses_its_symbol_at_the_end():
    found = sheet({"wonder": ("babylon", "A"), "stages": 2, "cards": "apothecary workshop"})
    assert found.chosen_symbols == ("tablet",)
    assert found.points["scientific"] == 10


@pytest.mark.clause("points/example-commercial", "symbols/chamber-of-commerce")
def test_example_the_chamber_of_commerce_is_worth_two_points_for_each_grey_card():
    """ "Strutture commerciali", example."""
    assert sheet({"cards": "chamber_of_commerce loom press"}).points["commercial"] == 4


@pytest.mark.parametrize(
    ("cards", "points"), [("haven sawmill quarry", 2), ("lighthouse tavern", 2), ("arena", 2), ("tavern vineyard", 0)]
)
@pytest.mark.clause("symbols/haven", "symbols/lighthouse")
def test_commercial_structures_of_age_three(cards, points):
    """The Lighthouse counts itself; the Arena the stages of the own wonder."""
    assert sheet({"wonder": ("giza", "A"), "stages": 2, "cards": cards}).points["commercial"] == points


LEFT = {"cards": "sawmill loom tavern altar theater stockade apothecary library", "conflict": (-1, -1, 1), "stages": 1}
RIGHT = {"cards": "quarry foundry press forum palace walls traders_guild", "conflict": (5, -1), "stages": 2}


@pytest.mark.parametrize(
    ("guild", "points"),
    [
        ("workers_guild", 3),
        ("craftsmens_guild", 4),
        ("traders_guild", 2),
        ("philosophers_guild", 2),
        ("spies_guild", 2),
        ("magistrates_guild", 3),
        ("strategists_guild", 3),
        ("builders_guild", 1 + 1 + 2),
        ("shipowners_guild", 1 + 2 + 1),
        ("scientists_guild", 0),
    ],
)
@pytest.mark.clause(
    "guilds/spies",
    "guilds/magistrates",
    "guilds/workers",
    "guilds/craftsmens",
    "guilds/traders",
    "guilds/philosophers",
    "guilds/builders",
    "guilds/strategists",
    "guilds/arrows",
    "guilds/shipowners",
    "guilds/boards-are-no-cards",
)
def test_guilds(guild, points):
    """ "Gilde": most count the neighbours' cities only; the Builders all three, the Shipowners also themselves."""
    own = {"wonder": ("giza", "A"), "cards": f"sawmill loom glassworks altar {guild}", "stages": 1, "conflict": (-1,)}
    left, right = {"wonder": ("rhodes", "A"), **LEFT}, {"wonder": ("ephesus", "A"), **RIGHT}
    assert sheet(own, left, right).points["guilds"] == points


@pytest.mark.clause("guilds/scientists", "guilds/scientists-when")
def test_the_scientists_guild_gives_a_symbol():
    found = sheet({"cards": "scientists_guild apothecary workshop"})
    assert (found.points["scientific"], found.points["guilds"]) == (10, 0)
    assert found.chosen_symbols == ("tablet",)


def olympia(cards: str, *neighbours):
    return sheet({"wonder": ("olympia", "B"), "stages": 3, "cards": cards}, *neighbours)


@pytest.mark.clause("wonders/olympia-b", "symbols/board-olympia-b", "ruling/olympia-b")
def test_olympia_b_copies_the_guild_that_scores_most():
    found = olympia("", {"cards": "workers_guild sawmill"}, {"cards": "spies_guild stockade walls arsenal"})
    assert found.copied_guild == "spies_guild"
    assert found.points["guilds"] == 3


@pytest.mark.clause("ruling/olympia-b", "trap/olympia-b-scientists")
def test_olympia_b_copies_the_scientists_guild_for_its_symbol_only():
    found = olympia("apothecary apothecary workshop", {"cards": "scientists_guild sawmill"}, {"cards": "workers_guild"})
    assert found.copied_guild == "scientists_guild"
    assert found.points["guilds"] == 0
    assert found.chosen_symbols == ("tablet",)
    assert found.points["scientific"] == 4 + 1 + 1 + 7


@pytest.mark.clause("ruling/wild-science")
def test_symbols_and_copied_guild_are_chosen_jointly():
    """The copied symbol completes a second set, which is worth more than the guild of five points."""
    science = "apothecary dispensary workshop laboratory scriptorium scientists_guild"
    red = "spies_guild stockade walls arsenal barracks guard_tower"
    found = olympia(science, {"cards": "scientists_guild"}, {"cards": red})
    assert found.copied_guild == "scientists_guild"
    assert len(found.chosen_symbols) == 2


@pytest.mark.clause("ruling/olympia-b")
def test_a_copied_guild_is_no_purple_card():
    """Ruling: it does not count for the own Shipowners Guild."""
    found = olympia("shipowners_guild", {"cards": "spies_guild stockade"}, {})
    assert [(term.source, term.points) for term in found.lines["guilds"]] == [
        ("shipowners_guild", 1),
        ("spies_guild", 1),
    ]


@pytest.mark.clause("wonders/olympia-b-when")
def test_copying_counts_from_the_copiers_own_seat():
    found = olympia("", {"cards": "shipowners_guild sawmill quarry"}, {"cards": ""})
    assert found.points["guilds"] == 0
    assert olympia("sawmill loom", {"cards": "shipowners_guild"}, {}).points["guilds"] == 2


@pytest.mark.clause("wonders/olympia-b-when")
def test_nothing_is_copied_when_no_neighbour_has_a_guild():
    assert olympia("", {}, {}).copied_guild is None


@pytest.mark.clause("wonders/olympia-b-when")
def test_a_guild_that_brings_nothing_is_not_copied():
    assert olympia("", {"cards": "workers_guild"}, {"cards": "altar"}).copied_guild is None


@pytest.mark.clause("wonders/olympia-b-when")
def test_a_guild_of_a_city_further_away_is_not_copied():
    game = position({"wonder": ("olympia", "B"), "stages": 3}, {}, {"cards": "workers_guild sawmill"}, {}, players=4)
    assert score_sheets(game)[0].copied_guild is None


@pytest.mark.clause("wonders/olympia-b-when")
def test_before_its_stage_olympia_copies_nothing():
    game = position({"wonder": ("olympia", "B"), "stages": 2}, {"cards": "workers_guild"}, {"cards": "sawmill"})
    assert score_sheets(game)[0].copied_guild is None


@pytest.mark.clause("points/order")
def test_categories_come_in_the_order_of_the_rulebook():
    assert CATEGORIES == ("military", "treasury", "wonder", "civilian", "scientific", "commercial", "guilds")
    assert tuple(sheet().points) == CATEGORIES


def test_every_category_is_the_sum_of_its_lines():
    found = sheet(
        {"cards": "altar haven sawmill workers_guild apothecary", "stages": 2, "conflict": (1, -1), "coins": 7}
    )
    assert (
        found.total
        == sum(term.points for terms in found.lines.values() for term in terms)
        == sum(found.points.values())
    )


@pytest.mark.clause("overview/six-cards-an-age", "end/after-age-three")
def test_the_most_points_win():
    assert winners(position({"cards": "palace"}, {"cards": "altar"})) == (0,)


@pytest.mark.clause("end/tie-coins")
def test_a_tie_goes_to_the_fuller_treasury():
    """ "In caso di parità, vince il giocatore con il maggior numero di monete"."""
    assert winners(position({"coins": 4}, {"coins": 5}, {"coins": 3})) == (1,)


@pytest.mark.clause("end/tie-shared")
def test_a_tie_in_coins_too_is_a_shared_victory():
    assert winners(position({"cards": "altar"}, {"cards": "theater"})) == (0, 1)


@pytest.mark.clause("points/science-five-and-six")
def test_six_identical_symbols_with_guild_and_wonder():
    """Four gears, Babylon's symbol and the Scientists Guild's: 36."""
    cards = "workshop laboratory observatory study scientists_guild"
    found = sheet({"wonder": ("babylon", "A"), "stages": 2, "cards": cards})
    assert found.chosen_symbols == ("gear", "gear")
    assert found.points["scientific"] == 36
    assert sheet({"wonder": ("giza", "A"), "cards": cards}).points["scientific"] == 25


@pytest.mark.clause("wonders/olympia-b-owner")
def test_copying_a_guild_takes_nothing_from_its_owner():
    owner = {"wonder": ("giza", "A"), "cards": "workers_guild"}
    for side, stages in (("A", 0), ("B", 3)):
        game = position(owner, {"wonder": ("olympia", side), "stages": stages}, {"cards": "sawmill"}, age=3)
        assert score_sheets(game)[0].points["guilds"] == 1


@pytest.mark.clause("stage/not-needed")
def test_a_wonder_need_not_be_built_to_win():
    game = position({"cards": "palace"}, {"wonder": ("rhodes", "A"), "stages": 1}, {"wonder": ("ephesus", "A")}, age=3)
    assert game.cities[0].stages == 0
    assert winners(game) == (0,)


@pytest.mark.clause("points/example-treasury", "overview/three-coins-a-point")
def test_points_are_whole_sets_of_three_coins():
    assert [sheet({"coins": held}).points["treasury"] for held in range(7)] == [0, 0, 0, 1, 1, 1, 2]


@pytest.mark.clause("overview/war-limits")
def test_wars_bring_eighteen_points_at_most_and_cost_six():
    assert sheet({"conflict": (1, 1, 3, 3, 5, 5)}).points["military"] == 18
    assert sheet({"conflict": (-1,) * 6}).points["military"] == -6


def test_aristotle_counts_when_a_wild_symbol_is_chosen():
    """Four compasses and a gear: a fifth compass is worth 26 points, a tablet 25, or 28 with Aristotle."""
    cards = "apothecary dispensary lodge academy workshop"
    for leaders, chosen in (("", ("compass",)), ("aristotle", ("tablet",))):
        city = {"wonder": ("babylon", "A"), "stages": 2, "cards": cards, "leaders": leaders}
        assert score_sheets(position(city, age=3, leaders=True))[0].chosen_symbols == chosen


def test_what_brings_coins_for_cards_brings_no_points_for_them():
    brown = {"cards": "lumber_yard"}
    assert sheet({"cards": "vineyard"}, brown, brown).points["commercial"] == 0
