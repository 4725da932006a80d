"""Lists of coins and conflict tokens, and the tokens that a sum stands for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.for_features.photographs.counts import (
    CountsError,
    ListedValues,
    are_impossible,
    coin_count,
    each_token,
    impossible_tokens,
    leader_id,
    read_list,
    resolve_tokens,
    settle_tokens,
    sum_or_each,
)
from engine import FinalCity, finished_game

if TYPE_CHECKING:
    from collections.abc import Callable

WONDERS = ("giza", "rhodes", "babylon")


def is_refused(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return True
    return False


def test_lists_are_in_order_or_by_name() -> None:
    assert read_list("--coins", "3,,12", coin_count) == ListedValues("--coins", (3, None, 12))
    assert read_list("--coins", "giza=3, Rhodes=7", coin_count) == ListedValues("--coins", (), {"giza": 3, "rhodes": 7})
    assert read_list("--conflicts", "-1,5,5+3-1", sum_or_each).in_order == (-1, 5, (-1, 3, 5))


def test_a_list_is_not_partly_in_order_and_partly_by_name() -> None:
    with pytest.raises(ValueError, match="giza=3,7"):
        read_list("--coins", "giza=3,7", coin_count)


@pytest.mark.parametrize(("text", "coins"), [("0", 0), ("999", 999), (" 7 ", 7)])
def test_coins_are_from_0_to_999(text: str, coins: int) -> None:
    assert coin_count(text) == coins


@pytest.mark.parametrize("text", ["-1", "1000", "", "three", "1.5"])
def test_other_coins_are_refused(text: str) -> None:
    assert is_refused(coin_count, text)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("-1", (-1,)),
        ("0", ()),
        ("5+1-1", (-1, 1, 5)),
        ("-1-1", (-1, -1)),
        (" 5 + 3 ", (3, 5)),
        ("+1", (1,)),
    ],
)
def test_each_token_is_read_in_order_of_worth(text: str, tokens: tuple[int, ...]) -> None:
    assert each_token(text) == tokens


@pytest.mark.parametrize("text", ["", "5+", "a", "5,3", "--1"])
def test_unreadable_tokens_are_refused(text: str) -> None:
    assert is_refused(each_token, text)


@pytest.mark.parametrize(
    ("text", "given"), [("5", 5), ("-6", -6), ("0", 0), ("5+1-1", (-1, 1, 5)), ("-1-1", (-1, -1)), ("5+0", (5,))]
)
def test_one_number_is_a_sum_and_several_are_tokens(text: str, given: int | tuple[int, ...]) -> None:
    assert sum_or_each(text) == given


def test_a_leader_is_named_in_upper_or_lower_case() -> None:
    assert leader_id(" Plato ") == "plato"
    with pytest.raises(ValueError, match="palace"):
        leader_id("palace")


def test_values_by_wonder_go_to_their_seats() -> None:
    assert ListedValues("--coins", (), {"babylon": 7, "giza": 3}).by_seat(WONDERS) == [3, None, 7]


def test_a_value_for_a_wonder_that_is_not_there_is_refused() -> None:
    with pytest.raises(CountsError) as refused:
        ListedValues("--coins", (), {"giza": 3, "olympia": 7}).by_seat(WONDERS)
    assert (refused.value.key, refused.value.placeholders) == (
        "counts_of_nobody",
        {"option": "--coins", "wonder": "olympia"},
    )


@pytest.mark.parametrize("values", [(3,), (3, 7), (3, 7, 0, 1)])
def test_a_list_of_another_length_is_refused(values: tuple[int, ...]) -> None:
    with pytest.raises(CountsError) as refused:
        ListedValues("--coins", values).by_seat(WONDERS)
    assert refused.value.key == "counts_too_many_or_few"
    assert (refused.value.placeholders["given"], refused.value.placeholders["cities"]) == (len(values), 3)


def test_the_free_city_may_be_left_out_of_a_list() -> None:
    assert ListedValues("--coins", (3, 7)).by_seat(WONDERS, free_city=1) == [3, None, 7]
    assert ListedValues("--coins", (3, 0, 7)).by_seat(WONDERS, free_city=1) == [3, 0, 7]
    with pytest.raises(CountsError):
        ListedValues("--coins", (3,)).by_seat(WONDERS, free_city=1)


@pytest.mark.parametrize(
    ("given", "impossible"),
    [
        (18, False),
        (19, True),
        (-6, False),
        (-7, True),
        ((1, 1, 3, 3, 5, 5), False),
        ((1, 1, 1), True),
        ((2,), True),
        ((-1,) * 7, True),
        (0, False),
        ((), False),
    ],
)
def test_tokens_that_no_conflicts_give_are_impossible(given: int | tuple[int, ...], impossible: bool) -> None:
    assert are_impossible(given, passed=False) is impossible


def test_one_more_victory_is_possible_where_a_leader_took_it() -> None:
    cities = [FinalCity(wonder, "day") for wonder in ("giza", "rhodes", "olympia")]
    cities[0] = replace(cities[0], leaders=(("nitocris", 1),))
    game, seven = finished_game(cities), (1, 1, 3, 3, 5, 5, 5)
    assert not [*impossible_tokens(cities, (seven, -6, 0), game)]
    assert len([*impossible_tokens(cities, (seven, seven, 0), game)]) == 1
    assert settle_tokens(cities, (3, 0, 0), game).tokens == ((3,), (), ())
    assert settle_tokens(cities, (23, -6, 0), game).tokens[0] == seven


WON, LOST, MIXED = (1, 3, 5), (-1, -1), (-1, 1, 1)


def test_shields_tell_which_tokens_make_up_a_sum() -> None:
    """1 may be (1), (-1, 1, 1) or others: the guild's points for defeats depend on it."""
    resolved = resolve_tokens([9, -2, 1], [(WON, LOST, MIXED)], {0, 1, 2}, WONDERS, passed=False)
    assert resolved.tokens == (WON, LOST, MIXED)
    assert resolved.remarks == ()


