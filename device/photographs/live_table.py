"""Scores the table that lies before the camera now, as `score` does with photographs."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from device.photographs.cities import final_cities, leaders_to_copy, unaccounted_together, unknown_leaders
from device.photographs.counting import count_table
from device.photographs.photograph import read_photograph
from device.photographs.remark import remark_of
from device.photographs.table import combine_photographs
from display.messages.questions import Notice
from display.messages.table_score import TableScore
from engine import WondertableError, finished_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from device.photographs.photograph import PhotographReading
    from device.photographs.remark import PhotographRemark
    from device.photographs.table import SeenTable
    from display.messages.intents import CountTable
    from display.messages.table_score import CountedTable
    from vision.frame import GreyImage
    from vision.kit.codebook import Codebook
    from vision.kit.sizes import KitSizes
    from vision.lens.calibration import Calibration
    from vision.reading.reader import Reader
    from vision.sighting import StickerFinder

PICTURE = "score.picture"
"""The catalogue's key for the camera's picture, where photographs have file names."""


class LiveTable:
    """Reads the table in a camera's newest picture and scores it. The main loop asks for `state` as often as it likes.

    `wait`: a look returns once the picture is read, as with films; otherwise it is read beside the game.
    """

    def __init__(
        self,
        reader: Reader,
        codebook: Codebook,
        sizes: KitSizes,
        *,
        also: Sequence[StickerFinder] = (),
        lens: Callable[[GreyImage], Calibration | None] | None = None,
        wait: bool = False,
    ) -> None:
        self._reader, self._codebook, self._sizes, self._also = reader, codebook, sizes, tuple(also)
        self._lens, self._wait = lens, wait
        self._table: SeenTable | None = None
        self._looks = 0
        self._reading = threading.Lock()
        self.state: TableScore | None = None
        """What is known of the table; None before the first look."""

    def look(self, image: GreyImage | None) -> None:
        """Begin anew with this picture; None: the camera has none."""
        self._looks += 1
        if image is None:
            self.state = _failed([Notice("score.no_camera_picture")])
            return
        self.state = TableScore(looking=True)
        if self._wait:
            self._read(image, self._looks)
        else:
            threading.Thread(target=self._read, args=(image, self._looks), name="score", daemon=True).start()

    def count(self, counted: CountTable) -> CountedTable | None:
        """Score the table with these coins and tokens; None if more must be known, which `state` then says."""
        if self._table is None or self.state is None:
            return None
        found = count_table(self._table, counted)
        if found.table is None:
            self.state = replace(self.state, counted=counted, each=found.each, remarks=_notices(found.wrong), game=None)
            return None
        remarks = _notices(found.remarks)
        self.state = replace(self.state, counted=counted, each=(), remarks=remarks, game=found.table.game)
        return found.table

    def _read(self, image: GreyImage, look: int) -> None:
        try:
            with self._reading:  # the reader reads one picture at a time
                view = self._view(image)
            state, table = self._seen(view)
        except WondertableError as error:
            state, table = _failed(_notices([remark_of(error)])), None
        except Exception as error:  # beside the game: nothing may end it
            logging.getLogger(__name__).warning("the table could not be scored: %r", error)
            state, table = _failed([Notice("camera.trouble")]), None
        if look == self._looks:
            self._table, self.state = table, state

    def _view(self, image: GreyImage) -> PhotographReading:
        lens = self._lens(image) if self._lens else None
        return read_photograph(PICTURE, image, self._reader, self._codebook, self._sizes, lens=lens, also=self._also)

    def _seen(self, view: PhotographReading) -> tuple[TableScore, SeenTable | None]:
        table = combine_photographs([view], self._codebook)
        if table.contradictions:
            return _failed(_notices(table.contradictions)), None
        cities = final_cities(table, {})
        game = finished_game(cities, free_city=table.free_city)
        return TableScore(
            cities=cities,
            free_city=table.free_city,
            tokens=tuple(city.conflict for city in game.cities),
            courted=tuple(leaders_to_copy(table).items()),
            remarks=_notices((*table.remarks, *unknown_leaders(table), *unaccounted_together(table))),
        ), table


def _failed(troubles: Iterable[Notice]) -> TableScore:
    return TableScore(troubles=tuple(troubles))


def _notices(remarks: Iterable[PhotographRemark]) -> tuple[Notice, ...]:
    return tuple(Notice(one.key, one.placeholders) for one in remarks)
