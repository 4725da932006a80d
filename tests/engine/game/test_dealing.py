"""Tables that the engine deals: decks, drafts and hands, and every legal action of everybody."""

import json
from collections import Counter
from importlib.resources import files
from random import Random

import pytest

from engine import (
    EDITIONS,
    RESOURCES,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    CardPlay,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    ImpossibleSetup,
    Keep,
    Pass,
    Payment,
    Phase,
    Recruit,
    Status,
    UnknownName,
    WondertableError,
    deal,
    decks,
    read_record,
    status,
    write_record,
)
from engine.model.actions import WORDS

KINDS = [
    (players, edition, leaders)
    for edition, fewest in (("first", 2), ("second", 3))
    for players in range(fewest, 8)
    for leaders in (False, True)
]


def drafted(table, random):
    while table.packs:
        table = table.draft([random.choice(pack) for pack in table.packs])
    return table


def play(table, random, look=lambda table, seat, plays: None):
    table = drafted(table, random)
    while not table.is_over:
        seat = random.choice(table.to_act)
        plays = table.legal(seat)
        look(table, seat, plays)
        table = table.play(random.choice(plays))
    return table


@pytest.mark.parametrize(("players", "edition", "leaders"), KINDS)
def test_a_whole_game_is_played_with_nothing_but_the_engine(players, edition, leaders):
    table = play(deal(players, edition, 1, leaders=leaders), Random(1))
    game = table.game
    assert game.setup.edition == edition
    assert status(game) is Status.IN_ORDER
    assert read_record(write_record(game)) == game
    assert len(game.pile) == len(table.pile)
    assert Game.from_dict(json.loads(json.dumps(game.to_dict()))) == game


@pytest.mark.parametrize(("players", "edition", "leaders"), KINDS)
def test_every_deck_is_dealt_out_seven_cards_to_everybody(players, edition, leaders):
    table = drafted(deal(players, edition, 3, leaders=leaders), Random(3))
    boards = max(3, players)
    assert [len(table.decks[age]) for age in sorted(table.decks)] == [7 * boards] * (3 if leaders else 2)
    if not leaders:
        assert {len(hand) for hand in table.hands.values()} <= {7, 8}
        assert sum(map(len, table.hands.values())) + len(table.free_city_deck) == 7 * boards
    else:
        assert {len(held) for held in table.leaders.values()} == {4}


def test_no_card_comes_from_nowhere():
    def look(table, seat, plays):
        del seat, plays
        everything = Counter(card for hand in table.hands.values() for card in hand)
        everything += Counter(table.pile) + Counter(table.free_city_deck)
        everything += Counter(card for city in table.game.cities for card in city.cards)
        for card, number in everything.items():
            assert number <= table.game.catalogue.card(card).copies_until(table.game.age, table.game.players)

    play(deal(5, "second", 1), Random(1), look)
    play(deal(2, "first", 1), Random(1), look)


def test_the_same_seed_deals_the_same_table():
    assert deal(4, "second", 7) == deal(4, "second", 7)
    assert deal(4, "second", 7).hands != deal(4, "second", 8).hands


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_deck_has_two_guilds_more_than_players(edition):
    deck = decks(5, EDITIONS[edition], Random(1))[3]
    assert sum(card.endswith("_guild") for card in deck) == 7


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"players": 8}, ImpossibleSetup),
        ({"players": 1}, ImpossibleSetup),
        ({"players": 2, "edition": "second"}, ImpossibleSetup),
        ({"players": 3, "edition": "third"}, UnknownName),
        ({"players": 3, "seats": [("giza", "A")]}, ImpossibleSetup),
    ],
)
def test_a_table_that_cannot_be_is_refused(asked, error):
    with pytest.raises(error):
        deal(**asked)


def test_only_leaders_of_the_own_pack_are_kept():
    table = deal(3, seed=1, leaders=True)
    assert table.to_act == (0, 1, 2)
    with pytest.raises(ImpossibleSetup):
        table.play(CardPlay(Keep(0, "nobody")))
    with pytest.raises(ImpossibleSetup):
        table.draft(["nobody"] * 3)
    with pytest.raises(ImpossibleSetup):
        table.draft([])


