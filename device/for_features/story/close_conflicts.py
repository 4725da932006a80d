"""Conflicts that one shield more would have turned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.game.game import Game
from engine.model.actions import Fight
from engine.model.city import City, shields
from engine.model.frozen import evolve
from engine.rules.conflict import EdgeTokens, opponents, tokens_on_edge
from engine.scoring.outcome import winners


@dataclass(frozen=True, slots=True)
class CloseConflict:
    """A tie or a defeat by one shield; one shield more would have made it a victory or a tie."""

    age: int
    seat: int
    """The seat that lacked the shield."""
    other: int
    """The neighbour in this conflict."""
    lost: bool
    """True for a defeat, false for a tie."""
    gain: int
    """Points in tokens that the shield would have brought the seat in this conflict."""
    loss: int
    """Points in tokens that the neighbour would have had less."""
    decides: bool
    """True if others would have won the game with these tokens, everything else being equal."""


def close_conflicts(game: Game) -> tuple[CloseConflict, ...]:
    """Every such conflict of a player, in order of the ages and seats. A shield is tried for one conflict at a time."""
    return tuple(
        found
        for before, after in pairwise(game.states())
        if isinstance(after.actions[-1], Fight)
        for seat in game.player_seats
        for other in opponents(before.cities)[seat]
        if other is not None
        for found in _close(game, before.cities, before.age, seat, other)
    )


def _close(game: Game, cities: Sequence[City], age: int, seat: int, other: int) -> Iterator[CloseConflict]:
    ours, theirs = cities[seat], cities[other]
    behind = shields(theirs) - shields(ours)
    if behind not in {0, 1}:
        return
    stronger = evolve(ours, estate=evolve(ours.estate, shields=ours.estate.shields + 1))
    was = tokens_on_edge(ours, theirs, age), tokens_on_edge(theirs, ours, age)
    would = tokens_on_edge(stronger, theirs, age), tokens_on_edge(theirs, stronger, age)
    if was == would:
        return
    changed = list(game.cities)
    for place, old, new in zip((seat, other), was, would, strict=True):
        changed[place] = evolve(changed[place], conflict=_exchanged(changed[place].conflict, old, new))
    decides = winners(evolve(game, cities=tuple(changed))) != winners(game)
    gain, loss = sum(would[0]) - sum(was[0]), sum(was[1]) - sum(would[1])
    yield CloseConflict(age, seat, other, behind == 1, gain, loss, decides)


def _exchanged(tokens: EdgeTokens, old: EdgeTokens, new: EdgeTokens) -> EdgeTokens:
    """The tokens with others; of the old ones, some may have been given back meanwhile (Memorial)."""
    rest = list(tokens)
    for token in old:
        if token in rest:
            rest.remove(token)
    return (*rest, *new)
