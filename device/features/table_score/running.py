"""Scores the table that lies before the camera now, as `score` does with photographs, whether or not a game is on."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.features.table_score.pages import Look, TableScore
from device.for_features.photographs.cities import (
    final_cities,
    leaders_to_copy,
    unaccounted_together,
    unknown_leaders,
)
from device.for_features.photographs.counting import CountTable, count_table
from device.for_features.photographs.photograph import PhotographReader
from device.for_features.photographs.remark import remark_of
from device.for_features.photographs.table import combine_photographs
from display.messages.intents import KeepScoredTable
from display.messages.questions import Notice
from engine import WondertableError, finished_game

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from device.app.running_features import Appliance, Present
    from device.for_features.photographs.remark import PhotographRemark
    from device.for_features.photographs.table import SeenTable
    from device.session.session import Session
    from display.messages.intents import Intent
    from vision.frame import Frame, GreyImage
    from vision.reading.reader import Reading
    from vision.scene import Scene
    from vision.table.layout import Table

PICTURE = "score.picture"
"""The catalogue's key for the camera's picture, where photographs have file names."""


class RunningTableScore(RunningFeature):
    """Reads the newest picture of a table when it is asked to: beside what goes on; only a film waits for it."""

    def __init__(self, appliance: Appliance) -> None:
        super().__init__(appliance)
        self._image: GreyImage | None = None
        self._table: SeenTable | None = None
        self._kept: tuple[KeepScoredTable, ...] = ()
        self._looks = 0
        self._reading = threading.Lock()
        self.score = TableScore()
        """What is known of the table."""

    def watch(self, frame: Frame, reading: Reading, scene: Scene, table: Table) -> None:
        """Remember the picture."""
        del reading, scene, table
        self._image = frame.image

    def value(self, present: Present) -> TableScore | None:
        """What is known of the table, if there may be one."""
        del present
        return self.score if self.appliance.rig is not None else None

    def press(self, what: Hashable) -> None:
        """Look at the table, or score it with what was counted there."""
        if isinstance(what, Look):
            self._look()
        elif isinstance(what, CountTable):
            self._count(what)

    def asks(self, session: Session) -> tuple[Intent, ...]:
        """Keep what was scored."""
        del session
        kept, self._kept = self._kept, ()
        return kept

    def _look(self) -> None:
        """Begin anew with the newest picture."""
        self._looks += 1
        image = self._image
        if image is None:
            self.score = _failed([Notice("score.no_camera_picture")])
            return
        self.score = TableScore()
        is_film = not self.appliance.live and self.appliance.folder is not None
        if not is_film:
            threading.Thread(target=self._read, args=(image, self._looks), name="score", daemon=True).start()
        else:
            self._read(image, self._looks)

    def _count(self, counted: CountTable) -> None:
        """Score the table with these coins and tokens; if more must be known, `score` says so."""
        if self._table is None:
            return
        found = count_table(self._table, counted)
        if found.table is None:
            self.score = replace(self.score, counted=counted, each=found.each, remarks=_notices(found.wrong), game=None)
            return
        table, remarks = found.table, _notices(found.remarks)
        self.score = replace(self.score, counted=counted, each=(), remarks=remarks, game=table.game)
        self._kept = (*self._kept, KeepScoredTable(table.cities, table.counts, table.free_city))

    def _read(self, image: GreyImage, look: int) -> None:
        table: SeenTable | None = None
        try:
            with self._reading:  # the reader reads one picture at a time
                lens = self.appliance.lens(image) if self.appliance.lens else None
                view = self._reader.read(PICTURE, image, lens)
            table = combine_photographs([view], self._reader.codebook)
            score = _failed(_notices(table.contradictions)) if table.contradictions else _seen(table)
        except WondertableError as error:
            score = _failed(_notices([remark_of(error)]))
        except Exception as error:  # beside the game: nothing may end it
            logging.getLogger(__name__).warning("the table could not be scored: %r", error)
            score = _failed([Notice("camera.trouble")])
        if look == self._looks:
            self._table, self.score = None if score.troubles else table, score

    @cached_property
    def _reader(self) -> PhotographReader:
        """Made when the first picture is read: most games are never scored this way."""
        rig = self.appliance.rig
        assert rig is not None, "without a rig there is no picture"
        return PhotographReader(rig.codebook, rig.sizes, rig.kit)


def _seen(table: SeenTable) -> TableScore:
    """What is known before anything is counted."""
    cities = final_cities(table, {})
    game = finished_game(cities, free_city=table.free_city)
    return TableScore(
        cities=cities,
        free_city=table.free_city,
        tokens=tuple(city.conflict for city in game.cities),
        courted=tuple(leaders_to_copy(table).items()),
        remarks=_notices((*table.remarks, *unknown_leaders(table), *unaccounted_together(table))),
    )


def _failed(troubles: Iterable[Notice]) -> TableScore:
    return TableScore(troubles=tuple(troubles))


def _notices(remarks: Iterable[PhotographRemark]) -> tuple[Notice, ...]:
    return tuple(Notice(one.key, one.placeholders) for one in remarks)
