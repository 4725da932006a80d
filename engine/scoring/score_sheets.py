"""The final scoring: seven categories in the rulebook's order, each with the terms it sums ("Sommare i punti").

Wild symbols and the copied guild are chosen together for the most points.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.model.catalogue import Leader
from engine.model.city import SET_OF_COINS, count, count_per
from engine.model.effects import (
    ANY_SYMBOL,
    ChangeSymbol,
    Colour,
    CopyGuild,
    CopySymbol,
    Effect,
    MoreOfMostSymbol,
    MostOf,
    Per,
    PerSet,
    Points,
    PointsIf,
    PointsIfComplete,
    Science,
    ScienceSet,
    Symbol,
    TokenPairs,
)
from engine.model.state import GameState
from engine.scoring.science import SET_POINTS, Best, Chosen, best_choice, science_points

CATEGORIES = ("military", "treasury", "wonder", "civilian", "scientific", "commercial", "guilds")
LEADERS = "leaders"
"""The eighth category, of games with the Leaders expansion."""


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
    """The categories of a game's score sheets, in the rulebooks' order; those that expansions bring come last."""
    found = (*CATEGORIES, LEADERS) if state.setup.leaders else CATEGORIES
    more = tuple(category for category in state.catalogue.categories.values() if category not in CATEGORIES)
    return (*found, *more) if more else found


def score_sheet(state: GameState, seat: int) -> ScoreSheet:
    """The sheet of one seat as the game stands now."""
    city = state.cities[seat]
    lines: dict[str, list[Term]] = {category: [] for category in categories(state)}
    lines["military"] = [Term("token", token) for token in city.conflict]
    lines["treasury"] = [_product("coins", city.coins // SET_OF_COINS, 1)]
    if city.debt:
        lines["treasury"].append(_product("debt", city.debt, -1))
    for number, stage in enumerate(city.wonder.stages[: city.stages], start=1):
        lines["wonder"] += _terms(state, seat, f"stage {number}", stage.effects)
    for card in (state.catalogue.cards[card] for card in city.cards):
        if (category := state.catalogue.categories.get(card.colour)) is not None:
            lines[category] += _terms(state, seat, card.id, card.effects)
    copied, science = _choose(state, seat)
    if copied is not None:
        lines["guilds"] += _terms(state, seat, copied, state.catalogue.cards[copied].effects)
    lines["scientific"] = _science_terms(science.counts)
    for leader in state.leaders_of(seat):
        lines[LEADERS] += _leader_terms(state, seat, leader, min(science.counts))
    return ScoreSheet(
        seat=seat,
        points={category: sum(term.points for term in terms) for category, terms in lines.items()},
        lines={category: tuple(terms) for category, terms in lines.items()},
        coins=city.coins,
        chosen_symbols=science.symbols,
        copied_guild=copied,
    )


def _choose(state: GameState, seat: int) -> tuple[str | None, Best]:
    """The guild to copy (None: none) and the symbols that together give the most points."""
    estate = state.cities[seat].estate
    set_points = SET_POINTS + sum(power.points for power in estate.all(ScienceSet))
    chosen = Chosen(
        copies=len(estate.all(CopySymbol)),
        beside=_symbols_beside(state, seat) if estate.has(CopySymbol) else (0, 0, 0),
        more_of_most=len(estate.all(MoreOfMostSymbol)),
        changes=len(estate.all(ChangeSymbol)),
    )
    best: tuple[int, str | None, Best] | None = None
    for guild in (None, *_guilds_beside(state, seat)) if estate.has(CopyGuild) else (None,):
        effects = state.catalogue.cards[guild].effects if guild else ()
        wild = estate.wild + sum(isinstance(effect, Science) and effect.symbol == ANY_SYMBOL for effect in effects)
        science = best_choice(estate.symbols, chosen._replace(wild=wild), set_points)
        points = science.points + sum(term.points for term in _terms(state, seat, "", effects))
        if best is None or points > best[0]:
            best = points, guild, science
    assert best is not None
    return best[1], best[2]


def _symbols_beside(state: GameState, seat: int) -> tuple[int, int, int]:
    cards = (state.catalogue.cards[card] for side in state.beside(seat) for card in state.cities[side].cards)
    effects = [effect for card in cards if card.colour == Colour.GREEN for effect in card.effects]
    symbols = [effect.symbol for effect in effects if isinstance(effect, Science)]
    return symbols.count(Symbol.COMPASS), symbols.count(Symbol.GEAR), symbols.count(Symbol.TABLET)


def _guilds_beside(state: GameState, seat: int) -> list[str]:
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
        elif isinstance(effect, MostOf):
            terms.append(_product(source, int(_has_most(state, seat, effect.what)), effect.points))
        elif isinstance(effect, PointsIf):
            number = count(state.catalogue, state.cities[seat], effect.what)
            terms.append(_product(source, int(number == effect.number), effect.points))
        elif isinstance(effect, TokenPairs):
            tokens = Counter(token for token in state.cities[seat].conflict if token > 0)
            terms += [_product(source, number // 2, token) for token, number in sorted(tokens.items()) if number > 1]
    return terms


def _has_most(state: GameState, seat: int, what: str) -> bool:
    own, *others = (count(state.catalogue, state.cities[one], what) for one in (seat, *state.beside(seat)))
    return own > max(others)


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
