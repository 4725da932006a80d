"""Which cards in a city are new, and whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.umpire.new_cards import find_new_cards
from device.umpire.ruling import Situation
from engine import Game
from tests.device.tables import CODEBOOK, FakeTable

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A")]
GAME = Game.new(WONDERS)


@pytest.fixture
def table():
    return FakeTable(WONDERS)


def new_cards(table, game=GAME):
    return find_new_cards(Situation(table.scene(1.0), game), CODEBOOK)


def names(cards):
    return {seat: [card.name for card in found] for seat, found in cards.items() if found}


def unseen(table, item, since):
    table.items = [replace(one, unseen_since=since) if one is item else one for one in table.items]


def test_new_cards_come_in_the_order_in_which_they_were_laid(table):
    later = table.lay(0, "altar")
    table.lay(0, "baths")
    table.items[0] = replace(later, since=0.5)
    assert names(new_cards(table)) == {0: ["baths", "altar"]}
