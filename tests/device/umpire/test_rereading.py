"""What of the table an age is read from again."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from device.ledger_check.age_log import AgeLog, Came
from device.ledger_check.age_reading import FIXED, LYING
from device.ledger_check.changed_past import ChangedPast
from device.umpire.discards.backs import BackOnMat, Taken
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.new_cards import cards_that_came
from device.umpire.rereading import _Age, _laid_instead, _next, _plays, reread
from device.umpire.ruling import NOT_READ, Reread, Situation, UmpireMemory
from display.messages.events import Booked
from engine import Build, BuildFromDiscard, BuildStage, Discard, Fight, Game, Recruit
from tests.device.tables import CODEBOOK, STAGE_TOKEN, code_of, leader_code
from vision.scene import Scene
from vision.table.pose import Pose

SEATS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
CARDS = [code_of(card) for card in ("lumber_yard", "clay_pool")]
GUARD_TOWER = code_of("guard_tower")
BACK = CODEBOOK.back("age_1")


def situation(*turns, wonders=SEATS):
    """A game in which these actions were recorded, each with its sticker."""
    game, entries = Game.new(wonders), []
    for action, code in turns:
        before, game = game, game.apply(action)
        entries.append(Booked(game.actions[-1], code, age=before.age, turn=before.turn))
    booked = {entry.code: entry.seat for entry in entries if entry.code is not None}
    return Situation(Scene(100.0), game, booked, tuple(entries))


@pytest.fixture
def first_turn():
    """Two cities have built, the third one has discarded."""
    return situation((Build(0, "lumber_yard"), CARDS[0]), (Build(1, "clay_pool"), CARDS[1]), (Discard(2), None))


def read(situation, memory, age=1):
    new_cards = cards_that_came(situation, memory, CODEBOOK)
    return _Age(age, _plays(situation, memory), situation, memory, new_cards, CODEBOOK)


def came(*cards, hands=()):
    """A log of cards (seat, code, since) and of hands over the mat."""
    return AgeLog(0, 0.0, {(seat, code, None): Came(code, since) for seat, code, since in cards}, hands)


LOG = came((0, CARDS[0], 10.0), (1, CARDS[1], 10.5))


def test_no_age_is_read_before_a_turn_of_it_is_closed(first_turn):
    assert read(situation(), UmpireMemory(log=LOG)).rows == ()
    assert read(first_turn, UmpireMemory(log=LOG)).recorded.rows == ((0,), (0,), (None,))


def test_hands_over_the_mat_count_from_shortly_before_the_first_card_to_the_next_ages_first(first_turn):
    ahead = (2, code_of("sawmill"), 50.0), (1, code_of("foundry"), 60.0)
    log = came((0, CARDS[0], 10.0), *ahead, hands=(5.9, 6.0, 30.0, 50.0, 55.0))
    assert read(first_turn, UmpireMemory(log=log)).seen.hands == (6.0, 30.0)


def test_backs_of_the_age_count_but_for_those_that_lay_there_or_were_taken(first_turn):
    place = Pose(0.0, 0.0, 0.0)
    surely, perhaps = Taken(14.0, 13.0), Taken(15.0, 13.0, unclear=True)
    backs = [
        BackOnMat(1, BACK, place, 11.0),
        BackOnMat(2, BACK, place, -math.inf),
        BackOnMat(3, BACK + 1, place, 11.5),
        BackOnMat(4, BACK, place, 12.0, taken=surely),
        BackOnMat(5, BACK, place, 12.5, taken=perhaps),
    ]
    seen = read(first_turn, UmpireMemory(log=LOG, mat=DiscardMat(tuple(backs)))).seen
    assert (seen.backs, seen.taken_back) == ((11.0,), (12.0,))


@pytest.mark.parametrize("said", ["nobodys", "nothing"])
def test_a_card_of_which_people_have_spoken_is_left_out(first_turn, said):
    """It lies in the third city, which has discarded."""
    code = code_of("stone_pit")
    memory = UmpireMemory(log=came((0, CARDS[0], 10.0), (1, CARDS[1], 10.5), (2, code, 11.0)))
    if said == "nobodys":
        memory = replace(memory, ignored=frozenset({(code, 7)}))
    assert len(read(first_turn, memory).seen.cities[2]) == (said == "nothing")


def test_a_card_counts_only_where_it_was_seen_last(first_turn):
    code = code_of("stone_pit")
    log = came((1, code, 11.0), (2, code, 12.0))
    gone = {(1, code, None): Came(code, 11.0, unseen=11.5)}
    seen = read(first_turn, UmpireMemory(log=replace(log, cities={**log.cities, **gone}))).seen
    assert [len(city) for city in seen.cities] == [0, 0, 1]


def test_cards_of_other_ages_and_stages_before_this_one_are_left_out(first_turn):
    cities = {(0, code_of("sawmill"), None): Came(code_of("sawmill"), 10.0), (1, None, 1): Came(BACK + 1, 10.0)}
    assert read(first_turn, UmpireMemory(log=AgeLog(0, 0.0, cities))).seen.cities == ((), (), ())


def test_a_stage_is_recorded_with_the_number_of_its_card_after_those_that_came_before():
    """Of what was built before anybody looked nothing can be said."""
    turns = [(BuildStage(0, exception=True), None), (Discard(1), None), (Discard(2), None)]
    cities = {(0, CARDS[0], None): Came(CARDS[0], 9.0), (0, None, 1): Came(BACK, 10.0)}
    age = read(situation(*turns), UmpireMemory(log=AgeLog(0, 0.0, cities)))
    assert age.recorded.rows == ((1,), (None,), (None,))
    assert age.seen.stages == ({1}, frozenset(), frozenset())
    unseen = read(situation(*turns), UmpireMemory(log=AgeLog(3, 0.0, cities)))
    assert unseen.recorded.rows == ((-1,), (-1,), (-1,))
    assert unseen.seen.stages[0] == frozenset()


@pytest.mark.parametrize(
    ("taken", "gone", "lies"), [(True, None, 1), (True, 40.0, 0), (False, None, 0), (None, None, 0)]
)
def test_a_recorded_card_that_lies_elsewhere_counts_there_if_a_hand_took_it_home_soon(first_turn, taken, gone, lies):
    """It was recorded in the first city, and lies in the third one; there is no log of it, or no hand was there."""
    was = Came(CARDS[0], 10.0, covered=14.5 if taken else None, unseen=15.0)
    cities = {(2, CARDS[0], None): Came(CARDS[0], 16.0, unseen=gone)} | (
        {} if taken is None else {(0, CARDS[0], None): was}
    )
    seen = read(first_turn, UmpireMemory(log=AgeLog(0, 0.0, cities))).seen
    assert len(seen.cities[2]) == lies


@pytest.mark.parametrize(
    ("card", "since", "missed", "asked"),
    [
        ("stone_pit", 10.0, 20.0, True),
        ("guard_tower", 10.0, 20.0, False),
        ("stone_pit", 10.0, 30.0, True),
        ("stone_pit", 10.0, 30.5, False),
        ("stone_pit", None, 20.0, False),
    ],
)
def test_people_are_asked_about_a_card_beside_one_that_soon_was_not_read_any_more(
    first_turn, card, since, missed, asked
):
    """If the rules allow it: Giza has no clay for a Guard Tower."""
    cities = {(0, CARDS[0], None): Came(CARDS[0], since, unseen=missed), (1, CARDS[1], None): Came(CARDS[1], 10.0)}
    cities |= {(0, code_of(card), None): Came(code_of(card), 10.0)}
    mat = DiscardMat((BackOnMat(1, BACK, Pose(0.0, 0.0, 0.0), 10.0),))
    better = read(first_turn, UmpireMemory(log=AgeLog(0, 0.0, cities), mat=mat)).better_record()
    assert (better is not None) == asked
    if better is not None:
        clearly, found = better
        assert not clearly
        assert [(one.action, one.code) for one in found.changes.values()] == [(Build(0, card), code_of(card))]


def test_what_somebody_entered_stands_although_its_sticker_is_known(first_turn):
    entries = (replace(first_turn.entries[0], hand=True), *first_turn.entries[1:])
    assert read(replace(first_turn, entries=entries), UmpireMemory(log=LOG)).recorded.rows == ((FIXED,), (0,), (None,))


@pytest.mark.parametrize("supposed", [False, True])
def test_a_guess_is_clearly_wrong_if_something_fits_a_little_better(first_turn, supposed):
    entries = tuple(replace(entry, supposed=supposed) for entry in first_turn.entries)
    other = code_of("stone_pit")
    cities = {(0, CARDS[0], None): Came(CARDS[0], 10.0, unseen=20.0), (1, CARDS[1], None): Came(CARDS[1], 10.0)}
    memory = UmpireMemory(log=AgeLog(0, 0.0, cities | {(0, other, None): Came(other, 10.0)}))
    clearly, _ = read(replace(first_turn, entries=entries), memory).better_record()
    assert clearly is supposed


def test_a_token_at_a_stage_that_is_not_recorded_may_be_of_the_open_age_but_not_of_one_before():
    discards = [(Discard(seat), None) for seat in range(3)]
    turns = [(BuildStage(0, exception=True), None), *discards[1:], *discards * 5, (Fight(), None), *discards]
    cities = {(0, None, slot): Came(STAGE_TOKEN, 10.0 * slot) for slot in (1, 2)}
    memory = UmpireMemory(log=AgeLog(0, 0.0, cities))
    came = [[card.since for card in read(situation(*turns), memory, age).seen.cities[0]] for age in (1, 2)]
    assert came == [[10.0], [20.0]]


@pytest.mark.parametrize(("since", "left_out"), [(52.0, 0.0), (45.0, LYING)])
@pytest.mark.parametrize("age", [1, 2])
def test_a_card_may_have_been_brought_by_a_stage(age, since, left_out):
    """The stage of this age came at 50 s; the card of the first age was hidden or came from the discard pile."""
    discards = [(Discard(seat), None) for seat in range(3)]
    turns = {1: discards * 5, 2: [*discards * 6, (Fight(), None)]}[age]
    wonders = [("halicarnassus", "B"), *SEATS[1:]]
    cities = {(0, CARDS[0], None): Came(CARDS[0], since), (0, None, 1): Came(CODEBOOK.back(f"age_{age}"), 50.0)}
    memory = UmpireMemory(log=AgeLog(0, 0.0, cities))
    card = read(situation(*turns, wonders=wonders), memory).seen.cities[0][0]
    assert card.left_out == left_out


def test_stages_that_come_to_light_together_were_built_in_the_order_of_their_slots():
    turns = [(BuildStage(0, exception=True), None), (Discard(1), None), (Discard(2), None)]
    cities = {(0, None, slot): Came(BACK, 10.0) for slot in (2, 1)}
    assert read(situation(*turns), UmpireMemory(log=AgeLog(0, 0.0, cities))).recorded.rows[0] == (0,)


def test_a_stage_that_nobody_has_seen_was_built_before_one_that_lies_there(first_turn):
    """So it is what was recorded as a discard, since nothing of it was seen. A gap above the last one says nothing."""
    *others, third = first_turn.entries
    recorded = replace(first_turn, entries=(*others, replace(third, supposed=True)))
    lies, taken_away = Came(BACK, 20.0), taken(BACK, 19.0, by=21.0)

    def better(stage):
        memory = UmpireMemory(log=AgeLog(0, 0.0, {**LOG.cities, (2, None, 2): stage}))
        return read(recorded, memory).better_record()

    clearly, found = better(lies)
    assert (clearly, [one.action.stage for one in found.entries]) == (True, [1])
    assert better(taken_away) is None


def taken(code, since, by=20.0):
    """A card that came then (s), and that a hand took away."""
    return Came(code, since, covered=by - 0.5, unseen=by)


def test_a_card_that_was_exchanged_for_one_that_the_rules_forbid_is_recorded_as_an_exception(first_turn):
    cities = {(0, CARDS[0], None): taken(CARDS[0], 10.0), (0, GUARD_TOWER, None): Came(GUARD_TOWER, 15.0)}
    cities |= {(1, CARDS[1], None): Came(CARDS[1], 10.5)}
    _, found = read(first_turn, UmpireMemory(log=AgeLog(0, 0.0, cities))).better_record()
    assert (found.entries[0].action.card, found.entries[0].action.exception) == ("guard_tower", True)


def test_what_was_built_from_the_discard_pile_stands_with_the_stage_that_allowed_it():
    """The stage's card was exchanged for another one, which Rhodes' record follows, but not Halicarnassus'."""
    turn = [(BuildStage(1, exception=True), None), (Discard(0), None), (Discard(2), None)]
    cities = {(1, None, 1): taken(BACK, 10.0), (1, CARDS[1], None): Came(CARDS[1], 15.0)}
    memory = UmpireMemory(log=AgeLog(0, 0.0, cities))
    assert read(situation(*turn), memory).better_record() is not None
    turn += [(BuildFromDiscard(1, "barracks"), code_of("barracks"))]
    wonders = [SEATS[0], ("halicarnassus", "B"), SEATS[2]]
    assert read(situation(*turn, wonders=wonders), memory).better_record() is None


