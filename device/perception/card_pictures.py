"""Keeps the owner's pictures of his cards on the disk. Only he may read them: they show somebody's art."""

from __future__ import annotations

import logging
import shutil
from typing import TYPE_CHECKING

from device.durable_file import make_folder, write_durably
from device.errors import OutputFileError
from vision.art.copies import as_json, file_of_counts
from vision.art.references import VERSION, as_png, file_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from vision.art.references import Design
    from vision.frame import GreyImage

PRIVATE = 0o600
LENT_FILE, LENT_FOLDER = 0o640, 0o750
"""The group of the service may read what is lent, nobody else."""


def keep_picture(folder: Path, design: Design, image: GreyImage) -> None:
    """Store a design's picture, instead of an earlier one.

    Raises:
        OutputFileError: it cannot be written.
    """
    _write(file_of(folder, design), as_png(image))


def keep_counts(folder: Path, edition: str, counts: Mapping[int, int]) -> None:
    """Store how many copies of each card of an edition there are.

    Raises:
        OutputFileError: it cannot be written.
    """
    _write(file_of_counts(folder, edition), as_json(counts))


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


class LentPictures:
    """The owner's pictures, lent to the process that reads telephones' photographs and may not open the store itself.

    A copy in the folder where game and server meet, which the system keeps in memory and only they may read. It is
    removed in the end, and renewed when something was learned.
    """

    def __init__(self, store: Path, place: Path) -> None:
        self._store, self._place = store, place
        self._lent: dict[Path, int] = {}

    def renew(self) -> None:
        """Lend what is in the store now. Where that fails, photographs show no cards, which their page says."""
        now = {
            file.relative_to(self._store): file.stat().st_mtime_ns for file in self._store.glob(f"{VERSION}/*/*.png")
        }
        if now == self._lent:
            return
        try:
            self.close()
            for name in now:
                (self._place / name).parent.mkdir(mode=LENT_FOLDER, parents=True, exist_ok=True)
                shutil.copyfile(self._store / name, self._place / name)
                (self._place / name).chmod(LENT_FILE)
            for folder in (self._place, *(part for part in self._place.rglob("*") if part.is_dir())):
                folder.chmod(LENT_FOLDER)
            self._lent = now
        except OSError as problem:
            logging.getLogger(__name__).warning("no pictures for telephones: %s", problem)

    def close(self) -> None:
        """Take them back."""
        self._lent = {}
        shutil.rmtree(self._place, ignore_errors=True)


def _write(file: Path, data: bytes) -> None:
    try:
        make_folder(file.parent)
        write_durably(file, data, mode=PRIVATE)
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(file), reason=error.strerror) from error
