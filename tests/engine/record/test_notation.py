"""A position in one line: one text for each, and every reason against any other at once."""

from itertools import islice
from random import Random

import pytest

from engine import (
    EDITIONS,
    Build,
    ColourCoins,
    Discard,
    Game,
    ImpossiblePosition,
    Leader,
    Points,
    RecordError,
    read_position,
    read_record,
    write_position,
    write_record,
)
from tests.engine.real_positions import check, moments

START = "first 3 left 1.1; giza:A 3 0 - /; rhodes:A 3 0 - /; olympia:A 3 0 - /; pile -"
SEATS = [("giza", "A"), ("rhodes", "A"), ("olympia", "A")]


def test_a_new_game_is_a_short_line():
    assert write_position(Game.new(SEATS)) == START
    assert read_position(START) == Game.new(SEATS).begun_here()


def test_positions_out_of_real_games_read_back_with_the_same_legal_actions():
    random = Random(1)
    assert sum(check(game, random) for game in islice(moments(), 40)) > 1000


@pytest.mark.parametrize(
    "text",
    [
        "first 1 right 2.3 leaders names=Anna%20B,,%C3%9C; giza:A 7 1 1,-1 quarry,well/altar* leaders=plato;"
        " rhodes:A 3 0 - / leaders=nero,solomon; olympia:B 0 3 - courtesans_guild/ leaders=midas copies=nero;"
        " pile 3,baths,9",
        "first 3 left 1.recruit free_city=2 leaders;"
        " giza:A 6 0 - /; rhodes:A 6 0 - /; olympia:A 3 0 - /; pile -; 0 discard",
        "second 3 left 3.conflicts; giza:night 0 4 - /; rhodes:day 3 0 - /; olympia:day 0 0 - /; pile 40",
        "second 3 left over; giza:night 0 4 - /; rhodes:day 3 0 - loom/; olympia:day 0 0 - /; pile -",
        "first 3 left 2.2; giza:A 3 0 - /; rhodes:A 3 0 - /; olympia:A 3 2 - / free_used; pile -; 0 discard; 1 coins 9",
    ],
)
def test_what_is_read_is_what_would_be_written(text):
    text = text.replace("quarry,well", "quarry,baths")
    assert write_position(read_position(text)) == text
    assert read_record(write_record(read_position(text))) == read_position(text)


def test_a_blank_leader_is_carried_along():
    blank = Leader("semiramis", 'Semi; "ramis"', 3, (Points(4),))
    game = Game.new(SEATS, ["a;b", "c,d", "=e"], leaders=True, blank=blank)
    assert read_position(write_position(game)) == game.begun_here()


def test_a_blank_leader_may_name_the_colour_of_an_expansion():
    blank = Leader("semiramis", "Semiramis", 2, (ColourCoins("black", 1),))
    seats = [(wonder, "day") for wonder in ("giza", "rhodes", "olympia")]
    game = Game.new(seats, leaders=True, blank=blank, expansions=("cities",))
    assert read_position(write_position(game)) == game.begun_here()
    assert read_record(write_record(game)) == Game.from_dict(game.to_dict()) == game


@pytest.mark.parametrize(
    ("card", "expansions", "tokens"), [("raider_garrison", ("cities",), ((5,), 0)), ("residence", (), ((), 1))]
)
def test_tokens_that_only_an_exception_can_give_are_read_back(card, expansions, tokens):
    game = Game.new([(wonder, "day") for wonder in ("giza", "rhodes", "olympia")], expansions=expansions)
    for action in (Build(0, card, exception=True), Discard(1), Discard(2)):
        game = game.apply(action)
    assert (game.cities[0].conflict, game.cities[0].diplomacy) == tokens
    assert read_position(write_position(game)) == game.begun_here()


def reasons(text):
    with pytest.raises(ImpossiblePosition) as problem:
        read_position(text)
    return [str(why) for why in problem.value.reasons]


@pytest.mark.parametrize(
    ("was", "now", "against"),
    [
        ("first", "third", "bad_field(field=edition, value=third)"),
        ("left", "up", "bad_field(field=seats, value=prefer up)"),
        ("1.1", "1.x", "bad_field(field=moment, value=1.x)"),
        ("1.1", "1.9", "bad_field(field=turn, value=9)"),
        ("1.1", "1.1 wide", "bad_field(field=options, value=wide)"),
        ("giza:A 3", "giza:A 03", None),
        ("giza:A 3", "giza:A -3", "bad_field(field=coins 0, value=-3)"),
        ("rhodes", "giza", "bad_field(field=seats, value=giza)"),
        ("rhodes:A", "rhodes:day", "bad_field(field=seats, value=rhodes day)"),
        ("rhodes:A 3 0 - /", "rhodes:A 3", "bad_field(field=seat 1, value=3)"),
        ("rhodes:A 3 0 - /", "rhodes:A 3 0 - / rich", "bad_field(field=seat 1, value=rich)"),
        ("rhodes:A 3 0 - /", "rhodes:A 3 0 - //", "bad_field(field=structures 1, value=//)"),
        ("pile -", "pile hut", "unknown_card(card=hut)"),
        ("; pile -", "", "bad_field(field=pile, value=-)"),
        ("pile -", "pile -; 0 jump", "bad_field(field=action 1, value=0 jump)"),
        ("pile -", "pile 2,3", None),
    ],
)
def test_a_text_that_says_no_position_is_refused(was, now, against):
    found = reasons(START.replace(was, now))
    assert against in found if against else [why.partition("(")[0] for why in found] == ["not_as_written"]


def test_every_reason_against_a_text_is_given_at_once():
    found = reasons(
        "first 3 left 2.4 tall; giza:A x 9 - hut/; rhodes:A 3 0 two /; olympia:A 3 0 - /; pile sea; 0 discard"
    )
    assert [why.partition("(")[0] for why in found].count("unknown_card") == 2
    for said in ("options", "coins 0", "stages 0", "tokens 1"):
        assert any(f"field={said}," in why for why in found), said


def test_illegal_actions_are_reasons_too():
    assert [why.partition("(")[0] for why in reasons(f"{START}; 0 build palace; 7 discard")] == [
        "bad_field",
        "wrong_age",
        "nobody_sells",
        "bad_field",
        "unknown_seat",
    ]


def test_a_record_whose_head_and_position_differ_is_refused():
    text = write_record(read_position(START).apply(Build(0, "altar")))
    assert read_record(text).actions == (Build(0, "altar", (0, 0, 0)),)
    with pytest.raises(RecordError) as problem:
        read_record(text.replace("prefer left", "prefer right"))
    assert (problem.value.key, problem.value.line) == ("not_as_written", 3)
    with pytest.raises(RecordError, match="impossible_position"):
        read_record(text.replace("giza:A 3", "giza:A three"))


def test_cards_of_ones_own_are_read_with_ones_own_editions():
    assert read_position(START, {"first": EDITIONS["first"]}).setup.catalogue is EDITIONS["first"]
    assert reasons(START.replace("first", "second"))[0].startswith("bad_field(field=seats")