@pytest.mark.parametrize(("recorded", "read_at"), [(True, 99.0), (False, 100.0)])
def test_an_age_is_read_again_at_once_when_something_is_recorded_and_else_every_two_seconds(
    first_turn, recorded, read_at
):
    before = Reread(99.0, first_turn.entries if recorded else ())
    assert (
        reread(first_turn, UmpireMemory(log=LOG, reread=before), {0: (), 1: (), 2: ()}, CODEBOOK).reread.time == read_at
    )


def test_the_record_follows_once_something_has_been_clear_for_long_and_the_same_for_a_while():
    first, other = (ChangedPast(0, (), {number: Booked(Discard(number))}) for number in range(2))
    now = Reread(30.0, found=first, clearly=True, wrong_since=30.0, since=30.0)

    def since(**before):
        found = _next(replace(now, **{"wrong_since": 10.0, "since": 20.0} | before), now)
        return found.wrong_since, found.since

    assert since() == (10.0, 20.0)
    assert since(found=other) == (10.0, 30.0)
    assert since(clearly=False) == (30.0, 20.0)
    assert since(found=None) == (30.0, 30.0)


def test_how_an_age_reads_is_forgotten_while_the_cards_of_a_turn_that_was_undone_are_held(first_turn):
    found = ChangedPast(0, (), {0: Booked(Discard(0))})
    memory = UmpireMemory(log=LOG, reread=Reread(60.0, first_turn.entries, (), found, since=60.0), held=frozenset())
    assert reread(first_turn, memory, {0: (), 1: (), 2: ()}, CODEBOOK).reread == NOT_READ


