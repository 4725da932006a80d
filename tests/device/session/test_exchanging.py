"""A card that is exchanged after its turn has closed by itself: the record follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.session.restoring import restore
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import STORED, Asked, Corrected, Undone, event_from_row, event_to_row
from display.messages.intents import ChangePast, Enter, Undo
from engine import RULINGS, Build, BuildFromDiscard, Discard, Phase
from tests.device.journal_rows import read_back
from tests.device.table_session import TableSession, resume_without_pile
from tests.device.tables import CODEBOOK, count_old
from vision.scene import Place
from vision.table.pose import Pose

MAT_CODE = 210
THREE = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


@pytest.fixture
def closed():
    """The first turn has closed; the last card was Clay Pit in Alexandria."""
    session = TableSession(THREE)
    session.table.lay(0, "lumber_yard")
    session.table.lay(1, "stone_pit")
    session.last = session.table.lay(2, "clay_pit")
    session.wait(1.5)
    assert session.closed == [(1, 1)]
    return session


def cards(session):
    return [city.cards for city in session.game.cities]


def lay_at(session, seat, card, place):
    item = session.table.lay(seat, card)
    session.table.items[-1] = replace(item, x=place.x + 3, y=place.y)
    return session.table.items[-1]


def take_by_hand(session, item):
    at = session.table.items.index(item)
    session.table.items[at] = replace(item, covered=True)
    session.wait(1)
    session.table.items.pop(at)


def test_a_card_laid_in_the_place_of_the_last_one_replaces_it(closed):
    take_by_hand(closed, closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(14)
    assert cards(closed) == [("lumber_yard",), ("stone_pit",), ("timber_yard",)]
    assert closed.questions == []
    assert any(isinstance(event, Undone) for event in closed.events)
    (corrected,) = [event for event in closed.events if isinstance(event, Corrected)]
    assert (corrected.age, corrected.turn, corrected.action.seat, corrected.action.card) == (1, 1, 2, "timber_yard")


def test_a_card_taken_by_a_hand_is_replaced_by_one_laid_elsewhere_in_the_city(closed):
    closed.table.lay(2, "timber_yard")
    take_by_hand(closed, closed.last)
    closed.wait(14)
    assert cards(closed)[2] == ("timber_yard",)


def test_nobody_is_asked_about_a_card_that_can_be_paid_with_the_exchanged_one(closed):
    take_by_hand(closed, closed.last)
    lay_at(closed, 2, "press", closed.last)
    closed.wait(4)
    for seat, name in enumerate(("scriptorium", "ore_vein", "baths")):
        closed.table.lay(seat, name)
    closed.wait(20)
    assert [event for event in closed.events if isinstance(event, Asked)] == []
    assert cards(closed) == [("lumber_yard", "scriptorium"), ("stone_pit", "ore_vein"), ("press", "baths")]


def test_of_two_cards_that_come_when_one_is_taken_the_first_is_there_instead_and_the_second_is_the_next_one(closed):
    take_by_hand(closed, closed.last)
    closed.wait(1)
    for seat, name in enumerate(("clay_pool", "ore_vein")):
        closed.table.lay(seat, name)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(2).table.lay(2, "baths")
    closed.wait(20)
    assert cards(closed)[2] == ("timber_yard", "baths")
    assert closed.questions == []


def test_the_first_card_is_there_instead_although_the_second_one_comes_as_the_other_is_taken(closed):
    closed.wait(1).table.lay(2, "timber_yard")
    closed.wait(1)
    for seat, name in enumerate(("clay_pool", "ore_vein")):
        closed.table.lay(seat, name)
    take_by_hand(closed, closed.last)
    closed.table.lay(2, "baths")
    closed.wait(20)
    assert cards(closed)[2] == ("timber_yard", "baths")


def test_a_card_that_is_not_seen_any_more_stays_in_the_ledger_if_no_hand_took_it(closed):
    closed.table.take(closed.last)
    closed.wait(1)
    closed.table.lay(2, "timber_yard")
    closed.wait(14)
    assert cards(closed)[2] == ("clay_pit",)


def test_a_card_beside_one_that_glare_hides_does_not_replace_it_when_the_board_is_pushed(closed):
    closed.table.take(closed.last)
    closed.wait(1)
    beside = lay_at(closed, 2, "timber_yard", replace(closed.last, x=closed.last.x + 20))
    closed.wait(1)
    closed.table.push_board(2, -23.0)
    closed.wait(14)
    assert abs(closed.table.items[-1].x - closed.last.x) < 5 < abs(beside.x - closed.last.x)
    assert cards(closed)[2] == ("clay_pit",)


@pytest.mark.parametrize("by_hand", [True, False])
def test_where_others_have_gone_on_two_more_cards_replace_one_that_a_hand_took(closed, by_hand):
    closed.table.lay(0, "clay_pool")
    closed.table.lay(1, "ore_vein")
    if by_hand:
        take_by_hand(closed, closed.last)
    else:
        closed.table.take(closed.last)
        closed.wait(1)
    closed.table.lay(2, "timber_yard")
    closed.wait(14)
    closed.table.lay(2, "loom")
    closed.wait(14)
    first = [entry.action.card for entry in closed.session.entries if entry.seat == 2 and entry.turn == 1]
    assert first == ["timber_yard" if by_hand else "clay_pit"]


def test_a_card_that_is_missed_for_a_moment_when_the_next_one_is_laid_is_not_replaced(closed):
    closed.table.lay(0, "clay_pool")
    closed.table.lay(1, "ore_vein")
    take_by_hand(closed, closed.last)
    closed.table.lay(2, "loom")
    closed.wait(14)
    closed.table.items.append(closed.last)
    closed.wait(14)
    assert [entry.action.card for entry in closed.session.entries if entry.seat == 2] == ["clay_pit", "loom"]


def test_a_city_that_is_tidied_is_not_exchanged(closed):
    closed.table.lay(2, "timber_yard")
    take_by_hand(closed, closed.last)
    closed.wait(0.5)
    closed.table.items.append(replace(closed.last, x=closed.last.x + 80, since=closed.table.now))
    closed.wait(14)
    assert cards(closed)[2] == ("clay_pit",)


def test_the_record_follows_a_card_that_was_only_hidden_once_others_have_gone_on(closed):
    closed.table.lay(2, "timber_yard")
    take_by_hand(closed, closed.last)
    closed.wait(14)
    assert cards(closed)[2] == ("timber_yard",)
    closed.table.items.append(closed.last)
    for seat, card in ((0, "loom"), (1, "ore_vein")):
        closed.table.lay(seat, card)
    assert closed.wait(30).questions == []
    assert cards(closed)[2] == ("clay_pit", "timber_yard")


def test_nothing_is_exchanged_after_an_undo(closed):
    closed.press(Undo())
    closed.table.take(closed.last)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(1)
    assert not any(isinstance(action, Build) and action.card == "clay_pit" for action in closed.game.actions)


def test_a_card_is_exchanged_in_a_later_turn_too(closed):
    closed.table.lay(0, "loom")
    last = closed.table.lay(1, "ore_vein")
    closed.table.lay(2, "press")
    closed.wait(1.5)
    assert closed.closed == [(1, 1), (1, 2)]
    take_by_hand(closed, last)
    lay_at(closed, 1, "stockade", last)
    closed.wait(14)
    assert cards(closed) == [("lumber_yard", "loom"), ("stone_pit", "stockade"), ("clay_pit", "press")]


@pytest.mark.parametrize(
    ("late", "bare", "next_ones"),
    [(5, 0, 2), (12, 0, 2), (12, 2, 2), (12, 0, 0)],
    ids=["soon", "over", "bare", "alone"],
)
def test_a_card_that_hides_the_last_one_late_is_the_next_one_if_others_have_laid_theirs(closed, late, bare, next_ones):
    """Hands were passed on then, whether or not something lay there just before."""
    closed.wait(late - 2.5)
    for seat, card in list(enumerate(("loom", "ore_vein")))[:next_ones]:
        closed.table.lay(seat, card)
    closed.wait(1)
    take_by_hand(closed, closed.last)
    closed.wait(bare)
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(14)
    assert cards(closed)[2] == (("clay_pit", "timber_yard") if next_ones else ("timber_yard",))


@pytest.fixture
def one_discarded():
    """The second turn has closed; Rhodes built Ore Vein, Alexandria discarded."""
    session = TableSession(THREE).jump(2)
    session.table.lay(0, "loom")
    session.last = session.table.lay(1, "ore_vein")
    session.table.discard()
    session.wait(0.5)
    assert session.closed == [(1, 2)]
    return session


def test_whoever_has_discarded_lays_the_next_card_when_hands_were_passed_on(one_discarded):
    one_discarded.wait(1, step=0.25)
    one_discarded.table.lay(2, "clay_pit")
    one_discarded.wait(2)
    assert cards(one_discarded)[2] == ()
    assert one_discarded.session.ruling.plans[2].card == "clay_pit"


def test_a_card_moved_to_a_city_that_keeps_its_own_stays_in_the_ledger(closed):
    closed.table.move(closed.last, 1)
    closed.wait(14)
    assert cards(closed)[1:] == [("stone_pit",), ("clay_pit",)]


def test_two_cards_laid_together_keep_the_turn_open():
    session = TableSession(THREE)
    session.table.lay(0, "lumber_yard")
    session.table.lay(1, "stone_pit")
    wrong = session.table.lay(2, "clay_pit")
    session.table.lay(2, "timber_yard")
    session.wait(2)
    assert session.closed == []
    session.table.take(wrong)
    session.wait(14)
    assert cards(session)[2] == ("timber_yard",)


@pytest.mark.parametrize("hand_stays", [0.0, 0.7])
def test_a_card_that_was_laid_over_the_last_one_does_not_replace_it(closed, hand_stays):
    """It lies beside the other's place and over its sticker, which is therefore not seen any more."""
    at = closed.table.items.index(closed.last)
    closed.wait(2)
    closed.table.items[at] = replace(closed.last, covered=True)
    closed.wait(1 - hand_stays, step=0.1)
    item = closed.table.lay(2, "timber_yard")
    closed.table.items[-1] = replace(item, x=closed.last.x + 20, y=closed.last.y)
    closed.wait(hand_stays, step=0.1)
    closed.table.items[at] = replace(closed.last, unseen_since=closed.table.now, under=item.track)
    closed.wait(0.2, step=0.1).wait(14)
    assert cards(closed)[2] == ("clay_pit",)


