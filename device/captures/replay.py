"""What a recorded folder says when it is looked at again: is the same read, is the same asked?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.captures.format import PICTURE, WORDS, AskedQuestion, asking, load, resumed, shots
from device.errors import RecordFileError
from device.messages.events import Asked
from device.session.looking import look
from device.session.session import Session
from engine import WondertableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from device.captures.format import Shot
    from device.umpire.ruling import Umpire
    from vision.sighting import Sighting

TOGETHER = 10.0
"""Seconds before a question from which pictures belong to it."""


@dataclass(frozen=True, slots=True)
class CodeDifference:
    """Codes that were read when a picture was taken and are not now, and the other way round."""

    missing: tuple[int, ...]
    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What was asked about a picture then, and what is asked now."""

    picture: str
    then: tuple[AskedQuestion, ...]
    now: tuple[AskedQuestion, ...]

    @property
    def same(self) -> bool:
        """Nothing that was asked is not asked any more."""
        return set(self.then) <= set(self.now)


def pictures(paths: Iterable[Path]) -> Iterator[Path]:
    """The same, with the pictures of a folder in place of a recorded folder."""
    for path in paths:
        if path.is_dir():
            yield from (words.with_suffix(PICTURE) for words in shots(path))
        else:
            yield path


def difference(picture: Path, sightings: Iterable[Sighting]) -> CodeDifference | None:
    """What is read otherwise than when this picture was recorded; None if it was not recorded.

    A photograph may have somebody else's file beside it: that is none of ours, and the picture is read all the same.
    """
    words = picture.with_suffix(WORDS)
    if not words.exists():
        return None
    try:
        shot = load(words)
    except RecordFileError:
        return None
    then = Counter(sticker.code for sticker in shot.stickers)
    now = Counter(sighting.code for sighting in sightings)
    return CodeDifference(tuple(sorted((then - now).elements())), tuple(sorted((now - then).elements())))


def replayed(folder: Path, umpire: Umpire) -> Iterator[Replayed]:
    """Every moment of a folder at which something was asked, shown to the umpire again.

    Raises:
        RecordFileError: the folder holds no recorded pictures, or one that cannot be read or played.
    """
    before: list[Shot] = []
    for path in shots(folder):
        shot = load(path)
        if shot.questions:
            lately = [each for each in before if 0 < shot.time - each.time <= TOGETHER]
            try:
                now = _asked_now(shot, lately, umpire)
            except (WondertableError, TypeError, ValueError, LookupError) as error:
                raise RecordFileError("record_no_shot", record=str(path), reason=str(error)) from error
            yield Replayed(path.with_suffix(PICTURE).name, shot.questions, now)
        before.append(shot)


def _asked_now(shot: Shot, before: Sequence[Shot], umpire: Umpire) -> tuple[AskedQuestion, ...]:
    session = Session(umpire)
    if shot.game is not None:
        session = resumed(session, shot.game)
    found: dict[AskedQuestion, None] = {}
    for scene in (*(each.scene for each in before), shot.scene):
        session, events = look(session, scene)
        for event in events:
            if isinstance(event, Asked):
                found[asking(event.question)] = None
    return tuple(found)
