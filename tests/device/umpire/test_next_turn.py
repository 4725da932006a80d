"""People who do not wait for the record: what lies there for the next turn ends the open one."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest

from device.ledger_check.age_log import AgeLog
from device.session.restoring import restore
from device.simulation.table.tabletop import BACK_CODES as BACKS
from device.umpire import next_turn
from device.umpire.discards.backs import BackOnMat
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.expectations import of_open_age
from device.umpire.hands_passed_on import NOT_YET, MatSeen
from device.umpire.new_cards import NewCard, find_new_cards, newest_in_pile, signature
from device.umpire.next_turn import hands_that_threw, others_may_follow
from device.umpire.open_turn import likeliest
from device.umpire.questions import asked_seats
from device.umpire.ruling import Situation, UmpireMemory, supposed_lately
from device.umpire.table import SUPPOSED, UNCLEAR
from display.messages.events import STORED, Booked, event_from_row, event_to_row
from display.messages.intents import Answer, Undo
from engine import NOTHING, RULINGS, Build, BuildFromDiscard, BuildStage, CorrectCoins, Discard, Game, Phase
from tests.device.session.test_exchanging import take_from_mat
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, LEADER_BACK, code_of, leader_code
from vision.kit.codebook import StickerKind
from vision.scene import Scene
from vision.table.pose import Pose

FOUR = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("babylon", "A")]
CARDS = [("lumber_yard", "stone_pit"), ("clay_pool", "ore_vein"), ("loom", "press"), ("glassworks", "baths")]

ONE_SAVES = ("east_trading_post", "guard_tower")
"""Two cards of which the first one makes cheaper for Giza what the second one costs: clay from Babylon."""


def laid(*times, players=4):
    """By seat, cards of Age I that were laid at these times (s)."""
    cards = {
        seat: tuple(
            NewCard(code_of(name), CODEBOOK.entry(code_of(name)), None, float(since))
            for name, since in zip(names, at, strict=False)
        )
        for seat, (names, at) in enumerate(zip(CARDS, times, strict=False))
    }
    return Game.new(FOUR[:players]), {seat: cards.get(seat, ()) for seat in range(players)}


def mat(*laid, hands=()):
    """A mat on which discards were laid, and over which hands were, at these times (s)."""
    return MatSeen(0.0, laid, hands)


def gone_on(game, cards, *discards, **hands):
    return next_turn.gone_on(game, cards, mat(*discards, **hands))


def for_later(going):
    return {seat: [card.name for card in cards] for seat, cards in going.cards.items() if cards}


def test_where_two_cities_show_a_second_card_the_only_card_of_another_is_for_the_next_turn_too():
    going = gone_on(*laid((0, 6), (1, 6.5), (1.2, 7), (6.2,)))
    assert for_later(going) == {0: ["stone_pit"], 1: ["ore_vein"], 2: ["press"], 3: ["glassworks"]}
    assert (going.since, going.everywhere) == (6, True)


def test_leaders_that_were_laid_before_the_phase_before_had_ended_count():
    game = Game.new(FOUR, leaders=True)
    code = leader_code("caesar")
    leader = NewCard(code, CODEBOOK.entry(code), None, 3.0)
    _, cards = laid((6,), (6.5,))
    going = next_turn.gone_on(game, {**cards, 2: (leader,), 3: ()}, mat(), closed=5.0)
    assert (for_later(going), going.since) == ({0: ["lumber_yard"], 1: ["clay_pool"]}, 6.0)


@pytest.mark.parametrize(("stage", "beside"), [(1, {}), (None, {1: 0})])
def test_a_card_that_a_stage_raises_from_the_pile_is_none_of_a_neighbour(stage, beside):
    _, cards = laid((), (), (1.2,))
    codes = [code_of("loom") if stage is None else BACKS[1], code_of("altar")]
    came = [NewCard(code, CODEBOOK.entry(code), slot, 1.0) for code, slot in zip(codes, (stage, None), strict=True)]
    game = Game.new([("halicarnassus", "B"), *FOUR[1:3]])
    going = next_turn.gone_on(game, {0: tuple(came), 1: (), 2: cards[2]}, mat(hands=(1.4,)))
    assert going.beside == beside


def test_a_card_that_is_read_when_the_others_lay_their_next_ones_is_not_from_the_pile_if_its_stage_came_after_it():
    game = Game.new([("halicarnassus", "B"), *FOUR[1:]])
    _, cards = laid((), (1.0, 4.2), (1.2, 4.4), (4.3,))
    came = (
        NewCard(code_of("altar"), CODEBOOK.entry(code_of("altar")), None, 4.0),
        NewCard(BACKS[1], CODEBOOK.entry(BACKS[1]), 1, 4.4),
    )
    going = next_turn.gone_on(game, {**cards, 0: came}, mat(hands=(1.4,)))
    assert for_later(going) == {0: ["age_1"], 1: ["ore_vein"], 2: ["press"], 3: ["glassworks"]}


@pytest.mark.parametrize(("discards", "later"), [((0.5, 1.2, 9.0, 9.2), {0: ["stone_pit"]}), ((0.5, 1.2), {})])
def test_a_card_and_discards_of_the_next_turn_show_that_others_have_gone_on(discards, later):
    game, cards = laid((0.2, 9.1), (0.3,), (), ())
    assert for_later(gone_on(game, cards, *discards)) == later


@pytest.mark.parametrize(("discards", "since"), [((9.0, 9.1), 9.0), ((9.0,), math.inf)])
def test_two_discards_of_the_next_turn_show_that_others_have_gone_on_although_nobody_shows_a_card(discards, since):
    game, cards = laid((0.2,), (0.3,), (0.4,), ())
    later = gone_on(game, cards, 0.5, *discards)
    assert (later.since, for_later(later)) == (since, {})


def test_a_card_that_came_late_is_of_this_turn_unless_the_pause_before_it_is_much_longer():
    going = gone_on(*laid((0, 6), (1, 6.5), (1.2, 7), (3.5,)))
    assert 3 not in for_later(going)


@pytest.mark.parametrize("times", [((0, 6), (1,), (1.2,), (6.2,)), ((0,), (1,), (), ())])
def test_nobody_has_gone_on_where_fewer_than_two_cities_show_cards_of_two_turns(times):
    assert gone_on(*laid(*times)) is NOT_YET


def test_only_cards_of_most_cities_were_rather_laid_late_unless_the_mat_shows_their_discards():
    game, cards = laid((0, 6), (1, 6.5), (6.1,), (6.2,))
    fifth = NewCard(code_of("altar"), CODEBOOK.entry(code_of("altar")), None, 6.3)
    five = Game.new([*FOUR, ("olympia", "A")])
    assert gone_on(game, cards, 1.5, 2).everywhere
    assert gone_on(five, {**cards, 4: (fifth,)}) is NOT_YET
    assert gone_on(five, {**cards, 4: (fifth,)}, 1.5, 2, 2.5).everywhere


def test_several_discards_may_lie_under_one_another_where_a_hand_was_over_the_mat():
    cards = laid((0, 6), (6.1,), (6.2,), (6.4,))
    assert gone_on(*cards) is NOT_YET
    assert gone_on(*cards, hands=(2.0, 3.5, 4.7)) is NOT_YET
    going = gone_on(*cards, 2.1, hands=(2.0, 3.5))
    assert (going.since, for_later(going)[2], for_later(going)[3]) == (6, ["loom"], ["glassworks"])


def test_hands_are_passed_on_before_a_discard_of_the_next_turn_is_thrown():
    """A card that was read 2.2 s after the others is of their turn: the next one began with a discard, not with it."""
    game, cards = laid((0, 6), (1, 6.2), (2,), (3.2,))
    assert gone_on(game, cards, 5.6).since == 5.6


@pytest.mark.parametrize("thought", [2.0, 20.0])
def test_whoever_thinks_long_has_not_discarded_although_the_others_lay_their_next_cards_at_once(thought):
    """Hands are over the mat now and then. Only who gets the thinker's hand must choose from it first."""
    at = 1.2 + thought
    going = gone_on(*laid((0, at + 2.5), (1, at + 1.2), (1.2, at + 1.4), (at,)), hands=(0.5, 1.5))
    assert (going.since, for_later(going).get(3)) == (at + 1.2, None)


