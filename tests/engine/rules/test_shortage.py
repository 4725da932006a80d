"""The reasons why a cost cannot be bought at any price are complete and correct ("Commercio")."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from engine import Build, BuildStage
from engine.model.production import goods
from engine.model.resources import bundle, size
from engine.rules.shortage import Scarce, Shortage, shortage
from engine.rules.trade import Market, offers
from tests.engine.positions import position
from tests.engine.rules.test_trade import some_costs, some_markets


def why(game, action) -> str:
    """The reasons, each as its key with its placeholders."""
    return " ".join(map(str, game.verify(action)))


@pytest.mark.parametrize("wonder", ["alexandria", "ephesus"])
def test_one_stone_for_sale_of_two_needed_is_scarce_and_not_unsold(wonder):
    game = position(
        {"wonder": (wonder, "A")}, {"wonder": ("rhodes", "A"), "cards": "stone_pit"}, {"wonder": ("olympia", "A")}
    )
    assert why(game, BuildStage(0)) == "too_few_sold(resources=S, needed=2, sold=1)"


def test_a_second_unit_that_no_neighbour_sells_is_named():
    game = position({"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")}, {"wonder": ("olympia", "A")})
    assert why(game, BuildStage(0)) == "nobody_sells(resources=S)"


def test_the_citys_own_resources_need_not_be_bought():
    game = position(
        {"wonder": ("rhodes", "A"), "cards": "stone_pit"},
        {"wonder": ("ephesus", "A"), "cards": "stone_pit"},
        {"wonder": ("olympia", "A")},
        age=2,
    )
    assert why(game, Build(0, "aqueduct")) == "too_few_sold(resources=S, needed=2, sold=1)"


def test_unsold_and_scarce_resources_are_both_named():
    where = Market(goods(()), goods(("S",)), goods(("W",)))
    assert shortage(where, bundle("WSSP")) == Shortage("P", (Scarce("S", 2, 1),))


def test_a_choice_of_two_resources_is_one_unit():
    where = Market(goods(()), goods(("WS",)), goods(()))
    assert shortage(where, bundle("WS")) == Shortage("", (Scarce("WS", 2, 1),))
    assert shortage(Market(goods(("WS",)), goods(("WS",)), goods(())), bundle("WSS")).scarce == (Scarce("WS", 2, 1),)


@settings(max_examples=100)
@given(some_markets, some_costs)
def test_every_shortage_is_named_and_correct(where, cost):
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
