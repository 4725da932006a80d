"""The payments are exactly the Pareto-optimal ones to the left, right and bank ("Commercio")."""

import json
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine import MANUFACTURED, RAW, RESOURCES, Payment
from engine.model.production import ANYTHING, Goods, goods
from engine.model.resources import bundle, lacking, letters_of, parts_of
from engine.rules.trade import FULL_PRICE, NOTHING_OFF, Market, explain, offers, unsold

CASES = json.loads((Path(__file__).parents[1] / "data" / "trade_cases.json").read_text("utf-8"))["cases"]
CHEAP_RAW = tuple(1 if letter in RAW else 2 for letter in RESOURCES)
CHEAP_MADE = tuple(1 if letter in MANUFACTURED else 2 for letter in RESOURCES)


def units(names: list[str]) -> Goods:
    """Goods in the notation of the cases: "WW" is two units of wood, "WC" one of wood or clay."""
    return goods(tuple(unit for name in names for unit in (name if len(set(name)) == 1 else [name])))


def market(case: dict) -> Market:
    own = case["own"] + [ANYTHING] * case["one_resource_discount"]
    left = right = FULL_PRICE
    if "west_post(left)" in case["discounts"]:
        left = CHEAP_RAW
    if "east_post(right)" in case["discounts"]:
        right = CHEAP_RAW
    if "marketplace" in case["discounts"]:
        left, right = ([*map(min, prices, CHEAP_MADE)] for prices in (left, right))
    bank = 1 if "bilkis" in case["discounts"] else None
    return Market(units(own), units(case["left"]), units(case["right"]), tuple(left), tuple(right), bank)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['cost'] or 'nothing'}-{'-'.join(case['own'])}")
def test_the_whole_pareto_set_of_a_worked_case(case):
    found = {(pays.left, pays.right, pays.bank) for pays in offers(market(case), bundle(case["cost"]))}
    assert found == set(map(tuple, case["pareto_left_right_bank"]))
    assert min((sum(pays) for pays in found), default=None) == case["cheapest_trade_total"]


def brute_force(where: Market, cost: str) -> set[tuple[int, int, int]]:
    """Give every single resource of the cost to every single unit that has it, and keep the best totals."""
    sources = [("own", unit) for unit in where.own.units]
    sources += [("left", unit) for unit in where.left.units]
    sources += [("right", unit) for unit in where.right.units]
    if where.bank_price is not None:
        sources.append(("bank", RESOURCES))
    states = {((0, 0, 0), frozenset(range(len(sources))))}
    for letter in cost:
        states = {
            (add(pays, price(where, sources[index][0], letter)), unused - {index})
            for pays, unused in states
            for index in unused
            if letter in sources[index][1]
        }
    found = {pays for pays, _ in states}
    return {
        pays
        for pays in found
        if not any(other != pays and all(a <= b for a, b in zip(other, pays, strict=True)) for other in found)
    }


def price(where: Market, side: str, letter: str) -> tuple[int, int, int]:
    place = RESOURCES.index(letter)
    left = where.left_prices[place] if side == "left" else 0
    right = where.right_prices[place] if side == "right" else 0
    return left, right, (where.bank_price or 0) if side == "bank" else 0


