"""A plain score sheet: what people have counted themselves, of a game that nobody recorded."""

from typing import Annotated

import msgspec
from msgspec import Meta

from engine import CATEGORIES

FEWEST_ON_SHEET, MOST_ON_SHEET = 2, 7
MOST_POINTS, LEAST_POINTS = 99, -9
"""Of one category."""


class SheetRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wrote down for one player: the points of each category, in the order of the score sheet."""

    name: Annotated[str, Meta(max_length=200)]
    points: Annotated[
        tuple[Annotated[int, Meta(ge=LEAST_POINTS, le=MOST_POINTS)], ...],
        Meta(min_length=len(CATEGORIES), max_length=len(CATEGORIES) + 1),
    ]

    @property
    def total(self) -> int:
        """All points."""
        return sum(self.points)


SheetRows = Annotated[tuple[SheetRow, ...], Meta(min_length=FEWEST_ON_SHEET, max_length=MOST_ON_SHEET)]
"""A plain score sheet. With Leaders every player has an eighth number."""


def sheet_of_stored(stored: object) -> tuple[SheetRow, ...] | None:
    """The plain score sheet that the options of a stored game hold; None if they hold none."""
    if not isinstance(stored, list):
        return None
    try:
        rows = msgspec.convert(stored, SheetRows)
    except msgspec.ValidationError:
        return None
    return rows if len({len(row.points) for row in rows}) == 1 else None
