"""What goes over the broker, as JSON: a table's public state, and the score sheets of a finished game. Version 1.

Everything here lies open on the table. Names of players are left out unless the table's settings allow them. Fields
that are not known are ignored, so that a newer table may say more; another version is refused.

Topics, below a prefix ("wondertable"), each written by its table only:

    PREFIX/TABLE/online       "online" or "offline", retained; the broker says "offline" when the table is cut off
    PREFIX/TABLE/state        `TableMessage`, retained
    PREFIX/TABLE/games/GAME   `SheetMessage`, retained for a week

`device` is an identity that a table's machine makes up once: two machines with the same table's name are told apart.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from device.errors import DeviceError
from device.untrusted import Boundary, NotUnderstoodError, read_json

VERSION: Literal[1] = 1
LONGEST_MESSAGE = 16_384
"""Bytes; the longest that makes sense is a third of it."""
TABLE_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}\Z"
"""What a table may be called: it is a level of the topic, and the broker's account of that table."""
STATE, ONLINE, GAMES = "state", "online", "games"
UP, DOWN = b"online", b"offline"

MOST_SEATS = 7

Word = Annotated[str, Meta(max_length=48)]
Name = Annotated[str, Meta(max_length=40)]
Identity = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,64}\Z")]
Moment = Annotated[str, Meta(max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=6)]
SeatNumbers = Annotated[tuple[SeatNumber, ...], Meta(max_length=MOST_SEATS)]
ScorePoints = Annotated[int, Meta(ge=-999, le=9999)]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]


class HallSeat(msgspec.Struct, frozen=True):
    """A seat. `points`: as if the game ended now, or the final ones; None while the table itself does not show them."""

    wonder: Word
    side: Word
    name: Name = ""
    points: ScorePoints | None = None


class PublicTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment. `waiting`: the seats that have to act. `questions`: how many are on the screen.

    `leader`: the seats that would win now, where the table shows points during the game. `winners`: once the table's
    screen has shown them. `shown`: False while the screen still shows the scoring step by step.
    """

    stage: Literal["setup", "play", "over"]
    edition: Word = "first"
    leaders: bool = False
    age: Annotated[int, Meta(ge=0, le=3)] = 0
    turn: Annotated[int, Meta(ge=0, le=9)] = 0
    phase: Word = ""
    seats: Annotated[tuple[HallSeat, ...], Meta(max_length=MOST_SEATS)] = ()
    waiting: SeatNumbers = ()
    questions: Annotated[int, Meta(ge=0, le=99)] = 0
    leader: SeatNumbers = ()
    winners: SeatNumbers = ()
    shown: bool = True


class TableMessage(PublicTable, frozen=True, kw_only=True):
    """The retained state of a table. `at`: Unix time (s) of its clock."""

    version: Literal[1] = VERSION
    table: Annotated[str, Meta(pattern=TABLE_NAME)]
    device: Identity
    at: Number


class HallCity(msgspec.Struct, frozen=True):
    """How one city ended. `points` by category; `place` from 1, shared ones alike."""

    seat: SeatNumber
    wonder: Word
    side: Word
    points: Annotated[dict[Word, ScorePoints], Meta(max_length=12)]
    coins: Annotated[int, Meta(ge=0, le=999)]
    place: Annotated[int, Meta(ge=1, le=7)]
    name: Name = ""

    @property
    def total(self) -> int:
        """All points."""
        return sum(self.points.values())


class SheetMessage(msgspec.Struct, frozen=True, kw_only=True):
    """The sheets of a finished game. `game` is its identity, `number` the journal's; a higher `revision` replaces them.

    Times: UTC in ISO 8601, by the table's clock. `withdrawn`: somebody took back actions of the game, which is no
    longer over.
    """

    version: Literal[1] = VERSION
    table: Annotated[str, Meta(pattern=TABLE_NAME)]
    device: Identity
    game: Identity
    number: Number
    revision: Number
    started: Moment
    finished: Moment | None
    edition: Word
    leaders: bool
    cities: Annotated[tuple[HallCity, ...], Meta(min_length=2, max_length=7)]
    withdrawn: bool = False


class MessageError(DeviceError, ValueError):
    """A message is none of ours, torn, or too long."""


_Message = TypeVar("_Message", TableMessage, SheetMessage)
_states = Boundary[TableMessage]("states of tables", TableMessage, LONGEST_MESSAGE)
_sheets = Boundary[SheetMessage]("sheets of tables", SheetMessage, LONGEST_MESSAGE)
_own_states = Boundary[PublicTable]("the game's state for the hall", PublicTable, LONGEST_MESSAGE)


def read_state(payload: bytes, table: str) -> TableMessage:
    """A table's state, from the topic of this table. Raises `MessageError`."""
    message = _read(payload, _states)
    seats = len(message.seats)
    if any(seat >= seats for seat in (*message.waiting, *message.leader, *message.winners)):
        raise MessageError("hall_wrong", reason="seat")
    return _of_table(message, table)


def read_sheet(payload: bytes, table: str, game: str) -> SheetMessage:
    """A game's sheets, from the topic of this table and game. Raises `MessageError`."""
    message = _read(payload, _sheets)
    if message.game != game:
        raise MessageError("hall_other_topic", name=message.game)
    if len({city.seat for city in message.cities}) < len(message.cities):
        raise MessageError("hall_wrong", reason="seat")
    return _of_table(message, table)


def read_public(payload: bytes) -> PublicTable:
    """What the game's process tells the publisher. Raises `MessageError`."""
    return _read(payload, _own_states)


def is_table_name(text: str) -> bool:
    """True if a table may be called so."""
    return re.match(TABLE_NAME, text) is not None


def _of_table(message: _Message, table: str) -> _Message:
    if message.table != table:
        raise MessageError("hall_other_topic", name=message.table)
    return message


_Any = TypeVar("_Any")


def _read(payload: bytes, boundary: Boundary[_Any]) -> _Any:
    try:
        return boundary.read(payload)
    except NotUnderstoodError as problem:
        raise _why(payload, str(problem)) from problem


def _why(payload: bytes, problem: str) -> MessageError:
    """Why a message cannot be read; of another version only that is said."""
    if len(payload) > LONGEST_MESSAGE:
        return MessageError("hall_too_long", bytes=len(payload), most=LONGEST_MESSAGE)
    try:
        version = read_json(payload, dict[str, object]).get("version", VERSION)
    except NotUnderstoodError:
        return MessageError("hall_torn")
    if version != VERSION:
        return MessageError("hall_version", version=f"{version!r:.20}", known=VERSION)
    return MessageError("hall_wrong", reason=problem.rpartition("at `$.")[2].rstrip("`")[:80])
