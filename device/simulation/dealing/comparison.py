"""Compares the recorded game with the dealt one: action by action, coin by coin."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from engine import Action, Discard, Game, action_to_dict


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of one turn: what each seat did, and the coins by seat after it."""

    age: int
    turn: int
    phase: str
    actions: tuple[Action, ...]
    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameDifference:
    """The first step in which two games differ; None for a game that has no such step."""

    dealt: Step | None
    booked: Step | None

    def as_line(self) -> dict[str, object]:
        """As a line of `--json`."""
        return {"event": "difference", "dealt": _as_line(self.dealt), "booked": _as_line(self.booked)}

    def when(self) -> dict[str, object]:
        """The age and turn in which the games differ."""
        step = self.dealt or self.booked
        assert step is not None
        return {"age": step.age, "turn": step.turn}


def first_difference(dealt: Game, booked: Game, *, so_far: bool = False) -> GameDifference | None:
    """Compare two games from the beginning. Which card was discarded is hidden and not compared.

    `so_far`: the booked one was not played to its end, and is compared as far as whole steps of it go.
    """
    ours, theirs = list(steps(dealt)), list(steps(booked))
    if so_far:
        theirs = theirs[:-1] if booked.pending else theirs
        ours = ours[: len(theirs)]
    return next((GameDifference(*pair) for pair in zip_longest(ours, theirs) if pair[0] != pair[1]), None)


def steps(game: Game) -> Iterator[Step]:
    """The steps of a game; an incomplete last step has the actions so far."""
    states = game.states()
    state = next(states)
    done: list[Action] = []
    for action in game.actions:
        age, turn, phase = state.age, state.turn, state.phase
        state = next(states)
        done.append(_public(action))
        if not state.pending:
            yield Step(age, turn, phase, _by_seat(done), tuple(city.coins for city in state.cities))
            done = []
    if done:
        yield Step(state.age, state.turn, state.phase, _by_seat(done), tuple(city.coins for city in state.cities))


def _by_seat(actions: list[Action]) -> tuple[Action, ...]:
    return tuple(sorted(actions, key=lambda action: getattr(action, "seat", -1)))


def _public(action: Action) -> Action:
    return replace(action, card=None) if isinstance(action, Discard) else action


def _as_line(step: Step | None) -> dict[str, object] | None:
    if step is None:
        return None
    return {
        "age": step.age,
        "turn": step.turn,
        "phase": step.phase,
        "actions": [action_to_dict(action) for action in step.actions],
        "coins": list(step.coins),
    }