@pytest.mark.parametrize(
    ("wrong_since", "since", "certain"), [(10.0, 16.5, True), (10.5, 16.5, False), (10.0, 17.0, False)]
)
def test_what_is_right_is_certain_eight_seconds_after_the_record_went_wrong_once_it_is_the_same_for_a_gesture(
    wrong_since, since, certain
):
    assert Reread(clearly=True, wrong_since=wrong_since, since=since).is_certain(18.0) is certain


@pytest.mark.parametrize("carried", [True, False])
def test_one_card_is_not_recorded_in_two_cities(first_turn, carried):
    """A hand carried the first city's card to the third one, which seemed to discard; or another card lies there."""
    code = CARDS[0] if carried else code_of("stone_pit")
    was = Came(CARDS[0], 10.0, covered=14.5, unseen=15.0)
    cities = {(0, CARDS[0], None): was, (1, CARDS[1], None): Came(CARDS[1], 10.5), (2, code, None): Came(code, 16.0)}
    entries = (*first_turn.entries[:2], replace(first_turn.entries[2], supposed=True))
    age = read(replace(first_turn, entries=entries), UmpireMemory(log=AgeLog(0, 0.0, cities)))
    assert (age.better_record() is None) is carried


@pytest.mark.parametrize("said", [frozenset(), frozenset({(1, 2, 0)})])
def test_a_play_of_which_people_have_spoken_is_left_out_although_a_discard_has_its_sticker(said):
    """Somebody discarded by telephone, with the card in the city; another city has built what it seemed to discard."""
    turns = [(Discard(0), CARDS[0]), (Build(1, "clay_pool"), CARDS[1]), (Discard(2), None)]
    before = situation(*turns, (Build(0, "lumber_yard"), CARDS[0]), (Discard(1), None), (Discard(2), None))
    entries = (*before.entries[:2], replace(before.entries[2], supposed=True), *before.entries[3:])
    code = code_of("stone_pit")
    log = came((1, CARDS[1], 10.0), (2, code, 11.0), (0, CARDS[0], 20.0))
    before = replace(before, booked={CARDS[0]: 0, CARDS[1]: 1}, entries=entries)
    assert read(before, UmpireMemory(log=log, said=said)).better_record() is not None