def test_a_card_that_is_tucked_under_the_place_of_the_last_one_hides_nothing_so_it_replaces_it(closed):
    at = closed.table.items.index(closed.last)
    closed.wait(0.5)
    closed.table.items[at] = replace(closed.last, covered=True)
    closed.wait(1)
    closed.table.items.pop(at)
    item = closed.table.lay(2, "timber_yard")
    closed.table.items[-1] = replace(item, x=closed.last.x + 2, y=closed.last.y - 24)
    closed.wait(0.2, step=0.1).wait(14)
    assert cards(closed)[2] == ("timber_yard",)


def test_a_card_laid_where_the_seventh_was_is_not_for_the_sixth_turn_in_which_that_seat_discarded():
    session = TableSession([("babylon", "B"), *THREE[1:]]).jump(6, stages=[(0, 2)])
    for seat, card in ((1, "stone_pit"), (2, "clay_pit")):
        session.table.lay(seat, card)
    for _ in range(3):  # two are left over
        session.wait(1).table.discard()
    assert session.wait(2).game.phase is Phase.SEVENTH
    seventh = session.table.lay(0, "lumber_yard")
    assert session.wait(2).game.phase is Phase.CONFLICTS
    take_by_hand(session, seventh)
    lay_at(session, 0, "ore_vein", seventh)
    assert cards(session.wait(14))[0] == ("ore_vein",)


