"""The meaning of every sticker. People have stickers on their cards, so the numbering never changes."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from vision.errors import CodebookError

CODE_COUNT = 601
"""Codes for which there is a pattern; see `vision/kit/fiducials.py`, which needs OpenCV."""

Value = TypeVar("Value")

COLUMNS = ("code", "kind", "id", "name", "age", "players", "side")


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
        name = str(path) if path else "codebook.csv"
        source = path or resources.files("vision") / "data" / "codebook.csv"
        try:
            text = source.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CodebookError("error.codebook", path=name, line=None, reason=str(error)) from error
        return cls(_read(text, name))

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

    def back_of(self, code: int | None) -> int | None:
        """The code on the back of the age card with this code on its front; None if there is none."""
        entry = self._entries.get(code) if code is not None else None
        return self.back(f"age_{entry.age}") if entry is not None else None

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[CodebookEntry]:
        return iter(self._entries.values())


def _read(text: str, path: str) -> Iterator[CodebookEntry]:
    rows = csv.reader(text.splitlines(), strict=True)
    seen: set[int] = set()
    try:
        for row in rows:
            if rows.line_num == 1:
                _expect(tuple(row) == COLUMNS, f"the columns are not {','.join(COLUMNS)}")
                continue
            entry = _entry(row)
            _expect(entry.code not in seen, f"code {entry.code} appears twice")
            seen.add(entry.code)
            yield entry
        _expect(bool(seen), "no codes")
    except (ValueError, csv.Error) as error:
        raise CodebookError("error.codebook", path=path, line=max(rows.line_num, 1), reason=str(error)) from error


def _entry(row: list[str]) -> CodebookEntry:
    _expect(len(row) == len(COLUMNS), f"{len(row)} columns instead of {len(COLUMNS)}")
    code, kind, id_, name, age, players, side = row
    _expect(
        code.isascii() and code.isdecimal() and int(code) < CODE_COUNT,
        f"code {code!r} is not one of 0 to {CODE_COUNT - 1}",
    )
    _expect(kind in set(StickerKind), f"unknown kind {kind!r}")
    _expect(bool(id_) and bool(name), "no id or no name")
    entry = CodebookEntry(
        code=int(code),
        kind=StickerKind(kind),
        id=id_,
        name=name,
        age=_optional(age, ("1", "2", "3"), "age", int),
        players=_optional(players, ("3+", "4+", "5+", "6+", "7+"), "number of players", lambda text: int(text[:-1])),
        side=_optional(side, ("A", "B", "day", "night"), "side", str),
    )
    _expect((entry.age is not None) == (entry.kind is StickerKind.CARD), "cards, and nothing else, have an age")
    _expect((entry.side is not None) == (entry.kind is StickerKind.BOARD), "boards, and nothing else, have a side")
    _expect(entry.players is None or entry.kind is StickerKind.CARD, "only cards have a number of players")
    return entry


def _optional(text: str, allowed: tuple[str, ...], what: str, read: Callable[[str], Value]) -> Value | None:
    if not text:
        return None
    _expect(text in allowed, f"{what} {text!r} is not one of {', '.join(allowed)}")
    return read(text)


def _expect(holds: bool, reason: str) -> None:
    if not holds:
        raise ValueError(reason)
