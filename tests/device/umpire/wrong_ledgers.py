"""Games with wrong past actions in the ledger: how often the true ones are found.

`python -m tests.device.umpire.wrong_ledgers 1000` prints the figures.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from statistics import median

from device.ledger_check.explanations import explanations
from device.ledger_check.table_facts import Front, StageBack, TableFacts
from device.simulation.dealing.dealer import Move, deal
from display.messages.events import Booked
from engine import Build, BuildFromDiscard, BuildStage, Discard, Fight, Game, IllegalAction, Pass, Phase, Recruit
from tests.device.tables import CODEBOOK

TURN_TIME = 30.0
PUSHED = 0.05
"""How many cards were pushed since they were laid: they lie still since later."""
SHOWN = (Build, BuildFromDiscard, Recruit)


@dataclass
class PlayedTable:
    """A game up to a random moment: what was really done, and when each card was laid."""

    random: Random
    setup: Game
    moves: list[tuple[tuple[int, int, Phase], Move]]
    final: Game
    laid: dict[int, float] = field(default_factory=dict)
    """Number of the move -> time."""


def true_table(seed: int) -> PlayedTable:
    """A game that was played to a random turn, in which some cards were pushed."""
    random = Random(seed)
    dealt = deal(random.randint(3, 7), seed, leaders=random.random() < 0.25)
    rounds = [one for one in dealt.rounds if one.moves]
    count = random.randrange(2, len(rounds))
    moves = [((one.age, one.turn, one.phase), move) for one in rounds[:count] for move in one.moves]
    laid, now, last = {}, 0.0, None
    for number, (moment, _) in enumerate(moves):
        if moment != last:
            now, last = now + TURN_TIME, moment
        laid[number] = now + random.uniform(-8, 8)
    for number, since in laid.items():
        if random.random() < PUSHED:
            laid[number] = random.uniform(since, now)
    setup = next(dealt.game.states())
    return PlayedTable(random, setup, moves, play(setup, [move for _, move in moves])[0], laid)


def play(game: Game, moves: list[Move]) -> tuple[Game, list[Booked]]:
    """Play moves again as the umpire would have booked them; conflicts come by themselves."""
    entries = []
    moves = list(moves)
    while True:
        while game.phase is Phase.CONFLICTS:
            game = game.apply(Fight())
            entries.append(Booked(Fight()))
        if not moves:
            return game, entries
        move = moves.pop(0)
        action = move.action
        if not game.can(action):
            if isinstance(action, (Build, BuildStage, Recruit)):
                action = replace(action, pays=None)
            if isinstance(action, BuildStage):
                action = replace(action, stage=None)
        if not game.can(action):
            action = replace(action, exception=True)
        game = game.apply(action)
        entries.append(Booked(game.actions[-1], move.code if isinstance(action, SHOWN) else None))


def facts(table: PlayedTable) -> TableFacts:
    """What lies on the table at the end."""
    fronts, stages, discards = {}, {}, 0
    slots: Counter[int] = Counter()
    for number, (moment, move) in enumerate(table.moves):
        since = table.laid[number]
        if isinstance(move.action, SHOWN) and move.code is not None:
            fronts[move.code] = Front(move.seat, since)
            entry = CODEBOOK.entry(move.code)
            if isinstance(move.action, BuildFromDiscard) and entry.age == table.final.age:
                discards -= 1
        elif isinstance(move.action, BuildStage):
            slots[move.seat] += 1
            back = "leader" if moment[2] is Phase.RECRUIT else f"age_{moment[0]}"
            stages[move.seat, slots[move.seat]] = StageBack(back, since)
        elif isinstance(move.action, (Discard, Pass)) and moment[0] == table.final.age:
            discards += moment[2] in (Phase.TURN, Phase.SEVENTH)
    codes = {move.code for _, move in table.moves}
    absent = frozenset(entry.code for entry in CODEBOOK if entry.code not in fronts or entry.code not in codes)
    bare = frozenset(
        (seat, slot) for seat in range(len(table.final.cities)) for slot in range(1, 5) if (seat, slot) not in stages
    )
    closed = max(table.laid.values()) + 1.0
    return TableFacts(fronts, stages, absent, bare, discards, closed)


def another_card(random, moves, table):
    """The seat is booked with a card that lies nowhere, or that somebody else built in the next turns."""
    number = _pick(random, moves, Build)
    if number is None:
        return None
    moment, move = moves[number]
    later = [
        (other.code, index)
        for index, (when, other) in enumerate(moves)
        if isinstance(other.action, Build) and when[0] == moment[0] and when[1] > moment[1] and other.seat != move.seat
    ]
    used = {other.code for _, other in moves}
    free = [
        entry.code
        for entry in CODEBOOK
        if entry.kind == "card"
        and entry.age == moment[0]
        and entry.code not in used
        and entry.players
        and entry.players <= len(table.final.cities)
    ]
    if later and (not free or random.random() < 0.5):
        code, index = random.choice(later)
        moves[index] = moves[index][0], Move(moves[index][1].seat, Discard(moves[index][1].seat), None)
    elif free:
        code = random.choice(free)
    else:
        return None
    moves[number] = moment, replace(move, action=Build(move.seat, CODEBOOK.entry(code).id), code=code)
    return moves


def exchanged(random, moves, table):
    """Two seats' actions of one turn are exchanged."""
    number = _pick(random, moves, Build)
    if number is None:
        return None
    moment, move = moves[number]
    others = [
        index
        for index, (when, other) in enumerate(moves)
        if when == moment and other.seat != move.seat and isinstance(other.action, (Build, Discard))
    ]
    if not others:
        return None
    index = random.choice(others)
    other = moves[index][1]
    moves[number] = moment, _for(move.seat, other)
    moves[index] = moment, _for(other.seat, move)
    return moves


