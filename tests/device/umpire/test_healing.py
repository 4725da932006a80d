"""A ledger that contradicts the table: what is found, what is asked, and what is corrected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.explanations import explanations
from device.ledger_check.table_facts import Front, StageBack, TableFacts
from device.session.restoring import restore, resume
from device.session.session import Session
from device.umpire.contradictions import after_correction, exchanged_copies, unexplained_cards
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.discards.stickers import BackOnMat
from device.umpire.ruling import Contradicted, Contradiction, UmpireMemory
from device.umpire.table import TableUmpire
from display.messages.events import STORED, Asked, Booked, Undone, event_from_row, event_to_row
from display.messages.intents import Advance, Answer, ChangePast, Choose, Redo, Undo
from display.words import Words
from engine import RULINGS, Build, BuildStage, Discard, Game, Payment
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable, code_of
from tests.device.umpire.wrong_ledgers import trial
from vision.table.pose import Pose

SEATS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A"))
WORDS = Words()
TURN = 30.0


def played(*rounds):
    """A ledger: a card's id, "stage" or None (a discard) for every seat, turn by turn."""
    game, entries = Game.new(SEATS), []
    for cards in rounds:
        for seat, card in enumerate(cards):
            action = Discard(seat) if card is None else BuildStage(seat) if card == "stage" else Build(seat, card)
            game = game.apply(action if game.can(action) else replace(action, exception=True))
            code = code_of(card, 1, seat % 2) if card not in (None, "stage") and copies(card) > 1 else None
            if code is None and card not in (None, "stage"):
                code = code_of(card, 1)
            entries.append(Booked(game.actions[-1], code))
    return game, tuple(entries)


def copies(card):
    return sum(entry.id == card and entry.kind == "card" and entry.age == 1 for entry in CODEBOOK)