def test_a_seventh_card_that_hides_the_sixth_ones_sticker_does_not_replace_it():
    session = TableSession([("babylon", "B"), *THREE[1:]]).jump(6, stages=[(0, 2)])
    session.last = session.table.lay(0, "lumber_yard")
    for seat, card in ((1, "stone_pit"), (2, "clay_pit")):
        session.table.lay(seat, card)
    assert session.wait(2).game.phase is Phase.SEVENTH
    session.table.lay(0, "ore_vein")
    over = Pose(session.last.x, session.last.y, session.last.angle).at(25.0, -30.0)
    session.table.items[-1] = replace(session.table.items[-1], x=over.x, y=over.y)
    show(session, session.last, covered=True)
    session.wait(0.25, step=0.25)
    session.table.items = [item for item in session.table.items if item.track != session.last.track]
    assert cards(session.wait(14))[0] == ("lumber_yard", "ore_vein")


@pytest.fixture
def with_seventh():
    """In the sixth turn Babylon has laid two cards together; the second is read when the turn has closed."""
    session = TableSession([("babylon", "B"), *THREE[1:]]).jump(6, stages=[(0, 2)])
    for seat, card in ((1, "stone_pit"), (2, "clay_pit")):
        session.table.lay(seat, card)
    session.wait(2)
    session.last = session.table.lay(0, "lumber_yard")
    session.second = session.wait(0.5, step=0.25).table.lay(0, "ore_vein")
    session.table.items.remove(session.second)
    session.wait(0.5, step=0.25)
    assert session.game.phase is Phase.SEVENTH
    session.table.items.append(session.second)
    return session


def test_of_two_cards_laid_together_the_one_that_is_taken_back_is_no_seventh_card(with_seventh):
    take_by_hand(with_seventh.wait(3), with_seventh.second)
    assert (cards(with_seventh.wait(20))[0], with_seventh.game.phase) == (("lumber_yard",), Phase.SEVENTH)
    with_seventh.table.lay(0, "loom")
    assert cards(with_seventh.wait(3))[0] == ("lumber_yard", "loom")


