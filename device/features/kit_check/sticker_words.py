"""What the kit check says about stickers, for the screen and the terminal; and the check beside the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.features.kit_check.checker import KitChecker
from device.features.kit_check.shown import KitCheck
from device.features.kit_check.tally import KitTally
from device.for_features.kit_wording import kit_wording
from display.words import Words
from vision.kit.boxes import BACKLESS, FURTHER_SETS, SETS, box
from vision.kit.codebook import REPEATED, StickerKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from device.features.kit_check.checker import CheckedSticker
    from device.features.kit_check.placement import PlacementFault
    from device.features.kit_check.tally import KitFindings
    from vision.frame import Frame
    from vision.kit.codebook import Codebook, CodebookEntry
    from vision.kit.sizes import KitSizes
    from vision.sighting import StickerFinder


class StickerWords:
    """Everything that is said about stickers, in the language of `words`."""

    def __init__(self, words: Words, edition: str, sizes: KitSizes) -> None:
        self.say = words.say
        self._listed = words.listed
        self._wording, self._sizes = kit_wording(words, edition), sizes
        self.name, self.note = self._wording.name, self._wording.note

    def full(self, entry: CodebookEntry) -> str:
        """Name, note and number."""
        note = self.note(entry)
        return f"{entry.code:03d} {self.name(entry)}{f' ({note})' if note else ''}"

    def fault(self, entry: CodebookEntry, fault: PlacementFault) -> str:
        """What is wrong with its place."""
        inset = self._sizes.board_inset if entry.kind is StickerKind.BOARD else self._sizes.card_inset
        return self.say(
            f"kit_check.fault.{fault.kind}",
            right=f"{fault.from_right:.0f}",
            edge=f"{fault.from_edge:.0f}",
            inset=f"{inset:g}",
            degrees=f"{abs(fault.slant):.0f}",
        )

    def wrong(self, checked: CheckedSticker, tally: KitTally) -> str:
        """What is wrong with a sticker that is shown; "" if nothing is."""
        entry, times = checked.entry, tally.times(checked.entry)
        if checked.fault:
            return self.fault(entry, checked.fault)
        if tally.kit.entry(entry.code) is None:
            return self.say("kit_check.foreign")
        if times > 1 and entry.kind not in REPEATED:
            return self.say("kit_check.again", count=times)
        return ""

    def findings(self, findings: KitFindings) -> Iterator[str]:
        """A line that says whether all is well, and one for each thing that is not."""
        if not findings.checked:
            yield self.say("kit_check.nothing")
            return
        yield self.say("kit_check.good" if findings.good else "kit_check.bad", count=findings.checked)
        for entry, fault in findings.faults:
            yield f"{self.full(entry)}: {self.fault(entry, fault)}"
        for key in ("missing", "double", "foreign"):
            entries: Iterable[CodebookEntry] = getattr(findings, key)
            if entries:
                yield self.say(f"kit_check.{key}_list", stickers=self._listed(self.full(entry) for entry in entries))
        for back in findings.backs:
            yield self.say("kit_check.backs", sticker=self.full(back.entry), shown=back.shown, needed=back.needed)
        if findings.unseen:
            parts = (self._wording.headings[part] for part in findings.unseen)
            yield self.say("kit_check.unseen", parts=self._listed(parts))
        if findings.checked > findings.measured:
            yield self.say("kit_check.unmeasured", count=findings.checked - findings.measured)


class LiveKitCheck:
    """A kit check from its beginning on, in the words of one language. Not thread-safe."""

    def __init__(
        self, codebook: Codebook, finders: Sequence[StickerFinder], sizes: KitSizes, *, edition: str, language: str
    ) -> None:
        self._checker = KitChecker(codebook, finders, sizes)
        self._tally = KitTally(box(codebook, edition, (*SETS, *FURTHER_SETS, BACKLESS)))
        self._words = StickerWords(Words(language), edition, sizes)
        self._shown = KitCheck()

    def look(self, frame: Frame) -> KitCheck:
        """What is shown and what was found so far, after the next picture.

        Raises:
            FrameError: the picture is black or torn; it is ignored.
        """
        for checked in self._checker.look(frame):
            self._tally.add(checked)
            wrong, findings = self._words.wrong(checked, self._tally), self._tally.findings()
            title, *lines = self._words.findings(findings)
            self._shown = KitCheck(
                2 * checked.showing + bool(wrong),
                self._words.name(checked.entry),
                self._words.note(checked.entry),
                wrong,
                findings.checked,
                title,
                tuple(lines),
                good=findings.good,
            )
        return self._shown