@pytest.mark.parametrize(
    ("since", "back", "ahead"),
    [(5.0, 0.8, ["glassworks"]), (5.0, 1.2, None), (5.0, 6.0, ["glassworks"]), (4.0, 0.2, None)],
)
def test_a_seventh_card_comes_when_all_others_have_laid_their_sixth(since, back, ahead):
    """Babylon has discarded its sixth, which the mat does not show, but for a card that is left over."""
    _, cards = laid((0,), (0.5,), (0.2,), (since,))
    game = TableSession([*FOUR[:3], ("babylon", "B")]).jump(6, stages=[(3, 2)]).game
    assert for_later(gone_on(game, cards, back, hands=(1.0,))).get(3) == ahead
    assert gone_on(game, cards) is NOT_YET


@pytest.mark.parametrize(
    ("pause", "hands", "unclear"), [(18, (0.2, 1.0), {0}), (10, (0.2, 1.0), set()), (18, (), set())]
)
def test_who_lays_a_card_long_after_the_others_may_have_thrown_one_before_that_another_hides(pause, hands, unclear):
    """Of three one has thrown a card that is seen; the next cards come soon after that one."""
    going = gone_on(*laid((pause + 0.5,), (0, pause + 3.0), (pause + 1.9,), players=3), 0.9, hands=hands)
    assert (for_later(going), going.unclear) == ({1: ["ore_vein"], 2: ["loom"]}, unclear)


def test_a_discard_that_nobody_can_have_thrown_if_all_cards_are_of_this_turn_tells_that_they_are_not():
    cards = laid((0, 6), (6.1,), (6.2,), players=3)
    assert gone_on(*cards) is NOT_YET
    assert for_later(gone_on(*cards, 1.0, hands=(1.0,))) == {0: ["stone_pit"], 1: ["clay_pool"], 2: ["loom"]}


@pytest.mark.parametrize("late", [(6.2, 6.3), (4.2, 6.8), (4.2, 4.2)])
def test_of_two_cards_that_were_read_when_the_next_came_nobody_need_say_which_was_first(late):
    game, cards = laid((0, 4), (1, 4.5), (1.2, 5))
    two = (
        NewCard(code_of(name), CODEBOOK.entry(code_of(name)), None, at)
        for name, at in zip(ONE_SAVES, late, strict=True)
    )
    going = gone_on(game, {**cards, 3: tuple(two)})
    assert (len(for_later(going)[3]), going.unclear) == (1, {3})


def test_of_two_cards_that_were_read_late_the_one_that_came_before_the_others_next_ones_is_of_this_turn():
    assert for_later(gone_on(*laid((0, 4), (1, 4.5), (1.2, 5), (2.8, 4.4))))[3] == ["baths"]


def test_who_lays_two_cards_when_the_others_lay_their_next_ones_but_one_has_discarded_if_a_hand_was_over_the_mat():
    game, cards = laid((0, 6), (1, 6.5), (1.2, 7), (6.2, 9.6))
    altar = NewCard(code_of("altar"), CODEBOOK.entry(code_of("altar")), None, 9.4)
    cards = {**cards, 1: (*cards[1], altar)}
    assert for_later(gone_on(game, cards, hands=(2.0,)))[3] == ["glassworks", "baths"]


def test_who_has_entered_a_card_by_hand_goes_on_like_the_others():
    game, cards = laid((6,), (1, 6.5), (1.2,), (1.4,))
    game = game.apply(Build(0, "altar"))
    assert for_later(gone_on(game, cards)) == {0: ["lumber_yard"], 1: ["ore_vein"]}


@pytest.mark.parametrize(("times", "may"), [((0, 1, 1.4), False), ((0, 1, 3), True), ((), False)])
def test_others_may_follow_a_card_that_came_after_a_pause(times, may):
    game = Game.new(FOUR)
    assert others_may_follow(game, times, 4, thrown=[1.4]) == may
    for hand in (1.5, 1.6):
        assert not others_may_follow(game, times, 4, thrown=[hand]), "it has just come, and threw no earlier card"
    assert not others_may_follow(game, times, 4, hand=2.5)
    assert others_may_follow(game, times, 4, hand=3.2) == may
    assert not others_may_follow(game, times, 6, thrown=[1.4])


@pytest.mark.parametrize(("took", "until"), [(1.0, 12.4), (2.0, 13.4), (9.0, 13.9)])
def test_others_follow_within_the_time_that_they_took_for_this_turn(took, until):
    game, times = Game.new(FOUR), (8 - took, 8, 10)
    assert others_may_follow(game, times, until, thrown=[0.0])
    assert not others_may_follow(game, times, until + 0.2, thrown=[0.0])


def test_in_an_ages_last_turn_nobody_follows():
    assert not others_may_follow(TableSession(FOUR).jump(6).game, (0, 1, 3), 4, thrown=[0.0])


@pytest.fixture
def table_session():
    """Alexandria has discarded on the pile, where nothing shows it; an arm was over the mat."""
    session = TableSession(FOUR).jump(2)
    pile = session.table.discard()
    session.wait(3)
    session.table.items.remove(pile)
    for covered in (True, False):
        session.table.items.append(replace(pile, covered=covered))
        session.wait(1)
        session.table.items.pop()
    session.table.items.append(pile)
    return session


