"""Damages twenty games in 22 ways and counts how many are kept, and whether anything was said.

`python -m tests.device.journal.damages` prints the table. The first fifteen games were played on earlier evenings,
which ended properly; after the twentieth, or in the middle of the next one, the plug was pulled.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.journal.journal import JOURNAL, Journal
from tests.dealing.dealer import deal
from tests.device.journal.stored import entries, store_actions

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Game

GAMES, EARLIER, OLDER = 20, 15, 10
"""All games; those of earlier evenings; those in the older copy."""
STEP = 15
"""Actions in a commit; fewer would take longer and show the same."""
PAGE, SECTOR = 4096, 512


@dataclass(frozen=True)
class Evening:
    """The journal's folder after the plug was pulled, and as it was ten games before."""

    folder: Path
    older: Path
    game: Game

    @property
    def main(self) -> Path:
        return self.folder / JOURNAL

    @property
    def log(self) -> Path:
        return self.folder / f"{JOURNAL}-wal"


@dataclass(frozen=True)
class Outcome:
    """Finished games with all their actions, with some of them, actions of the open game, and whether a notice came."""

    whole: int
    part: int
    open: int
    said: bool


def played(place: Path, game: Game, in_a_game: bool = False) -> Evening:
    """Twenty games, and half of another one if the power was cut `in_a_game`, on the disk as the cut leaves them."""
    running, older, after = place / "running", place / "older", place / "after"
    for first, last in ((0, OLDER), (OLDER, EARLIER)):
        with closing(Journal(running / JOURNAL)) as journal:
            _play(journal, game, last - first)
            if first == 0:
                _copy(running, older)
    with closing(Journal(running / JOURNAL)) as journal:
        _play(journal, game, GAMES - EARLIER)
        if in_a_game:
            game_id = journal.begin(game.setup.seats)
            store_actions(journal, game_id, game.actions[: len(game.actions) // 2])
        _copy(running, after)
    return Evening(after, older, game)


def _play(journal: Journal, game: Game, games: int) -> None:
    for _ in range(games):
        game_id = journal.begin(game.setup.seats, {"prefer": "left", "rulings": 2})
        for start in range(0, len(game.actions), STEP):
            store_actions(journal, game_id, game.actions[start : start + STEP])
        journal.finish(game_id, [])


def _copy(running: Path, to: Path) -> None:
    """What is in the shared memory file is gone with the power."""
    shutil.copytree(running, to)
    for name in (f"{JOURNAL}-shm", f"{JOURNAL}.lock"):
        (to / name).unlink(missing_ok=True)


def bit(at: float) -> Callable[[bytearray], None]:
    """Flip a bit at this share of the file."""

    def flip(data: bytearray) -> None:
        if data:
            data[int(len(data) * at)] ^= 0x10

    return flip


def filled(start: float, length: int, rubbish: bool = False, step: int = PAGE) -> Callable[[bytearray], None]:
    """Fill `length` bytes with zeros or rubbish, from the page at this share of the file on."""

    def fill(data: bytearray) -> None:
        at = int(len(data) * start) // step * step
        end = min(at + length, len(data))
        data[at:end] = random.Random(1).randbytes(end - at) if rubbish else bytes(end - at)

    return fill


def cut_at(share: float, odd: int = 0) -> Callable[[bytearray], None]:
    def cut(data: bytearray) -> None:
        del data[int(len(data) * share) // PAGE * PAGE + odd :]

    return cut


def last_page(data: bytearray) -> None:
    del data[-PAGE:]


def in_main(change: Callable[[bytearray], None]) -> Callable[[Evening], None]:
    return lambda evening: _changed(evening.main, change)


def in_log(change: Callable[[bytearray], None]) -> Callable[[Evening], None]:
    return lambda evening: _changed(evening.log, change)


def _changed(file: Path, change: Callable[[bytearray], None]) -> None:
    if file.exists():
        data = bytearray(file.read_bytes())
        change(data)
        file.write_bytes(data)


def in_a_text(data: bytearray) -> None:
    at = data.find(b'"action"', len(data) // 2)
    at = at if at >= 0 else len(data) // 2
    data[at + 3] ^= 0x01


def put_back(*names: str) -> Callable[[Evening], None]:
    """Replace these files by their older copies."""

    def replace(evening: Evening) -> None:
        for name in names:
            (evening.folder / name).unlink(missing_ok=True)
            with suppress(FileNotFoundError):
                shutil.copyfile(evening.older / name, evening.folder / name)

    return replace


def removed(*names: str) -> Callable[[Evening], None]:
    def remove(evening: Evening) -> None:
        for name in names:
            (evening.folder / name).unlink(missing_ok=True)

    return remove


DAMAGES: dict[str, Callable[[Evening], None]] = {
    "log: a bit at its beginning": in_log(bit(0.1)),
    "log: a bit in its middle": in_log(bit(0.5)),
    "log: a bit in its header": in_log(bit(0.0)),
    "log: its second half gone": in_log(cut_at(0.5)),
    "log: zeros in its middle": in_log(filled(0.4, 2 * PAGE)),
    "log: deleted": removed(f"{JOURNAL}-wal"),
    "log: an older one put back": put_back(f"{JOURNAL}-wal"),
    "file: an older one put back": put_back(JOURNAL),
    "file and log: older ones put back": put_back(JOURNAL, f"{JOURNAL}-wal"),
    "file: a bit in its header": in_main(bit(0.0)),
    "file: its first page zeros": in_main(filled(0.0, PAGE)),
    "file: rubbish in its list of tables": in_main(filled(200 / 1e9, 3 * SECTOR, rubbish=True, step=1)),
    "file: its last page gone": in_main(last_page),
    "file: its second half gone": in_main(cut_at(0.5)),
    "file: cut off within a page": in_main(cut_at(0.8, odd=1234)),
    "file: a page of zeros": in_main(filled(0.5, PAGE)),
    "file: a page of rubbish": in_main(filled(0.7, PAGE, rubbish=True)),
    "file: a sector of zeros": in_main(filled(0.3, SECTOR, step=SECTOR)),
    "file: a bit in an action": in_main(in_a_text),
    "file: the tables' first pages zeros": in_main(lambda data: filled(PAGE / len(data), 2 * PAGE)(data)),
    "file: empty": in_main(lambda data: data.clear()),
    "file: deleted": removed(JOURNAL),
}


def outcome(evening: Evening, damage: Callable[[Evening], None], place: Path) -> Outcome:
    """Damage a copy of the evening's folder, open it, and count what is there."""
    copy = shutil.copytree(evening.folder, place)
    damage(Evening(copy, evening.older, evening.game))
    with closing(Journal(copy / JOURNAL)) as journal:
        kept = [(game.state, len(entries(journal, game.id))) for game in journal.games()]
        counts = [count for state, count in kept if state != "open"]
        return Outcome(
            sum(count == len(evening.game.actions) for count in counts),
            sum(0 < count < len(evening.game.actions) for count in counts),
            sum(count for state, count in kept if state == "open"),
            bool(journal.notices()),
        )


def main() -> None:
    """Print the table."""
    game, silent = deal(3, 1).game, 0
    with tempfile.TemporaryDirectory() as name:
        evenings = {
            "after a game": played(Path(name) / "after", game),
            "in a game": played(Path(name) / "in", game, in_a_game=True),
        }
        for when, evening in evenings.items():
            sizes = ", ".join(f"{file.name} {file.stat().st_size}" for file in sorted(evening.folder.iterdir()))
            print(f"{when}: {len(game.actions)} actions a game; {sizes}")  # noqa: T201
        for number, (what, damage) in enumerate(DAMAGES.items(), start=1):
            line = f"{number:2} {what:38}"
            for when, evening in evenings.items():
                whole = (GAMES, 0, len(game.actions) // 2 if when == "in a game" else 0)
                found = outcome(evening, damage, Path(name) / f"{when}-{number}")
                in_silence = (found.whole, found.part, found.open) != whole and not found.said
                silent += in_silence
                said = "said" if found.said else "IN SILENCE" if in_silence else ""
                on = f", {found.open} of {whole[2]} actions" if whole[2] else ""
                line += f"  {when}: {found.whole:2} of {GAMES}{on} {said:10}"
            print(line.rstrip())  # noqa: T201
    print(f"{len(DAMAGES)} kinds of damage, {silent} with a loss in silence")  # noqa: T201
    sys.exit(silent > 0)


if __name__ == "__main__":
    main()
