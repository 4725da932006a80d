"""Takes the picture of a hall with twelve tables: `python -m tests.browser.hall_pictures docs/pictures`."""

from __future__ import annotations

import random
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import uvicorn

from device.features.hall.server.hall import Hall
from device.features.hall.server.hall_pages import hall_pages
from device.features.hall.table.public_table import public_table
from device.for_features.hall.messages import TableMessage
from device.for_features.hall.results import HallResults
from display.table_state import SeatMark, TableState
from display.words import Words
from engine import Game, Phase
from tests.browser.people import browser
from tests.dealing.dealer import deal

NAMES = [
    "Ada", "Ben", "Carla", "Dario", "Eva", "Fabio", "Gaia", "Hugo", "Ines", "Jonas", "Katharina", "Leo",
    "Mia", "Noah", "Olga", "Paul", "Quentin", "Rosa", "Sam", "Tina", "Ugo", "Vera", "Willem", "Xenia",
    "Yara", "Zoe", "Anton", "Bea", "Cosimo", "Dana", "Emil", "Frida", "Giulia", "Hanna", "Ivo", "Julia",
    "Karl", "Lena", "Marco", "Nora", "Oskar", "Petra", "Rafael", "Sofia", "Tom", "Ursula", "Viktor", "Wanda",
]  # fmt: skip
PLAYERS = 4
PORT = 8499
ACTED = 9
"""Of a game, after so many turns."""


def results(chance: random.Random) -> str:
    """A league of 48 with a first round that is over."""
    rows = [f'name = "Spring tournament"\nplayers = {NAMES}\nrounds = 3\ntable_size = {PLAYERS}\nscoring = "wbc-2023"']
    for table in range(len(NAMES) // PLAYERS):
        people = NAMES[table * PLAYERS : (table + 1) * PLAYERS]
        points = ", ".join(f"{name} = {chance.randint(31, 68)}" for name in people)
        rows.append(f"[[result]]\nround = 1\ntable = {table + 1}\nscores = {{ {points} }}")
    return "\n".join(rows)


def table_at(number: int, chance: random.Random) -> TableState:
    """Another moment at each table: boards are laid, people choose, are awaited, or have finished."""
    players = 7 if number == ACTED else PLAYERS
    dealt = deal(players, number)
    seats = tuple(SeatMark(wonder, side, 0.0) for wonder, side in dealt.seats)
    if number % 6 == 0:
        return TableState(seats=seats[:2])
    names = tuple(NAMES[(number * PLAYERS + seat * 5) % len(NAMES)] for seat in range(players))
    over = number % 6 == 5
    game = Game.new(dealt.seats)
    for action in dealt.game.actions if over else dealt.game.actions[: chance.randint(players, players * 18)]:
        game = game.apply(action)
    return TableState(
        seats=seats, names=names, game=game, finished=game.phase is Phase.OVER, live_scores=number % 2 == 1
    )


def main(folder: Path) -> None:
    """One picture."""
    chance = random.Random(4)
    with TemporaryDirectory() as made, closing(HallResults(None)) as kept, browser() as chromium:
        league = Path(made) / "league.toml"
        league.write_text(results(chance).replace("'", '"'), "utf-8")
        kept.next_round(60)
        kept.next_round(45)
        hall = Hall(kept, Words(), league=league)
        for number in range(1, 13):
            name = f"table-{number}"
            told = msgspec.to_builtins(public_table(table_at(number, chance), 99, names=True))
            state = msgspec.convert(
                {**told, "table": name, "device": f"d{number}", "at": int(time.time())}, TableMessage
            )
            hall.take(f"wondertable/{name}/online", b"online" if number != ACTED else b"offline", retained=False)
            hall.take(f"wondertable/{name}/state", msgspec.json.encode(state), retained=False)
        hall.tell_link("connected")
        server = uvicorn.Server(
            uvicorn.Config(hall_pages(hall, lambda: frozenset({"127.0.0.1"})), port=PORT, log_level="warning")
        )
        serving = threading.Thread(target=server.run, daemon=True)
        serving.start()
        while not server.started:
            time.sleep(0.05)
        page = chromium.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"http://127.0.0.1:{PORT}/")
        page.get_by_text("Standings 1/").wait_for(timeout=60_000)
        page.screenshot(path=folder / "hall.png")
        server.should_exit = True
        serving.join(5)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