@pytest.mark.parametrize(("thrown", "turn"), [(True, 2), (False, 3)])
def test_a_discard_that_comes_after_a_pause_may_be_the_next_turns_if_one_may_have_been_thrown_before(thrown, turn):
    table_session = TableSession(FOUR).jump(2)
    for seat in range(3):
        table_session.table.lay(seat, CARDS[seat][0])
    session = table_session.wait(1).session
    hands = (session.scene.time,) * thrown
    table_session.session = session.remember(log=replace(session.memory.log, hands=hands))
    table_session.wait(3).table.discard()
    assert table_session.wait(1).game.turn == turn
    assert table_session.wait(1.5).game.turn == 3


def all_but_alexandria_lay_a_card_and_then_everybody(table_session):
    for seat, (card, _) in enumerate(CARDS):
        if seat != 2:
            table_session.table.lay(seat, card)
    table_session.wait(5)
    for seat, (first, second) in enumerate(CARDS):
        table_session.table.lay(seat, second if seat != 2 else first)


def test_what_is_laid_next_tells_that_a_seat_has_discarded(table_session):
    all_but_alexandria_lay_a_card_and_then_everybody(table_session)
    table_session.wait(3)
    assert table_session.closed == [(1, 2), (1, 3)]
    entries = [entry for entry in table_session.session.entries if entry.turn == 2]
    assert [entry.seat for entry in entries if isinstance(entry.action, Discard)] == [2]
    assert table_session.questions == []


def test_somebody_says_which_of_two_cards_is_for_this_turn():
    table_session = TableSession(FOUR)
    for seat, (card, _) in enumerate(CARDS):
        table_session.table.lay(seat, card)
    table_session.table.lay(0, "stone_pit")
    table_session.wait(9)
    (question,) = table_session.session.ruling.questions
    assert question.choices == ("take_back", "card:lumber_yard", "card:stone_pit")
    table_session.press(Answer(question, 2)).wait(5)
    assert table_session.closed == [(1, 1)]
    assert [entry.action.card for entry in table_session.session.entries if entry.seat == 0] == ["stone_pit"]
    assert [plan.card for plan in table_session.session.ruling.plans.values()] == ["lumber_yard"]


def test_a_card_that_was_read_when_others_had_gone_on_is_asked_about_and_can_be_named():
    table_session = TableSession(FOUR)
    all_but_alexandria_lay_a_card_and_then_everybody(table_session)
    table_session.wait(8)
    (question,) = table_session.session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 2)
    table_session.press(Answer(question, question.choices.index("card:loom"))).wait(3)
    assert table_session.closed == [(1, 1)]
    assert [entry.action.card for entry in table_session.session.entries if entry.seat == 2] == ["loom"]


def test_cards_that_are_swapped_while_others_go_on_are_of_the_turn_in_which_they_were_laid_first():
    table_session = TableSession(FOUR)
    lay = table_session.table.lay
    lay(1, "clay_pool")
    swapped = [lay(2, "glassworks"), lay(3, "loom")]
    table_session.wait(3)
    lay(0, "lumber_yard")
    for item in swapped:
        table_session.table.items.remove(item)
    table_session.wait(2)
    lay(0, "stone_pit")
    lay(1, "ore_vein")
    lay(2, "loom")
    lay(3, "glassworks")
    table_session.wait(4)
    entries = {entry.seat: entry.action.card for entry in table_session.session.entries}
    assert entries == {0: "lumber_yard", 1: "clay_pool", 2: "loom", 3: "glassworks"}


@pytest.mark.parametrize(("over_mat", "may"), [(2.0, (2.0,)), (5.0, ())])
def test_a_hand_over_the_mat_may_have_thrown_a_card_of_this_turn_if_it_came_before_the_next_ones(over_mat, may):
    _, cards = laid((1, 6), (1.2, 6.4))
    memory = UmpireMemory(log=AgeLog(hands=(over_mat,)), closed=0.0)
    assert hands_that_threw(memory, cards, 20.0, 6.0) == may


@pytest.mark.parametrize(("silent", "asked"), [(2, []), (3, ["not_acted_several"])])
def test_one_hand_over_the_mat_hides_two_discards_but_not_three(silent, asked):
    table_session = TableSession([*FOUR, ("ephesus", "A")])
    cards = [*CARDS[:3], ("glassworks", "tavern"), ("altar", "theater")]
    for seat in range(5 - silent):
        table_session.table.lay(seat, cards[seat][0])
    table_session.wait(1)
    log, hand = table_session.session.memory.log, table_session.table.now
    table_session.session = table_session.session.remember(log=replace(log, hands=(*log.hands, hand)))
    table_session.wait(4)
    for seat in range(5):
        table_session.table.lay(seat, cards[seat][1])
    assert table_session.wait(9).questions == asked
    assert table_session.closed == ([] if asked else [(1, 1), (1, 2)])


def gone_on_without(*seats, going, chair=None, in_secret=(), seen=0):
    """A turn of seven that some show nothing of, when these have gone on; who is asked whether he has acted."""
    table_session = TableSession([*FOUR, ("ephesus", "A"), ("olympia", "A"), ("halicarnassus", "A")])
    if chair is not None:
        setup = replace(table_session.session.setup, empty=(table_session.game.cities[chair].wonder.id, 1))
        table_session.session = replace(table_session.session, setup=setup)
    table_session.session = replace(table_session.session, in_secret={seat: Build(seat, "loom") for seat in in_secret})
    more = [("tavern", "altar"), ("theater", "pawnshop"), ("marketplace", "east_trading_post")]
    cards = [*CARDS, *more]
    for seat in range(7):
        if seat not in seats:
            table_session.table.lay(seat, cards[seat][0])
    for _ in range(seen):
        table_session.table.discard()
    table_session.wait(3)
    for seat in going:
        table_session.table.lay(seat, cards[seat][1])
    questions = table_session.wait(9).session.ruling.questions
    assert {question.kind for question in questions} <= {"not_acted", "not_acted_several"}
    return [seat for question in questions for seat in sorted(asked_seats(table_session.game, question))]


@pytest.mark.parametrize(("going", "asked"), [((0, 2), [1]), ((5, 6), [4]), ((2, 5), [1, 4])])
def test_whoever_shows_nothing_may_think_until_somebody_has_played_from_his_hand(going, asked):
    assert gone_on_without(1, 4, going=going) == asked


def test_whoever_may_have_laid_his_card_in_the_city_of_a_neighbour_does_not_think():
    assert gone_on_without(4, going=(2, 3)) == [4]


def test_hands_are_passed_over_an_empty_chair():
    assert gone_on_without(0, going=(2, 3)) == []
    assert gone_on_without(0, going=(2, 3), chair=1) == [0]


def test_whoever_has_entered_in_secret_does_not_think():
    assert gone_on_without(1, 4, going=(5, 6), in_secret=(1,)) == [4]


def test_whose_discard_is_seen_is_not_asked_because_another_one_thinks():
    assert gone_on_without(1, 4, going=(0, 2), seen=1) == []