def test_leaders_are_kept_one_player_after_another_in_any_order():
    random, table = Random(5), deal(4, seed=1, leaders=True)
    together = table
    for _ in range(4):
        kept = {seat: random.choice(together.pack_of(seat)) for seat in range(4)}
        together = together.draft([kept[seat] for seat in range(4)])
        for seat in (2, 0, 3, 1):
            assert [play.card for play in table.legal(seat)] == list(table.pack_of(seat))
            table = table.play(CardPlay(Keep(seat, kept[seat])))
            assert seat not in table.to_act or len(table.to_act) == 4
    assert table == together
    assert not table.packs


def test_tables_are_hashed_by_what_they_hold():
    table = deal(3, seed=1)
    one, other = table.play(table.legal(0)[0]), table.play(table.legal(0)[-1])
    assert hash(table) == hash(deal(3, seed=1))
    assert len({table, one, other, deal(3, seed=1)}) == 3


def test_somebody_is_always_due_until_the_game_is_over():
    random, table = Random(1), deal(2, "first", 4, leaders=True)
    while not table.is_over:
        table = table.play(random.choice(table.legal(table.to_act[0])))
    assert table.to_act == ()


def every_action(game: Game, seat: int, hand, pile, leaders) -> set[Action]:
    """All actions with every payment that could be right; the rules sort them out."""
    phase = game.phase
    builds = {Build(seat, card, way.payment, way.kind == "free") for card in hand for way in game.ways(seat, card)}
    stages = {BuildStage(seat, game.cities[seat].stages + 1, way.payment) for way in game.stage_ways(seat)}
    found: set[Action] = {*builds, *stages, Discard(seat), Pass(seat), BuildFromDiscard(seat, None), Fight()}
    found |= {BuildFromDiscard(seat, card) for card in pile} | {Recruit(seat, leader) for leader in leaders}
    found |= {ChooseLeader(seat, leader) for leader in game.leaders_beside(seat)}
    legal = {action for action in found if game.can(action)}
    if seat == game.setup.free_city and phase is Phase.TURN and legal - {Discard(seat)}:
        legal -= {Discard(seat)}
    return legal


@pytest.mark.parametrize(
    ("players", "edition", "leaders"), [(2, "first", True), (4, "first", True), (3, "second", True)]
)
def test_the_legal_actions_are_those_that_the_rules_allow(players, edition, leaders):
    def look(table, seat, plays):
        game, hand = table.game, table.hand_of(seat)
        legal = game.legal_actions(seat, hand=hand, pile=table.pile, leaders=hand)
        assert len(set(legal)) == len(legal)
        assert set(legal) == every_action(game, seat, hand if game.phase in TURNS else (), table.pile, hand)
        assert {play.action for play in plays} == set(legal)
        for card in table.game.catalogue.cards:
            assert game.can(Build(seat, card)) is not bool(game.verify(Build(seat, card)))

    boards = [("babylon", "B"), ("halicarnassus", "B"), ("rome", "B"), ("olympia", "A")]
    seats = boards[: max(3, players)] if edition == "first" else None
    for seed in range(2):
        play(deal(players, edition, seed, leaders=leaders, seats=seats), Random(seed), look)


TURNS = {Phase.TURN, Phase.SEVENTH}


def test_who_is_not_due_has_no_legal_action():
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")])
    assert game.legal_actions(5, ["altar"]) == ()
    assert game.apply(Discard(0)).legal_actions(0, ["altar"]) == ()
    assert game.legal_actions(0) == (Discard(0),)
    over = Game.position(game.setup.seats, phase=Phase.OVER)
    assert over.legal_actions(0, ["altar"]) == ()


def test_what_was_listed_is_judged_anew_once_somebody_has_acted():
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")])
    theirs = game.legal_actions(1, ["altar"])[0]
    ours = game.legal_actions(0, ["altar"])[0]
    after = game.apply(ours)
    assert [why.key for why in after.verify(ours)] == ["already_acted", "no_copy_left"]
    assert [why.key for why in after.verify(theirs)] == ["no_copy_left"]


