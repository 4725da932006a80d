"""Publishes a table: its state when it changes, its score sheets until the broker has confirmed them."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from device.errors import DeviceError, JournalError
from device.features.hall.mqtt.connection import MOST_UNCONFIRMED, BrokerConnection, Will
from device.features.hall.publisher.discovery import discovery
from device.features.hall.table.host import HallStatus
from device.for_features.errors import HallError
from device.for_features.hall.messages import DOWN, GAMES, ONLINE, STATE, UP, PublicTable, TableMessage
from device.for_features.hall.signatures import signature
from device.for_features.past_games.facts_store import FactsStore
from device.journal.journal import JOURNAL, Journal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from device.features.hall.publisher.outbox import DueSheet, Outbox
    from device.features.hall.publisher.table_link import TableLink
    from device.features.hall.table.broker import Broker

TRIAL_WITHIN = 10.0
"""s in which a broker that is well has answered."""
OWN_FACTS = "hall-facts.json"
"""Not the file of the game's process, which writes it at the same time."""
SHEETS_KEPT = 7 * 24 * 3600
"""s for which the broker keeps a game's sheets for a hall that comes later."""
STATE_KEPT = 24 * 3600
"""s for which it keeps the state of a table that says nothing more; each state is said again twice in that time."""
SAID_AGAIN_AFTER = STATE_KEPT / 2
LOOKS_AFTER = 60.0
"""s between looks into the journal where nothing asks for one."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""s between attempts to reach the broker: twice as long each time."""
CONFIRMED_WITHIN = 20.0
"""s; a broker that takes longer to confirm a message is asked anew, over a new connection."""
APART = 0.1
"""s between two states at least; of those in between only the last one is told."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Who tells, and where: the broker, the table's name, the topics' prefixes. `key`: signs sheets; b"": none."""

    broker: Broker
    table: str
    prefix: str = "wondertable"
    discovery: str = "homeassistant"
    key: bytes = field(default=b"", repr=False)

    @property
    def topics(self) -> str:
        """Where this table publishes."""
        return f"{self.prefix}/{self.table}"


class FinishedGames:
    """Brings the journal's finished games into the outbox."""

    def __init__(self, folder: Path, outbox: Outbox, own: Path | None) -> None:
        """`folder` holds the journal, `own` (if there is one) what the publisher keeps."""
        self._path, self._outbox = folder / JOURNAL, outbox
        self._facts = FactsStore(own / OWN_FACTS if own else None)
        self._seen: tuple[object, ...] = ()

    def look(self) -> None:
        """Read the journal if it has changed since. What cannot be read now is read at the next look."""
        seen = tuple(_stamp(self._path.with_name(self._path.name + suffix)) for suffix in ("", "-wal"))
        if seen == self._seen or (self._path.exists() and not os.access(self._path, os.R_OK)):
            return
        try:
            journal = Journal.copy_of(self._path)
        except (OSError, JournalError):
            return
        found = self._facts.collect(journal).games
        if self._outbox.is_new:
            self._outbox.begin(game.id for game in found)
        self._outbox.take(found, {game.id for game in journal.games()})
        journal.close()
        self._seen = seen


