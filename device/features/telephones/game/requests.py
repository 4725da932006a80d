"""What telephones may ask of the game's process, one JSON object on a line each; strict, with a limit for every field.

`phone` is the word by which a telephone's page names itself: made up by the page, and secret between it and the game.
`id` numbers the requests of one connection; the reply carries it. `moment` names the open phase of the game that the
page shows (`snapshot.moment`), so that what comes too late is known by it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from device.for_features.local_link.link import LONGEST_LINE
from device.untrusted import Boundary
from display.messages.intents import ShownCard
from display.messages.plain_sheet import SheetRows
from display.messages.table_score import CountedTable

LENT = "cards-to-read"
"""Beside the socket: the folder in which the game lends the owner's pictures of his cards, while telephones are on."""
MOST_SHOWN = 8

PhoneKey = Annotated[str, Meta(min_length=16, max_length=64)]
Word = Annotated[str, Meta(max_length=48)]
Coins = Annotated[int, Meta(ge=0, le=99)]
SeatNumber = Annotated[int, Meta(ge=0, le=6)]


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A line of the server; `tag` says of which kind."""


class Listening(_Line, frozen=True, tag="listening"):
    """Where telephones reach the server: addresses of this machine, the likeliest first, and the TCP port."""

    addresses: Annotated[list[Word], Meta(max_length=16)]
    port: Annotated[int, Meta(ge=1, le=65_535)]


class CannotListen(_Line, frozen=True, omit_defaults=True, tag="cannot_listen"):
    """Why telephones cannot reach the server yet: the system's number of the error (errno(3)) at this TCP port.

    `holder`: the program that has the port; "" if that is not known.
    """

    port: Annotated[int, Meta(ge=1, le=65_535)]
    error: Annotated[int, Meta(ge=0, le=4095)]
    holder: Word = ""


class _PhoneRequest(_Line, frozen=True):
    id: Annotated[int, Meta(ge=0)]
    phone: PhoneKey


class TakeSeat(_PhoneRequest, frozen=True, tag="seat"):
    """Sit down at this wonder; the telephone leaves the seat that it has."""

    wonder: Word


class LeaveSeat(_PhoneRequest, frozen=True, tag="leave"):
    """Only watch from now on."""


class NamePlayer(_PhoneRequest, frozen=True, tag="name"):
    """Call the player at a seat by a name. `seat`: one without a telephone; None: this telephone's own."""

    name: Annotated[str, Meta(max_length=200)]
    seat: SeatNumber | None = None


class EnterTurn(_PhoneRequest, frozen=True, tag="enter"):
    """What the seat does in the open phase, in the record's word; it stays secret until everybody has acted.

    `pays`: coins to the left neighbour, to the right one, to the bank; None: the default. `free`: as Olympia's free
    structure. `seat`: the telephone's own, or the Free City, if it plays for it.
    """

    moment: Word
    seat: SeatNumber
    act: Word
    card: Word | None = None
    pays: tuple[Coins, Coins, Coins] | None = None
    free: bool = False


class TakeBack(_PhoneRequest, frozen=True, tag="back"):
    """Forget what was entered for a seat in the open phase."""

    moment: Word
    seat: SeatNumber


class AnswerQuestion(_PhoneRequest, frozen=True, tag="answer"):
    """Answer the question about a seat: the choice numbered `choice`.

    `kind`: the question's `id` in the snapshot, so that an answer that comes late is not taken for another question.
    `seat`: the telephone's own, or the Free City, if it plays for it; None: its own.
    """

    moment: Word
    kind: Word
    choice: Annotated[int, Meta(ge=0, le=99)]
    seat: SeatNumber | None = None


class SetBoards(_PhoneRequest, frozen=True, tag="boards"):
    """Say which boards are played, clockwise; only without a camera. `free_city`: its seat in a game for two."""

    boards: Annotated[list[tuple[Word, Word]], Meta(max_length=7)]
    free_city: SeatNumber | None = None


class SetPlay(_PhoneRequest, frozen=True, tag="play"):
    """Say which edition is played, and whether with Leaders; only before a game."""

    edition: Word
    leaders: bool


class AskMenu(_PhoneRequest, frozen=True, tag="menu"):
    """Open the menu for a telephone's seat, go back, or press the option numbered `press` of the page `seen`.

    The reply has the page that is open then (`menus`). `page`: "" for the menu of the seat; "enrol" for
    the page on which the owner's cards are learned, before a game and without a seat.
    """

    language: Word = "en"
    page: Literal["", "enrol"] = ""
    open: bool = False
    back: bool = False
    press: Annotated[int, Meta(ge=0, le=999)] | None = None
    seen: Word = ""


class GoOn(_PhoneRequest, frozen=True, tag="go_on"):
    """Start the game, or go on after the conflicts; only where telephones enter what is played."""

    moment: Word = ""


class KeepPlainSheet(_PhoneRequest, frozen=True, tag="sheet"):
    """Keep a plain score sheet, as people have counted it, with the past games."""

    rows: SheetRows


class KeepTable(_PhoneRequest, frozen=True, tag="keep"):
    """Keep a table that was scored from photographs with the past games. No page sends this: the server does."""

    table: CountedTable


class ShowCards(_PhoneRequest, frozen=True, tag="show"):
    """The cards of a turn, which a station's telephone has photographed. No page sends this: the server does."""

    cards: Annotated[list[ShownCard], Meta(max_length=MOST_SHOWN)]


Request = (
    TakeSeat
    | LeaveSeat
    | NamePlayer
    | EnterTurn
    | TakeBack
    | AnswerQuestion
    | SetBoards
    | SetPlay
    | AskMenu
    | GoOn
    | KeepPlainSheet
    | KeepTable
    | ShowCards
)
Line = Listening | CannotListen | Request
_lines = Boundary[Line]("the game's socket for telephones", Line, LONGEST_LINE)


def read_line(line: bytes) -> Line:
    """The request on a line. Raises `ValueError` for anything else."""
    return _lines.read(line)


def to_line(line: Line) -> bytes:
    """The line of a request."""
    return msgspec.json.encode(line) + b"\n"