def test_a_discard_may_have_the_sticker_of_a_card_that_is_built_again():
    """Somebody entered it beside that card; another city has built a card that seemed to be discarded."""
    before = situation((Build(0, "lumber_yard"), CARDS[0]), (Discard(1), CARDS[0]), (Discard(2), None))
    entries = (*before.entries[:2], replace(before.entries[2], supposed=True))
    code = code_of("stone_pit")
    log = came((0, CARDS[0], 10.0), (2, code, 11.0))
    before = replace(before, booked={CARDS[0]: 0}, entries=entries)
    assert read(before, UmpireMemory(log=log)).better_record() is not None


@pytest.mark.parametrize(
    ("since", "missed", "instead"), [(14.0, None, True), (14.0, 16.0, False), (None, None, False), (9.0, None, False)]
)
def test_a_leader_was_exchanged_for_one_that_was_laid_later_and_lies_there_still(since, missed, instead):
    """The hand that took the recorded one left at 15 s; what lay there before anybody looked was not laid for it."""
    recorded, other = leader_code("midas"), leader_code("caesar")
    cities = {(0, recorded, None): taken(recorded, 10.0, by=15.0), (0, other, None): Came(other, since, unseen=missed)}
    entry = Booked(Recruit(0, "midas"), recorded)
    at = Situation(Scene(30.0), Game.new(SEATS, leaders=True), {recorded: 0}, (entry,))
    memory = UmpireMemory(log=AgeLog(0, 0.0, cities))
    new_cards = cards_that_came(at, memory, CODEBOOK)
    assert _laid_instead(entry, at, memory, new_cards) == ([other] if instead else [])
