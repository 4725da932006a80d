"""Coins and conflict tokens, which photographs do not show: reading lists of them, by seat or by wonder."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

from device.errors import DeviceError
from device.for_features.photographs.remark import PhotographRemark, remark
from engine import CATALOGUE, finished_game, possible_orders, seats_needing_tokens, token_sets, tokens_taken

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from engine import FinalCity, Game

Value = TypeVar("Value")
GivenTokens = int | tuple[int, ...]
"""The sum of a city's conflict tokens, or each token."""
SUMS = range(-6, 24)
"""Every sum of conflict tokens: six defeats to six victories, and one more that a leader takes."""

_TOKENS = re.compile(r"[+-]?\d+([+-]\d+)*")


class CountsError(DeviceError, ValueError):
    """A list of coins or tokens that does not fit the cities."""


@dataclass(frozen=True, slots=True)
class ListedValues(Generic[Value]):
    """The values that an option lists: in the order of seats (None: left out), or by wonder."""

    option: str
    in_order: tuple[Value | None, ...] = ()
    by_wonder: Mapping[str, Value] = field(default_factory=dict)

    def by_seat(self, wonders: Sequence[str], free_city: int | None = None) -> list[Value | None]:
        """One value per seat; the Free City may be left out. Raises CountsError."""
        for wonder in self.by_wonder:
            if wonder not in wonders:
                raise CountsError("counts_of_nobody", option=self.option, wonder=wonder)
        values = list(self.in_order)
        if free_city is not None and len(values) == len(wonders) - 1:
            values.insert(free_city, None)
        if values and len(values) != len(wonders):
            raise CountsError("counts_too_many_or_few", option=self.option, given=len(values), cities=len(wonders))
        values = values or [None] * len(wonders)
        return [self.by_wonder.get(wonder, value) for wonder, value in zip(wonders, values, strict=True)]


def read_list(option: str, text: str, read: Callable[[str], Value]) -> ListedValues[Value]:
    """Read "3,7,12" or "giza=3,rhodes=7"; ValueError."""
    in_order: list[Value | None] = []
    by_wonder: dict[str, Value] = {}
    for entry in text.split(","):
        wonder, named, value = entry.strip().rpartition("=")
        if named:
            by_wonder[wonder.strip().lower()] = read(value)
        else:
            in_order.append(read(value) if value else None)
    if by_wonder and in_order:
        raise ValueError(text)
    return ListedValues(option, tuple(in_order), by_wonder)


def coin_count(text: str) -> int:
    """Read a number of coins; ValueError."""
    number = int(text)
    if not 0 <= number < 1000:
        raise ValueError(text)
    return number


def sum_or_each(text: str) -> GivenTokens:
    """Read a sum ("5") or each token ("5+1-1"); ValueError."""
    tokens = each_token(text)
    return tokens if len(re.findall(r"\d+", text)) > 1 else sum(tokens)


def each_token(text: str) -> tuple[int, ...]:
    """Read each token ("5+1-1", "-1"; "0" for none), sorted; ValueError."""
    compact = text.replace(" ", "")
    if not _TOKENS.fullmatch(compact):
        raise ValueError(text)
    tokens = (int(token) for token in re.findall(r"[+-]?\d+", compact))
    return tuple(sorted(token for token in tokens if token))


def leader_id(text: str) -> str:
    """Read a leader's id, in upper or lower case; ValueError."""
    name = text.strip().lower()
    if name not in CATALOGUE.leaders:
        raise ValueError(text)
    return name


@dataclass(frozen=True, slots=True)
class ResolvedTokens:
    """Each seat's tokens (None: the sum is not enough to know them), and remarks."""

    tokens: tuple[tuple[int, ...] | None, ...]
    remarks: tuple[PhotographRemark, ...] = ()


def are_impossible(given: GivenTokens, *, passed: bool, taken: int = 0) -> bool:
    """True if no conflicts give these tokens. `passed` and `taken`: as of `token_sets`."""
    total = given if isinstance(given, int) else sum(given)
    worth = token_sets(total, passed=passed, taken=taken)
    return given not in worth if isinstance(given, tuple) else not worth


def resolve_tokens(
    given: Sequence[GivenTokens | None],
    histories: Iterable[tuple[tuple[int, ...], ...]],
    apart: Collection[int],
    wonders: Sequence[str],
    *,
    passed: bool,
    taken: Mapping[int, int] = MappingProxyType({}),
) -> ResolvedTokens:
    """Each seat's tokens, from what was `given` and from the possible `histories` of the conflicts.

    The shields tell which tokens make up a sum. If shields and sums differ, the sums count. Then the tokens of the
    seats in `apart`, whose exact tokens affect the score, stay open unless only one set of tokens is possible.
    """
    known = tuple(tuple(tuple(sorted(tokens)) for tokens in fought) for fought in histories)
    mismatches = {fought: _seats_that_differ(fought, given) for fought in known}
    fitting = [fought for fought in known if not mismatches[fought]]
    tokens: list[tuple[int, ...] | None] = []
    for seat, number in enumerate(given):
        possible = {fought[seat] for fought in fitting} or _tokens_of(number, passed=passed, taken=taken.get(seat, 0))
        settled = len(possible) == 1 or (seat not in apart and possible)
        tokens.append(min(possible, key=len) if settled else None)
    if fitting:
        return ResolvedTokens(tuple(tokens))
    fewest = min(mismatches.values(), key=len)
    return ResolvedTokens(
        tuple(tokens), (remark("score.shields_differ", wonders=tuple(f"wonder.{wonders[seat]}" for seat in fewest)),)
    )


def settle_tokens(cities: Sequence[FinalCity], given: Sequence[GivenTokens | None], game: Game) -> ResolvedTokens:
    """Each seat's tokens, from what was `given` and from the shields of these cities; `game` is without counts."""
    fought = (tuple(city.conflict for city in finished_game(order).cities) for order in possible_orders(cities))
    wonders = [city.wonder for city in cities]
    taken = {seat: tokens_taken(city) for seat, city in enumerate(cities)}
    return resolve_tokens(given, fought, seats_needing_tokens(game), wonders, passed=game.setup.leaders, taken=taken)


def impossible_tokens(
    cities: Sequence[FinalCity], given: Sequence[GivenTokens | None], game: Game
) -> Iterator[PhotographRemark]:
    """Remarks on cities whose tokens cannot come from conflicts."""
    for city, tokens in zip(cities, given, strict=True):
        if tokens is not None and are_impossible(tokens, passed=game.setup.leaders, taken=tokens_taken(city)):
            yield remark("score.no_such_tokens", wonder=city.wonder)


def _seats_that_differ(fought: Sequence[tuple[int, ...]], given: Sequence[GivenTokens | None]) -> tuple[int, ...]:
    """The seats whose given tokens differ from these."""
    return tuple(
        seat
        for seat, (tokens, number) in enumerate(zip(fought, given, strict=True))
        if number is not None and number != (sum(tokens) if isinstance(number, int) else tokens)
    )


def _tokens_of(given: GivenTokens | None, *, passed: bool, taken: int) -> set[tuple[int, ...]]:
    if given is None:
        return set()
    return {given} if isinstance(given, tuple) else set(token_sets(given, passed=passed, taken=taken))
