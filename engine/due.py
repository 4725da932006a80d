"""What still has to happen before a turn is over, and in which order.

Courtesans choose and extra leaders come at once; then the seventh card; then the discard pile is open: to Halicarnassus
before Solomon (Leaders rulebook, "Domande frequenti").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import BuildStage
from engine.effects import CopyLeader, Effect, ExtraLeader, FreeFromDiscard, SeventhCard
from engine.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.actions import SeatAction
    from engine.city import City
    from engine.game import Game
    from engine.turn import Outcome

LAST_TURN = 6
KINDS = frozenset({CopyLeader, ExtraLeader, FreeFromDiscard})
"""Effects that let a seat do something more before the turn is over."""
Due = tuple[tuple[Phase, tuple[int, ...]], ...]
"""Phases with the seats that act in them."""


def due_after(game: Game, actions: Mapping[int, SeatAction], outcome: Outcome) -> Due:
    """What is due after actions have been resolved, what was due before included."""
    news = outcome.news
    last = game.turn == LAST_TURN and game.phase is Phase.TURN
    if not last and KINDS.isdisjoint([type(effect) for effects in news.values() for effect in effects]):
        return game.due
    first = _due(Phase.COURT, (seat for seat in _with(CopyLeader, news) if _leaders_beside(game, outcome.cities, seat)))
    first += _due(Phase.EXTRA_LEADER, (seat for seat in _with(ExtraLeader, news) if seat != game.setup.free_city))
    seventh = _due(Phase.SEVENTH, _with_seventh_card(game, outcome.cities) if last else ())
    raising = _with(FreeFromDiscard, news)
    wonders = _due(Phase.FROM_DISCARD, (seat for seat in raising if isinstance(actions[seat], BuildStage)))
    others = _due(Phase.FROM_DISCARD, (seat for seat in raising if not isinstance(actions[seat], BuildStage)))
    return first + seventh + _merge(game.due, wonders) + others


def _merge(before: Due, wonders: Due) -> Due:
    """What the wonder raises comes before what leaders raise, which alone can have been due already."""
    if not wonders:
        return before
    waiting = [entry for entry in before if entry[0] is not Phase.FROM_DISCARD]
    return (*waiting, *wonders, *(entry for entry in before if entry[0] is Phase.FROM_DISCARD))


def _with_seventh_card(game: Game, cities: tuple[City, ...]) -> list[int]:
    """The Free City has no hand, so no seventh card either."""
    return [seat for seat, city in enumerate(cities) if seat != game.setup.free_city and city.estate.has(SeventhCard)]


def _with(kind: type[Effect], news: Mapping[int, tuple[Effect, ...]]) -> list[int]:
    return [seat for seat in sorted(news) if kind in map(type, news[seat])]


def _leaders_beside(game: Game, cities: tuple[City, ...], seat: int) -> bool:
    return any(cities[side].leaders for side in game.beside(seat))


def _due(phase: Phase, seats: Iterable[int]) -> Due:
    acting = tuple(seats)
    return ((phase, acting),) if acting else ()
