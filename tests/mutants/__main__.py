"""Changes the rules, the umpire and the session a little, thousands of times, and counts how often a test notices.

`make mutants` tries every change, `make mutants SAMPLE=300` as many at random. The result is written to
build/mutants.txt. Changes that alter nothing a player could notice are listed in tests/mutants/equivalent.txt.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

from tests.mutants import runner
from tests.mutants.mutations import Mutant, mutants_of

FILES = ("engine/**/*.py", "device/umpire/**/*.py", "device/ledger_check/**/*.py", "device/session/**/*.py")
GAMES = ("changing", "choices", "empty_chair", "past_games", "table", "undoing")
TESTS = (
    *("tests/engine", "tests/device/umpire", "tests/device/ledger_check", "tests/device/session"),
    "tests/device/features/telephones/game",
    *(f"tests/journeys/test_{game}.py" for game in GAMES),
)
EQUIVALENT = Path("tests/mutants/equivalent.txt")
RESULT = Path("build/mutants.txt")
FLOOR = 90.0
"""Per cent of the mutants that are not equivalent which must be killed."""
REASON = " ## "


def equivalent() -> dict[str, str]:
    """Name of every mutant that changes nothing -> why."""
    lines = EQUIVALENT.read_text("utf-8").splitlines()
    pairs = (line.partition(REASON) for line in lines if line and not line.startswith("#"))
    return {name.strip(): reason.strip() for name, _, reason in pairs}


def main(arguments: list[str] | None = None) -> int:
    """Try the mutants; 1 if too few are killed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", default=FILES, help="files to change, as patterns")
    parser.add_argument("--sample", type=int, help="how many mutants to try, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="the tests that may notice")
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="only the survivors of the last run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many to try at once")
    options = parser.parse_args(arguments)
    files = sorted({str(path) for pattern in options.files for path in Path().glob(pattern)})
    mutants = [mutant for file in files for mutant in mutants_of(file, Path(file).read_text("utf-8"))]
    known = equivalent()
    for name in sorted(known.keys() - {mutant.name for mutant in mutants}):
        if name.partition(" ")[0] in files or not Path(name.partition(" ")[0]).exists():
            print(f"listed in {EQUIVALENT}, but there is no such mutant any more: {name}")
    mutants = [mutant for mutant in mutants if options.only in mutant.name]
    if options.again:
        survivors = set(RESULT.read_text("utf-8").splitlines())
        mutants = [mutant for mutant in mutants if mutant.name in survivors]
    if options.sample and options.sample < len(mutants):
        mutants = random.Random(options.seed).sample(mutants, options.sample)
    began = time.monotonic()
    runner.prepare()
    reached = runner.reach(files, options.tests)
    for test in reached.failed:
        print(f"left out, since it fails without any change: {test}")
    print(f"{len(mutants)} mutants; tests mapped in {time.monotonic() - began:.0f} s", flush=True)
    ends: dict[Mutant, str] = {}
    tried = [one for one in mutants if one.name not in known]
    for mutant, end in runner.judge(tried, reached, options.jobs):
        ends[mutant] = end
        if end == runner.SURVIVED:
            print(f"{len(ends)}: line {mutant.lines[0]}: {mutant.name}", flush=True)
    return report(mutants, ends, known, time.monotonic() - began)


def report(mutants: list[Mutant], ends: dict[Mutant, str], known: dict[str, str], seconds: float) -> int:
    """Print and write down the figures; 1 if they are not good enough."""
    counts = Counter(ends.values())
    killed = counts[runner.KILLED] + counts[runner.TIMEOUT]
    share = 100 * killed / max(len(ends), 1)
    figures = (
        f"{counts[runner.KILLED]} killed, {counts[runner.SURVIVED]} survived, "
        f"{len(mutants) - len(ends)} equivalent, {counts[runner.TIMEOUT]} timeouts: "
        f"{share:.1f} % killed in {seconds / 60:.0f} min (floor {FLOOR:.0f} %)"
    )
    survivors = sorted(mutant.name for mutant, end in ends.items() if end == runner.SURVIVED)
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text("\n".join([figures, *survivors, ""]), "utf-8")
    print(figures)
    print(f"survivors are listed in {RESULT}")
    return int(share < FLOOR)


if __name__ == "__main__":
    sys.exit(main())
