"""What several seats have entered on telephones, together."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from device.umpire.new_cards import NewCard
from device.umpire.secret_entries import entered_too_often, fits_plan, questions_where_cards_differ
from display.messages.intents import Advance, Answer
from display.messages.questions import Plan
from engine import Build, BuildFromDiscard, BuildStage, CorrectCoins, Discard, Game
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, code_of
from vision.scene import Scene

GOODS = ["sawmill", "quarry", "brickyard", "foundry", "glassworks", "loom", "press", "caravansery", "forum"]
"""With these every guild can be paid for."""
BUILT = ["workers_guild", "craftsmens_guild", "traders_guild", "philosophers_guild"]


def with_guilds(*built: str) -> Game:
    """A game of three in which five guilds were dealt; the first city has built these."""
    cities = [{"cards": [*GOODS, *built], "coins": 9}, {"cards": GOODS, "coins": 9}, {"cards": GOODS, "coins": 9}]
    seats = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
    return Game.position(seats, cities, age=3, turn=4)


def test_with_one_guild_too_many_everybody_who_has_entered_one_is_asked() -> None:
    game = with_guilds(*BUILT)
    entries = {0: Discard(0), 1: Build(1, "spies_guild"), 2: Build(2, "magistrates_guild")}
    assert all(game.can(entry) for entry in entries.values()), "each by itself is in order"
    assert entered_too_often(game, entries) == {1, 2}


def test_as_many_guilds_as_were_dealt_are_in_order() -> None:
    game = with_guilds(*BUILT[1:])
    entries = {0: Discard(0), 1: Build(1, "spies_guild"), 2: Build(2, "magistrates_guild")}
    assert entered_too_often(game, entries) == frozenset()


def test_one_guild_that_two_have_entered_is_no_matter_of_those_with_another_one() -> None:
    game = with_guilds()
    entries = {0: Build(0, "workers_guild"), 1: Build(1, "spies_guild"), 2: Build(2, "spies_guild")}
    assert entered_too_often(game, entries) == {1, 2}


def test_it_is_asked_about_the_card_that_was_laid_first() -> None:
    codes = [code_of("loom"), code_of("altar")]
    cards = [NewCard(code, CODEBOOK.entries[code], None, since) for since, code in enumerate(codes, 1)]
    (question,) = questions_where_cards_differ(Scene(9.0), [0], {0: cards}, at_once=False)
    assert question.placeholders == {"card": "loom"}
    assert questions_where_cards_differ(Scene(8.9), [0], {0: cards}, at_once=False) == ()
    assert questions_where_cards_differ(Scene(8.9), [0], {0: cards}, at_once=True) == (question,)


def test_an_entry_is_what_lies_there_if_the_same_is_done_with_the_same_card() -> None:
    stage, loom = Plan("stage", None, 1, None), Plan("build", "loom", None, None)
    assert fits_plan(BuildStage(0), stage)
    assert fits_plan(Build(0, "loom"), loom)
    assert not fits_plan(Discard(0), stage)
    assert not fits_plan(Build(0, "press"), loom)


@pytest.fixture
def entered() -> TableSession:
    """All have entered their cards on telephones, and nobody has laid his yet."""
    entries = {seat: Build(seat, card) for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool"))}
    table = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]).enter(*entries.values())
    table.session = replace(table.session, by_phone=entries)
    return table.wait(3)


def test_another_card_than_was_entered_on_a_telephone_may_be_the_next_turns(entered: TableSession) -> None:
    entered.table.lay(0, "ore_vein")
    (question,) = entered.wait(9).session.ruling.questions
    assert (question.kind, question.seat) == ("entered_otherwise", 0)
    assert entered.session.ruling.plans == {}
    entered.press(Answer(question, question.choices.index("next_card")))
    assert (entered.questions, entered.session.ruling.plans[0].card) == ([], "ore_vein")


def test_whose_first_card_is_for_the_next_turn_is_not_asked_about_it_again_when_he_lays_another(
    entered: TableSession,
) -> None:
    entered.table.lay(0, "ore_vein")
    (question,) = entered.wait(9).session.ruling.questions
    entered.press(Answer(question, question.choices.index("next_card")))
    entered.table.lay(0, "loom")
    assert "entered_otherwise" not in entered.wait(3).questions
    assert entered.session.ruling.plans[0].card == "ore_vein"


def test_advance_waits_if_a_card_that_lies_there_and_a_secret_entry_cannot_both_stand() -> None:
    """Two seats have the only copy of a card in a game of three; the third one has not acted."""
    session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    session.session = replace(session.session, in_secret=MappingProxyType({0: Build(0, "clay_pool")}))
    session.table.lay(1, "clay_pool")
    session.wait(1).press_once(Advance())
    assert (session.session.entries, session.events[-1].key) == ((), "notice.waiting_for")


@pytest.mark.parametrize("corrected", [False, True])
def test_another_card_than_was_entered_is_asked_about_although_coins_were_corrected_since(corrected: bool) -> None:
    session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    session.session = replace(session.session, by_phone=MappingProxyType({0: Build(0, "lumber_yard")}))
    session.enter(Build(0, "lumber_yard"), Build(1, "stone_pit"), Build(2, "clay_pit"))
    session.table.lay(1, "stone_pit")
    session.table.lay(2, "clay_pit")
    session.wait(2)
    if corrected:
        session.enter(CorrectCoins(0, 3))
    session.table.lay(0, "clay_pool")
    (question,) = session.wait(9).session.ruling.questions
    assert question.kind == "entered_otherwise"
    session.press(Answer(question, question.choices.index("instead")))
    assert session.game.cities[0].cards == ("clay_pool",)


def test_a_card_after_an_entry_that_none_was_taken_from_the_pile_is_not_asked_about() -> None:
    session = TableSession([("halicarnassus", "A"), ("rhodes", "A"), ("alexandria", "A")]).jump(2, stages=[(0, 1)])
    session.enter(BuildStage(0, exception=True), Discard(1), Discard(2), BuildFromDiscard(0, None))
    session.session = replace(session.session, by_phone=MappingProxyType({0: BuildFromDiscard(0, None)}))
    session.table.lay(0, "lumber_yard")
    assert session.wait(5).questions == []
    assert (session.game.turn, session.session.ruling.plans[0].card) == (3, "lumber_yard")


def test_whoever_has_entered_a_card_is_asked_whether_it_is_discarded_only_once_the_table_shows_that() -> None:
    session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    session.session = replace(session.session, in_secret=MappingProxyType({0: Build(0, "loom")}))
    session.table.lay(1, "stone_pit")
    assert session.wait(5).questions == []
    session.table.discard()
    session.table.lay(2, "press")
    assert session.wait(5).questions == ["discard_otherwise"]


@pytest.mark.parametrize("before", [False, True])
def test_an_entry_that_was_withdrawn_just_before_the_answer_changes_no_turn_that_is_over(before: bool) -> None:
    session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    if before:
        session.enter(Build(0, "lumber_yard"), Build(1, "stone_pit"), Build(2, "clay_pit"))
    recorded = session.session.entries
    session.session = replace(session.session, in_secret=MappingProxyType({0: Build(0, "ore_vein")}))
    session.table.lay(0, "loom")
    (question,) = session.wait(9).session.ruling.questions
    session.session = replace(session.session, in_secret=MappingProxyType({}))
    session.press(Answer(question, question.choices.index("instead")))
    assert (session.session.entries, session.session.ruling.plans[0].card) == (recorded, "loom")


def test_the_card_that_replaces_an_entry_is_not_one_that_was_left_lying_in_the_age_before() -> None:
    session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]).jump(6)
    session.enter(Discard(0), Discard(1), Discard(2)).wait(3).table.lay(0, "baths")
    assert session.wait(10).game.age == 2
    session.session = replace(session.session, by_phone=MappingProxyType({0: Build(0, "press")}))
    session.enter(Build(0, "press"), Discard(1), Discard(2))
    session.table.lay(0, "loom", age=2)
    (question,) = session.wait(9).session.ruling.questions
    session.press(Answer(question, question.choices.index("instead")))
    assert session.game.cities[0].cards == ("loom",)