class Publisher:
    """Call `step` again and again. `pause`: s before the second attempt to reach a broker that cannot be reached."""

    def __init__(
        self,
        telling: Telling,
        link: TableLink,
        outbox: Outbox,
        games: FinishedGames,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        pause: float = FIRST_PAUSE,
    ) -> None:
        self._telling, self._link, self._outbox, self._games = telling, link, outbox, games
        self._clock, self._wall = clock, wall
        self._first_pause = self._pause = pause
        self._connection: BrokerConnection | None = None
        self._next_attempt = self._next_look = 0.0
        self._looked_for: object = None
        self._told: tuple[PublicTable, bool] | None = None
        self._told_at = 0.0
        self._on_the_way: dict[int, tuple[DueSheet, float]] = {}
        self._state_on_the_way: tuple[int, float] | None = None
        self._offers: set[int] = set()
        self._refused: dict[str, HallStatus | None] = {}
        """How the broker answered the last message of a kind."""
        self._due: list[DueSheet] | None = None
        self._trouble = HallStatus("connecting")
        self._status: HallStatus | None = None
        self._was_linked = False

    def step(self, seconds: float = 0.1) -> None:
        """Read what the game says, and tell the broker what is new. Waits for so long if there is nothing to do."""
        self._link.step()
        self._look()
        connection = self._connected()
        if connection is None:
            time.sleep(min(seconds, max(0.0, self._next_attempt - self._clock())))
        else:
            if connection.is_up:
                self._tell_table(connection)
                self._tell_sheets(connection)
            connection.step(seconds)
        self._report()

    def close(self) -> None:
        """Say that the table is gone, and hang up."""
        connection = self._connection
        if connection is not None and connection.is_up:
            connection.publish(f"{self._telling.topics}/{ONLINE}", DOWN)
            connection.close()
        self._link.close()
        self._outbox.close()

    def _look(self) -> None:
        """Look into the journal when a game may have ended, but not while the screen still reveals the scoring."""
        state = self._link.state
        if state is not None and not state.shown:
            return
        moment = "play" if state is not None and state.stage == "play" else state
        if moment != self._looked_for or self._clock() >= self._next_look:
            self._looked_for, self._next_look = moment, self._clock() + LOOKS_AFTER
            self._games.look()
            self._due = None

    def _connected(self) -> BrokerConnection | None:
        connection = self._connection
        if connection is not None and not connection.is_over and not self._is_silent():
            return connection
        if connection is not None:
            self._lost(connection)
        if self._clock() < self._next_attempt:
            return None
        will = Will(f"{self._telling.topics}/{ONLINE}", DOWN)
        try:
            self._connection = BrokerConnection(
                self._telling.broker,
                f"wondertable-{self._outbox.device}",
                will=will,
                up=self._begin,
                confirmed=self._confirm,
                refused=self._refuse,
            )
        except HallError as problem:
            self._trouble = HallStatus("refused", _words_of(problem))
            self._wait()
            return None
        return self._connection

    def _lost(self, connection: BrokerConnection) -> None:
        connection.cut()
        self._trouble = HallStatus("refused" if connection.was_refused else "unreachable", connection.problem[:200])
        self._connection, self._told = None, None
        self._on_the_way.clear()
        self._offers.clear()
        self._refused.clear()
        self._state_on_the_way = None
        self._wait()

    def _wait(self) -> None:
        self._next_attempt = self._clock() + self._pause
        self._pause = min(LONGEST_PAUSE, self._pause * 2)

    def _is_silent(self) -> bool:
        waiting = [at for _, at in self._on_the_way.values()]
        waiting += [self._state_on_the_way[1]] if self._state_on_the_way else []
        return self._clock() - min(waiting, default=self._clock()) > CONFIRMED_WITHIN

    def _begin(self, connection: BrokerConnection) -> None:
        """A new connection: everything is told again."""
        self._pause = self._first_pause
        self._trouble = HallStatus("connected")
        self._told = None
        self._outbox.connected_anew()
        self._due = None
        telling = self._telling
        if telling.discovery:
            for topic, payload in discovery(telling.discovery, telling.topics, telling.table, self._outbox.device):
                self._offers.add(connection.publish(topic, payload))

    def _tell_table(self, connection: BrokerConnection) -> None:
        """Tell the table's state; a broker that is slow gets only the latest one."""
        if self._state_on_the_way is not None:
            return
        up, now = self._link.is_up, self._clock()
        state = self._link.state or PublicTable(stage="setup")
        telling = state, up
        due = telling != self._told and now - self._told_at >= APART
        if not due and now - self._told_at < SAID_AGAIN_AFTER:
            return
        if self._told is None or self._told[1] != up:
            connection.publish(f"{self._telling.topics}/{ONLINE}", UP if up else DOWN)
        self._told, self._told_at = telling, now
        message = TableMessage(
            **{name: getattr(state, name) for name in PublicTable.__struct_fields__},
            table=self._telling.table,
            device=self._outbox.device,
            at=max(0, int(self._wall())),
        )
        number = connection.publish(
            f"{self._telling.topics}/{STATE}", msgspec.json.encode(message), kept_for=STATE_KEPT
        )
        self._state_on_the_way = number, now

    def _tell_sheets(self, connection: BrokerConnection) -> None:
        if self._due is None:
            on_the_way = {(sheet.number, sheet.revision) for sheet, _ in self._on_the_way.values()}
            self._due = [one for one in self._outbox.due() if (one.number, one.revision) not in on_the_way]
        while self._due and len(self._on_the_way) < MOST_UNCONFIRMED:
            sheet = self._due.pop(0)
            topic = f"{self._telling.topics}/{GAMES}/{sheet.game}"
            signed = signature(self._telling.key, sheet.payload) if self._telling.key else ""
            number = connection.publish(topic, sheet.payload, kept_for=SHEETS_KEPT, signature=signed)
            self._on_the_way[number] = sheet, self._clock()

    def _confirm(self, number: int) -> None:
        sheet = self._answered(number, None)
        if sheet is not None:
            self._outbox.confirm(sheet)

    def _refuse(self, number: int, reason: str) -> None:
        """The broker does not let this account write there; that may be mended, so it is tried again later."""
        self._answered(number, HallStatus("refused", reason[:200]))

    def _answered(self, number: int, trouble: HallStatus | None) -> DueSheet | None:
        """The sheet that is on the way no more, if the message was one.

        A table that may tell its state, but not its games, is in trouble until it may. That it may not offer itself to
        Home Assistant is no trouble.
        """
        if self._state_on_the_way is not None and self._state_on_the_way[0] == number:
            self._state_on_the_way = None
        sheet, _ = self._on_the_way.pop(number, (None, 0.0))
        if number not in self._offers:
            self._refused[STATE if sheet is None else GAMES] = trouble
            self._trouble = next(filter(None, self._refused.values()), HallStatus("connected"))
        return sheet

    def _report(self) -> None:
        """Tell the game how things stand, if that is news to it."""
        status = msgspec.structs.replace(self._trouble, unsent=min(self._outbox.unconfirmed, 9999))
        if self._link.is_up and (status != self._status or not self._was_linked):
            self._link.tell(status)
            self._status = status
        self._was_linked = self._link.is_up


def _stamp(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _words_of(problem: DeviceError) -> str:
    return ", ".join(str(value) for value in problem.placeholders.values())[:200]


def trial(telling: Telling, until: float) -> str:
    """Returns "ok", "refused REASON" or "unreachable REASON". `until`: by the monotonic clock, s."""
    try:
        connection = BrokerConnection(telling.broker, f"wondertable-doctor-{telling.table}")
    except HallError as problem:
        return f"password {problem.placeholders['reason']}"
    while not (connection.is_up or connection.is_over) and time.monotonic() < until:
        connection.step(0.2)
    if connection.is_up:
        connection.close()
        return "ok"
    found = "refused" if connection.was_refused else "unreachable"
    connection.cut()
    return f"{found} {connection.problem or 'no answer'}"