def test_a_card_beside_what_a_seat_has_entered_can_be_kept_for_the_next_turn():
    table_session = TableSession(FOUR)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(0, "stone_pit")
    table_session.enter(Build(0, "lumber_yard")).wait(9)
    (question,) = table_session.session.ruling.questions
    assert (question.kind, question.choices) == ("two_cards", ("take_back", "next_card"))
    table_session.press(Answer(question, 1)).wait(1)
    assert table_session.questions == []


def test_a_payment_that_was_chosen_is_for_one_turn():
    memory = UmpireMemory(payments={(0, code_of("lumber_yard")): 1})
    assert memory.after_turn(Game.new(FOUR), 9.0, BACKS[1]).payments == {}
    spoken = UmpireMemory(discarded=frozenset({0}), exceptions=frozenset({(1, 5)}), confirmed=frozenset({(2, 6)}))
    assert spoken.after_turn(Game.new(FOUR), 9.0, BACKS[1]).said == {(1, 1, 0), (1, 1, 1), (1, 1, 2)}


def test_of_two_cards_that_are_missed_when_the_next_one_comes_the_last_one_was_played():
    """Babylon has exchanged its card, and a hand hides the other one with the next."""
    game, cards = laid((0, 6), (1, 6.5), (1.2, 7), (6.2,))
    missed = [
        NewCard(code_of(name), CODEBOOK.entry(code_of(name)), None, since, unseen_since=unseen, lies_until=unseen + 4)
        for name, since, unseen in (("altar", 0.5, 4.0), ("tavern", 3.5, 6.2))
    ]
    came = {**cards, 3: (*missed, *cards[3])}
    _, played, later = next_turn.without_later(Situation(Scene(12.0), game), UmpireMemory(), came, CODEBOOK)
    assert ([card.name for card in played[3]], for_later(later)[3]) == (["tavern"], ["glassworks"])


def test_a_card_that_may_only_be_hidden_keeps_its_turn_open_for_a_moment():
    """Somebody has exchanged it, or laid the next one so that a hand hides it."""
    table_session = TableSession(FOUR)
    first = table_session.table.lay(0, "lumber_yard")
    table_session.wait(1)
    table_session.table.items.remove(first)
    table_session.table.lay(0, "stone_pit")
    for seat, (card, _) in enumerate(CARDS[1:], 1):
        table_session.table.lay(seat, card)
    assert table_session.wait(2).closed == []
    assert table_session.wait(3).closed == [(1, 1)]
    assert [entry.action.card for entry in table_session.session.entries if entry.seat == 0] == ["stone_pit"]


def test_nobody_is_asked_in_the_sixth_turn_if_all_have_discarded():
    table_session = TableSession(FOUR).jump(6)
    for _ in range(3):
        table_session.table.discard()
    table_session.wait(22)
    assert table_session.game.phase is Phase.CONFLICTS
    assert {notice.seat for notice in table_session.session.ruling.notices if notice.key == SUPPOSED} == {0, 1, 2, 3}


def test_in_the_sixth_turn_who_has_laid_a_card_that_is_hidden_now_is_not_waited_for_when_others_begin_the_next_age():
    table_session = TableSession(FOUR).jump(6)
    for seat, (card, _) in enumerate(CARDS):
        hidden = table_session.table.lay(seat, card)
    table_session.wait(0.25, step=0.25)
    at = table_session.table.items.index(hidden)
    table_session.table.items[at] = replace(hidden, unseen_since=table_session.table.now)
    table_session.wait(1.5)
    for seat, card in enumerate(("sawmill", "brickyard")):
        table_session.table.lay(seat, card, age=2)
    assert table_session.wait(1).closed == []
    assert table_session.wait(0.5).closed == [(1, 6)]


def looks_through_the_pile(*, taken=False):
    """Halicarnassus may take a card of the pile in the second turn of Age I. `taken`: a hand took a discard back."""
    table_session = TableSession([("halicarnassus", "A"), *FOUR[1:3]]).jump(2, stages=[(0, 1)])
    if taken:
        discard = table_session.table.discard()
        take_from_mat(table_session.wait(2), discard)
    table_session.table.stage(0, 2)
    table_session.enter(BuildStage(0, exception=True))
    for seat, card in ((1, "clay_pool"), (2, "loom")):
        table_session.table.lay(seat, card)
    table_session.wait(1)
    assert table_session.game.phase is Phase.FROM_DISCARD
    return table_session


@pytest.mark.parametrize(("others_after", "built"), [(0.0, None), (5.0, "lumber_yard")])
def test_a_card_that_is_laid_with_the_others_next_ones_is_not_from_the_discard_pile(others_after, built):
    table_session = looks_through_the_pile()
    table_session.table.lay(0, "lumber_yard")
    table_session.wait(others_after)
    for seat, card in ((1, "ore_vein"), (2, "press")):
        table_session.table.lay(seat, card)
    table_session.wait(8)
    actions = [entry.action for entry in table_session.session.entries]
    assert [action.card for action in actions if isinstance(action, BuildFromDiscard)] == [built]


def test_who_goes_on_with_the_others_takes_no_card_from_the_pile():
    table_session = looks_through_the_pile()
    table_session.table.stage(0, 3)
    table_session.table.lay(1, "ore_vein")
    assert table_session.wait(3.5).game.phase is Phase.FROM_DISCARD, "it may be read late"
    table_session.wait(0.5)
    assert table_session.game.phase is Phase.TURN
    assert table_session.game.actions[-1] == BuildFromDiscard(0, None)


def test_what_is_thrown_while_somebody_may_look_through_the_pile_is_a_discard_of_the_next_turn():
    table_session = looks_through_the_pile()
    table_session.table.discard()
    table_session.wait(1)
    table_session.table.stage(0, 3)
    table_session.table.lay(1, "ore_vein")
    table_session.wait(6)
    assert (table_session.game.turn, table_session.game.actions[-1]) == (4, Discard(2))


def test_a_card_that_is_thrown_meanwhile_and_taken_up_to_lie_beside_counts_for_the_next_turn():
    table_session = looks_through_the_pile()
    thrown = table_session.table.discard()
    take_from_mat(table_session.wait(1), thrown)
    table_session.table.discard(at=(thrown.x + 70, thrown.y))
    table_session.wait(1)
    table_session.table.stage(0, 3)
    table_session.table.lay(1, "ore_vein")
    table_session.wait(5)
    assert (table_session.game.turn, table_session.game.phase) == (3, Phase.TURN)
    assert table_session.session.memory.mat.count(BACKS[1]) == 1


def test_what_is_of_an_age_of_which_nothing_was_discarded_is_not_from_the_pile():
    game = Game.new(FOUR, leaders=True)
    assert (game.turn, newest_in_pile(game)) == (0, 0)
    game = game.apply(CorrectCoins(0, 5))
    for seat in range(4):
        game = game.apply(Discard(seat))
    assert (game.turn, newest_in_pile(game)) == (1, 0), "leaders are never in the pile"
    for seat in range(4):
        game = game.apply(Discard(seat))
    assert newest_in_pile(game) == 1


