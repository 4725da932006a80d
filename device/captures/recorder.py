"""Keeps the pictures that gave rise to questions, and some from shortly before, for people who want to send them in.

Off unless somebody asks for it. What not everybody at the table may see is blotted out before anything is written.
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

from device.captures.format import PICTURE, WORDS, Shot, asked, encoded, shot
from device.durable_file import make_folder, write_durably
from device.messages.events import Asked
from device.messages.questions import Notice
from vision.table.redaction import public_sightings, redact, redact_stickers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from device.messages.events import Event
    from device.messages.questions import Question
    from device.session.session import Session
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
"""Bytes that stay free on the disk, whatever is recorded: the journal needs them."""
WAITING = 2
"""Questions whose pictures wait to be written; each holds up to three pictures."""
QUALITY = 92
LOOKS = 3
"""So often a picture is searched for what should not be in it."""
PATIENCE = 30.0
"""Seconds in which all that waits is written at the end."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture, what was read in it, and the table as it was then."""

    frame: Frame
    reading: Reading
    scene: Scene
    table: Table


@dataclass(slots=True)
class _Doubt:
    """The pictures of one moment, and what was asked then."""

    pictures: tuple[Seen, ...]
    session: Session
    questions: list[Question]


class Recorder:
    """A listener that writes pictures into a folder. `wait`: a film waits until they are written; a live camera cannot.

    `finders` search each picture for stickers that nobody should see before it is written.
    """

    def __init__(
        self, folder: Path, finders: Sequence[StickerFinder], *, wait: bool = False, largest: int = LARGEST
    ) -> None:
        self._folder, self._finders, self._wait, self._largest = folder, tuple(finders), wait, largest
        self._stamp = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        self._earlier: deque[Seen] = deque(maxlen=BEFORE)
        self._newest: Seen | None = None
        self._doubt: _Doubt | None = None
        self._lock = threading.Lock()
        self._notices: deque[Notice] = deque()
        self._said: set[str] = set()
        self._written: set[int] = set()
        self._waiting: queue.Queue[_Doubt | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._keep_writing, name="recorder", daemon=True)
        self._thread.start()

    def note_frame(self, frame: Frame, reading: Reading, scene: Scene, table: Table) -> None:
        """This picture was looked at."""
        with self._lock:
            if self._newest and (not self._earlier or self._newest.scene.time - self._earlier[-1].scene.time >= APART):
                self._earlier.append(self._newest)
            self._newest = Seen(frame, reading, scene, table)

    def __call__(self, event: Event, session: Session) -> None:
        """Something happened; questions are what is kept."""
        if not isinstance(event, Asked):
            return
        if self._doubt and self._doubt.session.scene.time == session.scene.time:
            self._doubt.questions.append(event.question)
            return
        self._hand_over()
        with self._lock:
            taken = [*self._earlier, *([self._newest] if self._newest else [])]
        pictures = tuple(seen for seen in taken if seen.scene.time <= session.scene.time)
        self._doubt = _Doubt(pictures, session, [event.question]) if pictures else None

    def notices(self) -> tuple[Notice, ...]:
        """What went wrong since the last time; the game goes on."""
        self._hand_over()
        said = []
        while self._notices:
            said.append(self._notices.popleft())
        return tuple(said)

    def close(self) -> None:
        """Write what waits, and end."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join(timeout=PATIENCE)

    def _hand_over(self) -> None:
        """What was asked at one moment is complete."""
        doubt, self._doubt = self._doubt, None
        if doubt is None:
            return
        try:
            self._waiting.put(doubt, block=self._wait)
        except queue.Full:
            self._say("notice.record_behind")

    def _keep_writing(self) -> None:
        while (doubt := self._waiting.get()) is not None:
            try:
                self._write_all(doubt)
            except OSError as error:
                self._say("notice.record_failed", folder=str(self._folder), reason=error.strerror or str(error))

    def _write_all(self, doubt: _Doubt) -> None:
        make_folder(self._folder)
        for seen in doubt.pictures:
            last = seen is doubt.pictures[-1]
            if seen.frame.number in self._written and not last:
                continue
            taken = shot(seen.scene, seen.frame.number, public_sightings(seen.reading.present, seen.table, seen.scene))
            self._write(seen, asked(taken, doubt.questions, doubt.session) if last else taken)

    def _write(self, seen: Seen, taken: Shot) -> None:
        done, data = cv2.imencode(PICTURE, self._fit_to_be_seen(seen), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        words = encoded(taken)
        if not done or not self._has_room(len(data) + len(words)):
            return
        name = f"{self._stamp}-{seen.frame.number:07}"
        write_durably(self._folder / f"{name}{PICTURE}", data.tobytes())
        write_durably(self._folder / f"{name}{WORDS}", words)
        self._written.add(seen.frame.number)

    def _fit_to_be_seen(self, seen: Seen) -> GreyImage:
        """The picture without anything that is not public."""
        hidden = seen.reading.moving | seen.reading.hidden
        image = redact(seen.frame.image, seen.table, seen.scene, hidden)
        for _ in range(LOOKS):
            found = [sighting for finder in self._finders for sighting in finder.look(image, thorough=True)]
            fine = {id(sighting) for sighting in public_sightings(found, seen.table, seen.scene)}
            strangers = [sighting for sighting in found if id(sighting) not in fine]
            if not strangers:
                break
            image = redact_stickers(image, strangers, seen.table)
        return image

    def _has_room(self, size: int) -> bool:
        if sum(path.stat().st_size for path in self._folder.iterdir() if path.is_file()) + size > self._largest:
            self._say("notice.record_full", folder=str(self._folder))
            return False
        if shutil.disk_usage(self._folder).free < LEFT_FREE + size:
            self._say("notice.record_no_room", folder=str(self._folder))
            return False
        return True

    def _say(self, key: str, **placeholders: object) -> None:
        """Once each."""
        if key not in self._said:
            self._said.add(key)
            self._notices.append(Notice(key, placeholders))