def table(*rounds, timed=True, discards=True):
    """What lies on the table when this was really played."""
    _, entries = played(*rounds)
    fronts, stages = {}, {}
    built = [0] * len(SEATS)
    for number, entry in enumerate(entries):
        since = TURN * (1 + number // len(SEATS)) if timed else 0.0
        if isinstance(entry.action, Build):
            fronts[entry.code] = Front(entry.seat, since)
        elif isinstance(entry.action, BuildStage):
            built[entry.seat] += 1
            stages[entry.seat, built[entry.seat]] = StageBack("age_1", since)
    count = sum(isinstance(entry.action, Discard) for entry in entries)
    absent = frozenset(entry.code for entry in CODEBOOK) - fronts.keys()
    bare = frozenset((seat, slot) for seat in range(len(SEATS)) for slot in (1, 2, 3)) - stages.keys()
    closed = TURN * len(rounds) + 1 if timed else float("-inf")
    return TableFacts(fronts, stages, absent, bare, count if discards else None, closed)


def said(booked, facts):
    game, entries = booked
    return [WORDS.changes(one.text) for one in explanations(game, entries, facts, CODEBOOK)]


FIRST = ("lumber_yard", "stone_pit", "clay_pool", "ore_vein")


def test_a_ledger_that_fits_needs_no_explanation():
    assert said(played(FIRST, ("altar", None, "baths", "stage")), table(FIRST, ("altar", None, "baths", "stage"))) == []


def test_another_card_was_built():
    assert said(
        played(FIRST, ("altar", "theater", "baths", "loom")), table(FIRST, ("altar", "theater", "press", "loom"))
    ) == ["Turn 2: Alexandria built Press, not Baths."]


def test_two_seats_are_exchanged():
    assert said(
        played(FIRST, ("altar", "theater", "press", "loom")), table(FIRST, ("theater", "altar", "press", "loom"))
    ) == ["Turn 2: Giza built Theater, not Altar; Rhodes built Altar, not Theater."]


def test_another_seat_built_the_card_and_this_one_discarded():
    assert said(played(FIRST, ("altar", None, "press", "loom")), table(FIRST, (None, "altar", "press", "loom"))) == [
        "Turn 2: Giza discarded, did not build Altar; Rhodes built Altar, did not discard."
    ]


@pytest.mark.parametrize(
    ("booked", "done", "words"),
    [
        (None, "altar", "built Altar, did not discard"),
        (None, "stage", "built a stage, did not discard"),
        ("altar", None, "discarded, did not build Altar"),
        ("stage", None, "discarded, did not build a stage"),
        ("stage", "altar", "built Altar, did not build a stage"),
    ],
)
def test_a_discard_was_something_else_and_the_reverse(booked, done, words):
    rest = ("theater", "press", "loom")
    assert said(played(FIRST, (booked, *rest)), table(FIRST, (done, *rest))) == [f"Turn 2: Giza {words}."]


def test_a_discard_that_never_happened_shifts_the_later_cards():
    booked = played(FIRST, (None, "theater", "press", "loom"), ("altar", "baths", "pawnshop", "glassworks"))
    facts = table(FIRST, ("altar", "theater", "press", "loom"), ("stockade", "baths", "pawnshop", "glassworks"))
    assert said(booked, facts)[0] == (
        "Turn 2: Giza did not discard; its later cards belong one turn earlier. Turn 3: Giza built Stockade."
    )


def test_a_seat_that_has_not_played_its_last_turn_makes_that_turn_open():
    booked = played(FIRST, (None, "theater", "press", "loom"), ("altar", "baths", "pawnshop", "glassworks"))
    true = table(FIRST, ("altar", "theater", "press", "loom"), ("stockade", "baths", "pawnshop", "glassworks"))
    fronts = {code: front for code, front in true.fronts.items() if code != code_of("stockade", 1)}
    (found,) = explanations(*booked, replace(true, fronts=fronts), CODEBOOK)
    game = Game.new(SEATS)
    for entry in (*booked[1][: found.keep], *found.entries):
        game = game.apply(entry.action)
    assert (game.turn, game.to_act) == (3, (0,))
    assert game.cities[0].cards == ("lumber_yard", "altar")


def test_a_turn_that_nobody_booked():
    rounds = (FIRST, ("altar", "theater", "press", "loom"), ("stockade", "baths", "pawnshop", "glassworks"))
    assert said(played(rounds[0], rounds[2]), table(*rounds)) == ["Turn 2: a whole turn was not recorded."]


def test_two_explanations_are_offered_if_nobody_can_tell_the_turn():
    booked = played(FIRST, (None, "theater", "press", "loom"), (None, "baths", "pawnshop", "glassworks"))
    rounds = (FIRST, (None, "theater", "press", "loom"), ("altar", "baths", "pawnshop", "glassworks"))
    assert said(booked, table(*rounds))[0] == "Turn 3: Giza built Altar, did not discard."
    assert sorted(said(booked, table(*rounds, timed=False))) == [
        "Turn 2: Giza built Altar, did not discard.",
        "Turn 3: Giza built Altar, did not discard.",
    ]


def test_a_hidden_card_is_no_contradiction():
    booked = played(FIRST, ("altar", "theater", "press", "loom"))
    facts = table(FIRST, ("altar", "theater", "press", "loom"))
    fronts = {code: front for code, front in facts.fronts.items() if code != code_of("altar", 1)}
    assert said(booked, replace(facts, fronts=fronts)) == []


def test_a_card_that_was_only_pushed_is_not_explained_away():
    booked = played(FIRST, ("altar", "theater", None, "loom"))
    facts = table(FIRST, ("altar", "theater", None, "loom"))
    fronts = dict(facts.fronts) | {code_of("lumber_yard", 1): Front(3, 100.0)}
    assert said(booked, replace(facts, fronts=fronts)) == []


@pytest.mark.parametrize("seeds", [range(1, 76)])
def test_wrong_ledgers_are_explained(seeds):
    trials = [one for one in map(trial, seeds) if one]
    assert len(trials) > 50
    assert sum(one.place == 0 for one in trials) >= 0.9 * len(trials)
    assert sum(one.place is not None for one in trials) >= 0.94 * len(trials)


class WrongTable(TableSession):
    """A table where Rhodes is booked with Clay Pit, which Alexandria built, and Alexandria with a discard."""

    def __init__(self):
        super().__init__(SEATS)
        self.table.lay(0, "lumber_yard")
        clay_pit = self.table.lay(1, "clay_pit")
        self.table.lay(3, "ore_vein")
        self.wait(2).press(Advance())
        assert self.closed == [(1, 1)]
        self.table.take(clay_pit)
        timber_yard = self.table.lay(1, "timber_yard")
        self.table.items[-1] = replace(timber_yard, since=self.table.now - 1.5)
        self.table.items.append(replace(clay_pit, seat=2, since=self.table.now))
        self.wait(30)

    @property
    def asked(self):
        (question,) = self.session.ruling.questions
        return question


def cities(table_session):
    return [city.cards for city in table_session.game.cities]


RIGHT = [("lumber_yard",), ("timber_yard",), ("clay_pit",), ("ore_vein",)]


def test_the_question_says_what_happened_and_advance_takes_it():
    table_session = WrongTable()
    assert table_session.questions == ["correct_past"]
    assert WORDS.question(table_session.asked.kind, table_session.asked.placeholders) == (
        "Turn 1: Rhodes built Timber Yard, not Clay Pit; Alexandria built Clay Pit, did not discard. Correct this?"
    )
    table_session.press(Advance())
    assert cities(table_session) == RIGHT
    assert table_session.wait(30).questions == []
    assert table_session.game.turn == 2


def test_coins_are_counted_again():
    table_session = WrongTable()
    before = [city.coins for city in table_session.game.cities]
    table_session.press(Advance())
    after = [city.coins for city in table_session.game.cities]
    assert before[2] - after[2] == 3 + 1, "no coins for the discard, one for Clay Pit"


def test_a_correction_that_is_refused_is_not_offered_again():
    table_session = WrongTable()
    wrong, facts = cities(table_session), table_session.session.memory.contradicted.facts
    table_session.press(Answer(table_session.asked, 1))
    assert table_session.session.ledger.left == facts != frozenset()
    assert table_session.wait(60).questions == []
    assert cities(table_session) == wrong


def test_a_correction_that_was_refused_is_not_offered_again_after_a_power_cut():
    night = WrongTable()
    night.press(Answer(night.asked, 1))
    stored = [event for event in night.events if isinstance(event, STORED)]
    restored = restore(SEATS, {}, [event_from_row(*event_to_row(event)) for event in stored])
    night.session = resume(Session(TableUmpire(CODEBOOK), auto=True), restored)
    assert night.wait(60).questions == []


def test_undo_and_redo_work_after_a_correction():
    table_session = WrongTable().press(Advance())
    table_session.press(Undo())
    assert cities(table_session) == [()] * 4
    table_session.press(Redo())
    assert cities(table_session) == RIGHT
    assert table_session.wait(30).questions == []


def test_the_journal_restores_a_corrected_ledger():
    table_session = WrongTable().press(Advance())
    stored = [event for event in table_session.events if isinstance(event, (Booked, Undone))]
    events = [event_from_row(*event_to_row(event)) for event in stored]
    game, ledger, *_ = restore(SEATS, {"rulings": RULINGS}, events)
    assert [city.cards for city in game.cities] == RIGHT
    assert ledger.entries == table_session.session.entries


class CardInAnotherCity(TableSession):
    """A table where Lumber Yard was built by Giza, as booked, and lies in the city of Rhodes since."""

    def __init__(self, on_the_mat=0):
        super().__init__(SEATS)
        for _ in range(on_the_mat):
            self.table.discard()
        card = self.table.lay(0, "lumber_yard")
        for seat, name in enumerate(("stone_pit", "clay_pool", "ore_vein"), 1):
            self.table.lay(seat, name)
        self.wait(30)
        self.moved = self.table.move(card, 1)


@pytest.fixture
def pushed():
    return CardInAnotherCity()


def test_a_card_in_the_neighbours_city_for_a_while_raises_no_question(pushed):
    pushed.wait(20)
    assert pushed.questions == []
    assert [notice.key for notice in pushed.session.ruling.notices] == ["notice.card_moved"]


def test_a_card_that_stays_in_the_neighbours_city_is_asked_about_and_may_stay_there(pushed):
    (question,) = pushed.wait(24).session.ruling.questions
    assert (question.kind, question.seat) == ("card_moved", 1)
    assert WORDS.question(question.kind, question.placeholders) == (
        "Lumber Yard is recorded for Giza, but it lies here. What happened?"
    )
    assert [WORDS.changes(choice.removeprefix("correct:")) for choice in question.choices[1:]] == [
        "Turn 1: Giza built Stone Pit, not Lumber Yard; Rhodes built Lumber Yard, not Stone Pit.",
        "Turn 1: Giza discarded, did not build Lumber Yard; Rhodes built Lumber Yard, not Stone Pit.",
    ]
    pushed.press(Advance())
    assert pushed.wait(60).questions == []
    assert cities(pushed)[:2] == [("lumber_yard",), ("stone_pit",)]


def test_a_card_in_the_neighbours_city_may_have_been_built_there(pushed):
    (question,) = pushed.wait(24).session.ruling.questions
    pushed.press(Answer(question, 1)).wait(2)
    assert cities(pushed)[:2] == [("stone_pit",), ("lumber_yard",)]
    assert pushed.wait(40).questions == [], "Stone Pit stays where it lies, too"


def test_a_surplus_on_the_mat_does_not_explain_a_card_in_the_neighbours_city():
    """That its seat discarded would leave the card where it lies unexplained."""
    (question,) = CardInAnotherCity(on_the_mat=1).wait(24).session.ruling.questions
    assert question.kind == "card_moved"


def test_the_question_about_a_card_in_the_neighbours_city_goes_when_it_is_put_back(pushed):
    assert pushed.wait(24).questions == ["card_moved"]
    pushed.table.move(pushed.moved, 0)
    assert pushed.wait(2).questions == []


def test_the_game_goes_on_while_a_card_lies_in_the_neighbours_city(pushed):
    assert pushed.wait(24).questions == ["card_moved"]
    for seat, card in enumerate(("ore_vein", "theater", "altar", "baths")):
        pushed.table.lay(seat, card, copy=seat == 0)
    assert pushed.wait(3).closed == [(1, 1), (1, 2)]
    assert pushed.wait(1).questions == ["card_moved"]
    asked = [event for event in pushed.events if isinstance(event, Asked)]
    assert len(asked) == 1, "it stands from turn to turn, and is not announced again"


def each_in_the_others_city(first, second, *, copy=False):
    """Two cards were built, and lie in each other's cities now."""
    swapped = TableSession(SEATS)
    swapped.first, swapped.second = swapped.table.lay(0, first), swapped.table.lay(1, second, copy=copy)
    swapped.table.lay(2, "clay_pool")
    swapped.table.lay(3, "baths")
    swapped.wait(30)
    swapped.table.move(swapped.first, 1)
    swapped.table.move(swapped.second, 0)
    return swapped.wait(40)


def test_copies_of_a_card_that_lie_in_each_others_cities_are_no_contradiction():
    """Each city has its Ore Vein: which of the two stickers it is does not matter."""
    swapped = each_in_the_others_city("ore_vein", "ore_vein", copy=True)
    assert swapped.questions == []
    assert swapped.session.ruling.notices == ()
    assert cities(swapped) == [("ore_vein",), ("ore_vein",), ("clay_pool",), ("baths",)]
    stored = [event for event in swapped.events if isinstance(event, STORED)]
    _, ledger, *_ = restore(SEATS, {"rulings": RULINGS}, [event_from_row(*event_to_row(event)) for event in stored])
    assert [entry.code for entry in ledger.entries[:2]] == [swapped.second.code, swapped.first.code]


def test_two_cards_that_lie_in_each_others_cities_are_named():
    swapped = each_in_the_others_city("ore_vein", "altar")
    assert [notice.key for notice in swapped.session.ruling.notices] == 2 * ["notice.card_moved"]
    assert [entry.code for entry in swapped.session.entries[:2]] == [swapped.first.code, swapped.second.code]


def test_cards_of_two_ages_with_one_name_are_no_copies():
    """The back of what was built from the discard pile would be another one."""
    looms = {code_of("loom", age): seat for seat, age in enumerate((1, 2))}
    table = FakeTable(SEATS)
    for code, seat in looms.items():
        table.front(1 - seat, code)
    entries = [Booked(Build(seat, "loom"), code) for code, seat in looms.items()]
    assert exchanged_copies(entries, looms, table.scene(10), CODEBOOK) == ()


def test_a_card_that_nothing_explains_is_named():
    fact = Contradiction("extra", code_of("palace"), 2)
    memory = UmpireMemory(contradicted=Contradicted(frozenset({fact})))
    assert unexplained_cards(memory, CODEBOOK) == ()
    searched = replace(memory, contradicted=replace(memory.contradicted, searched=()))
    assert unexplained_cards(searched, CODEBOOK) == (fact,)


@pytest.mark.parametrize("changed", ["corrected", "undone and done again"])
def test_the_payment_that_was_chosen_for_an_open_turn_stays(changed):
    """Giza pays the right neighbour, although both sell the same."""
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    for seat, card in enumerate(("altar", "clay_pool", "clay_pit")):
        table_session.table.lay(seat, card)
    table_session.wait(2)
    for seat, card in ((1, "ore_vein"), (2, "loom")):
        table_session.table.lay(seat, card)
    table_session.table.discard()
    table_session.wait(3).table.lay(0, "guard_tower")
    table_session.wait(1.5).press(Choose(0, 1))
    if changed == "corrected":
        table_session.press(ChangePast(3, Build(0, "theater")))
    else:
        table_session.press(Undo()).press(Redo())
    for seat, card in ((1, "east_trading_post"), (2, "press")):
        table_session.table.lay(seat, card)
    table_session.wait(3)
    assert table_session.game.actions[-3] == Build(0, "guard_tower", pays=Payment(right=2))


def test_after_a_correction_the_discards_of_the_open_turn_are_new():
    table_session = WrongTable()
    game = table_session.game.apply(Discard(0))
    back = BackOnMat(1, 206, Pose(0.0, 0.0, 0.0))
    memory = UmpireMemory(mat=DiscardMat(settled=(back,)))
    before = table_session.session.situation
    assert after_correction(memory, before, replace(before, game=game), CODEBOOK).mat.fresh == (back,)