def not_discarded(random, moves, table):
    """A structure or stage is booked as a discard."""
    number = _pick(random, moves, Build, BuildStage)
    if number is None:
        return None
    moment, move = moves[number]
    moves[number] = moment, replace(move, action=Discard(move.seat))
    return moves


def discarded(random, moves, table):
    """A discard of the open age is booked as a structure that lies nowhere."""
    number = _pick(random, moves, Discard, age=table.final.age)
    if number is None:
        return None
    moment, move = moves[number]
    known = CODEBOOK.entry(move.code)
    if known is None or known.kind != "card" or moment[2] not in (Phase.TURN, Phase.SEVENTH):
        return None
    if known.id in [getattr(other.action, "card", None) for _, other in moves if other.seat == move.seat]:
        return None
    moves[number] = moment, replace(move, action=Build(move.seat, known.id))
    return moves


def shifted(random, moves, table):
    """A discard is booked that never happened; the seat's later actions of this age come one turn late."""
    age = table.final.age
    seats = list(range(len(table.final.cities)))
    random.shuffle(seats)
    seat = seats[0]
    mine = [
        number
        for number, (when, move) in enumerate(moves)
        if move.seat == seat and when[0] == age and when[2] is Phase.TURN
    ]
    phases = {when[2] for when, _ in moves if when[0] == age}
    if len(mine) < 2 or len(mine) > 5 or phases - {Phase.TURN, Phase.RECRUIT}:
        return None
    if isinstance(moves[mine[-1]][1].action, Discard):
        return None  # the city shows the same cards
    start = random.randrange(len(mine) - 1)
    row = [moves[number][1] for number in mine]
    row = [*row[:start], Move(seat, Discard(seat), None), *row[start:-1]]
    for number, move in zip(mine, row, strict=True):
        moves[number] = moves[number][0], move
    return moves


def too_soon(random, moves, table):
    """A discard is booked that never happened, and the seat has not played its last turn yet."""
    wrong = shifted(random, moves, table)
    if wrong is None:
        return None
    seat = next(new.seat for (_, old), (_, new) in zip(table.moves, wrong, strict=True) if old != new)
    last = max(number for number, (_, move) in enumerate(table.moves) if move.seat == seat)
    if table.moves[last][0] != table.moves[-1][0]:
        return None
    del table.moves[last]
    table.laid = {number - (number > last): time for number, time in table.laid.items() if number != last}
    return wrong


def missed(random, moves, table):
    """A whole turn of the open age was not booked."""
    age = table.final.age
    turns = sorted({when[1] for when, _ in moves if when[0] == age and when[2] is Phase.TURN})
    phases = {when[2] for when, _ in moves if when[0] == age}
    if len(turns) < 2 or len(turns) > 5 or phases - {Phase.TURN, Phase.RECRUIT}:
        return None
    turn = random.choice(turns)
    return [(when, move) for when, move in moves if when != (age, turn, Phase.TURN)]