def test_a_second_card_of_the_sixth_turn_is_the_seventh_one_eight_seconds_after_it_was_laid(with_seventh):
    assert with_seventh.wait(7).game.phase is Phase.SEVENTH
    assert with_seventh.wait(0.5).game.phase is Phase.CONFLICTS
    assert cards(with_seventh)[0] == ("lumber_yard", "ore_vein")


def second_turn(closed):
    """The second turn has closed, too; Alexandria's first card and its second one."""
    first = closed.last
    for seat, card in ((0, "altar"), (1, "theater")):
        closed.table.lay(seat, card)
    second = closed.table.lay(2, "loom")
    assert closed.wait(2).closed == [(1, 1), (1, 2)]
    return first, second


def show(session, item, **changed):
    items = session.table.items
    items[[one.track for one in items].index(item.track)] = replace(item, **changed)


def test_a_resting_hand_that_lays_the_next_card_over_the_last_one_exchanges_nothing(closed):
    first, second = second_turn(closed)
    closed.wait(1)
    for item in (first, second):
        show(closed, item, covered=True)
    closed.wait(14)
    for seat, card in ((0, "baths"), (1, "stockade")):
        closed.table.lay(seat, card)
    show(closed.wait(14), first)
    closed.table.items = [item for item in closed.table.items if item.track != second.track]
    lay_at(closed, 2, "timber_yard", second)
    assert cards(closed.wait(14))[2] == ("clay_pit", "loom", "timber_yard")


def test_coins_that_go_from_an_older_card_to_the_last_one_exchange_nothing(closed):
    """The next card is laid at the same time, and comes to light with the older one."""
    show(closed, closed.last, unseen_since=closed.table.now)
    first, second = second_turn(closed)
    show(closed.wait(38), second, covered=True)
    show(closed.wait(0.5), first)
    closed.table.lay(2, "timber_yard")
    show(closed.wait(0.5), second, unseen_since=closed.table.now)
    assert cards(closed.wait(14))[2] == ("clay_pit", "loom")


def test_a_card_that_was_exchanged_before_a_restart_is_not_exchanged_again_for_ever(closed):
    take_by_hand(closed, closed.last)
    closed.last = closed.wait(1).table.lay(2, "timber_yard")
    assert cards(closed.wait(14))[2] == ("timber_yard",)
    stored = [event_from_row(*event_to_row(event)) for event in closed.events if isinstance(event, STORED)]
    session = Session(TableUmpire(CODEBOOK), auto=True)
    closed.session = resume_without_pile(session, restore(THREE, {"rulings": RULINGS}, stored))
    closed.wait(14).table.lay(2, "ore_vein")
    take_by_hand(closed.wait(14), closed.last)
    assert cards(closed.wait(14))[2] == ("timber_yard",)


def restart(session):
    restored = restore(THREE, {"rulings": RULINGS}, read_back(session.session.entries))
    session.session = resume_without_pile(Session(TableUmpire(CODEBOOK), auto=True), restored)
    return session


@pytest.mark.parametrize("taken", ["nothing", "hidden"])
def test_after_a_restart_a_card_is_for_the_next_turn(closed, taken):
    if taken == "hidden":
        closed.table.take(closed.last)
    closed.table.lay(2, "timber_yard")
    restart(closed).wait(14)
    assert cards(closed) == [("lumber_yard",), ("stone_pit",), ("clay_pit",)]


def test_a_discard_before_a_restart_is_not_exchanged_for_a_card_laid_meanwhile(discarded_once):
    discarded_once.table.lay(2, "clay_pit")
    restart(discarded_once).wait(14)
    assert cards(discarded_once)[2] == ()


def test_in_which_turns_the_actions_were_is_known_after_a_restart(closed):
    """The journal does not say it."""
    for seat, card in enumerate(("ore_vein", "clay_pool", "timber_yard")):
        closed.table.lay(seat, card)
    before = [(entry.age, entry.turn) for entry in closed.wait(14).session.entries]
    restart(closed).wait(2)
    assert [(entry.age, entry.turn) for entry in closed.session.entries] == before == 3 * [(1, 1)] + 3 * [(1, 2)]


@pytest.fixture
def discarded_once():
    """The first turn has closed; Alexandria has discarded."""
    session = TableSession(THREE)
    session.table.lay(0, "lumber_yard")
    session.table.lay(1, "stone_pit")
    session.last = session.table.discard()
    session.wait(1.5)
    assert session.closed == [(1, 1)]
    return session


def take_back(session):
    take_from_mat(session, session.last)


def take_from_mat(session, item):
    """A hand takes the card from the mat."""
    at = session.table.items.index(item)
    session.table.items[at] = replace(item, covered=True)
    session.wait(1)
    session.table.items[at] = replace(item, unseen_since=session.table.now)
    session.wait(1)
    session.table.items.pop(at)