def test_only_histories_that_fit_the_sums_count() -> None:
    histories = [((1,), LOST, WON), (WON, LOST, MIXED)]
    assert resolve_tokens([9, -2, 1], histories, {0, 1, 2}, WONDERS, passed=False).tokens == (WON, LOST, MIXED)


def test_as_many_victories_may_still_be_other_tokens() -> None:
    """1 1 5 or 1 3 3: which victories are pairs matters to Gorgo."""
    histories = [((1, 1, 5), LOST, MIXED), ((1, 3, 3), LOST, MIXED)]
    assert resolve_tokens([7, -2, 1], histories, {0}, WONDERS, passed=False).tokens == (None, LOST, MIXED)


def test_a_given_list_of_tokens_must_be_that_of_the_history() -> None:
    same_sum = [(WON, LOST, (1,)), (WON, LOST, MIXED)]
    resolved = resolve_tokens([9, -2, MIXED], same_sum, {0, 1, 2}, WONDERS, passed=False)
    assert resolved.tokens == (WON, LOST, MIXED)
    assert resolved.remarks == ()


def test_a_missing_value_fits_every_history() -> None:
    resolved = resolve_tokens([9, None, 1], [(WON, LOST, MIXED)], {0, 1, 2}, WONDERS, passed=False)
    assert resolved.tokens == (WON, LOST, MIXED)


def test_a_missing_value_stays_open_if_no_history_fits() -> None:
    resolved = resolve_tokens([18, None, 2], [(WON, LOST, MIXED)], (), WONDERS, passed=False)
    assert resolved.tokens[1] is None


def test_a_sum_counts_against_the_shields_with_a_remark() -> None:
    resolved = resolve_tokens([18, -6, 2], [(WON, LOST, MIXED)], (), WONDERS, passed=False)
    assert [sum(tokens or ()) for tokens in resolved.tokens] == [18, -6, 2]
    assert resolved.remarks[0].key == "score.shields_differ"
    assert resolved.remarks[0].placeholders == {"wonders": ("wonder.giza", "wonder.rhodes", "wonder.babylon")}


def test_the_remark_names_the_fewest_cities_that_can_be_wrong() -> None:
    histories = [(LOST, WON, LOST), (WON, LOST, LOST)]
    resolved = resolve_tokens([9, -2, 18], histories, (), WONDERS, passed=False)
    assert resolved.remarks[0].placeholders == {"wonders": ("wonder.babylon",)}


def test_tokens_that_affect_the_score_stay_open_if_the_sum_is_ambiguous() -> None:
    resolved = resolve_tokens([18, -6, 2], [(WON, LOST, MIXED)], {1, 2}, WONDERS, passed=False)
    assert resolved.tokens[:2] == ((1, 1, 3, 3, 5, 5), (-1,) * 6)
    assert resolved.tokens[2] is None
    listed = resolve_tokens([18, -6, (-1, 3)], [(WON, LOST, MIXED)], {1, 2}, WONDERS, passed=False)
    assert listed.tokens[2] == (-1, 3)
