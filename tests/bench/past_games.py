"""How long `wondertable stats` takes over a thousand games: `python -m tests.bench.past_games`.

The first time every game is replayed, later their facts are read from the file beside the journal. Counted is the whole
process, in seconds and in seconds of the processor, since other programs on the machine count in the former.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import monotonic

from device.journal.journal import JOURNAL, Journal
from tests.device.for_features.past_games.stored_games import store_game

GAMES, DIFFERENT, TIMES = 1000, 100, 3


def count(folder: Path) -> tuple[float, float]:
    """Seconds, and seconds of processor time, of one run."""
    environment = {**os.environ, "WONDERTABLE_STATE": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), monotonic()
    command = [sys.executable, "-m", "device.command_line", "stats", "--json"]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    seconds, after = monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print one line for the first run and one for the others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(Journal(folder / JOURNAL)) as journal:
            for number in range(GAMES):
                store_game(journal, number % DIFFERENT)
        runs = [count(folder) for _ in range(1 + TIMES)]
    for label, (seconds, busy) in (("first", runs[0]), ("later", min(runs[1:]))):
        sys.stdout.write(f"stats over {GAMES} games, {label}: {seconds:.2f} s, processor {busy:.2f} s\n")


if __name__ == "__main__":
    main()
