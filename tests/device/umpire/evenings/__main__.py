"""Records evenings, or accepts what comes of them: see the package."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tests.device.umpire.evenings.evening import FOLDER, Row, intent_row, names, scene_row, what_comes_of, write
from tests.journeys import troubled_play
from tests.journeys.paces import Pace
from tests.journeys.troubled_games import Wanted, paced_game
from tests.journeys.troubled_play import TroubledGame
from tests.journeys.troubled_table import SceneTable

if TYPE_CHECKING:
    from vision.scene import Item

EVENINGS = {
    "waiting-1": Wanted(85005, further=True),
    "waiting-2": Wanted(85006, further=True),
    "waiting-3": Wanted(85010, further=True),
    "brisk-1": Wanted(85003, pace=Pace.BRISK),
    "never-clean": Wanted(85002, 0.0, pace=Pace.NEVER),
    "never-1": Wanted(91002, 0.1, pace=Pace.NEVER),
    "never-2": Wanted(91003, pace=Pace.NEVER),
    "never-3": Wanted(91004, 0.1, pace=Pace.NEVER),
    "never-4": Wanted(91021, pace=Pace.NEVER),
}


def table_of(wanted: Wanted) -> TroubledGame:
    """The game that is played."""
    number = wanted.number
    if wanted.pace is not Pace.WAITING:
        return paced_game(number, wanted.pace, rate=wanted.rate)
    return TroubledGame(
        3 + number % 5, number, leaders=number % 2 == 0, rate=wanted.rate, further=True, table=SceneTable
    )


def record(name: str, wanted: Wanted) -> None:
    """Play a game, and keep what was seen, answered and entered."""
    game = table_of(wanted)
    setup: Row = ["setup", [list(seat) for seat in game.dealt.seats], game.session.leaders]
    rows: list[Row] = [[*setup, game.dealt.game.setup.free_city]]
    before: dict[int, Item] = {}
    pressed: dict[int, tuple[Any, Row]] = {}
    scene, then, cut, press = game.table.scene, game._then, game.cut_power, troubled_play.press

    def seen() -> Any:
        found = scene()
        rows.append(scene_row(found, before))
        return found

    def noted(session: Any, intent: Any) -> Any:
        outcome = press(session, intent)
        pressed[id(outcome)] = outcome, intent_row(intent)
        return outcome

    def happened(outcome: Any) -> None:
        if id(outcome) in pressed:
            rows.append(pressed[id(outcome)][1])
        pressed.clear()
        then(outcome)

    def restarted() -> None:
        rows.append(["restart"])
        cut()

    game.table.scene, game._then, game.cut_power = seen, happened, restarted  # type: ignore[method-assign]
    game._skip = lambda *_: None  # type: ignore[method-assign]
    troubled_play.press = noted
    try:
        game.run()
    finally:
        troubled_play.press = press
    write(name, rows)


def main() -> int:
    """Record all evenings, or accept what comes of them."""
    if sys.argv[1:] == ["record"]:
        for name, wanted in EVENINGS.items():
            record(name, wanted)
    elif sys.argv[1:] != ["accept"]:
        sys.exit("python -m tests.device.umpire.evenings accept|record")
    for name in names():
        (FOLDER / f"{name}.txt").write_text("\n".join([*what_comes_of(name), ""]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
