"""The owner's cards are learned: what is shown and what becomes of it, in words, and as the screen shows it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from device.errors import OutputFileError
from device.features.kit_check.card_pictures import drop_picture, keep_picture
from device.features.kit_check.enroller import Enroller, Hindrance, TakenPicture
from device.features.kit_check.shown import BoxThing, Enrol, KitCheck
from device.features.kit_check.shown_box import Enrolment, PictureOutcome, Shown
from device.for_features.card_art.references import stored
from device.for_features.kit_wording import kit_wording
from display.words import Words
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from device.for_features.card_art.references import Design
    from vision.frame import Frame
    from vision.kit.codebook import Codebook
    from vision.kit.sizes import KitSizes

STAYS_OPEN = 120.0
"""s for which a telephone's page keeps the camera at the cards after the last press or picture."""
PARTS = {
    StickerKind.BOARD: "kit.heading.board",
    StickerKind.LEADER: "kit.heading.leader",
    StickerKind.BACK: "enrol.backs",
}


class LiveEnrolment:
    """Learns a box, picture by picture; goes on where it was left. Not thread-safe."""

    def __init__(
        self, codebook: Codebook, sizes: KitSizes, folder: Path, *, edition: str, sets: Sequence[str], language: str
    ) -> None:
        self._say, words = Words(language, edition).say, Words(language, edition)
        self._listed, self._wording = words.listed, kit_wording(words, edition)
        self._enroller, self.edition = Enroller(sizes), edition
        before = [one for one in stored(folder, codebook) if one.design.edition == edition]
        self.enrolment = Enrolment(
            codebook, edition, sets, before, keep=partial(keep_picture, folder), drop=partial(drop_picture, folder)
        )
        self._names = {design: self._name(design) for design in self.enrolment.box}
        self._parts = {design: self._part(design) for design in self.enrolment.box}
        self._things = {design: self._thing(design) for design in self.enrolment.box}
        self._news = 0
        self._said, self._wrong = "", ""
        self._told: frozenset[Hindrance] = frozenset()
        """What was in the way of the picture that is wanted; each is told once, and stays on the screen."""

    def look(self, frame: Frame) -> Shown | Hindrance | None:
        """What the next picture says that is new.

        Raises:
            FrameError: the picture is black or torn; it is ignored.
            OutputFileError: a picture cannot be stored.
        """
        wanted = self.enrolment.wanted
        if wanted is None:
            return None
        found = self._enroller.look(frame, StickerKind(wanted.kind))
        if isinstance(found, TakenPicture):
            return self._tell(self.enrolment.show(found.image))
        if isinstance(found, Hindrance):
            self._wrong = self._say(f"enrol.{found}")
            if found not in self._told:
                self._told, self._news = self._told | {found}, self._news + 1
                return found
        return None

    def step(self, by: int) -> None:
        """Ask for another one, so many places further on in the box, or back."""
        self.enrolment.step(by)
        self._forget_hints()

    def choose(self, name: str) -> None:
        """Ask for the design of this name, whether it was shown before or not."""
        design = next((design for design in self.enrolment.box if design.name == name), None)
        if design is not None:
            self.enrolment.choose(design)
            self._forget_hints()

    def was_wrong_before(self) -> Shown | None:
        """What was shown as something else before is what is wanted now."""
        return self._tell(self.enrolment.was_wrong_before())

    def name(self, design: Design) -> str:
        """A design's name and, of a board, its side."""
        return self._names[design]

    @property
    def shown(self) -> KitCheck:
        """As the screen shows it."""
        enrolment = self.enrolment
        count = self._say("enrol.shown", shown=enrolment.count, of=len(enrolment.box))
        name = self.name(enrolment.wanted) if enrolment.wanted else self._say("enrol.done")
        start = "" if self._enroller.knows_mat else self._say("enrol.start")
        note = start or self._listed(part for part in (self._said, count) if part)
        lines = tuple(self.missing())
        shown = max(1, enrolment.count)
        missing = frozenset(enrolment.missing)
        box = tuple(
            thing if design in missing else replace(thing, is_known=True) for design, thing in self._things.items()
        )
        return KitCheck(self._news, name, note, self._wrong, shown, count, lines, good=not lines, box=box)

    def missing(self) -> Iterator[str]:
        """A line for each part of the box of which something is missing."""
        parts: dict[str, list[str]] = {}
        for design in self.enrolment.missing:
            parts.setdefault(self._parts[design], []).append(self._names[design])
        for part, names in parts.items():
            yield self._say("enrol.missing", part=part, names=self._listed(names))

    def words_for(self, shown: Shown) -> str:
        """What became of a picture."""
        if shown.outcome is PictureOutcome.SHOWN_AS and shown.other is not None:
            return self._say("enrol.shown_as", name=self.name(shown.other))
        return self._say(f"enrol.{shown.outcome}", name=self.name(shown.design))

    def _thing(self, design: Design) -> BoxThing:
        part = self._parts[design]
        return BoxThing(design.name, self._names[design], part[:1].upper() + part[1:])

    def _name(self, design: Design) -> str:
        entry = self.enrolment.entry(design)
        return f"{self._wording.name(entry)} {design.side}".rstrip()

    def _part(self, design: Design) -> str:
        """The part of the box that a design is in, in words."""
        entry = self.enrolment.entry(design)
        age = f"kit.heading.age_{entry.age}" if entry.age else "enrol.further"
        return self._say(PARTS.get(entry.kind, age))

    def _forget_hints(self) -> None:
        self._said, self._wrong, self._told = "", "", frozenset()
        self._enroller.again()

    def _tell(self, shown: Shown | None) -> Shown | None:
        if shown is not None:
            self._news, self._told = self._news + 1, frozenset()
            wrong = shown.outcome is PictureOutcome.SHOWN_AS
            self._said, self._wrong = ("", self.words_for(shown)) if wrong else (self.words_for(shown), "")
        return shown


class EnrolmentRequests:
    """What was asked for on the screen and on telephones, until the enrolment does it in the camera's thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: deque[Enrol] = deque()
        self._until = float("-inf")

    def add(self, asked: Enrol) -> None:
        """Somebody asks for this."""
        if asked == Enrol() or asked.pause:
            self._until = float("-inf") if asked.pause else self._clock() + STAYS_OPEN
        else:
            self._asked.append(asked)

    @property
    def is_open(self) -> bool:
        """True while a telephone looks at the page."""
        return self._clock() < self._until

    def taken(self) -> Iterator[Enrol]:
        """What is still to be done, in order."""
        while self._asked:
            yield self._asked.popleft()


class EnrolmentOnScreen:
    """An enrolment while its page is open."""

    def __init__(self, live: LiveEnrolment, requests: EnrolmentRequests, language: str) -> None:
        self._live, self._requests, self._words = live, requests, Words(language)
        list(requests.taken())  # of an earlier page

    def look(self, frame: Frame) -> KitCheck:
        """What is to be shown, after the next picture.

        Raises:
            FrameError: the picture is black or torn; it is ignored.
        """
        try:
            for asked in self._requests.taken():
                self._do(asked)
            self._live.look(frame)
        except OutputFileError as error:
            return replace(self._live.shown, wrong=self._words.error(error))
        return self._live.shown

    def _do(self, asked: Enrol) -> None:
        if asked.wrong:
            self._live.was_wrong_before()
        elif asked.step:
            self._live.step(asked.step)
        elif asked.choose:
            self._live.choose(asked.choose)
