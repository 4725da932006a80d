"""The files of a folder of recorded pictures.

`NAME.json` says what was read in `NAME.jpg`, what lay on the table and what was asked. Both hold only what everybody at
the table may see.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from device.app.stored_games import options_of
from device.features.captures.redaction import public_items
from device.for_features.errors import RecordFileError
from device.session.restoring import restore, resume
from device.untrusted import NotUnderstoodError, read_json
from display.messages.events import event_from_row, event_to_row
from engine import Discard, Pass, Reason
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from device.session.session import Session
    from display.messages.questions import Question
    from vision.sighting import Sighting

VERSION = 1
PICTURE, WORDS = ".jpg", ".json"


@dataclass(frozen=True, slots=True)
class CapturedSticker:
    """A sticker as it was read: its code and the black square's corners in px."""

    code: int
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class RecordedReason:
    """A reason why the rules forbid something."""

    key: str
    placeholders: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that came up, with the placeholders of its sentence."""

    seat: int | None
    kind: str
    said: tuple[tuple[str, str | int | None], ...] = ()
    reasons: tuple[RecordedReason, ...] = field(default=(), compare=False)

    @property
    def filled(self) -> dict[str, object]:
        """The placeholders by their names."""
        return {**dict(self.said), "reasons": self.reasons}


def as_asked(question: Question) -> AskedQuestion:
    """A question as it is recorded."""
    said = ((name, value if isinstance(value, str | int) else None) for name, value in question.placeholders.items())
    return AskedQuestion(
        question.seat, question.kind, tuple(sorted(said)), _reasons(question.placeholders.get("reasons", ()))
    )


def _reasons(reasons: object) -> tuple[RecordedReason, ...]:
    found = [reason for reason in reasons if isinstance(reason, Reason)] if isinstance(reasons, tuple) else []
    return tuple(
        RecordedReason(
            reason.key, {name: said for name, said in reason.placeholders.items() if isinstance(said, str | int)}
        )
        for reason in found
    )


@dataclass(frozen=True, slots=True)
class CapturedGame:
    """The game so far: wonder and side of each seat, options, and the actions that stand, as the journal has them."""

    seats: tuple[tuple[str, str], ...]
    options: dict[str, Any]
    actions: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class CapturedPicture:
    """What belongs to one picture. `questions` is empty if the picture is from shortly before a question."""

    time: float
    number: int
    scene: Scene
    stickers: tuple[CapturedSticker, ...]
    questions: tuple[AskedQuestion, ...] = ()
    game: CapturedGame | None = None
    version: int = VERSION


def captured(scene: Scene, number: int, sightings: Iterable[Sighting]) -> CapturedPicture:
    """What is public in a scene."""
    items = public_items(scene)
    codes = {item.code for item in items}
    doubts = tuple(code for code in scene.doubts if code in codes)
    stickers = tuple(CapturedSticker(seen.code, _rounded(seen)) for seen in sightings)
    return CapturedPicture(scene.time, number, replace(scene, items=items, doubts=doubts), stickers)


def with_questions(picture: CapturedPicture, questions: Iterable[Question], session: Session) -> CapturedPicture:
    """The same with the questions that came up at this picture, and the game at that moment."""
    return replace(picture, questions=tuple(map(as_asked, questions)), game=_game_so_far(session))


def session_of(session: Session, played: CapturedGame) -> Session:
    """The session in which a question came up.

    Raises:
        WondertableError: the rules do not allow the recorded game.
    """
    events = [event_from_row("action", row) for row in played.actions]
    return resume(session, restore(played.seats, played.options, events))


def encoded(picture: CapturedPicture) -> bytes:
    """What is written beside the picture."""
    return msgspec.json.format(msgspec.json.encode(picture), indent=1)


def load(path: Path) -> CapturedPicture:
    """What this file says of its picture.

    Raises:
        RecordFileError: it cannot be read, or does not describe a picture.
    """
    try:
        picture = read_json(path.read_bytes(), CapturedPicture)
    except OSError as error:
        raise RecordFileError("record_unreadable", record=str(path), reason=error.strerror) from error
    except NotUnderstoodError as error:
        raise RecordFileError("record_no_shot", record=str(path), reason=str(error)) from error
    if picture.version != VERSION:
        raise RecordFileError("record_other_version", record=str(path), version=picture.version)
    return picture


def picture_files(folder: Path) -> tuple[Path, ...]:
    """The files of a folder that describe pictures, in the order in which they were recorded.

    Raises:
        RecordFileError: there are none, or the folder cannot be read.
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


def _game_so_far(session: Session) -> CapturedGame | None:
    """The game so far, without names, and without the discarded cards: they are secret even if they were seen."""
    game = session.game
    if game is None:
        return None
    rows = []
    for entry in session.entries:
        row = dict(event_to_row(entry)[1])
        rows.append(row | {"card": None, "code": None} if isinstance(entry.action, Discard | Pass) else row)
    options = {name: value for name, value in options_of(game).items() if name != "names"}
    return CapturedGame(game.setup.seats, options, tuple(rows))
