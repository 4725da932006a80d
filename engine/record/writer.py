"""A game as text that a person can read and write.

    wondertable record 3
    edition first
    prefer left
    seat 0 olympia A "Anna"
    seat 1 babylon B ""
    seat 2 giza A ""

    age 1 turn 1
    1 build stone_pit
    # a comment: below the first line, above a heading, or above an action
    0 stage 1 pays left 2
    2 discard
    ...
    age 1 turn 6 seventh
    1 build baths pays right 2
    age 1 conflicts
    fight
    end

The options come between the first line and the seats: `edition` and `prefer`, then `expansions` with the sets that are
played besides the game itself and Leaders, `free_city` with its seat, `leaders`, and `blank`
with the blank leader. A game that was set up in the middle has the notation of its first moment in a line `position`
below the seats. Every payment is written; without one, nothing is paid. `free` is Olympia A's free structure;
`exception` at the end of a line is an action that was recorded against the rules. Reading is strict: a line that is not
exactly as it would be written is an error with its number and the reason.

The version is that of the rulings by which the game is counted. Version 1 has no line `edition`; its games are of the
first edition.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.game.game import Game
from engine.model.editions import leader_row
from engine.model.setup import OLD_RULINGS
from engine.model.state import Phase
from engine.record.action_lines import line_of
from engine.record.notation import write_position

FIRST_LINE = "wondertable record "
LAST_LINE = "end"
POSITION = "position"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment above the action with this index (or the end), or above its `heading`; -1: below the first line.

    Each line of its text becomes a comment of its own in the record.
    """

    before: int
    text: str
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A game and its comments."""

    game: Game
    comments: tuple[Comment, ...] = ()


def write_record(game: Game, comments: Iterable[Comment] = ()) -> str:
    """The game's record, ending with a newline."""
    return "".join(f"{line}\n" for line in record_lines(game, tuple(comments), game.states()))


def record_lines(game: Game, comments: Sequence[Comment], states: Iterable[Game]) -> Iterator[str]:
    """The lines of a game's record; `states`: the game before each action."""
    setup = game.setup
    yield f"{FIRST_LINE}{setup.rulings}"
    yield from _remarks(comments, -1, heading=False)
    if setup.rulings != OLD_RULINGS:
        yield f"edition {setup.edition}"
    yield f"prefer {setup.prefer}"
    if setup.expansions:
        yield f"expansions {' '.join(setup.expansions)}"
    if setup.free_city is not None:
        yield f"free_city {setup.free_city}"
    if setup.leaders:
        yield "leaders"
    if setup.blank is not None:
        yield f"blank {json.dumps(leader_row(setup.blank))}"
    for seat, ((wonder, side), name) in enumerate(zip(setup.seats, setup.names, strict=True)):
        yield f"seat {seat} {wonder} {side} {json.dumps(name, ensure_ascii=False)}"
    if game.origin is not None:
        yield f"{POSITION} {write_position(game.origin.begun_here())}"
    above = ""
    for index, (state, action) in enumerate(zip(states, game.actions, strict=False)):
        if (heading := heading_of(state)) != above:
            yield from ("", *_remarks(comments, index, heading=True), heading)
            above = heading
        yield from _remarks(comments, index, heading=False)
        yield line_of(action)
    yield from ("", *_remarks(comments, len(game.actions), heading=False), LAST_LINE)


def _remarks(comments: Sequence[Comment], before: int, *, heading: bool) -> list[str]:
    here = (one.text for one in comments if (one.before, one.heading) == (before, heading))
    return [f"# {line}".rstrip() for text in here for line in text.splitlines() or ("",)]


def heading_of(game: Game) -> str:
    """The line above the actions of a phase."""
    if game.phase is Phase.OVER:
        return str(game.phase)
    if game.phase in {Phase.CONFLICTS, Phase.RECRUIT}:
        return f"age {game.age} {game.phase}"
    return f"age {game.age} turn {game.turn}" + ("" if game.phase is Phase.TURN else f" {game.phase}")