@pytest.mark.parametrize(("last_turn", "newest"), [(1, 1), (2, 0)])
def test_after_an_ages_last_turn_the_cards_that_are_left_over_are_in_the_pile(last_turn, newest):
    game = Game.new(FOUR)
    for seat, (card, _) in enumerate(CARDS):
        game = game.apply(Build(seat, card))
    setup = SimpleNamespace(leaders=False, free_city=None)
    played = SimpleNamespace(actions=game.actions, setup=setup, cities=game.cities, age=1, turn=1, last_turn=last_turn)
    assert newest_in_pile(played) == newest


def two_at_once(*, later, pause=5):
    """Age I: seat 0 lays two cards at once, all others one; then as many `later` turns are played, some s each."""
    table_session = TableSession(FOUR)
    for card in ONE_SAVES:
        table_session.table.lay(0, card)
    for seat, (card, _) in enumerate(CARDS[1:], 1):
        table_session.table.lay(seat, card)
    table_session.wait(pause)
    rest = [("clay_pit", "timber_yard", "baths"), ("theater", "altar", "tavern"), ("stone_pit", "ore_vein", "press")]
    for turn in range(later):
        for seat, cards in enumerate(rest, 1):
            table_session.table.lay(seat, cards[turn])
        table_session.wait(pause)
    return table_session


def test_of_two_cards_laid_at_once_one_is_for_the_next_turn_when_the_others_have_played_that():
    table_session = two_at_once(later=0)
    assert (table_session.closed, table_session.questions) == ([], [])
    table_session = two_at_once(later=1)
    assert (table_session.closed, table_session.questions) == ([(1, 1), (1, 2)], [])
    assert unclear(table_session) == {0}


def test_what_somebody_entered_in_secret_is_no_guess_although_two_cards_lie_there():
    table_session = two_at_once(later=0)
    table_session.session = replace(table_session.session, in_secret={0: Build(0, ONE_SAVES[0])})
    for seat, card in enumerate(("clay_pit", "theater", "stone_pit"), 1):
        table_session.table.lay(seat, card)
    assert table_session.wait(5).closed[:1] == [(1, 1)]
    assert unclear(table_session) == set()


@pytest.mark.parametrize("pause", [5, 2.5])
def test_who_is_left_behind_by_two_turns_gets_the_likeliest_action_and_that_is_said(pause):
    """Also if they are so quick that nobody has been asked yet."""
    table_session = two_at_once(later=2, pause=pause)
    assert table_session.wait(2 if pause < 5 else 0).closed[0] == (1, 1)
    assert table_session.session.entries[0].action.card == ONE_SAVES[0]
    assert unclear(table_session) == {0}


def test_what_is_left_of_a_guess_when_the_record_catches_up_is_one_as_well():
    table_session = two_at_once(later=2, pause=2.5).wait(4)
    assert table_session.closed[:2] == [(1, 1), (1, 2)]
    assert [one.supposed for one in table_session.session.entries if one.turn == 2] == [True, False, False, False]
    assert table_session.wait(30).session.entries[-1].supposed is False


def test_what_was_recorded_as_it_seemed_is_known_after_a_restart():
    table_session = two_at_once(later=2)
    rows = [event_to_row(event) for event in table_session.events if isinstance(event, STORED)]
    restored = restore(FOUR, {"rulings": RULINGS}, [event_from_row(*row) for row in rows])
    assert {one.seat for one in supposed_lately(restored.ledger.entries)} == {0}


def test_a_seat_that_is_left_behind_with_a_card_that_it_cannot_build_builds_its_next_one_or_that_one_nevertheless():
    table_session = two_at_once(later=0)
    game = table_session.game
    card, younger = (
        NewCard(code_of(name), CODEBOOK.entry(code_of(name)), None, 0.0) for name in ("apothecary", "aqueduct")
    )
    legal = NewCard(code_of("loom"), CODEBOOK.entry(code_of("loom")), None, 1.0)
    assert likeliest(game, 0, (card, legal), UmpireMemory()).action.card == "loom"
    assert likeliest(game, 0, (card,), UmpireMemory()).action == Build(0, "apothecary", NOTHING, exception=True)
    assert isinstance(likeliest(game, 0, (younger,), UmpireMemory()).action, Discard), "it is for the next age"
    leader = NewCard(LEADER_BACK, CODEBOOK.entry(LEADER_BACK), 1, 0.0)
    assert isinstance(likeliest(game, 0, (leader,), UmpireMemory()).action, Discard), "no stage is built with it now"


@pytest.mark.parametrize(("turn", "action"), [(1, Build), (6, Discard)])
def test_who_may_play_a_seventh_card_has_discarded_the_sixth_rather_than_built_what_it_cannot_pay(turn, action):
    game = TableSession([*FOUR[:3], ("babylon", "B")]).jump(6, stages=[(3, 2)]).game
    cards = [NewCard(code_of("apothecary"), CODEBOOK.entry(code_of("apothecary")), None, 0.0)]
    assert isinstance(likeliest(replace(game, turn=turn), 3, cards, UmpireMemory()).action, action)
    assert isinstance(likeliest(replace(game, turn=turn), 0, cards, UmpireMemory()).action, Build)


def test_in_the_sixth_turn_a_question_is_answered_as_it_seems_when_nothing_moves_any_more():
    table_session = TableSession(FOUR).jump(6)
    for seat, (card, _) in enumerate(CARDS):
        table_session.table.lay(seat, card)
    table_session.table.lay(0, CARDS[0][1])
    for _ in range(3):
        table_session.table.discard()
    table_session.wait(15)
    assert (table_session.closed, table_session.questions) == ([], ["two_cards"])
    assert table_session.wait(8).closed == [(1, 6)]
    assert unclear(table_session) == {0}


def test_a_second_card_long_after_the_first_of_the_sixth_turn_keeps_it_open_until_nothing_has_moved_for_long():
    """There is no next turn in this age: Giza has laid one of them by mistake."""
    table_session = TableSession(FOUR).jump(6).wait(10)
    table_session.table.discard()
    table_session.table.lay(0, CARDS[0][0])
    table_session.wait(3).table.lay(0, CARDS[0][1])
    for seat, (card, _) in enumerate(CARDS[1:], 1):
        table_session.table.lay(seat, card)
    assert (table_session.wait(19.5).closed, table_session.questions) == ([], [])
    assert table_session.wait(0.5).closed == [(1, 6)]
    assert unclear(table_session.wait(1)) == {0}


def unclear(table_session):
    return {notice.seat for notice in table_session.session.ruling.notices if notice.key == UNCLEAR}


def test_a_question_is_not_waited_for_when_others_have_gone_on_for_long():
    table_session = TableSession(FOUR)
    for turn in range(2):
        for seat, cards in enumerate((("apothecary",), *CARDS[1:])):
            if turn < len(cards):
                table_session.table.lay(seat, cards[turn])
        table_session.wait(5)
    assert table_session.questions == ["not_affordable"]
    assert table_session.wait(12).closed == []
    assert table_session.wait(6).closed[0] == (1, 1)
    assert unclear(table_session) == {0}