def add(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


CHOICES = ["W", "S", "C", "O", "L", "G", "P", "WC", "SC", "CO", "SW", "WO", "OS"]
some_sale = some.lists(some.sampled_from(CHOICES), max_size=4)
some_own = some.lists(some.sampled_from([*CHOICES, "WSCO", "LGP", ANYTHING]), max_size=4)
some_prices = some.tuples(some.booleans(), some.booleans()).map(
    lambda cheap: tuple(1 if cheap[letter in MANUFACTURED] else 2 for letter in RESOURCES)
)
some_markets = some.builds(
    Market,
    some_own.map(tuple).map(goods),
    some_sale.map(tuple).map(goods),
    some_sale.map(tuple).map(goods),
    some_prices,
    some_prices,
    some.sampled_from([None, None, 1]),
    some.just(NOTHING_OFF),
)
some_costs = some.lists(some.sampled_from(RESOURCES), max_size=5).map("".join)


@settings(max_examples=60)
@given(some_markets, some_costs)
def test_a_brute_force_solver_agrees(where, cost):
    found = {(pays.left, pays.right, pays.bank) for pays in offers(where, bundle(cost))}
    assert found == brute_force(where, cost)


@pytest.mark.slow
@settings(max_examples=20_000)
@given(some_markets, some_costs)
def test_a_brute_force_solver_agrees_on_twenty_thousand(where, cost):
    found = {(pays.left, pays.right, pays.bank) for pays in offers(where, bundle(cost))}
    assert found == brute_force(where, cost)


some_bundles = some.text(RESOURCES, max_size=7)


@settings(max_examples=200)
@given(some_bundles, some_bundles)
def test_what_is_lacking_is_counted_resource_by_resource(cost, there):
    missing = "".join(letter * (cost.count(letter) - there.count(letter)) for letter in RESOURCES)
    assert letters_of(lacking(bundle(cost), bundle(there))) == missing


@given(some_bundles)
def test_the_parts_of_a_bundle_are_all_that_it_holds(letters):
    parts = {bundle("".join(sorted(part))) for size in range(8) for part in combinations(letters, size)}
    assert parts_of(bundle(letters)) == parts


@settings(max_examples=60)
@given(some_markets, some_costs)
def test_an_explanation_adds_up_to_its_payment(where, cost):
    for payment in offers(where, bundle(cost)):
        bought = explain(where, bundle(cost), payment)
        totals = {side: sum(one.coins for one in bought if one.side == side) for side in ("left", "right", "bank")}
        assert Payment(**totals) == payment
        rest = list(cost)
        for one in bought:
            for letter in one.resources:
                rest.remove(letter)
        assert where.own.covers(bundle("".join(rest)))
        assert where.left.covers(bundle("".join(one.resources for one in bought if one.side == "left")))
        assert where.right.covers(bundle("".join(one.resources for one in bought if one.side == "right")))


@settings(max_examples=60)
@given(some_markets, some_costs)
def test_unsold_resources_are_named_if_there_is_no_payment(where, cost):
    assert bool(unsold(where, bundle(cost))) == (not offers(where, bundle(cost)))


@pytest.mark.clause("symbols/choice-neighbours", "trap/choice-card-for-both")
def test_neighbours_may_both_buy_either_side_of_a_choice_card():
    choice = units(["WC"])
    for one, other in product("WC", repeat=2):
        assert offers(Market(units([]), left=choice), bundle(one)) == (Payment(left=2),)
        assert offers(Market(units([]), right=choice), bundle(other)) == (Payment(right=2),)


@pytest.mark.clause("symbols/choice")
def test_one_buyer_gets_only_one_side_of_a_choice_card():
    assert not offers(Market(units([]), left=units(["WC"])), bundle("WC"))


@pytest.mark.clause("trap/double-and-choice")
def test_a_double_resource_card_together_with_a_choice_card():
    assert offers(Market(units(["SS", "SC"])), bundle("SSS")) == (Payment(),)
    assert offers(Market(units(["SC"]), left=units(["SS"])), bundle("SSS")) == (Payment(left=4),)


@pytest.mark.clause("trade/two-coins", "trap/third-unit")
def test_a_third_unit_of_one_resource_is_bought():
    assert offers(Market(units(["SS"]), right=units(["S"])), bundle("SSS")) == (Payment(right=2),)


@pytest.mark.clause("trade/discounts")
def test_the_cheapest_payment_comes_first():
    where = Market(units([]), units(["S"]), units(["SS"]), FULL_PRICE, CHEAP_RAW)
    assert offers(where, bundle("S")) == (Payment(right=1), Payment(left=2))


@pytest.mark.clause("trade/discounts")
def test_the_cheapest_payment_comes_first_on_either_side():
    stone, two = units(["S"]), units(["SS"])
    assert offers(Market(units([]), stone, two, CHEAP_RAW, FULL_PRICE), bundle("S")) == (
        Payment(left=1),
        Payment(right=2),
    )


def test_a_choice_of_the_city_goes_to_the_dearer_resource():
    where = Market(units([ANYTHING]), units(["S", "L"]), left_prices=CHEAP_RAW)
    assert offers(where, bundle("SL")) == (Payment(left=1),)
