"""A folder of recorded pictures: beside each, as JSON, what was read in it, what lay on the table and what was asked.

Only what everybody at the table may see is in it. `NAME.jpg` and `NAME.json` belong together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from device.errors import RecordFileError
from device.messages.events import event_from_row, event_to_row
from device.session.restoring import restore, resume
from engine import Discard, Pass, Reason
from vision.scene import Scene  # noqa: TC001  read back by its type
from vision.table.redaction import public_items

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from device.messages.questions import Question
    from device.session.session import Session
    from vision.sighting import Sighting

VERSION = 1
PICTURE, WORDS = ".jpg", ".json"


@dataclass(frozen=True, slots=True)
class CapturedSticker:
    """A sticker as it was read: its code and the black square's corners in px."""

    code: int
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Against:
    """One thing that the rules have against a card, as it is recorded."""

    key: str
    placeholders: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that came up, with what fills in its sentence."""

    seat: int | None
    kind: str
    said: tuple[tuple[str, str | int | None], ...] = ()
    reasons: tuple[Against, ...] = field(default=(), compare=False)

    @property
    def filled(self) -> dict[str, object]:
        """The placeholders by their names."""
        return {**dict(self.said), "reasons": self.reasons}


def asking(question: Question) -> AskedQuestion:
    """A question as it is recorded."""
    said = ((name, value if isinstance(value, str | int) else None) for name, value in question.placeholders.items())
    return AskedQuestion(
        question.seat, question.kind, tuple(sorted(said)), _against(question.placeholders.get("reasons", ()))
    )


def _against(reasons: object) -> tuple[Against, ...]:
    found = [reason for reason in reasons if isinstance(reason, Reason)] if isinstance(reasons, tuple) else []
    return tuple(
        Against(reason.key, {name: said for name, said in reason.placeholders.items() if isinstance(said, str | int)})
        for reason in found
    )


@dataclass(frozen=True, slots=True)
class CapturedGame:
    """The game so far: wonder and side of each seat, options, and the actions that stand, as the journal has them."""

    seats: tuple[tuple[str, str], ...]
    options: dict[str, Any]
    actions: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """What belongs to one picture. `questions` are empty for those that were taken shortly before one came up."""

    time: float
    number: int
    scene: Scene
    stickers: tuple[CapturedSticker, ...]
    questions: tuple[AskedQuestion, ...] = ()
    game: CapturedGame | None = None
    version: int = VERSION


def shot(scene: Scene, number: int, sightings: Iterable[Sighting]) -> Shot:
    """A shot of what is public in a scene."""
    items = public_items(scene)
    codes = {item.code for item in items}
    doubts = tuple(code for code in scene.doubts if code in codes)
    stickers = tuple(CapturedSticker(seen.code, _rounded(seen)) for seen in sightings)
    return Shot(scene.time, number, replace(scene, items=items, doubts=doubts), stickers)


def asked(taken: Shot, questions: Iterable[Question], session: Session) -> Shot:
    """The same shot with the questions that it gave rise to, and the game in which they did."""
    return replace(taken, questions=tuple(map(asking, questions)), game=_played(session))


def resumed(session: Session, played: CapturedGame) -> Session:
    """The evening in which a question came up.

    Raises:
        WondertableError: these rules know no such game.
    """
    events = [event_from_row("action", row) for row in played.actions]
    return resume(session, restore(played.seats, played.options, events))


def encoded(taken: Shot) -> bytes:
    """The shot as it is written beside its picture."""
    return msgspec.json.format(msgspec.json.encode(taken), indent=1)


def load(path: Path) -> Shot:
    """The shot that is written in this file.

    Raises:
        RecordFileError: it cannot be read, or is none.
    """
    try:
        taken = msgspec.json.decode(path.read_bytes(), type=Shot)
    except OSError as error:
        raise RecordFileError("record_unreadable", record=str(path), reason=error.strerror) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordFileError("record_no_shot", record=str(path), reason=str(error)) from error
    if taken.version != VERSION:
        raise RecordFileError("record_other_version", record=str(path), version=taken.version)
    return taken


def shots(folder: Path) -> tuple[Path, ...]:
    """The files of a folder that say what is in a picture, in the order in which they were recorded.

    Raises:
        RecordFileError: there is none, or the folder cannot be looked into.
    """
    try:
        found = tuple(sorted(path for path in folder.iterdir() if path.suffix == WORDS))
    except OSError as error:
        raise RecordFileError("record_unreadable", record=str(folder), reason=error.strerror) from error
    if not found:
        raise RecordFileError("record_folder_empty", record=str(folder))
    return found


def _rounded(seen: Sighting) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 1), round(y, 1)) for x, y in seen.corners.tolist())


def _played(session: Session) -> CapturedGame | None:
    """Which card somebody discarded is nobody's business, even if it was seen."""
    game = session.game
    if game is None:
        return None
    rows = []
    for entry in session.entries:
        row = dict(event_to_row(entry)[1])
        rows.append(row | {"card": None, "code": None} if isinstance(entry.action, Discard | Pass) else row)
    setup = game.setup
    options = {"prefer": session.prefer, "free_city": setup.free_city, "leaders": setup.leaders or None}
    return CapturedGame(
        tuple((wonder, side) for wonder, side in setup.seats),
        {name: value for name, value in options.items() if value is not None},
        tuple(rows),
    )
