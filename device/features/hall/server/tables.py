"""What is known of every table of a hall, as values; what cannot be believed is named instead.

A broker may keep messages of last year, a table's clock may be off by hours, two machines may have one name, anybody
with an account may write nonsense. So times of tables are only compared with days, and who waits since when is measured
by the hall's own clock.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from device.for_features.hall.messages import (
    GAMES,
    ONLINE,
    STATE,
    UP,
    MessageError,
    SheetMessage,
    TableMessage,
    is_table_name,
    read_sheet,
    read_state,
)
from device.for_features.hall.signatures import check_signature
from display.messages.questions import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DAY = 24 * 3600.0
"""s. A kept message that is older is of another day and not believed."""
CLOCK_IS_OFF = 300.0
"""s between a table's clock and the hall's from which on that is named."""
MOST_TABLES = 5000
MOST_NAMED = 40
"""Troubles that are remembered."""
NAMED_FOR = 600.0
"""s for which a trouble that does not come again is named."""


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table as the hall knows it. `since`: Unix time (s) of the hall's clock since which it awaits the same seats."""

    name: str
    is_up: bool = False
    state: TableMessage | None = None
    since: float = 0.0
    devices: tuple[str, ...] = ()
    """Whoever has told something under this name, the latest first."""


@dataclass(slots=True)
class HallTables:
    """All tables. `hear` takes a message; times are Unix times (s) of the hall's clock."""

    prefix: str
    since: float
    """Sheets of games that ended before are of another event."""
    keys: Mapping[str, bytes] | None = None
    """Table -> its key; None: sheets are believed without a signature."""
    tables: dict[str, KnownTable] = field(default_factory=dict)
    _named: OrderedDict[tuple[str, str], tuple[Notice, float]] = field(default_factory=OrderedDict)

    def hear(
        self, topic: str, payload: bytes, now: float, *, retained: bool, signature: str = ""
    ) -> SheetMessage | None:
        """Take in a message; returns the sheet if it is one that may count. Nothing is raised: troubles are named."""
        levels = topic.split("/")
        if len(levels) < 3 or levels[0] != self.prefix or not is_table_name(levels[1]):
            self._name("hall.foreign", now, topic=topic[:80])
            return None
        table, kind, rest = levels[1], levels[2], levels[3:]
        if table not in self.tables and len(self.tables) >= MOST_TABLES:
            self._name("hall.too_many", now, count=MOST_TABLES)
            return None
        try:
            if kind == ONLINE and not rest:
                self._hear_online(table, payload)
            elif kind == STATE and not rest:
                if payload:  # an empty message only takes away what the broker has kept
                    self._hear_state(read_state(payload, table), now, retained=retained)
            elif kind == GAMES and len(rest) == 1:
                if not payload:
                    return None
                if self.keys is not None:
                    check_signature(self.keys, table, payload, signature)
                return self._hear_sheet(read_sheet(payload, table, rest[0]), now)
            else:
                self._name("hall.foreign", now, topic=topic[:80])
        except MessageError as problem:
            self.name_unreadable(table, problem, now)
        return None

    def listed(self) -> list[KnownTable]:
        """The tables of which a state is known, by name; table-2 before table-10."""
        return sorted((one for one in self.tables.values() if one.state), key=lambda one: _order(one.name))

    def named(self, now: float) -> list[Notice]:
        """The troubles of the last minutes, the latest first."""
        return [notice for notice, at in reversed(self._named.values()) if now - at < NAMED_FOR]

    def name_unreadable(self, table: str, problem: MessageError, now: float) -> None:
        """Name a message of a table that changes nothing, and why."""
        said = Notice(f"error.{problem.key}", problem.placeholders)
        self._name("hall.unreadable", now, about=table, table=table, problem=said)

    def name_doubled(self, sheets: Iterable[SheetMessage], now: float) -> None:
        """Name the sheets that are not counted because another table has told of the same game."""
        for sheet in sheets:
            self._name("hall.told_twice", now, about=sheet.game, table=sheet.table)

    def _hear_online(self, table: str, payload: bytes) -> None:
        seen = self.tables.get(table, KnownTable(table))
        self.tables[table] = replace(seen, is_up=payload == UP)

    def _hear_state(self, state: TableMessage, now: float, *, retained: bool) -> None:
        table = state.table
        if retained and now - state.at > DAY:
            self._name("hall.stale", now, about=table, table=table, day=_day(state.at))
            return
        if not retained and abs(now - state.at) > CLOCK_IS_OFF:
            self._name("hall.clock", now, about=table, table=table, minutes=round(abs(now - state.at) / 60))
        seen = self.tables.get(table, KnownTable(table))
        devices = self._devices(seen, state.device, now)
        before = seen.state
        same = before is not None and _awaits(before) == _awaits(state)
        self.tables[table] = replace(seen, state=state, since=seen.since if same else now, devices=devices)

    def _devices(self, seen: KnownTable, device: str, now: float) -> tuple[str, ...]:
        """One machine may take another's place; one that speaks again after another shares the name with it."""
        if device in seen.devices[1:]:
            self._name("hall.same_name", now, about=seen.name, table=seen.name)
        return (device, *(other for other in seen.devices if other != device))[:4]

    def _hear_sheet(self, sheet: SheetMessage, now: float) -> SheetMessage | None:
        played = _time(sheet.finished or sheet.started)
        if played is None:
            problem = Notice("error.hall_wrong", {"reason": "finished"})
            self._name("hall.unreadable", now, about=sheet.table, table=sheet.table, problem=problem)
            return None
        if played < self.since:
            self._name("hall.old_game", now, about=sheet.game, table=sheet.table, day=_day(played))
            return None
        return sheet

    def _name(self, key: str, now: float, *, about: str = "", **placeholders: object) -> None:
        self._named.pop((key, about), None)
        self._named[key, about] = Notice(key, placeholders), now
        if len(self._named) > MOST_NAMED:
            self._named.popitem(last=False)


def _awaits(state: TableMessage) -> tuple[object, ...]:
    return state.stage, state.age, state.turn, state.phase, state.waiting, bool(state.questions)


def _time(text: str) -> float | None:
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def _day(at: float) -> str:
    """The day of a time that a table has said; it may be any number."""
    try:
        return datetime.fromtimestamp(at, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return "?"


def _order(name: str) -> tuple[object, ...]:
    """Numbers in names count as numbers."""
    parts: list[object] = []
    digits = ""
    for letter in [*name.casefold(), " "]:
        if letter.isdecimal():
            digits += letter
            continue
        if digits:
            parts.append((0, int(digits), ""))
            digits = ""
        parts.append((1, 0, letter))
    return tuple(parts)
