"""Scores from photographs of finished made-up tables, against the games': from above, and city by city at an angle.

`python -m tests.device.scores` prints the table.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.command_line import main as wondertable
from engine import score_sheets
from tests.device.for_features.photographs.finished_tables import finished_table

if TYPE_CHECKING:
    from tests.device.for_features.photographs.finished_tables import FinishedTable

TABLES = ((3, 1, False), (4, 12, True), (5, 25, True), (6, 31, False), (7, 26, False))
"""Players, seed, with leaders."""
ANGLES = ((0.0, 0.0), (-40.0, 0.0), (10.0, 38.0), (40.0, 0.0))
"""Pitch and roll in degrees: from above the city, over its board, from the side, from over the middle of the table."""


@dataclass(frozen=True)
class Line:
    """Pictures of one table, and the totals that the program and the game have."""

    table: str
    pictures: str
    scored: list[int]
    dealt: list[int]
    said: str

    @property
    def right(self) -> bool:
        return self.scored == self.dealt

    def __str__(self) -> str:
        verdict = "as the game" if self.right else f"THE GAME: {self.dealt} {self.said}"
        return f"{self.table:34} {self.pictures:34} {self.scored} {verdict}"


def line(players: int, seed: int, *, leaders: bool, angle: tuple[float, float] | None, folder: Path) -> Line:
    """Score one table from its pictures: one from above, or one of each city at an angle."""
    table = finished_table(players, seed, leaders=leaders)
    if angle is None:
        shown, paths = "one from above", [table.from_above(folder / "table.jpg", full_size=True)]
    else:
        shown = f"one of each city, pitch {angle[0]:+.0f} roll {angle[1]:+.0f}"
        paths = [table.of_city(folder / f"{seat}.jpg", seat, *angle) for seat in range(players)]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        wondertable(["score", "--json", *map(str, paths), *table.options(), *_copied_leaders(table)])
    seats = json.loads(out.getvalue())["seats"] if out.getvalue() else []
    sides = "".join(city.wonder.side for city in table.dealt.game.cities)
    name = f"{players} players, sides {sides}{', leaders' if leaders else ''}"
    scored = [seat["score"]["total"] for seat in seats]
    return Line(name, shown, scored, [sheet.total for sheet in score_sheets(table.dealt.game)], err.getvalue())


def _copied_leaders(table: FinishedTable) -> list[str]:
    """Whom the courtesans serve no picture shows."""
    said = [f"{city.wonder.id}={city.copied_leader}" for city in table.dealt.game.cities if city.copied_leader]
    return ["--courted", ",".join(said)] if said else []


def main() -> int:
    """Print every line; 1 if one is wrong."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for players, seed, leaders in TABLES:
            for angle in (None, *ANGLES):
                told = line(players, seed, leaders=leaders, angle=angle, folder=Path(folder))
                wrong += not told.right
                sys.stdout.write(f"{told}\n")
                sys.stdout.flush()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
