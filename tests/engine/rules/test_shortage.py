"""Why a cost cannot be covered for any money: true in every word (rulebook "Commercio")."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from display.words import Words
from engine import Build, BuildStage
from engine.model.production import goods
from engine.model.resources import bundle, size
from engine.rules.shortage import Scarce, Shortage, shortage
from engine.rules.trade import Market, offers
from tests.engine.positions import position
from tests.engine.rules.test_trade import some_costs, some_markets


def why(game, action) -> str:
    """The reasons in words."""
    return " ".join(Words().reason(reason) for reason in game.verify(action))


@pytest.mark.parametrize("wonder", ["alexandria", "ephesus"])
def test_one_stone_for_sale_where_two_are_needed_is_not_none(wonder):
    game = position(
        {"wonder": (wonder, "A")}, {"wonder": ("rhodes", "A"), "cards": "stone_pit"}, {"wonder": ("olympia", "A")}
    )
    assert why(game, BuildStage(0)) == "The neighbours sell too little stone: 2 to be bought, 1 for sale."


def test_where_the_city_has_one_of_two_and_nobody_sells_the_other_that_is_said():
    game = position({"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")}, {"wonder": ("olympia", "A")})
    assert why(game, BuildStage(0)) == "Neither neighbour sells stone."


def test_what_the_city_has_itself_need_not_be_bought():
    game = position(
        {"wonder": ("rhodes", "A"), "cards": "stone_pit"},
        {"wonder": ("ephesus", "A"), "cards": "stone_pit"},
        {"wonder": ("olympia", "A")},
        age=2,
    )
    assert why(game, Build(0, "aqueduct")) == "The neighbours sell too little stone: 2 to be bought, 1 for sale."


def test_what_nobody_sells_at_all_and_what_is_scarce_are_both_said():
    where = Market(goods(()), goods(("S",)), goods(("W",)))
    assert shortage(where, bundle("WSSP")) == Shortage("P", (Scarce("S", 2, 1),))


def test_a_unit_that_is_one_or_the_other_is_no_two():
    where = Market(goods(()), goods(("WS",)), goods(()))
    assert shortage(where, bundle("WS")) == Shortage("", (Scarce("WS", 2, 1),))
    assert shortage(Market(goods(("WS",)), goods(("WS",)), goods(())), bundle("WSS")).scarce == (Scarce("WS", 2, 1),)


@settings(max_examples=500, deadline=None)
@given(some_markets, some_costs)
def test_a_shortage_is_said_where_there_is_one_and_every_word_of_it_is_true(where, cost):
    short = shortage(where, bundle(cost))
    assert bool(short.unsold or short.scarce) == (not offers(where, bundle(cost)))
    for letter in short.unsold:
        assert not any(letter in unit for unit in (*where.left.units, *where.right.units))
        assert letter in cost
    for scarce in short.scarce:
        wanted = bundle("".join(letter for letter in cost if letter in scarce.resources))
        assert not offers(where, wanted)
        assert scarce.needed == min(size(open_) for open_ in where.own.left_open(wanted))
        sellers = [*where.left.units, *where.right.units, *(["WSCOLGP"] if where.bank_price is not None else [])]
        assert scarce.sold == sum(bool(set(unit) & set(scarce.resources)) for unit in sellers) < scarce.needed
