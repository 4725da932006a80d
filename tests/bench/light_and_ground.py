"""What is read in odd light and on odd grounds, and what that costs, beside OpenCV and AprilTag.

    python -m tests.bench.light_and_ground [--pictures N] [--rounds N] [--only WORDS]

Every setting of `tests.vision.lights_and_grounds` is drawn with 60 stickers of 29 to 36 px in 3072 x 1728 px; AprilTag
gets its own kind in the same places. Every detector is a process of its own, on one thread. Per cent read; in brackets
the processor time against that of `cv2.aruco` for the same pictures. The last column is our plain look's time against
that in even light. As well: pictures of the same settings without stickers, in which nothing may be read.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.detectors import APRILTAG, DETECTORS, FINER, PLAIN, THOROUGH
from tests.bench.scenes import Kind, Place, Shot, Situation, printed
from tests.bench.vision_reader import compared, filed, mean_ms, say
from tests.vision.lights_and_grounds import SETTINGS, Setting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.bench.detectors import Measured

STICKERS = 60
SHAPE = 1728, 3072
NAMES = (PLAIN, THOROUGH, FINER, APRILTAG)


def shots(setting: Setting, kind: Kind, pictures: int) -> Iterator[Shot]:
    """So many pictures with stickers, and as many without."""
    for seed in range(pictures):
        codes = range(STICKERS * (seed % 3), STICKERS * (seed % 3 + 1))
        table = setting.table(codes, SHAPE, seed, lambda code: printed(kind, code))
        places = tuple(
            Place(spot.code, *setting.camera.place(spot), float(spot.side * setting.camera.scale))
            for spot in table.spots
        )
        yield Shot(Situation.FIRST, 0.0, setting.photograph(table, seed), places, sample=True)
        empty = setting.table(range(0), SHAPE, pictures + seed)
        yield Shot(Situation.STILL, 0.0, setting.photograph(empty, seed), (), sample=True)


def measured(setting: Setting, pictures: int, rounds: int) -> dict[str, Measured]:
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as place:
        folders = {kind: Path(place) / kind.name for kind in (Kind.OURS, Kind.APRILTAG)}
        for kind, folder in folders.items():
            folder.mkdir()
            filed(shots(setting, kind, pictures), folder)
        return compared(folders, rounds, [name for name in NAMES if DETECTORS[name][0] in folders])


def row(name: str, table: Mapping[str, Measured], even: float) -> str:
    reference = mean_ms(table[FINER].results, Situation.FIRST)
    cells = []
    for measured_ in table.values():
        read, there = (sum(getattr(result, key) for result in measured_.results) for key in ("read", "there"))
        ratio = mean_ms(measured_.results, Situation.FIRST) / reference
        cells.append(f"{100 * read / there:.1f} ({ratio:.2f})")
    invented = sum(result.invented for ours in (PLAIN, THOROUGH) for result in table[ours].results)
    cost = mean_ms(table[PLAIN].results, Situation.FIRST) / even
    return f"| {name} | " + " | ".join(cells) + f" | {invented} | {cost:.2f} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default="", help="settings with these words")
    args = parser.parse_args()
    say("| | plain | thorough | cv2.aruco | AprilTag | invented by us | time |")
    say("|---" * 7 + "|")
    even = 0.0
    for name, setting in SETTINGS.items():
        if even and args.only not in name:
            continue
        table = measured(setting, args.pictures, args.rounds)
        even = even or mean_ms(table[PLAIN].results, Situation.FIRST)
        say(row(name, table, even))
    return 0


if __name__ == "__main__":
    sys.exit(main())