def test_a_card_that_is_taken_back_from_the_mat_and_built_was_no_discard(discarded_once):
    take_back(discarded_once)
    discarded_once.table.lay(2, "clay_pit")
    assert cards(discarded_once.wait(14)) == [("lumber_yard",), ("stone_pit",), ("clay_pit",)]
    assert count_old(discarded_once.session.memory.mat, CODEBOOK.back("age_1")) == 0
    for seat, card in enumerate(("ore_vein", "timber_yard")):
        discarded_once.table.lay(seat, card)
    discarded_once.table.discard()
    assert discarded_once.wait(2).closed[-1] == (1, 2)


def test_a_card_of_another_age_that_is_taken_from_the_mat_was_no_discard_of_this_turn(discarded_once):
    """Nor is a discard missing."""
    other = discarded_once.table.discard(back=CODEBOOK.back("age_2"))
    discarded_once.last = discarded_once.table.items[-1] = replace(other, since=0.0)
    discarded_once.wait(2)
    take_back(discarded_once)
    discarded_once.table.lay(2, "clay_pit")
    assert cards(discarded_once.wait(14))[2] == ()
    assert discarded_once.session.ruling.plans[2].card == "clay_pit"
    assert notices(discarded_once.wait(14)) == []


@pytest.fixture
def at_the_pile():
    """Halicarnassus may build a card from the discard pile; the five cards that were discarded lie on the mat."""
    session = TableSession([("rhodes", "A"), ("halicarnassus", "B"), ("alexandria", "A")])
    session.pile = [session.table.discard() for _ in range(5)]
    session.jump(3, builds=[Build(0, "ore_vein"), Discard(1), Discard(2)])
    session.table.lay(0, "stone_pit")
    session.table.stage(1, 1)
    session.table.lay(2, "loom")
    assert session.wait(2).game.phase is Phase.FROM_DISCARD
    return session


@pytest.fixture
def from_pile(at_the_pile):
    """It has built Barracks from there; the turn has closed."""
    take_from_mat(at_the_pile, at_the_pile.pile.pop())
    at_the_pile.last = at_the_pile.table.lay(1, "barracks")
    assert (at_the_pile.wait(14).game.turn, cards(at_the_pile)[1]) == (4, ("barracks",))
    return at_the_pile


@pytest.fixture
def exchanged(from_pile):
    """Halicarnassus holds Barracks again, and has built Press from the pile instead."""
    take_by_hand(from_pile, from_pile.last)
    from_pile.wait(14)
    take_from_mat(from_pile, from_pile.pile[0])
    from_pile.table.lay(1, "press")
    assert cards(from_pile.wait(14))[1] == ("press",)
    return from_pile


def others_play(session, *played):
    for seat, card in played or ((0, "altar"), (2, "theater")):
        session.table.lay(seat, card)


def test_a_card_that_is_held_since_the_pile_was_looked_through_may_be_built_instead(at_the_pile):
    """Two cards were taken from the pile, and one was laid. It is put back for the other one."""
    table = at_the_pile.table
    for card in at_the_pile.pile[:2]:
        take_from_mat(at_the_pile, card)
    first = table.lay(1, "barracks")
    take_by_hand(at_the_pile.wait(2), first)
    table.lay(1, "press")
    assert cards(at_the_pile.wait(14))[1] == ("press",)
    table.discard()
    at_the_pile.wait(1.5)
    table.discard(at=(1010.0, 400.0))
    others_play(at_the_pile, (1, "marketplace"), (2, "theater"))
    assert at_the_pile.wait(15).game.turn == 5, "Rhodes has discarded"


def test_of_two_cards_taken_from_the_discard_pile_the_other_one_is_put_back_when_one_is_built(at_the_pile):
    """The second one was on the table too short to be recorded, and is put down last."""
    for card in at_the_pile.pile[:2]:
        take_from_mat(at_the_pile, card)
    at_the_pile.table.lay(1, "press")
    assert cards(at_the_pile.wait(14))[1] == ("press",)
    at_the_pile.table.discard()
    others_play(at_the_pile)
    assert (at_the_pile.wait(14).game.turn, at_the_pile.questions) == (4, [])


@pytest.mark.parametrize("others_discard", [False, True])
def test_a_card_from_the_discard_pile_stays_if_nobody_looks_for_another_one_there(from_pile, others_discard):
    """Coins are put on it, and the next card is laid; a card that comes to the mat is no sign of looking for one."""
    take_by_hand(from_pile, from_pile.last)
    if others_discard:
        from_pile.wait(20).table.discard(at=(1010.0, 400.0))
    from_pile.wait(14).table.lay(1, "press")
    assert cards(from_pile.wait(14))[1] == ("barracks",)
    others_play(from_pile, *(((2, "theater"),) if others_discard else ()))
    assert (from_pile.wait(14).game.turn, cards(from_pile)[1]) == (5, ("barracks", "press"))