def test_who_is_still_waited_for_has_not_discarded_until_nothing_has_moved_for_twenty_seconds():
    table_session = TableSession(FOUR)
    for seat, cards in enumerate(CARDS[1:], 1):
        table_session.table.lay(seat, cards[0])
    table_session.wait(5)
    for seat, cards in enumerate(CARDS[1:], 1):
        table_session.table.lay(seat, cards[1])
    table_session.wait(9)
    (question,) = table_session.session.ruling.questions
    table_session.press(Answer(question, question.choices.index("wait")))
    assert table_session.wait(25).closed == [], "nothing shows that anybody has done anything"
    table_session.table.discard()
    assert table_session.wait(19).closed == []
    assert table_session.wait(2).closed[0] == (1, 1)


@pytest.mark.parametrize(("card", "closed"), [("aqueduct", True), (None, False)])
def test_who_shows_a_card_is_not_waited_for_although_somebody_said_so(card, closed):
    """It cannot be paid for, and lay there already when that was said."""
    table_session = TableSession(FOUR)
    if card:
        table_session.table.lay(0, card, age=2)
    for turn in range(2):
        for seat, cards in enumerate(CARDS[1:], 1):
            table_session.table.lay(seat, cards[turn])
        table_session.wait(6)
    session = table_session.session
    there = signature(find_new_cards(session.situation, session.memory, CODEBOOK))
    table_session.session = session.remember(waiting=frozenset({0}), waiting_with=there)
    assert (table_session.wait(20).closed[:1] == [(1, 1)]) is closed


def test_what_somebody_insisted_on_stays_when_the_record_catches_up():
    game = TableSession(FOUR).game
    card = NewCard(code_of("aqueduct"), CODEBOOK.entry(code_of("aqueduct")), None, 0.0)
    memory = UmpireMemory(exceptions=frozenset({(0, card.code)}))
    assert likeliest(game, 0, (card,), memory).action == Build(0, "aqueduct", pays=NOTHING, exception=True)


def test_discards_that_were_thrown_while_the_turn_before_was_open_count():
    came = {0: (NewCard(code_of("loom"), CODEBOOK.entry(code_of("loom")), None, 10.2),)}
    memory = replace(UmpireMemory(), closed=10.0, log=AgeLog(hands=(9.5,)))
    assert hands_that_threw(memory, came, 20.0)
    assert not hands_that_threw(replace(memory, log=AgeLog(hands=(8.0,))), came, 20.0)


def test_what_was_left_lying_in_an_older_age_is_none_of_the_open_turns_cards():
    game = Game.new(FOUR)
    old, new = (NewCard(code, CODEBOOK.entry(code), None, 20.0) for code in (code_of("loom"), code_of("statue", 2)))
    assert of_open_age(game, 0, (old, new)) == (old, new)
    assert of_open_age(replace(game, age=2), 0, (old, new)) == (new,)


def test_a_leader_beside_a_card_of_the_next_age_was_recruited_for_that_one():
    leader, code = leader_code("caesar"), code_of("statue", 2)
    cards = tuple(NewCard(each, CODEBOOK.entry(each), None, since) for each, since in ((leader, 4.0), (code, 9.0)))
    game = TableSession(FOUR, leaders=True).jump(6).game
    assert of_open_age(game, 0, cards) == cards
    assert of_open_age(replace(game, age=2), 0, cards) == cards[1:]


@pytest.mark.parametrize(
    ("back", "closed", "goes_on"),
    [("leader", 15.0, True), ("age_2", 15.0, True), ("age_1", 15.0, False), ("leader", 25.0, False)],
)
def test_a_discard_of_the_next_phase_shows_as_much_as_a_card_of_it(back, closed, goes_on):
    """In the last turn of Age I Giza shows a leader, and another one has discarded its leader."""
    code = leader_code("caesar")
    cards = {0: (NewCard(code, CODEBOOK.entry(code), None, 19.0),), 1: (), 2: (), 3: ()}
    game = TableSession(FOUR, leaders=True).jump(6).game
    thrown = BackOnMat(1, CODEBOOK.back(back), Pose(1000.0, 500.0, 0.0), 20.0, lies=True, is_read=True)
    memory = UmpireMemory(mat=DiscardMat((thrown,)), closed=closed)
    situation = Situation(Scene(30.0), game)
    _, _, later = next_turn.without_later(situation, memory, cards, CODEBOOK)
    assert bool(for_later(later)) is goes_on


@pytest.mark.parametrize(
    ("cards", "goes_on"),
    [
        ([("leader", 2)], True),  # a leader goes under the board only when leaders are recruited
        ([("ore_vein", None), ("caesar", None)], True),  # no stage can have brought it
        ([("caesar", None)], False),  # a stage that is not seen may have brought it
        ([("caesar", None), ("age_1", 2)], False),
        ([("caesar", None), ("age_1", 2), ("solomon", None)], True),  # a stage brings only one
    ],
)
def test_a_leader_in_rome_is_for_the_next_age_if_no_stage_of_this_one_can_have_brought_it(cards, goes_on):
    game = TableSession([("rome", "B"), *FOUR[1:]], leaders=True).jump(6).game
    ids = {entry.id: entry for entry in CODEBOOK if entry.kind is not StickerKind.BOARD}
    rome = tuple(NewCard(ids[id_].code, ids[id_], slot, 20.0) for id_, slot in cards)
    other = NewCard(leader_code("midas"), CODEBOOK.entry(leader_code("midas")), None, 20.2)
    going = next_turn.gone_on(game, {0: rome, 1: (other,), 2: (), 3: ()}, mat())
    assert (0 in for_later(going)) is goes_on


@pytest.mark.parametrize(("since", "later"), [(1.4, False), (6.2, True)])
def test_a_leader_is_for_the_next_turn_if_it_came_with_the_next_cards(since, later):
    game, cards = laid((1, 6), (1.2, 6.4), (1.4, 6.2), (1.6, 6.6))
    leader = NewCard(leader_code("midas"), CODEBOOK.entry(leader_code("midas")), None, since)
    going = next_turn.gone_on(game, cards | {0: (*cards[0], leader)}, mat())
    assert (leader in going.cards[0]) is later


def recruiting(*leaders, closed=0.0):
    """The leaders of Age II are recruited; Rhodes has these, and a card of Age I that is not recorded."""
    game = replace(Game.new(FOUR, leaders=True), age=2)
    codes = [leader_code(leader) for leader in leaders] + [code_of("barracks")]
    cards = tuple(NewCard(code, CODEBOOK.entry(code), None, 5.0) for code in codes)
    return next_turn.gone_on(game, {0: (), 1: cards, 2: (), 3: ()}, mat(), closed=closed)


