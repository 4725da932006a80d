"""Reads recorded pictures again and compares: are the same stickers read, are the same questions asked?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.features.captures.format import PICTURE, WORDS, AskedQuestion, as_asked, load, picture_files, session_of
from device.for_features.errors import RecordFileError
from device.session.looking import look
from device.session.session import Session
from display.messages.events import Asked
from engine import WondertableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from device.features.captures.format import CapturedPicture
    from device.umpire.ruling import Umpire
    from vision.sighting import Sighting

TOGETHER = 10.0
"""Seconds before a question whose pictures belong to it."""


@dataclass(frozen=True, slots=True)
class CodeDifference:
    """`missing`: codes that were read when the picture was recorded and are not read now; `new`: the reverse."""

    missing: tuple[int, ...]
    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QuestionComparison:
    """The questions that were asked at a picture then, and those that are asked now."""

    picture: str
    then: tuple[AskedQuestion, ...]
    now: tuple[AskedQuestion, ...]


def picture_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """These pictures; a recorded folder stands for its pictures."""
    for path in paths:
        if path.is_dir():
            yield from (words.with_suffix(PICTURE) for words in picture_files(path))
        else:
            yield path


def code_difference(picture: Path, sightings: Iterable[Sighting]) -> CodeDifference | None:
    """How these sightings differ from those when the picture was recorded.

    None if it was not recorded: no file lies beside it, or one that another program wrote.
    """
    words = picture.with_suffix(WORDS)
    if not words.exists():
        return None
    try:
        recorded = load(words)
    except RecordFileError:
        return None
    then = Counter(sticker.code for sticker in recorded.stickers)
    now = Counter(sighting.code for sighting in sightings)
    return CodeDifference(tuple(sorted((then - now).elements())), tuple(sorted((now - then).elements())))


def compare_questions(folder: Path, umpire: Umpire) -> Iterator[QuestionComparison]:
    """Show every moment of a folder at which something was asked to the umpire again.

    Raises:
        RecordFileError: the folder holds no recorded pictures, or one that cannot be read or replayed.
    """
    before: list[CapturedPicture] = []
    for path in picture_files(folder):
        picture = load(path)
        if picture.questions:
            lately = [each for each in before if 0 < picture.time - each.time <= TOGETHER]
            try:
                now = _asked_now([*lately, picture], umpire)
            except (WondertableError, TypeError, ValueError, LookupError) as error:
                raise RecordFileError("record_no_shot", record=str(path), reason=str(error)) from error
            yield QuestionComparison(path.with_suffix(PICTURE).name, picture.questions, now)
        before.append(picture)


def _asked_now(pictures: Sequence[CapturedPicture], umpire: Umpire) -> tuple[AskedQuestion, ...]:
    """What is asked when these pictures are shown, in the game of the last one."""
    session, game = Session(umpire), pictures[-1].game
    if game is not None:
        session = session_of(session, game)
    found: dict[AskedQuestion, None] = {}
    for scene in (picture.scene for picture in pictures):
        session, events = look(session, scene)
        for event in events:
            if isinstance(event, Asked):
                found[as_asked(event.question)] = None
    return tuple(found)