def test_a_discard_counts_although_another_card_was_hidden_when_one_was_built_from_the_pile(at_the_pile):
    """Coins on a back look like a card that was taken: once they are away, nothing is asked any more."""
    take_from_mat(at_the_pile, at_the_pile.pile.pop())
    table, hidden = at_the_pile.table, at_the_pile.pile[0]
    at = table.items.index(hidden)
    table.items[at] = replace(hidden, covered=True)
    at_the_pile.wait(1).table.items[at] = replace(hidden, unseen_since=table.now)
    table.lay(1, "barracks")
    at_the_pile.wait(14).table.discard(at=(1010.0, 400.0))
    others_play(at_the_pile, (1, "press"), (2, "theater"))
    assert (at_the_pile.wait(15).game.turn, at_the_pile.questions) == (4, [])
    table.items[at] = hidden
    assert at_the_pile.wait(14).game.turn == 5
    assert at_the_pile.game.actions[-3:][0] == Discard(0)


def test_two_seats_put_their_mistakes_right_after_the_same_turn_one_of_them_at_the_mat():
    """Rhodes exchanges its card; Giza builds the one that it takes back from the mat a little later."""
    session = TableSession(THREE)
    first = session.table.lay(1, "stone_pit")
    session.table.lay(2, "clay_pit")
    session.last = session.table.discard()
    session.wait(1.5)
    assert session.closed == [(1, 1)]
    take_by_hand(session, first)
    lay_at(session, 1, "ore_vein", first)
    take_back(session)
    session.table.lay(0, "lumber_yard")
    session.wait(14)
    assert cards(session) == [("lumber_yard",), ("ore_vein",), ("clay_pit",)]


def test_a_discard_that_is_taken_away_is_said_to_be_missing_until_it_lies_there_again(discarded_once):
    take_back(discarded_once)
    discarded_once.wait(5)
    assert notices(discarded_once) == []
    discarded_once.wait(4)
    assert notices(discarded_once) == ["notice.discard_missing"]
    discarded_once.table.items.append(discarded_once.last)
    assert notices(discarded_once.wait(1)) == []


def test_a_card_of_the_next_turn_that_is_taken_back_says_nothing_about_the_turn_before(discarded_once):
    discarded_once.last = discarded_once.table.discard()
    discarded_once.wait(1)
    take_back(discarded_once)
    discarded_once.table.lay(2, "clay_pit")
    discarded_once.wait(14)
    assert cards(discarded_once)[2] == ()


def notices(session):
    return [notice.key for notice in session.session.ruling.notices]


def test_a_card_that_is_built_while_the_discard_lies_there_is_for_the_next_turn(discarded_once):
    discarded_once.wait(1, step=0.25).table.lay(2, "clay_pit")
    discarded_once.wait(14)
    assert cards(discarded_once)[2] == ()


def test_a_card_that_was_taken_back_from_the_mat_long_ago_is_asked_about(discarded_once):
    take_back(discarded_once)
    discarded_once.wait(60).table.lay(2, "clay_pit")
    assert (cards(discarded_once.wait(30))[2], discarded_once.questions) == ((), ["correct_past"])


def test_a_question_about_the_past_is_announced_once_although_somebody_enters_an_action(discarded_once):
    take_back(discarded_once)
    discarded_once.wait(60).table.lay(2, "clay_pit")
    discarded_once.wait(30).press(Enter(Discard(0)))
    assert discarded_once.wait(14).questions == ["correct_past"]
    asked = [event.question.kind for event in discarded_once.events if isinstance(event, Asked)]
    assert asked.count("correct_past") == 1


def test_a_card_may_be_missed_on_the_mat_after_it_is_read_in_the_city(discarded_once):
    """The hand that took it rests over the mat for as long as the next one needs to lay it."""
    at = discarded_once.table.items.index(discarded_once.last)
    discarded_once.table.items[at] = replace(discarded_once.last, covered=True)
    discarded_once.wait(1, step=0.25).table.lay(2, "clay_pit")
    discarded_once.wait(0.5)
    discarded_once.table.items[at] = replace(discarded_once.last, unseen_since=discarded_once.table.now)
    discarded_once.wait(14)
    assert cards(discarded_once)[2] == ("clay_pit",)