def test_what_was_left_lying_before_leaders_are_recruited_says_nothing_of_the_next_phase():
    assert recruiting(closed=10.0) is NOT_YET
    assert recruiting(closed=0.0) is NOT_YET
    assert recruiting("solomon", closed=10.0) is NOT_YET, "it lay there before the leader could raise it"
    assert recruiting("solomon", closed=0.0) is not NOT_YET, "the leader may have raised it"


def test_a_knock_does_not_change_when_cards_came():
    table_session = TableSession(FOUR[:3])
    for seat, card in enumerate(("lumber_yard", "clay_pool")):
        table_session.table.lay(seat, card)
    table_session.wait(4)
    for seat, card in enumerate(("stone_pit", "ore_vein", "loom")):
        table_session.table.lay(seat, card)
    table_session.wait(1)
    table_session.table.items = [replace(item, since=table_session.table.now) for item in table_session.table.items]
    (question,) = table_session.wait(10).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 2)
    assert {seat: plan.card for seat, plan in table_session.session.ruling.plans.items()} == {
        0: "lumber_yard",
        1: "clay_pool",
    }


def test_whoever_ends_a_turn_by_hand_says_who_has_discarded():
    closing = (Booked(Build(0, "loom"), code_of("loom")), Booked(Discard(1)), Booked(BuildStage(2)))
    assert UmpireMemory().with_ended_by_hand(Game.new(FOUR), closing).said == {(1, 1, 1)}


def test_cards_of_the_next_age_leave_a_last_turn_behind_when_they_have_lain_for_eight_seconds():
    codes = [code_of("statue", 2), code_of("walls", 2)]
    cards = {seat: (NewCard(code, CODEBOOK.entry(code), None, 2.0),) for seat, code in enumerate(codes)}
    game = TableSession(FOUR).jump(6).game
    for time, behind in ((9.9, False), (10.0, True)):
        going = next_turn.gone_on(game, {**cards, 2: (), 3: ()}, MatSeen(time))
        assert (going.behind, going.everywhere) == (behind, True)


@pytest.mark.parametrize(("hands", "later"), [((5.0,), []), ((9.5,), ["lumber_yard"]), ((), ["lumber_yard"])])
def test_a_card_that_is_laid_with_the_others_next_ones_may_be_from_the_pile_if_a_hand_was_there_before(hands, later):
    game = looks_through_the_pile().game
    names = ("lumber_yard", "ore_vein", "press")
    cards = {
        seat: (NewCard(code_of(name), CODEBOOK.entry(code_of(name)), None, 10.0 + seat / 10),)
        for seat, name in enumerate(names)
    }
    going = next_turn.gone_on(game, cards, MatSeen(20.0, hands=hands))
    assert [card.name for card in going.cards.get(0, ())] == later


def test_the_next_card_of_a_seat_is_not_offered_as_its_last_one_if_that_is_a_stage():
    table_session = TableSession(FOUR)
    for seat, card in ((0, "lumber_yard"), (1, "clay_pool"), (2, "loom")):
        table_session.table.lay(seat, card)
    table_session.wait(5)
    table_session.table.stage(3, 1)
    for seat, card in ((0, "stone_pit"), (1, "ore_vein"), (2, "press")):
        table_session.table.lay(seat, card)
    table_session.wait(9)
    (question,) = table_session.session.ruling.questions
    assert "card:loom" in question.choices
    assert "card:age_1" not in question.choices


def test_a_card_that_a_seat_can_pay_only_once_it_has_discarded_the_sixth_is_the_seventh():
    _, cards = laid((0,), (0.5,), (0.2,))
    code = code_of("apothecary")
    game = TableSession([*FOUR[:3], ("babylon", "B")]).jump(6, stages=[(3, 2)]).game
    cards[3] = (NewCard(code, CODEBOOK.entry(code), None, 2.0),)
    assert for_later(gone_on(game, cards, hands=(0.4,))) == {3: ["apothecary"]}
    assert gone_on(game, cards, hands=(0.6,)) is NOT_YET, "the hand came with the card"


def test_a_next_card_that_is_not_read_for_a_moment_hides_no_other_one():
    table_session = looks_through_the_pile()
    first = table_session.table.lay(0, "lumber_yard")
    table_session.wait(0.5)
    for seat, card in ((1, "ore_vein"), (2, "press")):
        table_session.table.lay(seat, card)
    table_session.wait(0.5)
    items = table_session.table.items
    items[items.index(first)] = replace(first, unseen_since=table_session.table.now)
    actions = table_session.wait(6).game.actions
    assert [action.card for action in actions if isinstance(action, BuildFromDiscard)] == [None]


@pytest.mark.parametrize(("first", "count"), [(True, 0), (False, 1)])
def test_what_comes_to_light_until_a_card_of_the_pile_is_built_is_no_discard_of_the_next_turn(first, count):
    table_session = looks_through_the_pile()
    steps = [table_session.table.discard, lambda: table_session.table.lay(0, "lumber_yard")]
    for step in steps if first else steps[::-1]:
        step()
        table_session.wait(1)
    table_session.wait(5)
    assert table_session.game.actions[-1] == BuildFromDiscard(0, "lumber_yard")
    assert table_session.session.memory.mat.count(BACKS[1]) == count


def test_a_leader_that_lies_in_the_city_of_whoever_looks_through_the_pile_is_none_of_it():
    game, code = looks_through_the_pile().game, leader_code("caesar")
    cards = {0: (NewCard(code, CODEBOOK.entry(code), None, 9.0),), 1: (), 2: ()}
    assert next_turn.gone_on(game, cards, MatSeen(20.0)) is NOT_YET


def waits_for_an_extra_leader(turn):
    """Rome has built the stage that brings a leader; the others have played."""
    table_session = TableSession([("rome", "B"), *FOUR[1:3]], leaders=True).jump(turn, stages=[(0, 1)])
    table_session.enter(BuildStage(0, exception=True))
    for seat, card in ((1, "clay_pool"), (2, "loom")):
        table_session.enter(Build(seat, card, exception=True))
    assert table_session.game.phase is Phase.EXTRA_LEADER
    return table_session.game


def test_after_an_extra_leader_another_one_is_for_the_next_age():
    game, codes = waits_for_an_extra_leader(6), [leader_code(one) for one in ("caesar", "solomon", "midas")]
    extra, second, other = (NewCard(code, CODEBOOK.entry(code), None, 10.0) for code in codes)
    going = next_turn.gone_on(game, {0: (extra, replace(second, since=20.0)), 1: (other,), 2: ()}, MatSeen(30.0))
    assert [card.code for card in going.cards[0]] == [second.code]


def test_an_extra_leader_that_is_laid_with_the_others_next_cards_is_for_the_open_phase():
    game = waits_for_an_extra_leader(2)
    codes = (leader_code("caesar"), code_of("ore_vein"), code_of("press"))
    cards = {seat: (NewCard(code, CODEBOOK.entry(code), None, 10.0),) for seat, code in enumerate(codes)}
    assert next_turn.gone_on(game, cards, MatSeen(20.0)) is NOT_YET


