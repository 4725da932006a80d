"""Games at a table whose cards have no stickers, before the simulated camera: an experiment.

    python -m tests.journeys.art_table [--games N] [--first SEED] [--players N] [--tuck]

Boards and the mat have stickers. Each new card is laid on top of its column, wholly in sight, one visible strip lower
than the card before; with --tuck just above the board, from where it is tucked away when the next turn begins. A card
for a stage is laid half over the board, not under it. The cards are procedural, and known from another printing. Prints
how many actions were recorded, the questions, and whether the record is as dealt. The status is 1 if it is not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.commands.appliance.assembly import seat_keeper
from device.features.card_art.owners_cards import note_copies
from device.features.card_art.table import CardReader, CardsOnTable, CopiesInPlay
from device.perception.pipeline import SequentialPipeline, TableSceneReader
from device.perception.rig import TABLE, Rig
from device.session.session import Session
from device.simulation.dealing.comparison import first_difference
from device.simulation.players_at_table import PlayersAtTable
from device.simulation.rendering.camera import WELL_LIT, SimulatedCamera
from device.simulation.rendering.printing import draw_thing
from device.simulation.table.script import FAST, TableScript
from device.simulation.table.tabletop import ThingKind
from display.messages.events import Asked, Refused
from tests.dealing.dealer import deal
from tests.device.tables import CODEBOOK
from tests.journeys.art_station import drawn, owners_cards
from vision.kit.sizes import KitSizes
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from device.simulation.dealing.comparison import GameDifference
    from device.simulation.table.tabletop import Thing
    from display.messages.events import Event
    from tests.dealing.dealer import DealtGame
    from vision.frame import GreyImage

SIZES = KitSizes()
COLUMNS, PITCH, ROWS = 4, 69.0, 5
CLEAR_MM = 4.0
"""Between a board and the cards above it."""
FACES = frozenset({ThingKind.FRONT, ThingKind.BACK})
MAT_Y = -150.0
"""mm; the mat lies farther up than usual, as uncovered cards take more room."""


class UncoveredScript(TableScript):
    """A game in which each new card is wholly in sight; with `tucks` only until the next turn begins."""

    def __init__(self, deal: DealtGame, *, seed: int, tucks: bool = False) -> None:
        super().__init__(deal, seed=seed, pace=FAST)
        mat = replace(self.tabletop.mat, pose=replace(self.tabletop.mat.pose, x=0.0, y=MAT_Y))
        self.tabletop.take(self.tabletop.mat)
        self.tabletop.mat = mat
        self.tabletop.put(mat)
        self._fronts = [0] * self.players
        self._tucks = tucks
        self._uncovered: dict[str, tuple[int, Thing]] = {}
        """Name of a card to be tucked away -> whose arm does that, and where it lies then."""

    def _bring(self, arm: int, name: str, thing: Thing, start: float) -> float:
        if self._tucks and thing.role == "front" and thing.seat is not None:
            self._uncovered[name] = arm, thing
        return super()._bring(arm, name, self._in_sight(thing), start)

    def _plan(self, time: float) -> None:
        for name, (arm, thing) in self._uncovered.items():
            if name in self._lying:
                time = self._take(arm, name, time)
                time = TableScript._bring(self, arm, name, thing, time) + self.pace.reach[1]
        self._uncovered = {}
        super()._plan(time)

    def _in_sight(self, thing: Thing) -> Thing:
        """The thing where it covers only what is known."""
        if thing.seat is None:
            return thing
        board, chance = self.tabletop.boards[thing.seat].pose, self._random
        beside = (SIZES.board_height + SIZES.card_height) / 2 + CLEAR_MM
        loose = (chance.uniform(-1.5, 1.5), chance.uniform(-1.5, 1.5), chance.uniform(-0.03, 0.03))
        if thing.role == "stage":
            return replace(thing, z=110 + thing.z)
        if thing.role == "front" and self._tucks:
            x, _ = board.to_own((thing.pose.x, thing.pose.y))
            return replace(thing, pose=board.at(x + loose[0], -beside + loose[1], loose[2]), z=70)
        if thing.role == "front":
            row, column = divmod(self._fronts[thing.seat], COLUMNS)
            self._fronts[thing.seat] += 1
            x = (column - (COLUMNS - 1) / 2) * PITCH
            y = -beside - (ROWS - 1 - row) * SIZES.visible_strip
            return replace(thing, pose=board.at(x + loose[0], y + loose[1], loose[2]), z=50 + row + column / 10)
        return thing


class UncoveredPlayers(PlayersAtTable):
    """People who leave each new card uncovered."""

    def __init__(self, dealt: DealtGame, *, tuck: bool) -> None:
        super().__init__(dealt, fast=True)
        self._script = UncoveredScript(dealt, seed=dealt.seed, tucks=tuck)
        look = replace(WELL_LIT, faces=_face)
        self.camera = SimulatedCamera(self._script, seed=dealt.seed, fps=3.0, look=look)


def _face(thing: Thing) -> GreyImage:
    return drawn(thing) if thing.kind in FACES else draw_thing(thing, SIZES, 0, WELL_LIT.glare)


class ArtTable:
    """One game, from the boards to the winner."""

    def __init__(self, players: int, seed: int, *, tuck: bool = False) -> None:
        self.dealt = deal(players, seed)
        self.players = UncoveredPlayers(self.dealt, tuck=tuck)
        self.asked: Counter[str] = Counter()
        rig = Rig(TABLE, "art", CODEBOOK, SIZES)
        in_play = CopiesInPlay()
        self.cards = CardsOnTable(lambda: owners_cards("first"), CODEBOOK, in_play, SIZES)
        reader = TableSceneReader(CardReader(CODEBOOK, self.cards, SIZES), Tracker(CODEBOOK, SIZES), previews=False)
        pipeline = SequentialPipeline(self.players, reader)
        session = Session(rig.umpire(), True)

        def note(event: Event, session: Session) -> None:
            note_copies(in_play, session, CODEBOOK)

        listeners = (self.players, seat_keeper(reader), note, self._hear)
        self.main_loop = MainLoop(session, Inputs(pipeline), Outputs(listeners=listeners), Storage())
        self.players.sit_down(self.main_loop)

    def play(self) -> GameDifference | None:
        """The first difference between the recorded game and the dealt one; None if there is none."""
        self.main_loop.run()
        assert self.players.game is not None, "no game began"
        return first_difference(self.dealt.game, self.players.game)

    def _hear(self, event: Event, session: Session) -> None:
        del session
        match event:
            case Asked(question):
                self.asked[question.kind] += 1
            case Refused(key):
                self.asked[key] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tuck", action="store_true", help="new cards are tucked away when the next turn begins")
    asked = parser.parse_args()
    amiss = False
    for seed in range(asked.first, asked.first + asked.games):
        started, table = time.perf_counter(), ArtTable(asked.players, seed, tuck=asked.tuck)
        difference = table.play()
        amiss |= difference is not None
        game = table.players.game
        booked = len(game.actions) if game else 0
        sys.stdout.write(
            f"{seed:4} {asked.players} players {booked:4} of {len(table.dealt.game.actions)} actions, asked "
            f"{dict(table.asked)}, {difference or 'as dealt'}, {time.perf_counter() - started:.0f} s\n"
        )
        sys.stdout.flush()
    sys.exit(int(amiss))


if __name__ == "__main__":
    main()
