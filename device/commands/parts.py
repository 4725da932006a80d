"""What `run` and `demo` are put together from."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from device.events import Refused, Seated, as_line
from device.journal import Journal
from device.settings import state_directory
from device.umpire import Entry
from display.errors import DisplayError
from display.window import Window
from engine import Game, action_from_dict, score_sheets, winners

if TYPE_CHECKING:
    import argparse

    from device.appliance import Listener
    from device.evening import Evening
    from device.events import Event
    from device.output import Output
    from device.settings import Settings
    from vision.tracker import Tracker

JOURNAL = "games.sqlite"


class Reporter:
    """Prints what happens: JSON lines, or sentences for people."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def __call__(self, event: Event, evening: Evening) -> None:
        """Say what has just happened."""
        line = as_line(event)
        self._output.line(line)
        if isinstance(event, Refused):
            self._output.say(event.key)
        elif not self._output.json:
            self._output.text(self._sentence(line, evening))

    def _sentence(self, line: dict[str, object], evening: Evening) -> str:
        seat = line.get("seat")
        wonder = evening.game.cities[seat].wonder.id if evening.game and isinstance(seat, int) else ""
        key = "event.action." + str(line["do"]) if line["event"] == "action" else f"event.{line['event']}"
        return self._output.words.say(key, **{**line, "wonder": wonder})


def add_screen(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that has a screen."""
    parser.add_argument("--headless", action="store_true", help="no screen")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for everything that happens")
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished game")


def open_window(
    args: argparse.Namespace, settings: Settings, output: Output, stack: ExitStack, *, whole: bool = False
) -> Window | None:
    """The screen, or the `whole` of it as set; None, and a word about it, where there is none."""
    if args.headless:
        return None
    screen = settings.screen
    size = (screen.width, screen.height) if screen.width and screen.height else None
    try:
        window = Window(size, fullscreen=screen.fullscreen and whole, language=screen.language)
    except DisplayError as error:
        output.complain("screen.none", reason=output.words.error(error))
        return None
    return stack.enter_context(window)


def open_journal(settings: Settings, stack: ExitStack) -> Journal:
    """The journal of all games."""
    return stack.enter_context(closing(Journal(state_directory(settings) / JOURNAL)))


def resumed(evening: Evening, journal: Journal, game_id: int) -> Evening:
    """The evening as its last committed action left it."""
    stored = journal.game(game_id)
    game = Game.new(stored.seats, prefer=evening.prefer)
    entries = [Entry(action_from_dict(_without_code(row)), row.get("code")) for row in journal.entries(game_id)]
    return evening.resume(game, entries)


def freezing(tracker: Tracker) -> Listener:
    """Keeps the seats as they are from the start of the game on."""

    def listen(event: Event, evening: Evening) -> None:  # noqa: ARG001  a listener hears the state, too
        if isinstance(event, Seated):
            tracker.freeze()

    return listen


def tell_scores(game: Game, output: Output) -> None:
    """The final scores for people."""
    best = winners(game)
    for seat, sheet in enumerate(score_sheets(game)):
        parts = output.words.listed(
            f"{output.words.say(f'category.{category}')} {points}" for category, points in sheet.points.items()
        )
        key = "replay.winner" if seat in best else "replay.score"
        output.say(key, seat=seat, wonder=game.cities[seat].wonder.id, total=sheet.total, parts=parts)


def _without_code(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name != "code"}