@pytest.fixture
def sixth():
    """The sixth turn is open; in the fifth, Babylon has discarded."""
    table_session = TableSession(FOUR).jump(5)
    table_session.table.discard()
    for seat, (card, _) in enumerate(CARDS[:3]):
        table_session.table.lay(seat, card)
    assert table_session.wait(6).closed == [(1, 5)]
    return table_session


@pytest.mark.parametrize(("discards", "closed"), [(0, False), (1, False), (2, True)])
def test_a_hand_over_the_mat_and_one_card_do_not_show_that_all_have_discarded_in_the_sixth_turn(
    sixth, discards, closed
):
    for _ in range(discards):
        sixth.table.discard()
    session = sixth.wait(1).session
    hands = (*session.memory.log.hands, session.scene.time)
    sixth.session = session.remember(log=replace(session.memory.log, hands=hands))
    assert ((1, 6) in sixth.wait(40).closed) is closed


def test_a_city_that_has_discarded_shows_no_card_although_everybody_has_gone_on():
    assert gone_on(*laid((0, 6), (1, 6.5), (1.2, 7), ()), 1.1).everywhere
    assert not gone_on(*laid((0, 6), (1, 6.5), (1.2, 7), (0.5,)), 1.1).everywhere


def test_one_card_of_the_next_age_alone_may_have_been_laid_by_mistake():
    _, cards = laid((0,), (0.5,), (0.2,), ())
    code = code_of("statue", 2)
    card = NewCard(code, CODEBOOK.entry(code), None, 9.0)
    assert gone_on(TableSession(FOUR).jump(6).game, {**cards, 3: (card,)}) is NOT_YET


def test_what_people_have_said_in_a_turn_is_known_when_it_has_closed():
    memory = UmpireMemory(
        discarded=frozenset({0}),
        exceptions=frozenset({(1, code_of("aqueduct"))}),
        confirmed=frozenset({(2, code_of("loom"))}),
    )
    assert memory.after_turn(Game.new(FOUR), 10.0, None).said == {(1, 1, 0), (1, 1, 1), (1, 1, 2)}


def test_where_more_have_discarded_than_show_no_card_all_have_if_a_hand_hides_the_others_discard():
    cards = laid((), (10,), (10,), players=3)
    assert for_later(gone_on(*cards, 3, 7, hands=(3,))) == {1: ["clay_pool"], 2: ["loom"]}
    assert gone_on(*cards, 3, 7) is NOT_YET
    assert gone_on(*cards, 3, hands=(3,)) is NOT_YET


def test_a_stage_and_the_card_that_it_raises_are_for_the_next_turn_if_they_come_with_the_others_next_cards():
    """Halicarnassus and Alexandria have discarded; one of the cards lies under the other."""
    game = Game.new([("halicarnassus", "B"), *FOUR[1:]])
    _, cards = laid((), (1.0, 11.5), (), (0.0,))
    codes = ((BACKS[1], 1, 10.5), (code_of("altar"), None, 11.0))
    came = tuple(NewCard(code, CODEBOOK.entry(code), slot, since) for code, slot, since in codes)
    going = gone_on(game, {**cards, 0: came}, 0.5)
    assert (for_later(going), going.unclear) == ({0: ["age_1", "altar"], 1: ["ore_vein"]}, frozenset())


def test_one_seventh_card_leaves_the_others_time_for_a_card_that_is_read_late():
    _, cards = laid((0,), (0.5,), (0.2,), (5.0,))
    game = TableSession([*FOUR[:3], ("babylon", "B")]).jump(6, stages=[(3, 2)]).game
    going = gone_on(game, cards, 0.8, hands=(1.0,))
    assert [going.ends(5.0 + after, may_come=False) for after in (3.9, 4.0)] == [False, True]


def test_a_card_that_was_entered_by_hand_shows_that_the_sixth_turn_has_begun(sixth):
    session = sixth.enter(Build(0, "stone_pit")).wait(1).session
    hands = (*session.memory.log.hands, session.scene.time)
    sixth.session = session.remember(log=replace(session.memory.log, hands=hands))
    assert (1, 6) in sixth.wait(25).closed


def sixth_without_babylon(*cards):
    """In the sixth turn all but Babylon have laid these cards, and two cards have come to the mat."""
    table_session = TableSession(FOUR).jump(6)
    for seat, card in enumerate(cards):
        table_session.table.lay(seat, card)
    for _ in range(2):
        table_session.table.discard()
    return table_session


def test_in_the_sixth_turn_a_question_and_whoever_shows_nothing_are_not_waited_for_when_nothing_moves_any_more():
    table_session = sixth_without_babylon("apothecary", "clay_pool", "loom")
    assert (table_session.wait(15).closed, table_session.questions) == ([], ["not_affordable"])
    assert table_session.wait(6).closed == [(1, 6)]
    assert table_session.game.actions[-1] == Discard(3)
    assert unclear(table_session) == {0}


def test_the_sixth_turn_stays_open_while_a_card_is_missed():
    table_session = sixth_without_babylon("lumber_yard", "clay_pool", "loom").wait(18)
    items = table_session.table.items
    at, loom = next((at, item) for at, item in enumerate(items) if item.code == code_of("loom"))
    items[at] = replace(loom, unseen_since=table_session.table.now)
    assert table_session.wait(3).closed == []
    items[at] = loom
    assert table_session.wait(1).closed == [(1, 6)]


def test_after_an_undo_in_the_second_age_a_question_is_waited_for_although_others_have_gone_on_for_long():
    table_session = TableSession(FOUR).jump(6).enter(*(Discard(seat) for seat in range(4))).wait(8)
    table = table_session.table
    table.age = 2
    first, *_ = [table.lay(seat, card) for seat, card in enumerate(("brickyard", "loom", "sawmill", "foundry"))]
    assert table_session.wait(5).closed == [(1, 6), (2, 1)]
    table_session.press(Undo()).table.take(first)
    table_session.wait(2).table.lay(0, "library")
    assert table_session.wait(3).questions == ["not_affordable"]
    for seat, card in enumerate(("press", "glassworks", "quarry"), 1):
        table.lay(seat, card)
    assert table_session.wait(40).closed == [(1, 6), (2, 1)]
    assert (table_session.game.age, table_session.game.turn) == (2, 1)


def test_a_card_that_was_taken_from_the_mat_before_somebody_looked_through_the_pile_says_nothing_of_later_discards():
    table_session = looks_through_the_pile(taken=True).wait(5)
    table_session.table.discard()
    table_session.wait(1).table.stage(0, 3)
    table_session.table.lay(1, "ore_vein")
    table_session.wait(6)
    assert (table_session.game.turn, table_session.game.actions[-1]) == (4, Discard(2))
