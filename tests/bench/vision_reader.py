"""What finding stickers costs and finds, side by side: OpenCV, AprilTag, QR readers, and ours.

    python -m tests.bench.vision_reader [--photos DIR] [--rounds N] [--quick]

Every way is measured in a process of its own, on one thread, over the same pictures: a table with 20, 60 and 120
stickers at two sizes, seen for the first time, still, with hands moving, with one card laid. --photos (or
$WONDERTABLE_PHOTOS) names a folder of pictures with their truth beside them (see `tests.vision.evaluation.accuracy`).
Milliseconds are processor time, the least of several rounds; compare the ratios.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec
import numpy as np

from tests.bench.detectors import DEFAULT, DETECTORS, OVER_TIME, PLAIN, THOROUGH, TUNED, Filed, Measured, Result
from tests.bench.scenes import Kind, Scene, Shot, Situation, photographs

WIDTHS = (4608, 2304)
COUNTS = (20, 60, 120)
TARGETS = {Situation.FIRST: 1.0, Situation.STILL: 1 / 20, Situation.CARD: 1 / 5}
"""The most time as a part of what tuned ArUco takes for the same pictures."""

Table = Mapping[str, Measured]


def say(line: str = "") -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def filed(shots: Iterable[Shot], folder: Path) -> None:
    """Pictures on disk, so that the measured process holds one at a time, as with a camera."""
    rows = []
    for number, shot in enumerate(shots):
        np.save(folder / f"{number}.npy", shot.image)
        rows.append(Filed(f"{number}.npy", shot.situation, shot.time, shot.places, shot.hidden, shot.sample))
    (folder / "shots.json").write_bytes(msgspec.json.encode(rows))


def measured(name: str, folder: Path, rounds: int) -> Measured:
    command = [sys.executable, "-m", "tests.bench.detectors", name, str(folder), str(rounds)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
    return msgspec.json.decode(done.stdout, type=Measured)


def compared(folders: Mapping[Kind, Path], rounds: int, names: Sequence[str]) -> dict[str, Measured]:
    return {
        name: measured(name, folders[DETECTORS[name][0]], rounds) for name in names if DETECTORS[name][0] in folders
    }


def drawn(count: int, width: int, names: Sequence[str], rounds: int) -> dict[str, Measured]:
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as place:
        folders = {kind: Path(place) / kind.name for kind in Kind}
        for kind, folder in folders.items():
            folder.mkdir()
            filed(Scene(kind, count, width).shots(), folder)
        return compared(folders, rounds, names)


def taken(pictures: Iterable[tuple[str, Shot]], names: Sequence[str], rounds: int) -> dict[str, Measured]:
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as place:
        filed((shot for _, shot in pictures), Path(place))
        return compared({Kind.OURS: Path(place)}, rounds, names)


def mean_ms(results: Iterable[Result], situation: Situation) -> float:
    times = [result.ms for result in results if result.situation is situation]
    return sum(times) / len(times) if times else float("nan")


def report(title: str, table: Table) -> None:
    situations = [situation for situation in Situation if table[TUNED].results and _has(table[TUNED], situation)]
    say(f"\n{title}")
    heads = "".join(f"{situation + ', ms':>20}" for situation in situations)
    say(f"{'':<24}{heads}{'read':>16}{'invented':>10}{'peak MB':>9}")
    for name, row in table.items():
        costs = "".join(f"{_cost(row, table[TUNED], situation):>20}" for situation in situations)
        there, read, invented = (sum(getattr(r, key) for r in row.results) for key in ("there", "read", "invented"))
        say(f"{name:<24}{costs}{f'{read}/{there} {read / max(there, 1):.1%}':>16}{invented:>10}{row.peak:>9.0f}")


def _has(row: Measured, situation: Situation) -> bool:
    return any(result.situation is situation for result in row.results)


def _cost(row: Measured, tuned: Measured, situation: Situation) -> str:
    spent, reference = (mean_ms(each.results, situation) for each in (row, tuned))
    return f"{spent:.1f} ({spent / reference:.3f})"


def verdicts(title: str, table: Table, ours: str = OVER_TIME) -> Iterator[str]:
    """Each promise, and whether it holds."""
    for situation, most in TARGETS.items():
        ratio = mean_ms(table[ours].results, situation) / mean_ms(table[TUNED].results, situation)
        if np.isnan(ratio):
            continue
        met = "met" if ratio <= most else "MISSED"
        yield f"{title}: {situation}: {ratio:.3f} of tuned ArUco's time, {most:.3f} at most: {met}"
    read, theirs = (
        sum(result.read for result in table[name].results if result.situation is Situation.FIRST)
        for name in (ours, TUNED)
    )
    yield f"{title}: first look: {read} read, tuned ArUco {theirs}: {'met' if read >= theirs else 'MISSED'}"


def names_here() -> list[str]:
    """All ways whose library is installed."""
    lacking = {"AprilTag": "pupil_apriltags", "zxing-cpp": "zxingcpp", "pyzbar": "pyzbar"}
    here = {way: find_spec(module) is not None for way, module in lacking.items()}
    for way, there in here.items():
        if not there:
            say(f"{way}: not installed, not measured")
    return [name for name in DETECTORS if here.get(name.split(",")[0], True)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, default=os.environ.get("WONDERTABLE_PHOTOS"), metavar="DIR")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="only 60 stickers")
    args = parser.parse_args()
    names = names_here()
    said: list[str] = []
    for width in WIDTHS:
        for count in (60,) if args.quick else COUNTS:
            title = f"{count} stickers, {width} x {width * 9 // 16}"
            table = drawn(count, width, names, args.rounds)
            report(title, table)
            said += verdicts(title, table)
    if args.photos:
        chosen = [name for name in (DEFAULT, TUNED, PLAIN, THOROUGH) if name in names]
        table = taken(photographs(args.photos), chosen, args.rounds)
        report(f"photographs in {args.photos}", table)
        said += verdicts("photographs", table, PLAIN)
    say()
    for line in said:
        say(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