MISTAKES = {
    "another_card": another_card,
    "exchanged": exchanged,
    "not_discarded": not_discarded,
    "discarded": discarded,
    "shifted": shifted,
    "too_soon": too_soon,
    "missed": missed,
}
ROW_MISTAKES = ("shifted", "too_soon", "missed")
"""Mistakes that move whole rows; one of them in a game."""


def _for(seat, move):
    action = replace(move.action, seat=seat)
    return Move(seat, replace(action, pays=None) if hasattr(action, "pays") else action, move.code)


def _pick(random, moves, *kinds, age=None):
    found = [
        number
        for number, (when, move) in enumerate(moves)
        if isinstance(move.action, kinds) and age in (None, when[0]) and when[2] is Phase.TURN
    ]
    return random.choice(found) if found else None


def rows_of(entries) -> dict[int, list[tuple]]:
    """By seat: what it did, in order, without payments; which card was discarded is hidden."""
    rows: dict[int, list[tuple]] = {}
    for entry in entries:
        action = entry.action
        if entry.seat is not None:
            done = "discard" if isinstance(action, (Discard, Pass)) else type(action).__name__
            rows.setdefault(entry.seat, []).append((done, getattr(action, "card", None) if done != "discard" else None))
    return rows


@dataclass(frozen=True)
class Trial:
    """One game: its mistakes, at which place the true ledger was offered (None: not), ms, and the explanations."""

    kinds: tuple[str, ...]
    place: int | None
    milliseconds: float
    found: tuple = ()
    seed: int = 0


def trial(seed: int) -> Trial | None:
    """Put mistakes into a game and look for them; None if the mistakes cancel each other or cannot be booked."""
    table = true_table(seed)
    random = table.random
    booked = replace(table)
    kinds: list[str] = []
    for _ in range(random.choice((1, 1, 2, 3))):
        kind = random.choice(list(MISTAKES))
        whole = kind in ROW_MISTAKES
        if whole and (set(ROW_MISTAKES) & set(kinds) or (kind == "too_soon" and kinds)):
            continue
        moves = MISTAKES[kind](random, list(booked.moves), table if kind == "too_soon" else booked)
        if moves is not None:
            booked.moves = moves
            kinds.append(kind)
    if not kinds:
        return None
    try:
        _, right = play(table.setup, [move for _, move in table.moves])
        game, entries = play(table.setup, [move for _, move in booked.moves])
    except (IllegalAction, LookupError, StopIteration):
        return None
    seen = facts(table)
    if game.age != table.final.age or rows_of(entries) == rows_of(right):
        return None
    begun = time.perf_counter()
    found = explanations(game, entries, seen, CODEBOOK)
    milliseconds = 1000 * (time.perf_counter() - begun)
    wanted = rows_of(right)
    offered = [rows_of((*entries[: one.keep], *one.entries)) for one in found]
    place = next((index for index, rows in enumerate(offered) if rows == wanted), None)
    return Trial(tuple(kinds), place, milliseconds, found, seed)


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    trials = []
    seed = 0
    while len(trials) < count:
        seed += 1
        one = trial(seed)
        if one:
            trials.append(one)
    report(trials)


def report(trials: list[Trial]) -> None:
    """The figures in words."""
    times = [one.milliseconds for one in trials]
    two = sum(len(one.found) > 1 for one in trials)
    sys.stdout.write(f"{_shares(trials)}; ms: median {median(times):.0f}, worst {max(times):.0f}; two offered: {two}\n")
    for kind in MISTAKES:
        for several in (False, True):
            of_kind = [one for one in trials if kind in one.kinds and (len(one.kinds) > 1) == several]
            if of_kind:
                sys.stdout.write(f"  {kind}{' with others' if several else ''}: {_shares(of_kind)}\n")


def _shares(trials: list[Trial]) -> str:
    first = sum(one.place == 0 for one in trials) / len(trials)
    both = sum(one.place is not None for one in trials) / len(trials)
    return f"{len(trials)} ledgers, first {first:.1%}, among two {both:.1%}"


if __name__ == "__main__":
    main()
