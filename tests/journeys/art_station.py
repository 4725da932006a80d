"""Whole games at a station without a sticker, before the simulated camera, with procedural cards.

    python -m tests.journeys.art_station [--games N] [--rate SHARE] [--first SEED] [--players N]
                                         [--scenes]

Every other game has the Leaders, every third is of the second edition. Prints for each game how many actions were
booked, troubles, questions, and whether anything is booked wrongly. The status is 1 if a game is wrong or stuck.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.for_features.card_art.features import PX_PER_MM
from device.for_features.card_art.finder import ArtFinder
from device.for_features.card_art.recogniser import Recogniser
from device.for_features.card_art.references import Reference, designs
from device.session.pressing import press
from device.simulation.rendering.camera import WELL_LIT, SimulatedCamera
from device.simulation.rendering.printing import draw_thing
from device.simulation.rendering.projection import STATION_HEIGHT, over_mat
from device.simulation.table.station import thing_with
from device.simulation.table.tabletop import WITHOUT_STICKER
from device.umpire.station.shown_pictures import ANOTHER_COPY_NOTICE, SHOWN_TWICE
from display.messages.intents import Answer
from tests.device.tables import CODEBOOK
from tests.journeys.rendered_station import PassingArm, RenderedMat
from tests.journeys.troubled_station import TroubledStation
from tests.vision.procedural_cards import TEXELS, of_entry
from tests.vision.station_mat import HIGH, SIDE, WIDE, StationMat
from vision.by_picture import ByPicture
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology
from vision.sighting import Sighting
from vision.symbologies import finders
from vision.table.pose import Pose
from vision.tracking.station import StationReader, StationTracker

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from device.for_features.card_art.references import Design
    from device.session.session import Transition
    from device.simulation.table.tabletop import Thing
    from tests.dealing.dealer import Move, Round
    from vision.frame import GreyImage
    from vision.sighting import Corners

MM = SIDE / KitSizes().sticker.square
"""px per mm of `StationMat`."""
GLARES = 0.2
"""Share of the cards whose sleeves show a lamp's streak."""
SETS = ("base", "leaders")
FRONTS = (StickerKind.CARD, StickerKind.LEADER)


@lru_cache(maxsize=4)
def owners_cards(edition: str, sets: tuple[str, ...] = SETS) -> Recogniser:
    """A recogniser for everything that is in a box."""
    return Recogniser([owners_picture(design, codes[0]) for design, codes in designs(CODEBOOK, edition, sets).items()])


@cache
def owners_picture(design: Design, code: int) -> Reference:
    """The owner's picture, of another printing than what is shown. `code`: of any copy."""
    entry = CODEBOOK.entries[code]
    face = of_entry(entry, printing=0)
    small = cv2.resize(face, None, fx=PX_PER_MM / TEXELS, fy=PX_PER_MM / TEXELS, interpolation=cv2.INTER_AREA)
    return Reference.of(design, min(copy.code for copy in CODEBOOK.copies(entry)), small)


def owners_pictures(names: Collection[str], edition: str = "first") -> list[Reference]:
    """The owner's pictures of these cards, in the order of the box."""
    there = designs(CODEBOOK, edition, SETS).items()
    return [owners_picture(design, codes[0]) for design, codes in there if design.id in names]


@lru_cache(maxsize=40)
def sleeved(thing: Thing) -> GreyImage:
    """A thing as it lies there, some with a lamp's streak on the sleeve."""
    face = of_entry(CODEBOOK.entries[thing.code], printing=1).copy()
    random = np.random.default_rng([thing.code, thing.wear])
    if random.random() < GLARES:
        high, wide = face.shape
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        turn = random.uniform(0, np.pi)
        away = np.cos(turn) * (x - random.uniform(0, wide)) + np.sin(turn) * (y - random.uniform(0, high))
        bar = random.uniform(0.3, 0.9) * np.exp(-((away / (10 * TEXELS)) ** 2))
        face[:] = (face + (255 - face) * bar).astype(np.uint8)
    return face


def drawn(thing: Thing) -> GreyImage:
    return sleeved(replace(thing, pose=Pose(0.0, 0.0, 0.0), z=0.0, height=0.0))


class ArtMat(RenderedMat):
    """Like `RenderedMat`, but nothing has a sticker. Things lie with their middles near the middle of the mat."""

    def __init__(self, fps: float = 5.0, empty: float = 1.5, seed: int = 0, edition: str = "first") -> None:
        self.edition, self.searched, self.spent = edition, 0, 0.0
        super().__init__(fps, empty, seed)
        look = replace(WELL_LIT, faces=self._face)
        self.camera = SimulatedCamera(
            self, seed=seed, look=look, lens=over_mat(seed, small=True), clock=lambda: self.time
        )
        self.restart()
        self.wait(empty)

    def restart(self) -> None:
        self.tracker = StationTracker(CODEBOOK)
        art = ArtFinder(lambda: owners_cards(self.edition))
        self.reader = StationReader(finders([Symbology.FIDUCIAL], CODEBOOK.codes), otherwise=art)

    def _face(self, thing: Thing) -> GreyImage:
        if thing.kind in WITHOUT_STICKER:
            return draw_thing(thing, self.sizes, 0, WELL_LIT.glare)
        return drawn(thing)

    @property
    def things(self) -> Sequence[Thing]:
        return [_shown(*lying, z=z) for z, lying in enumerate(self.lying, 1)]

    def advance(self, time: float) -> None:
        here = {lying[0]: lying for lying in self.lying}
        before = {lying[0]: lying for lying in self._before}
        for code in here.keys() ^ before.keys():
            self._home = (-260.0 + 130.0 * (code % 5), 300.0)
            thing = _shown(*(before | here)[code])
            at = (thing.pose.x, thing.pose.y + 40.0)
            self._arms.append(PassingArm(at, self._home, time, takes=thing if code in before else None))
        self._arms = [arm for arm in self._arms if time - arm.since < 0.5]
        self._before = list(self.lying)


