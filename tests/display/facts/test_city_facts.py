"""A city's panel shows what the rules give it, how far its seat is, and whom everybody waits for."""

from __future__ import annotations

from dataclasses import replace

from display.facts.city_facts import (
    TurnProgress,
    acts_without_card,
    city_facts,
    notice_text,
    sorted_units,
    still_to_act,
    turn_progress,
    units_for_sale,
)
from display.facts.names import SeatName
from display.messages.questions import Notice, Plan, Question
from display.table_state import TableState
from display.words import line
from engine import Discard, Game, Phase, with_card
from tests.display.sessions import AGE_ENDS, LATE, OVER, board, marks, played

PLAN = Plan("discard")


def new(players: int) -> Game:
    return Game.new([board(seat) for seat in range(players)])


def test_the_panel_of_a_city_has_its_numbers() -> None:
    game = played(4, LATE)
    state = TableState(game, marks(4))
    for seat, city in enumerate(game.cities):
        facts = city_facts(state, game, seat)
        assert (facts.name.wonder, facts.side) == board(seat)
        assert (facts.coins, facts.built, facts.stages) == (city.coins, city.stages, len(city.wonder.stages))
        assert facts.shields == city.estate.shields
        assert facts.played_by is None


def test_seats_are_waited_for_until_they_have_acted() -> None:
    game = new(4).apply(Discard(1))
    state = TableState(game, plans={3: PLAN})
    assert still_to_act(state, game) == (0, 2)
    waited, acted = TurnProgress.WAITED, TurnProgress.ACTED
    assert [turn_progress(state, game, seat) for seat in range(4)] == [waited, acted, waited, acted]


def test_a_question_about_a_seat_goes_before_its_progress() -> None:
    game = new(3)
    state = TableState(game, plans={0: PLAN, 1: PLAN}, questions=(Question(1, "swap"), Question(None, "boards")))
    asked, acted, waited = TurnProgress.ASKED, TurnProgress.ACTED, TurnProgress.WAITED
    assert [turn_progress(state, game, seat) for seat in range(3)] == [acted, asked, waited]


def test_no_seat_is_waited_for_between_the_ages() -> None:
    for rounds, phase in ((AGE_ENDS, Phase.CONFLICTS), (OVER, Phase.OVER)):
        game = played(3, rounds)
        state = TableState(game)
        assert game.phase is phase
        assert still_to_act(state, game) == ()
        assert {turn_progress(state, game, seat) for seat in range(3)} == {TurnProgress.IDLE}


def test_whoever_has_not_acted_would_discard() -> None:
    game = new(4).apply(Discard(0))
    state = TableState(game, plans={2: PLAN}, shows=1)
    assert acts_without_card(state) == (1, 3)
    assert acts_without_card(replace(state, station=True)) == (1,)
    assert acts_without_card(replace(state, questions=(Question(1, "swap"),))) == ()
    assert acts_without_card(TableState()) == ()


def test_units_are_in_the_rulebooks_order_with_choices_last() -> None:
    assert sorted_units(("P", "CSOW", "G", "O", "L", "SW", "W", "C", "S")) == (
        *"WSCOLGP",
        "WS",
        "WSCO",
    )


def test_yellow_cards_produce_for_their_owner_and_are_not_sold() -> None:
    game = new(3)
    rich = game.cities[0]
    for card in ("caravansery", "forum", "stone_pit"):
        rich = with_card(rich, game.catalogue.card(card))
    game = replace(game, cities=(rich, *game.cities[1:]))
    facts = city_facts(TableState(game), game, 0)
    assert facts.units == ("S", "S", "LGP", "WSCO")
    assert units_for_sale(game, 0) == ("S", "S")


def test_a_panel_shows_the_first_notice_about_its_own_seat() -> None:
    game = new(3)
    notices = (Notice("notice.all"), Notice("notice.first", seat=1), Notice("notice.second", seat=1))
    state = TableState(game, notices=notices)
    assert [city_facts(state, game, seat).notice for seat in range(3)] == [None, line("notice.first"), None]


def test_equal_notices_have_equal_texts_that_can_be_hashed() -> None:
    one = notice_text(Notice("notice.x", {"cards": ["altar", "baths"], "age": 1}))
    same = notice_text(Notice("notice.x", {"age": 1, "cards": ["altar", "baths"]}))
    assert one == same == line("notice.x", age=1, cards=["altar", "baths"])
    assert hash(one) == hash(same)


def test_the_free_city_names_the_player_who_acts_for_it() -> None:
    pair = Game.new([board(seat) for seat in range(3)], ("Ada", "Bob", ""), free_city=2)
    assert pair.controller is not None
    facts = [city_facts(TableState(pair), pair, seat) for seat in range(3)]
    assert [one.played_by for one in facts[:2]] == [None, None]
    assert facts[2].played_by == SeatName(("Ada", "Bob")[pair.controller], board(pair.controller)[0], pair.controller)


def test_an_action_of_this_turn_is_in_the_panel() -> None:
    game = new(3).apply(Discard(0))
    summary = city_facts(TableState(game), game, 0).summary
    assert summary is not None
    assert not summary.past
