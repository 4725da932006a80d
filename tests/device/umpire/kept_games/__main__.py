"""Records games, or accepts what becomes of them: see the package."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tests.device.umpire.kept_games.kept_game import FOLDER, Row, intent_row, names, scene_row, what_becomes_of, write
from tests.journeys import troubled_play
from tests.journeys.paces import Pace
from tests.journeys.troubled_games import Wanted, paced_game
from tests.journeys.troubled_play import TroubledGame
from tests.journeys.troubled_table import SceneTable

if TYPE_CHECKING:
    from vision.scene import Item

GAMES = {
    "clean": Wanted(85002, 0.0, pace=Pace.NEVER),
    "waiting-with-leaders": Wanted(85030, 0.5, further=True),
    "waiting": Wanted(85045, 0.5, further=True),
    "brisk": Wanted(85003, 0.3, pace=Pace.BRISK),
    "never-waiting-second-edition": Wanted(91039, 0.3, pace=Pace.NEVER),
    "never-waiting-four-players": Wanted(91028, 0.3, pace=Pace.NEVER),
    "never-waiting-with-leaders": Wanted(91009, 0.3, pace=Pace.NEVER),
    "never-waiting": Wanted(91003, 0.3, pace=Pace.NEVER),
    "many-troubles-1": Wanted(95004, 0.5, pace=Pace.NEVER),
    "many-troubles-2": Wanted(95005, 0.5, pace=Pace.NEVER),
    "many-troubles-3": Wanted(95006, 0.5, pace=Pace.NEVER),
    "many-troubles-4": Wanted(95010, 0.5, pace=Pace.NEVER),
    "many-troubles-5": Wanted(95011, 0.5, pace=Pace.NEVER),
    "waiting-many-troubles": Wanted(85061, 0.5, further=True),
}
"""Few that reach nearly every branch that fifty such games reach, each in a second or two; and some with a trouble in
every second action, which notice a third of the mutants that nothing else does."""


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
    """Record all games, or accept what becomes of them."""
    if sys.argv[1:] == ["record"]:
        for name, wanted in GAMES.items():
            record(name, wanted)
    elif sys.argv[1:] != ["accept"]:
        sys.exit("python -m tests.device.umpire.kept_games accept|record")
    for name in names():
        (FOLDER / f"{name}.txt").write_text("\n".join([*what_becomes_of(name), ""]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
