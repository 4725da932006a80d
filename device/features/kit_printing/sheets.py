"""Page layout of the printed kit: groups of stickers under headings, in rows. All lengths in mm."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from device.for_features.kit_wording import Wording
from device.for_features.parts_of_box import stage_count
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind

MARGIN = 12.0
HEAD = 50.0
"""Height on the first page of the instructions where stickers go."""
HEADING = 10.0
GAP = 4.0
"""Between stickers; room for cut marks."""
_LABELLED = 46.0
"""Width of a sticker with its label."""
SPARE = 3
"""Spare backs of each kind, and stage tokens, at least."""


class Paper(StrEnum):
    """Papers the kit can be printed on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class StickerGroup:
    """Stickers under one heading; `labelled`: with their names beside them; `filled`: the last row is filled."""

    key: str
    entries: tuple[CodebookEntry, ...]
    labelled: bool = True
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A sticker on a page: its top left corner from the page's top left, and the width for its label (0: none)."""

    entry: CodebookEntry
    x: float
    y: float
    label_width: float


@dataclass(frozen=True, slots=True)
class Title:
    """A heading on a page: the left end of its baseline, from the page's top left."""

    key: str
    x: float
    y: float


Page = tuple[Cell | Title, ...]


def groups_of(codebook: Codebook, wording: Wording, spares: int | None = None) -> tuple[StickerGroup, ...]:
    """The kit in the order in which people stick it on: fronts by name, then a back for every card.

    A kit without backs has a token for every stage. `spares` is the number of spare backs of each kind. None: three,
    and as many as fit into the last row.
    """
    entries = list(codebook)

    def by_name(chosen: Iterable[CodebookEntry]) -> tuple[CodebookEntry, ...]:
        return tuple(sorted(chosen, key=lambda entry: (wording.name(entry), entry.players or 0, entry.code)))

    def of(*kinds: StickerKind) -> list[CodebookEntry]:
        return [entry for entry in entries if entry.kind in kinds]

    ages = {age: [entry for entry in of(StickerKind.CARD) if entry.age == age] for age in (1, 2, 3)}
    table = of(StickerKind.MAT, StickerKind.TOKEN, StickerKind.CORNER, StickerKind.COMMAND)
    whole = {StickerKind.MAT, StickerKind.CORNER, StickerKind.COMMAND} <= {entry.kind for entry in table}
    more = SPARE if spares is None else spares
    needed = {f"age_{age}": len(cards) for age, cards in ages.items()} | {"leader": len(of(StickerKind.LEADER))}
    return (
        StickerGroup("board", tuple(of(StickerKind.BOARD))),
        *(StickerGroup(f"age_{age}", by_name(cards)) for age, cards in ages.items()),
        StickerGroup("leader", by_name(of(StickerKind.LEADER))),
        StickerGroup("table" if whole else "further", tuple(table)),
        *(
            StickerGroup(f"back_{back.id}", (back,) * (needed.get(back.id, 0) + more), False, spares is None)
            for back in of(StickerKind.BACK)
        ),
        *(
            StickerGroup("stage_token", (token,) * (stage_count(codebook) + more), False, spares is None)
            for token in of(StickerKind.STAGE_TOKEN)
        ),
    )


def lay_out(groups: Sequence[StickerGroup], paper: Paper, side: float) -> tuple[Page, ...]:
    """The pages, with stickers of `side` mm."""
    width, height = paper.size
    pages: list[Page] = []
    page: list[Cell | Title] = []
    y = MARGIN + HEAD
    for group in groups:
        rows = list(_rows(group, width - 2 * MARGIN, side))
        for number, row in enumerate(rows):
            needed = side + (HEADING if number == 0 else 0.0)
            if y + needed > height - MARGIN:
                pages.append(tuple(page))
                page, y = [], MARGIN
            if number == 0:
                page.append(Title(group.key, MARGIN, y + HEADING - GAP))
                y += HEADING
            page += [Cell(cell.entry, cell.x, y, cell.label_width) for cell in row]
            y += side + GAP
    return (*pages, tuple(page)) if page else tuple(pages)


def _rows(group: StickerGroup, width: float, side: float) -> Iterator[list[Cell]]:
    least = _LABELLED if group.labelled else side + GAP
    columns = int((width + GAP) // least)
    pitch = width / columns if group.labelled else least
    label = pitch - side - 1.5 * GAP if group.labelled else 0.0
    entries = group.entries
    if group.filled:
        entries += entries[:1] * (-len(entries) % columns)
    for start in range(0, len(entries), columns):
        row = entries[start : start + columns]
        yield [Cell(entry, MARGIN + column * pitch, 0.0, label) for column, entry in enumerate(row)]
