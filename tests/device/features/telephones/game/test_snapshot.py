"""What telephones are told is what lies open on the table, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from device.features.telephones.game.price_list import cards_to_come, price_list, price_word, recruiting_list
from device.features.telephones.game.snapshot import PhoneFacts, moment, question_id, snapshot
from display.facts.public_game import public_game
from display.messages.questions import Question
from display.table_state import SeatMark, TableState
from engine import Build, BuildStage, CorrectCoins, Discard, Game, Phase, Recruit, score_sheets, with_card
from tests.dealing.dealer import deal

FACTS = PhoneFacts("abcd", frozenset({"giza"}), frozenset({1}), True)
SEATS = [("giza", "A"), ("rhodes", "B"), ("olympia", "A")]


def state_of(game: Game, **others) -> TableState:
    return TableState(game=game, names=game.setup.names, **others)


def said(game: Game, **others) -> dict:
    return json.loads(json.dumps(snapshot(state_of(game, **others), FACTS)))


@cache
def dealt(players: int, *, leaders: bool = False, edition: str = "first"):
    return deal(players, 5, leaders=leaders, edition=edition)


KINDS = [(3, False, "first"), (7, True, "first"), (2, False, "first"), (5, False, "second")]


@pytest.mark.parametrize(("players", "leaders", "edition"), KINDS)
def test_what_was_entered_for_the_open_turn_changes_nothing_but_who_is_awaited(players, leaders, edition):
    begun = None
    for game in dealt(players, leaders=leaders, edition=edition).game.states():
        if not game.pending or begun is None or moment(game, "") != begun[0]:
            begun = moment(game, ""), said(game)
            continue
        now = said(game)
        assert now["waiting"] == [seat for seat in game.to_act if seat != 1]
        assert now | {"waiting": None} == begun[1] | {"waiting": None}


@pytest.mark.parametrize(("players", "leaders", "edition"), KINDS)
def test_every_card_that_is_named_lies_open_or_could_be_in_any_hand(players, leaders, edition):
    """Price lists name what could still come, all of it; everything else that is named was played."""
    for game in dealt(players, leaders=leaders, edition=edition).game.states():
        now = said(game)
        assert [set(row) for row in now["prices"]] == [
            {card.id for card in cards_to_come(public_game(game))}
            if game.phase not in (Phase.FROM_DISCARD, Phase.OVER) or seat not in game.acting
            else set(row)
            for seat, row in enumerate(now["prices"])
        ]
        open_cards = {name for city in game.cities for name in (*city.cards, *city.leaders)}
        for rest in (now["seats"], now["turns"], now["score"], now["questions"]):
            named = set(strings(rest)) & (game.catalogue.cards.keys() | game.catalogue.leaders.keys())
            assert named <= open_cards


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def test_nobody_learns_which_card_was_discarded():
    game = Game.new(SEATS)
    for action in (Discard(0, "tree_farm"), Discard(1), Discard(2)):
        game = game.apply(action)
    unnamed = Game.new(SEATS)
    for seat in range(3):
        unnamed = unnamed.apply(Discard(seat))
    assert said(game) == said(unnamed)
    assert said(game)["turns"] == [[seat, "discard", None, None, 0, 0, 0] for seat in range(3)]


def test_a_city_has_its_coins_production_prices_and_the_next_stage():
    game = Game.new(SEATS)
    for action in (Build(0, "lumber_yard"), Build(1, "stone_pit"), Build(2, "west_trading_post")):
        game = game.apply(action)
    giza, rhodes, olympia = said(game)["seats"]
    assert giza["coins"] == 3
    assert (giza["units"], giza["sells"]) == ("W S", "W S")
    assert rhodes["units"] == "S O"
    assert (olympia["left"], olympia["right"]) == ("1111222", "2222222")
    assert giza["next"] == {"units": "S S", "coins": 0, "ways": "t2.0.0"}
    assert giza["science"] == [0, 0, 0, 0]
    assert giza["conflict"] == [None, None]
    assert giza["taken"]
    assert not rhodes["taken"]


def test_the_price_list_says_how_a_structure_would_be_paid_and_why_not():
    game = Game.new(SEATS)
    prices = said(game)["prices"][0]
    assert prices["stone_pit"] == "o"
    assert prices["clay_pit"] == "o1"
    assert prices["baths"] == "o"
    assert prices["apothecary"] == "!unsold:L"
    assert prices["barracks"] == "t2.0.0", "Rhodes sells ore"
    assert said(game)["prices"][1]["barracks"] == "o"


def test_a_structure_of_which_every_copy_is_built_could_not_come():
    game = Game.new(SEATS)
    copies = game.catalogue.card("stone_pit").copies(1, 3)
    assert copies == 1
    assert "stone_pit" in price_list(game, 0)
    game = game.apply(Build(0, "stone_pit")).apply(Discard(1)).apply(Discard(2))
    assert "stone_pit" not in price_list(game, 1)
    assert price_word(game, 0, "stone_pit") == "!built"


def test_guilds_could_come_until_as_many_as_are_drawn_were_seen():
    game = Game.position(SEATS, age=3)
    guilds = [card.id for card in game.age_cards if card.colour == "purple"]
    assert set(guilds) <= price_list(game, 0).keys()
    cities = list(game.cities)
    for guild in guilds[:5]:
        cities[1] = with_card(cities[1], game.catalogue.card(guild))
    assert not set(guilds) & price_list(replace(game, cities=tuple(cities)), 0).keys()


def test_coins_that_are_missing_and_resources_that_are_scarce_are_said():
    game = Game.position(SEATS, [{"coins": 0}], age=1)
    assert price_word(game, 0, "clay_pit") == "!coins1"
    beside_one_stone = Game.position(SEATS, [{}, {"cards": ["stone_pit"]}], age=2)
    assert price_word(beside_one_stone, 0, "aqueduct") == "!scarce:S2.1"


def test_leaders_are_listed_with_their_price_until_somebody_recruits_them():
    game = Game.new([("rome", "A"), ("giza", "A"), ("olympia", "A")], leaders=True)
    assert set(recruiting_list(game, 0).values()) == {"o"}
    dear = recruiting_list(game, 1)
    assert dear["solomon"] == "o3"
    cities = (game.cities[0], replace(game.cities[1], coins=1), game.cities[2])
    assert recruiting_list(replace(game, cities=cities), 1)["solomon"] == "!coins2"
    for action in (Recruit(0, "solomon"), Discard(1), Discard(2)):
        game = game.apply(action)
    assert "solomon" not in recruiting_list(game, 1)
    assert recruiting_list(Game.new(SEATS), 0) == {}


def test_who_builds_from_the_discard_pile_sees_all_that_may_lie_there():
    game = replace(Game.position(SEATS, pile=["baths"]), phase=Phase.FROM_DISCARD, acting=(2,))
    open_game = public_game(game)
    assert {"baths", "altar", "stone_pit"} <= price_list(open_game, 2).keys()
    assert set(price_list(open_game, 2).values()) == {"f"}
    assert "f" not in price_list(open_game, 0).values()


def test_the_record_grows_by_what_was_resolved():
    game = Game.new(SEATS).apply(CorrectCoins(1, 5))
    assert said(game)["turns"] == [[1, "coins", None, None, 0, 0, 5]]
    game = game.apply(Build(0, "lumber_yard")).apply(BuildStage(1, exception=True))
    assert len(said(game)["turns"]) == 1
    game = game.apply(Discard(2))
    assert said(game)["turns"][1][:3] == [0, "build", "lumber_yard"]
    assert said(game)["turns"][2][1:4] == ["stage", None, 1]


def test_points_are_told_no_earlier_than_the_screen_shows_them():
    game = dealt(3).game
    for revealed in range(10):
        facts = replace(FACTS, revealed=revealed)
        score = snapshot(state_of(game, finished=True), facts)["score"]
        if revealed == 0:
            assert score is None
            continue
        assert len(score["categories"]) == len(score["points"][0]) == min(revealed, 7)
        assert bool(score["totals"]) == (revealed > 7)
    assert score["totals"] == [sheet.total for sheet in score_sheets(game)]
    assert score["winners"]
    assert snapshot(state_of(game), replace(FACTS, revealed=9))["score"] is None, "the screen shows the conflicts first"


def test_the_story_is_told_after_the_winner_and_not_before():
    game = dealt(3).game
    for revealed in range(10):
        told = snapshot(state_of(game, finished=True), replace(FACTS, revealed=revealed))["story"]
        assert bool(told) == (revealed > 7)
    won, (key, values), *_ = json.loads(json.dumps(told))
    assert won[0].startswith("story.won")
    assert key.startswith("story.lead.")
    assert values["after"] == [["", game.setup.seats[seat][0]] for seat in game.outcome().winners]
    assert said(game)["story"] == []


def test_before_a_game_the_boards_are_told_that_are_known_so_far():
    state = TableState(seats=(SeatMark("giza", "A", 0.0), SeatMark("rhodes", "B", 1.0)), names=("Ada", ""), ready=True)
    now = snapshot(state, FACTS)
    assert now["stage"] == "setup"
    assert now["seats"][0] == {"wonder": "giza", "side": "A", "name": "Ada", "taken": True}
    assert snapshot(replace(state, names=()), FACTS)["seats"][0]["name"] == ""


def test_questions_about_a_seat_are_told_as_the_screen_asks_them():
    question = Question(0, "not_affordable", {"card": "palace", "reasons": (1, 2)}, ("exception", "wait"))
    now = said(Game.new(SEATS), questions=(question, Question(None, "clear_table")))
    told = {"seat": 0, "kind": "not_affordable", "with": {"card": "palace"}, "choices": ["exception", "wait"]}
    assert now["questions"] == [{"id": question_id(question), **told, "chosen": 0}]
    assert question_id(replace(question, placeholders={"card": "baths"})) != question_id(question)
