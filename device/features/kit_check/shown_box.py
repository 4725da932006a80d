"""What the owner has shown so far of a box, and what is still to be shown: one picture of each design."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from device.for_features.card_art.recogniser import Recogniser
from device.for_features.card_art.references import Design, Reference, designs
from vision.frame import GreyImage
from vision.kit.codebook import Codebook, CodebookEntry


class PictureOutcome(StrEnum):
    """What became of a picture."""

    KEPT = "kept"
    REPLACED = "replaced"
    """It was shown before, and is now known by the new picture."""
    SHOWN_AS = "shown_as"
    """The same picture was shown before as something else; nothing is kept."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What became of the picture of a design; `other`: as what it was shown before."""

    design: Design
    outcome: PictureOutcome
    other: Design | None = None


class Enrolment:
    """The pictures of one box. `wanted` is what is to be shown next; None if nothing is missing.

    `keep` stores a design's picture, `drop` removes one.
    """

    def __init__(
        self,
        codebook: Codebook,
        edition: str,
        sets: Sequence[str],
        before: Iterable[Reference],
        *,
        keep: Callable[[Design, GreyImage], None],
        drop: Callable[[Design], None],
    ) -> None:
        self.box = designs(codebook, edition, sets)
        self._codebook, self._keep, self._drop = codebook, keep, drop
        self._known = {one.design: one for one in before if one.design in self.box}
        self._recogniser = Recogniser(tuple(self._known.values()))
        self._last: tuple[Design, GreyImage, Design] | None = None
        self.wanted: Design | None = None
        self.go_on()

    @property
    def missing(self) -> tuple[Design, ...]:
        """What was not shown yet, in the order of the box."""
        return tuple(design for design in self.box if design not in self._known)

    @property
    def count(self) -> int:
        """How many designs were shown."""
        return len(self._known)

    def entry(self, design: Design) -> CodebookEntry:
        """The first copy of a design."""
        return self._codebook.entries[self.box[design][0]]

    def show(self, image: GreyImage) -> Shown | None:
        """Take a picture for what is wanted. Afterwards something else is, unless it was `SHOWN_AS` something."""
        design = self.wanted
        if design is None:
            return None
        match = self._recogniser.recognise(image)
        if match is not None and match.sure and match.reference.design != design:
            self._last = design, image, match.reference.design
            return Shown(design, PictureOutcome.SHOWN_AS, match.reference.design)
        outcome = PictureOutcome.REPLACED if design in self._known else PictureOutcome.KEPT
        self._take(design, image)
        self.go_on()
        return Shown(design, outcome)

    def was_wrong_before(self) -> Shown | None:
        """The picture that was shown as something else before is that of what is wanted now; the other is missing."""
        if self._last is None:
            return None
        design, image, other = self._last
        self._drop(other)
        self._known.pop(other, None)  # gone already if the other picture could not be stored before
        self._take(design, image)
        self.go_on()
        return Shown(design, PictureOutcome.KEPT, other)

    def choose(self, design: Design) -> None:
        """Show this one next, whether it was shown before or not."""
        self.wanted, self._last = design, None

    def step(self, by: int) -> None:
        """Show one that lies so many places further on in the box, or back."""
        order = list(self.box)
        at = order.index(self.wanted) if self.wanted else 0
        self.choose(order[(at + by) % len(order)])

    def go_on(self) -> None:
        """Show the next one that is missing, from where we are; then those before."""
        order, missing = list(self.box), set(self.missing)
        at = order.index(self.wanted) if self.wanted else 0
        self._last = None
        self.wanted = next((design for design in (*order[at:], *order[:at]) if design in missing), None)

    def _take(self, design: Design, image: GreyImage) -> None:
        self._keep(design, image)
        lowest = min(copy.code for copy in self._codebook.copies(self.entry(design)))
        self._known[design] = Reference.of(design, lowest, image)
        self._recogniser = Recogniser(tuple(self._known.values()))