def test_what_a_hand_hides_while_a_card_is_laid_is_not_the_card_that_was_taken_before(discarded_once):
    """Coins lie on an older discard; once they are gone, the built card is not taken for a discard again."""
    older, session = discarded_once.last, discarded_once
    for seat, card in ((0, "ore_vein"), (1, "clay_pool")):
        session.table.lay(seat, card)
    session.last = session.table.discard()
    session.wait(14)
    assert session.closed[-1] == (1, 2)
    take_back(session)
    at = session.table.items.index(older)
    session.table.items[at] = replace(older, covered=True)
    session.wait(0.25, step=0.25).table.lay(2, "clay_pit")
    session.table.items[at] = replace(older, unseen_since=session.table.now)
    assert cards(session.wait(14))[2] == ("clay_pit",)
    session.table.items[at] = older
    assert cards(session.wait(20))[2] == ("clay_pit",)
    assert count_old(session.session.memory.mat, CODEBOOK.back("age_1")) == 1


def test_a_card_that_is_seen_again_was_not_exchanged(closed):
    take_by_hand(closed, closed.last)
    closed.wait(18)
    closed.table.items.append(replace(closed.last, x=closed.last.x + 40, since=closed.table.now))
    lay_at(closed, 2, "timber_yard", closed.last)
    closed.wait(14)
    assert cards(closed)[2] == ("clay_pit",)
    assert closed.session.ruling.plans[2].card == "timber_yard"


def test_a_card_that_was_moved_under_a_resting_hand_is_not_exchanged(closed):
    press = [closed.table.lay(seat, card) for seat, card in enumerate(("loom", "ore_vein", "press"))][-1]
    closed.wait(1.5)
    assert closed.closed == [(1, 1), (1, 2)]
    hand = replace(closed.last, covered=True)
    closed.table.items = [item for item in closed.table.items if item not in (closed.last, press)]
    closed.table.items += [hand, replace(press, covered=True)]
    closed.wait(1).table.items.pop()
    lay_at(closed, 2, "stockade", press)
    closed.wait(14)
    assert cards(closed)[2] == ("clay_pit", "press")
    closed.table.items[closed.table.items.index(hand)] = closed.last
    closed.table.items.append(replace(press, x=press.x + 80, since=closed.table.now + 0.5))
    closed.wait(14)
    assert cards(closed)[2] == ("clay_pit", "press")
    assert closed.session.ruling.plans[2].card == "stockade"


@pytest.mark.parametrize("seconds", [10, 30, 45])
def test_coins_on_the_last_card_long_after_the_next_one_was_laid_exchange_nothing(closed, seconds):
    """The others still think."""
    closed.wait(14).table.lay(2, "timber_yard")
    take_by_hand(closed.wait(seconds), closed.last)
    assert cards(closed.wait(14))[2] == ("clay_pit",)


@pytest.mark.parametrize("together", [False, True])
def test_of_two_that_discarded_nobody_can_tell_which_one_has_built_the_one_card_that_was_taken_back(together):
    """Both show a card; what is missing on the mat is said."""
    session = TableSession(THREE)
    session.table.lay(0, "lumber_yard")
    session.table.discard()
    session.last = session.table.discard()
    assert session.wait(1.5).closed == [(1, 1)]
    take_back(session)
    session.table.lay(2, "clay_pit")
    session.wait(0.0 if together else 1.0)
    session.table.lay(1, "stone_pit")
    session.wait(14)
    assert cards(session) == [("lumber_yard",), (), ()]
    assert notices(session.wait(14)) == ["notice.discard_missing"]


def test_a_discard_that_is_not_seen_stays_one_when_its_seat_lays_the_next_card_first(discarded_once):
    """No hand was there."""
    discarded_once.wait(14)
    at = discarded_once.table.items.index(discarded_once.last)
    discarded_once.table.items[at] = replace(discarded_once.last, unseen_since=discarded_once.table.now)
    discarded_once.wait(1).table.lay(2, "clay_pit")
    assert cards(discarded_once.wait(14))[2] == ()
    assert discarded_once.session.ruling.plans[2].card == "clay_pit"


def test_what_somebody_has_corrected_stands_although_the_card_lies_there(closed):
    closed.wait(14)
    number = next(n for n, entry in enumerate(closed.session.entries) if entry.seat == 2)
    closed.press(ChangePast(number, Discard(2)))
    assert cards(closed.wait(14))[2] == ()


def test_what_somebody_has_corrected_stands_although_the_seat_does_the_same_in_another_turn(closed):
    closed.table.lay(0, "ore_vein")
    closed.table.lay(1, "clay_pool")
    closed.table.discard()
    closed.wait(14)
    number = next(n for n, entry in enumerate(closed.session.entries) if entry.seat == 2)
    closed.press(ChangePast(number, Discard(2)))
    assert (closed.game.turn, cards(closed.wait(40))[2]) == (3, ())


