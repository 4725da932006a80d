"""Which cards in a city are new, and whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.age_log import AgeLog, Came
from device.umpire.new_cards import (
    backs_built,
    cards_elsewhere,
    cards_that_came,
    find_new_cards,
    shows_stage_tokens,
    without_exchanged,
)
from device.umpire.ruling import Situation, UmpireMemory
from display.messages.events import Booked
from engine import BuildFromDiscard, BuildStage, Discard, Game
from tests.device.tables import CODEBOOK, STAGE_TOKEN, FakeTable, code_of
from vision.by_picture import NOT_KNOWN

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A")]
GAME = Game.new(WONDERS)


@pytest.fixture
def table():
    return FakeTable(WONDERS)


def seen(table):
    """What the rules are asked about the table, and what is remembered of it."""
    scene = table.scene(1.0)
    return Situation(scene, GAME), UmpireMemory(log=AgeLog().look(scene)), CODEBOOK


def new_cards(table):
    return find_new_cards(*seen(table))


def new_cards_that_came(table):
    return cards_that_came(*seen(table))


def names(cards):
    return {seat: [card.name for card in found] for seat, found in cards.items() if found}


def unseen(table, item, since):
    table.items = [replace(one, unseen_since=since) if one is item else one for one in table.items]


def test_new_cards_come_in_the_order_in_which_they_were_laid(table):
    later = table.lay(0, "altar")
    table.lay(0, "baths")
    table.items[0] = replace(later, since=0.5)
    assert names(new_cards(table)) == {0: ["baths", "altar"]}


def test_a_card_that_is_no_longer_seen_counts_until_a_newer_one_lies_there(table):
    altar = table.lay(0, "altar")
    unseen(table, altar, 0.5)
    assert names(new_cards(table)) == {0: ["altar"]}
    table.lay(1, "baths")
    assert names(new_cards(table)) == {0: ["altar"], 1: ["baths"]}
    table.now += 1
    table.lay(0, "loom")
    assert names(new_cards(table)) == {0: ["loom"], 1: ["baths"]}


def test_a_card_that_was_laid_together_with_the_one_that_is_seen_was_not_exchanged_for_it(table):
    altar = table.lay(0, "altar")
    table.lay(0, "loom")
    unseen(table, altar, 0.5)
    assert names(new_cards(table)) == {0: ["altar", "loom"]}


def test_the_card_of_a_seat_without_one_may_be_any_in_a_city_beside_it_that_has_several(table):
    for seat, cards in ((1, ("stockade", "loom", "altar")), (2, ("press", "theater")), (3, ("stone_pit",))):
        for card in cards:
            table.lay(seat, card)

    def elsewhere(*seats):
        return [(card.name, seat) for card, seat in cards_elsewhere(GAME, seats, new_cards(table))]

    assert elsewhere(0) == [("loom", 0), ("altar", 0)], "nobody sells wood for the stockade"
    table.now = 0.0
    table.lay(3, "clay_pool")
    assert elsewhere(0) == [("stone_pit", 0), ("clay_pool", 0), ("loom", 0), ("altar", 0)]


@pytest.mark.parametrize(("missed", "names_there"), [(7.5, ["altar"]), (13.0, ["altar"]), (13.5, ["baths", "altar"])])
def test_a_card_is_exchanged_if_it_is_missed_until_eight_seconds_after_another_one_came(table, missed, names_there):
    old, _ = table.lay(0, "baths"), table.lay(0, "altar")
    table.items = [replace(one, since=1.0 if one.code == old.code else 5.0) for one in table.items]
    unseen(table, table.items[0], missed)
    cards = without_exchanged(new_cards_that_came(table))
    assert names(cards) == {0: names_there}


@pytest.mark.parametrize(("missed", "sure"), [(20.0, False), (21.5, False), (21.6, True)])
def test_a_back_that_comes_when_that_of_the_stage_before_is_missed_may_be_that_one(missed, sure):
    """Somebody may have pushed it to the next slot."""
    assert is_surely_new(Came(CODEBOOK.back("age_1"), 10.0, unseen=missed)) is sure


@pytest.mark.parametrize(("how", "sure"), [({}, False), ({"hand": True}, True), ({"supposed": True}, True)])
def test_a_back_may_be_that_of_a_stage_that_was_recorded_from_the_wrong_slot(how, sure):
    """Not of one that nobody has seen: it was entered by hand, or recorded as it seemed."""
    assert is_surely_new(None, **how) is sure


def is_surely_new(first, **how):
    """Whether the second stage is, if the first one came like this and was recorded in this way."""
    game, cities = GAME.apply(BuildStage(0, exception=True)), {(0, None, 2): Came(CODEBOOK.back("age_1"), 20.0)}
    for seat in (1, 2, 3):
        game = game.apply(Discard(seat))
    memory = UmpireMemory(log=AgeLog(0, 0.0, cities | ({(0, None, 1): first} if first else {})))
    entries = (Booked(BuildStage(0, exception=True), **how), *(Booked(Discard(seat)) for seat in (1, 2, 3)))
    situation = Situation(FakeTable(WONDERS).scene(30.0), game, entries=entries)
    (card,) = cards_that_came(situation, memory, CODEBOOK)[0]
    assert card.slot == 2
    return card.sure


@pytest.mark.parametrize(("back", "tokens"), [(STAGE_TOKEN, True), (None, False), (NOT_KNOWN, False)])
def test_stages_are_marked_with_tokens_if_one_lies_there_and_not_if_nobody_knows_what_does(table, back, tokens):
    table.stage(0, 1, back=back)
    assert shows_stage_tokens(table.scene(1.0), CODEBOOK) is tokens


@pytest.mark.parametrize(
    ("code", "back"), [(code_of("loom", 1), "age_1"), (code_of("loom", 2), "age_2"), (None, "age_1")]
)
def test_a_card_from_the_pile_has_the_back_of_the_age_whose_copy_is_seen_or_else_of_its_first_age(code, back):
    built = Booked(BuildFromDiscard(0, "loom"), code)
    assert backs_built(GAME, [built], CODEBOOK) == [CODEBOOK.back(back)]
