"""Records the pictures that led to questions, and some from shortly before, for people who want to send them in.

Off by default. Whatever is not public at the table is made unrecognisable before anything is written.
"""

from __future__ import annotations

import queue
import shutil
import threading
from collections import deque
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import cv2

from device.durable_file import make_folder, write_durably
from device.features.captures.format import PICTURE, WORDS, CapturedPicture, captured, encoded, with_questions
from device.features.captures.redaction import public_sightings, redact, redact_stickers
from display.messages.events import Asked
from display.messages.questions import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from device.session.session import Session
    from display.messages.events import Event
    from display.messages.questions import Question
    from vision.frame import Frame, GreyImage
    from vision.reading.reader import Reading
    from vision.scene import Scene
    from vision.sighting import StickerFinder
    from vision.table.layout import Table

BEFORE = 2
"""Pictures that are kept from before a question."""
APART = 1.0
"""Seconds between them, at least."""
LARGEST = 200_000_000
"""Bytes of a folder; then nothing more is written to it."""
LEFT_FREE = 100_000_000
"""Bytes that stay free on the disk, because the journal needs them."""
WAITING = 2
"""Moments whose pictures may wait to be written; each holds up to three pictures."""
QUALITY = 92
SEARCHES = 3
"""How often a picture is searched for stickers that must stay secret."""
WRITTEN_WITHIN = 30.0
"""Seconds at the end in which everything that waits is written."""


@dataclass(frozen=True, slots=True)
class ReadFrame:
    """A picture, what was read in it, and scene and table after it."""

    frame: Frame
    reading: Reading
    scene: Scene
    table: Table


@dataclass(slots=True)
class _Moment:
    """The pictures of one moment, and what was asked then."""

    pictures: tuple[ReadFrame, ...]
    session: Session
    questions: list[Question]


class Recorder:
    """A listener that writes pictures into a folder. `wait`: a film waits until they are written; a live camera cannot.

    `finders` search each picture for secret stickers before it is written.
    """

    def __init__(
        self, folder: Path, finders: Sequence[StickerFinder], *, wait: bool = False, largest: int = LARGEST
    ) -> None:
        self._folder, self._finders, self._wait, self._largest = folder, tuple(finders), wait, largest
        self._stamp = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        self._earlier: deque[ReadFrame] = deque(maxlen=BEFORE)
        self._newest: ReadFrame | None = None
        self._moment: _Moment | None = None
        self._lock = threading.Lock()
        self._notices: deque[Notice] = deque()
        self._said: set[str] = set()
        self._written: set[int] = set()
        self._waiting: queue.Queue[_Moment | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._keep_writing, name="recorder", daemon=True)
        self._thread.start()

    def note_frame(self, frame: Frame, reading: Reading, scene: Scene, table: Table) -> None:
        """A picture was read."""
        with self._lock:
            if self._newest and (not self._earlier or self._newest.scene.time - self._earlier[-1].scene.time >= APART):
                self._earlier.append(self._newest)
            self._newest = ReadFrame(frame, reading, scene, table)

    def __call__(self, event: Event, session: Session) -> None:
        """Keep the pictures if a question came up."""
        if not isinstance(event, Asked):
            return
        if self._moment and self._moment.session.scene.time == session.scene.time:
            self._moment.questions.append(event.question)
            return
        self._hand_over()
        with self._lock:
            taken = [*self._earlier, *([self._newest] if self._newest else [])]
        pictures = tuple(seen for seen in taken if seen.scene.time <= session.scene.time)
        self._moment = _Moment(pictures, session, [event.question]) if pictures else None

    def notices(self) -> tuple[Notice, ...]:
        """What went wrong since the last call."""
        self._hand_over()
        said = []
        while self._notices:
            said.append(self._notices.popleft())
        return tuple(said)

    def close(self) -> None:
        """Write what waits, and stop."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join(timeout=WRITTEN_WITHIN)

    def _hand_over(self) -> None:
        """Have the last moment written; all its questions are known by now."""
        moment, self._moment = self._moment, None
        if moment is None:
            return
        try:
            self._waiting.put(moment, block=self._wait)
        except queue.Full:
            self._notify("notice.record_behind")

    def _keep_writing(self) -> None:
        while (moment := self._waiting.get()) is not None:
            try:
                self._write_all(moment)
            except OSError as error:
                self._notify("notice.record_failed", folder=str(self._folder), reason=error.strerror or str(error))

    def _write_all(self, moment: _Moment) -> None:
        make_folder(self._folder)
        for seen in moment.pictures:
            last = seen is moment.pictures[-1]
            if seen.frame.number in self._written and not last:
                continue
            picture = captured(
                seen.scene, seen.frame.number, public_sightings(seen.reading.present, seen.table, seen.scene)
            )
            self._write(seen, with_questions(picture, moment.questions, moment.session) if last else picture)

    def _write(self, seen: ReadFrame, captured_picture: CapturedPicture) -> None:
        done, data = cv2.imencode(PICTURE, self._redacted(seen), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        words = encoded(captured_picture)
        if not done or not self._has_room(len(data) + len(words)):
            return
        name = f"{self._stamp}-{seen.frame.number:07}"
        write_durably(self._folder / f"{name}{PICTURE}", data.tobytes())
        write_durably(self._folder / f"{name}{WORDS}", words)
        self._written.add(seen.frame.number)

    def _redacted(self, seen: ReadFrame) -> GreyImage:
        """The picture with everything unrecognisable that is not public."""
        hidden = seen.reading.moving | seen.reading.hidden
        image = redact(seen.frame.image, seen.table, seen.scene, hidden)
        for _ in range(SEARCHES):
            found = [sighting for finder in self._finders for sighting in finder.look(image, thorough=True)]
            fine = {id(sighting) for sighting in public_sightings(found, seen.table, seen.scene)}
            strangers = [sighting for sighting in found if id(sighting) not in fine]
            if not strangers:
                break
            image = redact_stickers(image, strangers, seen.table)
        return image

    def _has_room(self, size: int) -> bool:
        if sum(path.stat().st_size for path in self._folder.iterdir() if path.is_file()) + size > self._largest:
            self._notify("notice.record_full", folder=str(self._folder))
            return False
        if shutil.disk_usage(self._folder).free < LEFT_FREE + size:
            self._notify("notice.record_no_room", folder=str(self._folder))
            return False
        return True

    def _notify(self, key: str, **placeholders: object) -> None:
        """Add a notice, each kind once."""
        if key not in self._said:
            self._said.add(key)
            self._notices.append(Notice(key, placeholders))
