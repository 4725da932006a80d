"""Films of a few turns before the simulated camera, each with one of the troubles of `tests.journeys.troubled_games`.

    python -m tests.journeys.troubled_films [KIND ...] [--players N ...] [--seeds S ...] [--who first|last] [--cut]

Prints for every film what was recorded, and what was asked how long after the trouble began. `--cut`: the program is
killed in the middle of the trouble and starts again.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from typing import TYPE_CHECKING

from display.messages.events import Asked, Booked, Undone
from tests.journeys.rendered_table import RenderedTable
from tests.journeys.troubled_play import AT_ANY, AT_BUILD, AT_DISCARD, SOON, TroubledGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.dealing.dealer import Move, Round

KINDS = {kind.__name__: kind for kind in (*AT_BUILD, *AT_DISCARD, *AT_ANY)}
EARLIEST = 1
"""Number of the first round with a trouble, from 0: some cards must lie there."""
LATEST = 9
"""A film in which the trouble has not been possible until this round ends."""


class TroubledFilm(TroubledGame):
    """A game that ends one round after its only trouble, or a little later if it was recorded otherwise at first.

    `who`: the trouble befalls the first or the last to play in its round. `cut`: s after the beginning of the trouble
    at which the power fails.
    """

    def __init__(
        self, kind: str, players: int, seed: int, *, who: str = "", cut: float | None = None, full_size: bool = False
    ) -> None:
        def table(*arguments):
            return RenderedTable(*arguments, full_size=full_size)

        super().__init__(players, seed, leaders=False, table=table)
        self.kind, self._who, self._cut = KINDS[kind], who, cut
        self.began = 0.0
        """When the trouble began, by the table's time (s)."""
        self.happened: list[tuple[float, str]] = []
        """What was asked, answered and corrected since then, and when."""
        self._trouble_in: int | None = None

    def ends_before(self, index: int) -> bool:
        if self._trouble_in is None:
            return index > LATEST
        healing = SOON if self._wrong_since is not None else 0
        return index > self._trouble_in + 1 + healing

    def trouble_at(self, each: Round, move: Move) -> Callable[..., None] | None:
        index = self.dealt.rounds.index(each)
        asked_for = {"first": each.moves[0], "last": each.moves[-1]}.get(self._who, move)
        if self._trouble_in is not None or index < EARLIEST or move is not asked_for:
            return None
        if self.kind not in self.possible(each, move):
            return None
        self._trouble_in = index
        return self.kind

    def _plan_move(self, index: int, each: Round, move: Move, at: float, *, trouble: bool = True) -> None:
        waiting = self._trouble_in is None
        super()._plan_move(index, each, move, at, trouble=trouble)
        if waiting and self._trouble_in is not None:
            self.began = at
            if self._cut is not None:
                self.at(at + self._cut, self.cut_power)

    def _then(self, outcome) -> None:
        before = len(self.session.entries)
        super()._then(outcome)
        for event in outcome[1]:
            match event:
                case Asked(question):
                    self._note(f"asked {question.kind}")
                case Undone():
                    self._note("corrected")
                case Booked() if before == len(self.session.entries):
                    self._note("recorded again")

    def _note(self, what: str) -> None:
        if self.began:
            self.happened.append((self.table.now - self.began, what))


def line(film: TroubledFilm) -> str:
    """What became of a film."""
    outcome = film.outcome
    if not outcome.troubles:
        return "the trouble was not possible"
    what = outcome.wrong or outcome.stuck or "recorded as dealt"
    said = ", ".join(f"{event} after {when:.1f} s" for when, event in film.happened) or "nothing asked"
    return f"{what}; keys {outcome.keys}; {said}"


def main() -> int:
    """Print the table; returns 1 if a film is recorded wrongly."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=list(KINDS), help=", ".join(KINDS))
    parser.add_argument("--players", type=int, nargs="+", default=[3])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--who", choices=("", "first", "last"), default="")
    parser.add_argument("--cut", type=float, help="s after the beginning of the trouble until the power fails")
    parser.add_argument("--full-size", action="store_true", help="pictures as large as the camera's")
    parser.add_argument("-v", "--verbose", action="store_true", help="print everything that happens")
    asked = parser.parse_args()
    wrong = 0
    for kind, players, seed in itertools.product(asked.kinds, asked.players, asked.seeds):
        begun = time.perf_counter()
        film = TroubledFilm(kind, players, seed, who=asked.who, cut=asked.cut, full_size=asked.full_size)
        film.run()
        wrong += bool(film.outcome.wrong or film.outcome.stuck)
        took = f"{film.table.now:4.0f} s in {time.perf_counter() - begun:4.0f} s"
        if asked.verbose:
            sys.stdout.write("\n".join(film.log) + "\n")
        sys.stdout.write(f"{kind:20} {players} players, seed {seed}, {took}: {line(film)}\n")
        sys.stdout.flush()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
