"""The meaning of every sticker. People have stickers on their cards, so the numbering never changes."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from vision.errors import CodebookError

CODE_COUNT = 601
"""Codes for which there is a pattern; see `vision/kit/fiducials.py`, which needs OpenCV."""


class StickerKind(StrEnum):
    """What a sticker is stuck on."""

    CARD = "card"
    LEADER = "leader"
    TOKEN = "token"
    BOARD = "board"
    BACK = "back"
    STAGE_TOKEN = "stage_token"
    """Laid on a card under a board, in a kit whose cards have no stickers on their backs."""
    MAT = "mat"
    CORNER = "corner"
    COMMAND = "command"


REPEATED = frozenset({StickerKind.BACK, StickerKind.STAGE_TOKEN})
"""Kinds of which many carry the same code."""


@dataclass(frozen=True, slots=True)
class CodebookEntry:
    """One code. `id` names the thing within its kind; copies of a card and sides of a board share an id.

    `age` is 1 to 3 for age cards. `players` is the smallest number of players with which the copy is used (None for
    guilds, which are drawn at random); where the editions differ, as on the first edition's copy. `side` is "A" or "B"
    for the first edition's boards, "day" or "night" for the second edition's.
    """

    code: int
    kind: StickerKind
    id: str
    name: str
    age: int | None = None
    players: int | None = None
    side: str | None = None


class Codebook:
    """All codes of the kit, by number."""

    def __init__(self, entries: Iterable[CodebookEntry]) -> None:
        self._entries = MappingProxyType({entry.code: entry for entry in entries})
        self._backs = {entry.id: entry.code for entry in self if entry.kind is StickerKind.BACK}
        self._designs: dict[tuple[str, str, str | None], tuple[CodebookEntry, ...]] = {}
        for entry in sorted(self, key=lambda entry: entry.code):
            design = entry.kind, entry.id, entry.side
            self._designs[design] = (*self._designs.get(design, ()), entry)

    @classmethod
    def load(cls, path: Path | None = None) -> "Codebook":
        """Read a codebook file, by default the kit's own.

        Raises:
            CodebookError: the file cannot be read; placeholders `path`, `line` (from 1, None for the file as a whole)
                and `reason`.
        """
        source = path or resources.files("vision") / "data" / "codebook.csv"
        line, entries = None, []
        try:
            _, *text = source.read_text(encoding="utf-8").splitlines()
            for line, row in enumerate(csv.reader(text), start=2):  # noqa: B007  the error says it
                entries.append(_entry(row))
        except (OSError, ValueError, csv.Error) as error:
            raise CodebookError("error.codebook", path=str(source), line=line, reason=str(error)) from error
        return cls(entries)

    @property
    def entries(self) -> Mapping[int, CodebookEntry]:
        """Every entry by its code."""
        return self._entries

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes in use, ascending."""
        return tuple(sorted(self._entries))

    def entry(self, code: int) -> CodebookEntry | None:
        """The entry of a code; None if the kit does not have the code."""
        return self._entries.get(code)

    def back(self, id_: str) -> int | None:
        """The code of all backs of an age ("age_1") or of the leaders ("leader"); None if the kit has none."""
        return self._backs.get(id_)

    def copies(self, entry: CodebookEntry) -> tuple[CodebookEntry, ...]:
        """Everything on which the same is printed as on this thing, also for another age, in the order of the codes."""
        return self._designs.get((entry.kind, entry.id, entry.side), ())

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[CodebookEntry]:
        return iter(self._entries.values())


def _entry(row: list[str]) -> CodebookEntry:
    code, kind, id_, name, age, players, side = row
    if not 0 <= int(code) < CODE_COUNT:
        raise ValueError(f"code {code} is not one of 0 to {CODE_COUNT - 1}")
    return CodebookEntry(
        code=int(code),
        kind=StickerKind(kind),
        id=id_,
        name=name,
        age=int(age) if age else None,
        players=int(players[:-1]) if players else None,
        side=side or None,
    )
