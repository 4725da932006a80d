"""The final scoring: seven categories in the rulebook's order, each with the terms it sums ("Sommare i punti").

Wild symbols and the copied guild are chosen together for the most points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.model.city import SET_OF_COINS, count, count_per
from engine.model.effects import (
    ANY_SYMBOL,
    Colour,
    CopyGuild,
    Effect,
    Per,
    PerSet,
    Points,
    PointsIfComplete,
    Science,
    ScienceSet,
)
from engine.scoring.science import SET_POINTS, best_science, science_points, with_symbols

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.model.catalogue import Leader
    from engine.model.state import GameState

CATEGORIES = ("military", "treasury", "wonder", "civilian", "scientific", "commercial", "guilds")
LEADERS = "leaders"
"""The eighth category, of games with the Leaders expansion."""
CATEGORY_OF = {Colour.BLUE: "civilian", Colour.YELLOW: "commercial", Colour.PURPLE: "guilds"}


@dataclass(frozen=True, slots=True)
class Term:
    """One summand: its source (a card's id, "stage 2", "token", "gear") and `count` things at `each` points."""

    source: str
    points: int
    count: int = 1
    each: int | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One seat's points by category, what each is the sum of, and what was chosen."""

    seat: int
    points: Mapping[str, int]
    lines: Mapping[str, tuple[Term, ...]]
    coins: int
    """The treasury, which breaks ties."""
    chosen_symbols: tuple[str, ...] = ()
    copied_guild: str | None = None

    @property
    def total(self) -> int:
        """All points."""
        return sum(self.points.values())


def score_sheets(state: GameState) -> tuple[ScoreSheet, ...]:
    """The sheet of every player as the game stands now, in the order of seats; the Free City has none."""
    return tuple(score_sheet(state, seat) for seat in state.player_seats)


def categories(state: GameState) -> tuple[str, ...]:
    """The categories of a game's score sheets, in the rulebooks' order."""
    return (*CATEGORIES, LEADERS) if state.setup.leaders else CATEGORIES


def score_sheet(state: GameState, seat: int) -> ScoreSheet:
    """The sheet of one seat as the game stands now."""
    city = state.cities[seat]
    lines: dict[str, list[Term]] = {category: [] for category in categories(state)}
    lines["military"] = [Term("token", token) for token in city.conflict]
    lines["treasury"] = [_product("coins", city.coins // SET_OF_COINS, 1)]
    for number, stage in enumerate(city.wonder.stages[: city.stages], start=1):
        lines["wonder"] += _terms(state, seat, f"stage {number}", stage.effects)
    for card in (state.catalogue.cards[card] for card in city.cards):
        if card.colour in CATEGORY_OF:
            lines[CATEGORY_OF[card.colour]] += _terms(state, seat, card.id, (card.effect,))
    copied, symbols = _choose(state, seat)
    if copied is not None:
        lines["guilds"] += _terms(state, seat, copied, (state.catalogue.cards[copied].effect,))
    counts = with_symbols(city.estate.symbols, symbols)
    lines["scientific"] = _science_terms(counts)
    for leader in state.leaders_of(seat):
        lines[LEADERS] += _leader_terms(state, seat, leader, min(counts))
    return ScoreSheet(
        seat=seat,
        points={category: sum(term.points for term in terms) for category, terms in lines.items()},
        lines={category: tuple(terms) for category, terms in lines.items()},
        coins=city.coins,
        chosen_symbols=symbols,
        copied_guild=copied,
    )


def _choose(state: GameState, seat: int) -> tuple[str | None, tuple[str, ...]]:
    """The guild to copy (None: none) and the wild symbols that together give the most points."""
    estate = state.cities[seat].estate
    set_points = SET_POINTS + sum(power.points for power in estate.all(ScienceSet))
    best: tuple[int, str | None, tuple[str, ...]] | None = None
    for guild in (None, *_guilds_beside(state, seat)) if estate.has(CopyGuild) else (None,):
        effects = (state.catalogue.cards[guild].effect,) if guild else ()
        wild = estate.wild + sum(isinstance(effect, Science) and effect.symbol == ANY_SYMBOL for effect in effects)
        science, symbols = best_science(estate.symbols, wild, set_points)
        points = science + sum(term.points for term in _terms(state, seat, "", effects))
        if best is None or points > best[0]:
            best = points, guild, symbols
    assert best is not None
    return best[1], best[2]


def _guilds_beside(state: GameState, seat: int) -> list[str]:
    """The guilds that stand in the neighbours' cities."""
    beside = {card for side in state.beside(seat) for card in state.cities[side].cards}
    return sorted(card for card in beside if state.catalogue.cards[card].colour == Colour.PURPLE)


def _terms(state: GameState, seat: int, source: str, effects: Iterable[Effect]) -> list[Term]:
    terms = []
    for effect in effects:
        if isinstance(effect, Points):
            terms.append(Term(source, effect.points))
        elif isinstance(effect, PointsIfComplete):
            city = state.cities[seat]
            terms.append(_product(source, int(city.stages == len(city.wonder.stages)), effect.points))
        elif isinstance(effect, Per) and effect.points:
            number = count_per(state.catalogue, state.cities, seat, effect)
            terms.append(_product(source, number, effect.points))
        elif isinstance(effect, PerSet):
            sets = min(count(state.catalogue, state.cities[seat], colour) for colour in effect.colours)
            terms.append(_product(source, sets, effect.points))
    return terms


def _leader_terms(state: GameState, seat: int, leader: Leader, science_sets: int) -> list[Term]:
    terms = _terms(state, seat, leader.id, leader.effects)
    more = [effect.points for effect in leader.effects if isinstance(effect, ScienceSet)]
    return terms + [_product(leader.id, science_sets, points) for points in more]


def _product(source: str, number: int, each: int) -> Term:
    return Term(source, number * each, number, each)


def _science_terms(counts: tuple[int, int, int]) -> list[Term]:
    compasses, gears, tablets = counts
    terms = [
        Term(symbol, count * count, count, count)
        for symbol, count in (("compass", compasses), ("gear", gears), ("tablet", tablets))
        if count
    ]
    squares = sum(term.points for term in terms)
    sets = min(counts)
    return [*terms, Term("sets", science_points(counts) - squares, sets, SET_POINTS)] if sets else terms