def _shown(code: int, x: float, y: float, turn: float = 0.3, side: float = SIDE, z: float = 0) -> Thing:
    """The thing, with its middle near there. A board fits only along the mat."""
    thing = thing_with(code, Symbology.FIDUCIAL, wear=round(x))
    right, down = (x - WIDE / 2) / MM, (y - HIGH / 2) / MM
    if CODEBOOK.entries[code].kind is StickerKind.BOARD:
        right, down, turn = right / 8, down / 8, turn / 12
    pose = Pose(right, down, turn)
    return replace(thing, pose=pose, z=z, height=STATION_HEIGHT * (1 - SIDE / side))


class ArtScenes(StationMat):
    """Like `StationMat`, without pictures: of each thing only its name is known, not which copy it is."""

    def __init__(self, fps: float = 5.0, empty: float = 1.5, edition: str = "first") -> None:
        self._by_picture = ByPicture(edition)
        super().__init__(fps, empty)

    def seen(self, code: int, corners: Corners) -> Sighting:
        return Sighting(CODEBOOK.copies(CODEBOOK.entries[code])[0].code, corners, self._by_picture)


class PlayersWithoutStickers(TroubledStation):
    """People who know their cards: asked whether this is another copy, they say so if it is, or take the card away."""

    _recorded: tuple[int | None, ...] = ()
    """What lay there when each action was recorded."""

    def _then(self, transition: Transition) -> None:
        super()._then(transition)
        lies = self.mat.lying[-1][0] if self.mat.lying else None
        count = len(self.session.entries)
        self._recorded = (*self._recorded, *[lies] * count)[:count]
        asked = next((question for question in self.session.questions if question.kind == SHOWN_TWICE), None)
        if asked and lies not in (None, *self._recorded):
            super()._then(press(self.session, Answer(asked, 0)))
            self._then((self.session, ()))

    def earlier_card(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """A card of an earlier turn is shown once more by mistake. If it is recorded, the screen says so at once."""
        del each, move, others
        done = len(self.session.entries) + 1
        fronts = [code for code in self._recorded if code is not None and CODEBOOK.entries[code].kind in FRONTS]
        if not fronts:
            return False
        self._until_shown(self.random.choice(fronts), done)
        if len(self.session.entries) >= done:
            said = any(notice.key == ANOTHER_COPY_NOTICE for notice in self.session.ruling.notices)
            self.outcome.wrong = "" if said else "an earlier card is recorded without a word"
        self._take()
        while len(self.session.entries) >= done:
            self._undo()
        return False

    further = (earlier_card,)


def game(seed: int, players: int, rate: float, only: str = "", *, scenes: bool = False) -> TroubledStation:
    """A game: every other one with the Leaders, every third of the second edition. `scenes`: without pictures."""
    edition = "second" if seed % 3 == 2 else "first"
    camera = lambda **how: ArtMat(**how, seed=seed, edition=edition)  # noqa: E731
    mat = (lambda **how: ArtScenes(**how, edition=edition)) if scenes else camera
    leaders = seed % 2 == 1
    return PlayersWithoutStickers(players, seed, leaders=leaders, rate=rate, only=only, mat=mat, edition=edition)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--players", type=int, default=0, help="0: three to seven in turn")
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--scenes", action="store_true", help="without pictures: as if each thing's name were read")
    parser.add_argument("--log", action="store_true")
    asked = parser.parse_args()
    sys.stdout.write("seed players edition leaders booked troubles questions result   seconds\n")
    amiss = False
    for seed in range(asked.first, asked.first + asked.games):
        started, players = time.perf_counter(), asked.players or 3 + seed % 5
        station = game(seed, players, asked.rate, asked.only, scenes=asked.scenes)
        outcome = station.run()
        result = f"WRONG {outcome.wrong}" if outcome.wrong else f"STUCK {outcome.stuck}" if outcome.stuck else "right"
        amiss |= result != "right"
        setup = station.dealt.game.setup
        sys.stdout.write(
            f"{seed:4} {players:7} {setup.edition:>7} {setup.leaders!s:>7} {len(station.session.entries):6} "
            f"{len(outcome.troubles):8} {sum(outcome.asked.values()):9} {result:8} "
            f"{time.perf_counter() - started:6.0f}\n"
        )
        sys.stdout.flush()
        if asked.log:
            sys.stdout.write("\n".join(station.log) + "\n")
    sys.exit(int(amiss))


if __name__ == "__main__":
    main()
