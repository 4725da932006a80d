"""What has to outlive the program for an evening with telephones: the secret, who sits where, what was entered."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from device.durable_file import make_folder, write_durably
from device.untrusted import read_json
from engine import ActionError, CorrectCoins, Fight, WondertableError, action_from_dict, action_to_dict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from engine import SeatAction

FILE = "phones.json"
"""In the state directory; for this user only."""
LONGEST = 12 * 3600.0
"""s after which another evening begins, with another secret."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a secret that somebody may have to type: none that look alike."""
SECRET_LETTERS, GAME_LETTERS = 14, 4
NO_SEATS: Mapping[str, str] = MappingProxyType({})
NOTHING_ENTERED: Mapping[int, SeatAction] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evening:
    """`secret`: what a telephone must know. `started`: Unix time (s). `game`: a word, another one for every game.

    `boards`: those of the game that is on, () before it. `seats`: wonder -> the telephone that has its seat, as a
    digest. `moment`: the phase for which `entered` was entered, by seat.
    """

    secret: str
    started: float
    game: str
    boards: tuple[tuple[str, str], ...] = ()
    seats: Mapping[str, str] = field(default_factory=lambda: NO_SEATS)
    moment: str = ""
    entered: Mapping[int, SeatAction] = field(default_factory=lambda: NOTHING_ENTERED)

    @classmethod
    def begin(cls, now: float) -> Evening:
        """An evening with a secret that nobody knows yet."""
        return cls(word(SECRET_LETTERS), now, word(GAME_LETTERS))

    def renewed(self) -> Evening:
        """The evening with another secret; who has a seat keeps it, and has to scan the new code."""
        return replace(self, secret=word(SECRET_LETTERS))

    def at_boards(self, boards: tuple[tuple[str, str], ...], *, on: bool) -> Evening:
        """The evening while a game of these boards is `on`, or the table is set up. Each game has seats of its own."""
        known = boards if on else ()
        if known == self.boards:
            return self
        if self.boards:
            return replace(Evening(self.secret, self.started, word(GAME_LETTERS)), boards=known)
        return replace(self, boards=known)

    def at_moment(self, moment: str) -> Evening:
        """The evening in this phase; what was entered for another one is forgotten."""
        if moment == self.moment or not self.entered:
            return self if moment == self.moment else replace(self, moment=moment)
        return replace(self, moment=moment, entered=NOTHING_ENTERED)

    def seated(self, wonder: str, phone: str) -> Evening:
        """The telephone has this seat, and no other one."""
        others = {taken: owner for taken, owner in self.seats.items() if owner != digest(phone)}
        return replace(self, seats=MappingProxyType({**others, wonder: digest(phone)}))

    def freed(self, wonder: str) -> Evening:
        """Nobody has this seat."""
        seats = {taken: owner for taken, owner in self.seats.items() if taken != wonder}
        return replace(self, seats=MappingProxyType(seats))

    def wonder_of(self, phone: str) -> str | None:
        """The wonder at which a telephone sits."""
        owner = digest(phone)
        return next((wonder for wonder, taken_by in self.seats.items() if taken_by == owner), None)

    def with_entry(self, seat: int, action: SeatAction | None) -> Evening:
        """What a seat has entered; None: nothing any more."""
        entered = {other: entry for other, entry in self.entered.items() if other != seat}
        if action is not None:
            entered[seat] = action
        return replace(self, entered=MappingProxyType(entered))

    def without_entries(self, acted: Iterable[int]) -> Evening:
        """Nothing is kept for these seats, which have acted since with keys, or whose entry is in the journal."""
        evening = self
        for seat in self.entered.keys() & set(acted):
            evening = evening.with_entry(seat, None)
        return evening


def digest(phone: str) -> str:
    """A telephone as the file names it: whoever reads the file cannot speak for it."""
    return hashlib.sha256(phone.encode()).hexdigest()


def to_json(evening: Evening) -> bytes:
    """The evening as the file keeps it."""
    row = {
        "secret": evening.secret,
        "started": evening.started,
        "game": evening.game,
        "boards": evening.boards,
        "seats": dict(evening.seats),
        "moment": evening.moment,
        "entered": {str(seat): action_to_dict(action) for seat, action in evening.entered.items()},
    }
    return json.dumps(row).encode()


def from_json(data: bytes) -> Evening:
    """The evening that `to_json` wrote. Raises `ValueError` for anything else."""
    try:
        row = read_json(data, dict[str, Any])
        entered = {int(seat): _seat_action(action) for seat, action in row["entered"].items()}
        return Evening(
            str(row["secret"]),
            float(row["started"]),
            str(row["game"]),
            tuple((str(wonder), str(side)) for wonder, side in row["boards"]),
            MappingProxyType({str(wonder): str(owner) for wonder, owner in row["seats"].items()}),
            str(row["moment"]),
            MappingProxyType(entered),
        )
    except (KeyError, TypeError, AttributeError, RecursionError, WondertableError) as problem:
        raise ValueError(str(problem)) from problem


def _seat_action(row: Mapping[str, Any]) -> SeatAction:
    action = action_from_dict(row)
    if isinstance(action, (CorrectCoins, Fight)):
        raise ActionError("unknown_action", do=row["do"])
    return action


class EveningFile:
    """Keeps the evening in a folder. A thread of its own writes, so that nobody waits for the disk.

    Without a folder nothing is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = folder / FILE if folder else None
        self._wanted = threading.Condition()
        self._newest: tuple[int, Evening] | None = None
        self._asked = self._written = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def read(self, now: float) -> Evening:
        """The evening that goes on, or a new one. `now`: Unix time, s."""
        if self._file is not None:
            with suppress(OSError, ValueError):
                evening = from_json(self._file.read_bytes())
                if abs(now - evening.started) <= LONGEST and evening.secret:  # a clock may be set back meanwhile
                    return evening
        return Evening.begin(now)

    def write(self, evening: Evening) -> int:
        """Have it written; returns a number that `written` reaches once it is."""
        with self._wanted:
            self._asked += 1
            if self._file is None:
                self._written = self._asked
                return self._asked
            self._newest = self._asked, evening
            self._wanted.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_all, name="phones-file", daemon=True)
            self._thread.start()
        return self._asked

    @property
    def written(self) -> int:
        """The number of the last writing that is on the disk, or that failed: a full disk must not stop the game."""
        return self._written

    def close(self) -> None:
        """Write what is left."""
        with self._wanted:
            self._closed = True
            self._wanted.notify()
        if self._thread is not None:
            self._thread.join(2.0)

    def _write_all(self) -> None:
        while True:
            with self._wanted:
                self._wanted.wait_for(lambda: self._newest is not None or self._closed)
                newest, self._newest = self._newest, None
            if newest is None:
                return
            self._write_one(newest[1])
            self._written = newest[0]

    def _write_one(self, evening: Evening) -> None:
        assert self._file is not None
        with suppress(OSError):
            make_folder(self._file.parent)
            write_durably(self._file, to_json(evening), mode=0o600)


def now() -> float:
    """Unix time, s."""
    return time.time()


def word(letters: int) -> str:
    """Random letters that nobody can guess and none of which look alike."""
    return "".join(secrets.choice(LETTERS) for _ in range(letters))
