"""Gives bad input to everything that takes input, for a given time.

    python -m tests.fuzz.bad_input [MINUTES [KIND...]]

Prints how many inputs of each kind were given, how many were not answered cleanly or took long, and the memory. Every
round has a number, its seed; a failing input is made as small as possible and kept in `tests/fuzz/found`, and every
test run gives it again.
"""

from __future__ import annotations

import argparse
import pickle
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.targets import TARGETS, Target

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_MEMORY = 500
"""MB."""
FOUND = Path(__file__).with_name("found")
LONGEST = 10.0
"""s that an answer may take."""
ROUND = 200
"""Inputs made from one seed."""


def give(target: Target, number: int, folder: Path, inputs: int = ROUND) -> int:
    """Give the inputs of one seed. Returns how many; raises for the smallest one that fails."""
    given_inputs = 0

    @seed(number)
    @settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(target.inputs())
    def feed(value: object) -> None:
        nonlocal given_inputs
        given_inputs += 1
        began = time.monotonic()
        try:
            target.feed(folder, value)
            assert time.monotonic() - began < LONGEST, "it took too long"
        except Exception as problem:
            problem.add_note(f"input: {value!r}")
            feed.last = value  # type: ignore[attr-defined]
            raise

    try:
        feed()
    except Exception as problem:
        problem.__dict__["smallest"] = feed.last  # type: ignore[attr-defined]
        raise
    return given_inputs


def keep(name: str, number: int, value: object) -> Path:
    """Save an input that was not answered cleanly."""
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{name.replace(' ', '_')}-{number}.pickle"
    path.write_bytes(pickle.dumps(value))
    return path


def fuzz(name: str, seconds: float, tell: Callable[[str], None] = print) -> bool:
    """Give inputs of one kind until the time is over. False if one was not answered cleanly."""
    inputs = failures = number = 0
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < until:
            try:
                inputs += give(TARGETS[name], number, Path(folder))
            except Exception as problem:
                failures += 1
                kept = keep(name, number, problem.__dict__["smallest"])
                tell(f"  {name}, seed {number}: {problem!r:.300}; kept as {kept.name}")
            number += 1
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    tell(f"{name:15} {inputs:8} inputs of {number:5} seeds, {failures} not answered cleanly, {memory} MB so far")
    return not failures and memory < MOST_MEMORY


def main() -> int:
    """Give every kind in turn, or the named ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=60.0)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(TARGETS))
    args = parser.parse_args()
    kinds = args.kinds or list(TARGETS)
    if unknown := [name for name in kinds if name not in TARGETS]:
        parser.error(f"{unknown[0]!r} is none of {', '.join(TARGETS)}")
    clean = [fuzz(name, args.minutes * 60 / len(kinds)) for name in kinds]
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
