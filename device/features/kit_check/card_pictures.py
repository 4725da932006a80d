"""Keeps the owner's pictures of his cards on the disk. Only he may read them: they show somebody's art."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.errors import OutputFileError
from device.for_features.card_art.copies import as_json, file_of_counts
from device.for_features.card_art.references import as_png, file_of
from device.for_features.reports.written_files import keep_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from device.for_features.card_art.references import Design
    from vision.frame import GreyImage

PRIVATE = 0o600


def keep_picture(folder: Path, design: Design, image: GreyImage) -> None:
    """Store a design's picture, instead of an earlier one.

    Raises:
        OutputFileError: it cannot be written.
    """
    keep_file(file_of(folder, design), as_png(image), mode=PRIVATE)


def keep_counts(folder: Path, edition: str, counts: Mapping[int, int]) -> None:
    """Store how many copies of each card of an edition there are.

    Raises:
        OutputFileError: it cannot be written.
    """
    keep_file(file_of_counts(folder, edition), as_json(counts), mode=PRIVATE)


def drop_picture(folder: Path, design: Design) -> None:
    """Remove a design's picture.

    Raises:
        OutputFileError: it cannot be removed.
    """
    file = file_of(folder, design)
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(file), reason=error.strerror) from error