def test_a_card_that_is_put_back_when_another_one_was_entered_from_the_pile_is_no_discard():
    """Halicarnassus looks at two cards of the turn before; which one it builds is entered by hand."""
    session = TableSession([("rhodes", "A"), ("halicarnassus", "B"), ("alexandria", "A")]).jump(2)
    session.table.lay(0, "ore_vein")
    pile = [session.table.discard(at=(1000.0 + 70 * n, 400.0)) for n in range(2)]
    session.wait(14)
    for seat, card in ((0, "stone_pit"), (2, "clay_pool")):
        session.table.lay(seat, card)
    session.table.stage(1, 1)
    assert session.wait(14).game.phase is Phase.FROM_DISCARD
    for item in pile:
        take_from_mat(session, item)
    session.enter(BuildFromDiscard(1, "theater"))
    session.wait(1).table.lay(0, "lumber_yard")
    session.table.lay(1, "clay_pit")
    session.table.discard()
    assert (session.wait(4).game.turn, session.game.pending) == (4, {})


def test_another_seats_discard_stays_while_somebody_looks_through_the_pile():
    """Halicarnassus takes a card of an earlier turn, and thinks; whoever has discarded lays its next card."""
    session = TableSession([("rhodes", "A"), ("halicarnassus", "B"), ("alexandria", "A")])
    pile = [session.table.discard() for _ in range(5)]
    session.jump(3, builds=[Build(0, "ore_vein"), Discard(1), Discard(2)])
    session.table.lay(0, "stone_pit")
    session.table.stage(1, 1)
    session.wait(1).table.discard(at=(1010.0, 400.0))
    assert session.wait(14).game.phase is Phase.FROM_DISCARD
    take_from_mat(session, pile[0])
    session.table.lay(2, "theater")
    assert cards(session.wait(14))[2] == ()


def test_a_card_is_exchanged_although_another_seat_that_has_discarded_lays_its_next_one(discarded_once):
    stone_pit = discarded_once.table.items[1]
    discarded_once.wait(1).table.lay(2, "clay_pit")
    discarded_once.wait(1)
    take_by_hand(discarded_once, stone_pit)
    lay_at(discarded_once, 1, "ore_vein", stone_pit)
    assert cards(discarded_once.wait(14))[1:] == [("stone_pit",), ()]
    discarded_once.table.lay(1, "loom")
    assert cards(discarded_once.wait(14))[1:] == [("ore_vein",), ()]


def test_a_card_is_exchanged_although_a_phase_has_closed_since(at_the_pile):
    stone_pit = next(item for item in at_the_pile.table.items if item.seat == 0 and item.place is Place.CITY)
    take_from_mat(at_the_pile, at_the_pile.pile.pop())
    at_the_pile.table.lay(1, "barracks")
    assert (at_the_pile.wait(14).game.turn, cards(at_the_pile)[1]) == (4, ("barracks",))
    take_by_hand(at_the_pile, stone_pit)
    lay_at(at_the_pile, 0, "theater", stone_pit)
    assert cards(at_the_pile.wait(14))[:2] == [("ore_vein", "theater"), ("barracks",)]


@pytest.mark.parametrize(("looked_since", "stays"), [("afterwards", "barracks"), ("just before", "press")])
def test_what_was_built_from_the_pile_before_anybody_looked_stands(from_pile, looked_since, stays):
    """A hand takes the card away and lays another one."""
    unseen = len(from_pile.session.entries) - (looked_since == "just before")
    log = replace(from_pile.session.memory.log, unseen=unseen)
    from_pile.session = from_pile.session.remember(log=log)
    take_by_hand(from_pile, from_pile.last)
    take_from_mat(from_pile, from_pile.pile[0])
    from_pile.table.lay(1, "press")
    assert cards(from_pile.wait(14))[1] == (stays,)


@pytest.mark.parametrize("others_first", [True, False])
def test_a_card_laid_where_the_one_from_the_pile_is_missed_is_the_next_one_if_others_have_laid_theirs(
    from_pile, others_first
):
    """Light may hide the other one since a hand was there."""
    others = ((0, "marketplace"), (2, "theater"))
    for seat, card in others if others_first else ():
        from_pile.table.lay(seat, card)
    from_pile.wait(1)
    take_by_hand(from_pile, from_pile.last)
    from_pile.table.lay(1, "press")
    assert cards(from_pile.wait(12))[1] == (("barracks", "press") if others_first else ("press",))


def test_an_exchange_that_the_rules_forbid_is_not_undone_when_the_first_card_is_seen_again(closed):
    take_by_hand(closed, closed.last)
    lay_at(closed, 2, "scriptorium", closed.last)
    closed.wait(14)
    events = len(closed.events)
    closed.table.items.append(closed.last)
    closed.wait(14)
    assert not any(isinstance(event, Undone) for event in closed.events[events:])
    assert cards(closed)[2] == ("clay_pit",)