def test_any_position_can_be_set_up():
    game = Game.position(
        [("giza", "night"), ("rhodes", "day"), ("olympia", "day")],
        [{"cards": ["quarry", "well"], "stages": 1, "coins": 9}, {"leaders": ["plato"], "conflict": [1, -1]}],
        age=2,
        turn=3,
        pile=["altar", None],
        leaders=True,
    )
    assert (game.age, game.turn, game.to_act) == (2, 3, (0, 1, 2))
    assert (game.cities[0].coins, game.cities[0].stages, game.cities[1].conflict) == (9, 1, (1, -1))
    assert game.can(Build(0, "statue"))
    assert Game.position(game.setup.seats, phase=Phase.CONFLICTS, turn=6).apply(Fight()).age == 2


@pytest.mark.parametrize(
    "cities",
    [[{"hats": 3}], [{}] * 4, [{"stages": 9}], [{"stages": "two"}], [{"cards": ["hut"]}], [{"leaders": ["x"]}]],
)
def test_a_position_that_cannot_be_is_refused(cities):
    with pytest.raises((ImpossibleSetup, UnknownName)):
        Game.position([("giza", "A"), ("rhodes", "A"), ("olympia", "A")], cities)


def test_a_game_is_shown_in_a_few_lines():
    game = Game.new([("giza", "day"), ("rhodes", "night"), ("olympia", "day")]).apply(Build(0, "lumber_yard"))
    assert str(game).splitlines() == [
        "second edition, age 1 turn 1, to act: 1 2",
        "0 giza day: 3 coins, 0 shields, 0 stages; -",
        "1 rhodes night: 3 coins, 0 shields, 0 stages; -",
        "2 olympia day: 3 coins, 0 shields, 0 stages; -",
    ]


@pytest.mark.parametrize(
    "action",
    [
        "build",
        None,
        Build("0", "altar"),
        Build(0, ["altar"]),
        BuildStage(None),
        CorrectCoins(0, "5"),
        CorrectCoins(0, 2.5),
        Recruit({}, "plato"),
    ],
)
def test_values_of_a_wrong_type_are_one_kind_of_error(action):
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")])
    for ask in (game.verify, game.can, game.apply):
        with pytest.raises(WondertableError):
            ask(action)


@pytest.mark.parametrize("seats", [None, 3, "abc", [("giza",)], [(["giza"], "A")] * 3])
def test_seats_of_a_wrong_type_are_refused(seats):
    with pytest.raises((ImpossibleSetup, UnknownName)):
        Game.new(seats)


@pytest.mark.parametrize(
    "row", [{}, {"seats": 3}, {"seats": [{}]}, {"seats": [], "edition": "third"}, {"seats": [], "blank": {"id": 1}}]
)
def test_a_dictionary_that_is_no_game_is_refused(row):
    with pytest.raises(ImpossibleSetup):
        Game.from_dict(row)


@pytest.mark.parametrize("wrong", [{"actions": True}, {"actions": [3]}, {"actions": [{"do": []}]}])
def test_a_game_with_one_wrong_value_is_refused(wrong):
    row = Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")]).to_dict()
    with pytest.raises(WondertableError):
        Game.from_dict(row | wrong)


@pytest.mark.parametrize("name", [None, 3, ["Anna"]])
def test_a_name_is_a_text(name):
    with pytest.raises(ImpossibleSetup, match="names"):
        Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")], [name, "", ""])


def test_a_payment_of_a_wrong_type_is_no_payment():
    assert not Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")]).can(Build(0, "mine", Payment(bank="1")))
    assert len(RESOURCES) == 7


def test_the_schema_names_every_field_of_a_game_and_of_its_actions():
    schema = json.loads((files("engine") / "data" / "game.schema.json").read_text("utf-8"))
    fields = schema["properties"]
    table = play(deal(4, seed=2, leaders=True, seats=[("rome", "B"), ("babylon", "B"), *PLAIN]), Random(2))
    row = table.game.apply(CorrectCoins(0, 3)).to_dict()
    assert set(row) == set(schema["required"]) == set(fields)
    assert set(row["seats"][0]) == set(fields["seats"]["items"]["required"])
    described = fields["actions"]["items"]["properties"]
    assert set(described["do"]["enum"]) == set(WORDS)
    assert {name for action in row["actions"] for name in action} <= set(described)


PLAIN = [("halicarnassus", "B"), ("giza", "A")]
