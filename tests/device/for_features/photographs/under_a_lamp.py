"""Scores of rendered final tables of five to seven players under a lamp that is mirrored in their sleeves.

`python -m tests.device.for_features.photographs.under_a_lamp [--strongest SHARE] [--seed N]` prints every table: as
dealt, or which cities differ. It fails if a city differs and no sentence before the total names it, or if counting the
discards would not tell how many cards are lost.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from device.command_line import main as wondertable
from device.for_features.photographs.cities import DEALT
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import over_table
from device.simulation.rendering.table_picture import Appearance
from display.words import Words
from engine import score_sheets
from tests.device.for_features.photographs.finished_tables import finished_table
from tests.device.simulation.photograph import JPEG_QUALITY, photograph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.device.for_features.photographs.finished_tables import FinishedTable

TABLES = tuple((5 + number % 3, 40 + number) for number in range(10))
"""Players and seed."""
STRONGEST = 0.97
"""Of the reflections: so much of the way to white. Half of the sleeves have one, the strongest is as rare as any."""


@dataclass(frozen=True)
class LampLine:
    """A table under a lamp: its totals as scored and as dealt, the wonders that differ, and what was said."""

    players: int
    seed: int
    scored: list[int]
    dealt: list[int]
    differing: frozenset[str]
    said: str
    discards: int
    """Cards on the pile, hidden ones too."""
    lost: int
    """Cards of the cities that do not count."""

    @property
    def unnamed(self) -> frozenset[str]:
        """The wonders that differ without a word."""
        return frozenset(wonder for wonder in self.differing if Words().say(f"wonder.{wonder}") not in self.said)

    @property
    def counted_right(self) -> bool:
        """True if who counts the pile learns how many cards are lost; nothing is said if the mat shows all."""
        asked = Words().say("score.discards", cards=self.discards + self.lost, count="|").partition("|")[0]
        return asked in self.said or not self.lost

    def __str__(self) -> str:
        told = f"{self.players} players, seed {self.seed}: {self.scored}"
        told += "" if self.counted_right else f" {self.discards} DISCARDS, BUT LOST {self.lost}"
        if not self.differing:
            return f"{told} as dealt"
        named = ", ".join(f"{wonder}{' NOT NAMED' if wonder in self.unnamed else ''}" for wonder in self.differing)
        return f"{told}, dealt {self.dealt}; differing: {named}\n{self.said.rstrip()}"


def under_a_lamp(players: int, seed: int, folder: Path, strongest: float = STRONGEST) -> LampLine:
    """Score one table from its picture from above."""
    table = finished_table(players, seed)
    look = Appearance(blur=1.1, noise=3.5, glare=Glare(0.5, strongest), dimmest=0.5)
    taken = photograph(table.things, players, lens=over_table(players, seed), look=look, seed=seed)
    path = folder / "lamp.jpg"
    cv2.imwrite(str(path), taken.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    cities = table.dealt.game.cities
    coins = ",".join(str(city.coins) for city in cities)
    tokens = ",".join(_each(city.conflict) for city in cities)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        wondertable(["score", "--json", str(path), "--coins", coins, "--conflicts", tokens])
    seats = json.loads(out.getvalue())["seats"] if out.getvalue() else []
    totals = [seat["score"]["total"] for seat in seats]
    dealt = [sheet.total for sheet in score_sheets(table.dealt.game)]
    placed = sum(len(city.cards) + city.stages for city in cities)
    lost = placed - sum(len(seat["cards"]) + seat["stages"] for seat in seats)
    differing = frozenset(_differing(table, seats))
    return LampLine(players, seed, totals, dealt, differing, err.getvalue(), DEALT * len(cities) - placed, lost)


def _each(tokens: Sequence[int]) -> str:
    """Every token, as `--conflicts` takes them: a guild may count single ones."""
    values = [token for token in tokens if token] or [0]
    return "".join(f"{value:+d}" for value in values).removeprefix("+") + ("+0" if len(values) == 1 else "")


def _differing(table: FinishedTable, seats: list[dict]) -> Iterator[str]:
    """The wonders with other cards or stages than were dealt. A neighbour's cards may change a total, too."""
    seen = {seat["wonder"]: (sorted(seat["cards"]), seat["stages"]) for seat in seats}
    for city in table.dealt.game.cities:
        if seen.get(city.wonder.id) != (sorted(city.cards), city.stages):
            yield city.wonder.id


def main() -> int:
    """Print every line; 1 if a city differs that no sentence names, or the discards tell something else."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strongest", type=float, default=STRONGEST)
    parser.add_argument("--seed", type=int, default=0, help="other tables")
    args = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for players, seed in TABLES:
            told = under_a_lamp(players, args.seed + seed, Path(folder), args.strongest)
            wrong += len(told.unnamed) + (not told.counted_right)
            sys.stdout.write(f"{told}\n")
            sys.stdout.flush()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
