"""The owner's pictures of his cards, for the process that reads telephones' photographs."""

from __future__ import annotations

import logging
import shutil
from typing import TYPE_CHECKING

from device.for_features.card_art.references import VERSION

if TYPE_CHECKING:
    from pathlib import Path

LENT_FILE, LENT_FOLDER = 0o640, 0o750
"""The group of the service may read what is lent, nobody else."""


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
