"""Films of simulated games, to be read without a camera, each with a list of what happens in it.

`python -m tests.device.simulation.film FILE.mp4` writes FILE.mp4 and FILE.json: the players, the frames per second,
each action with its turn, seat, card and the time (s) from which the card lies there, and each city's coins and shields
at the end.
"""

import argparse
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from device.simulation.rendering.camera import SimulatedCamera
from device.simulation.rendering.projection import Projection
from device.simulation.table.script import HUMAN, TableScript
from engine import Game, action_to_dict, shields
from tests.dealing.dealer import DealtGame, deal
from tests.device.simulation.photograph import REALISTIC
from tests.device.simulation.table.recorded import PlayedMove, RecordedScript
from vision.frame import Frame

READING = 2.5
"""Seconds without motion before the first turn and after each one, while people read the screen."""


def film_game(
    dealt: DealtGame, path: Path, *, rounds: int, fps: float = 10.0, lens: Projection | None = None
) -> dict[str, Any]:
    """Film the first rounds of a game, as hard to read as real tables are. Returns what happens in them."""
    script = RecordedScript(dealt, seed=dealt.seed, pace=HUMAN)
    film = None
    try:
        for frame in frames_of(script, dealt, rounds, fps, lens):
            size = frame.image.shape[::-1]
            film = film or cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, size, isColor=False)
            film.write(frame.image)
    finally:
        if film is not None:
            film.release()
    return {
        "players": dealt.seats,
        "fps": fps,
        "actions": [_action_line(played) for played in sorted(script.played, key=lambda played: played.time)],
        "expect": _holdings(_played(dealt, rounds)),
    }


def frames_of(
    script: TableScript, dealt: DealtGame, rounds: int, fps: float, lens: Projection | None = None
) -> Iterator[Frame]:
    """The pictures of the first rounds of a game, in which nothing moves before the first one and after each."""
    camera = SimulatedCamera(script, seed=dealt.seed, fps=fps, look=REALISTIC, lens=lens)
    still = round(READING * fps)
    for _ in range(still):
        yield camera.read()
    for round_ in dealt.rounds[:rounds]:
        script.follow(round_.age, round_.turn, round_.phase)
        while not script.waiting or script.round is not round_:
            yield camera.read()
        for _ in range(still):
            yield camera.read()


def _action_line(played: PlayedMove) -> dict[str, Any]:
    row = action_to_dict(played.move.action)
    line = {"age": played.round.age, "turn": played.round.turn, "seat": played.move.seat, "action": row["do"]}
    return {**line, "card": row["card"], "stage": row["stage"], "t": round(played.time, 2)}


def _played(dealt: DealtGame, rounds: int) -> Game:
    """The game after the filmed rounds. Conflicts have no moves but are an action of the game."""
    actions = sum(len(round_.moves) or 1 for round_ in dealt.rounds[:rounds])
    return next(itertools.islice(dealt.game.states(), actions, None))


def _holdings(game: Game) -> dict[str, list[int]]:
    return {"coins": [city.coins for city in game.cities], "shields": [shields(city) for city in game.cities]}


def main() -> None:
    """Write a film and the list of what happens in it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--players", type=int, choices=range(3, 8), default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fps", type=float, default=10.0)
    args = parser.parse_args()
    happened = film_game(deal(args.players, args.seed), args.file, rounds=args.rounds, fps=args.fps)
    args.file.with_suffix(".json").write_text(json.dumps(happened, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
