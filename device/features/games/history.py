"""`wondertable history`: lists the games."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import TYPE_CHECKING

from device.journal.archive import action_count, open_archive, results
from display.words import Words

if TYPE_CHECKING:
    from device.journal.archive import Result
    from device.journal.games import StoredGame
    from device.journal.journal import Journal
    from device.reporting.output import Output
    from device.settings.settings import Settings

STATES = {"finished": "history.finished", "open": "history.open", "left": "history.left"}
FAILED = 1


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("history", help="list the games that were played, newest first")
    parser.add_argument("--last", type=_count, metavar="N", help="list only the last N games")
    parser.add_argument("--all", action="store_true", help="list unfinished demo games too")
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """List them."""
    journal = open_archive(settings, output.print_notice)
    there = journal.games()
    games = [stored for stored in there if args.all or not stored.is_demo or stored.state == "finished"][: args.last]
    for stored in games:
        found = results(journal, stored)
        output.line(_line(journal, stored, found))
        output.text(_text(stored, found, output))
    if journal.damaged and not there:
        output.say("history.unreadable")
        return FAILED
    if not games:
        output.say("history.none")
    if there and not games:
        output.say("history.hidden", count=len(there))
    return 0


def _line(journal: Journal, stored: StoredGame, found: tuple[Result, ...]) -> dict[str, object]:
    seats = [
        {"seat": seat.seat, "wonder": seat.wonder, "side": seat.side, "total": seat.total, "won": seat.won}
        for seat in found
    ]
    return {
        "game": stored.id,
        "started": stored.started,
        "finished": stored.finished,
        "state": stored.state,
        "demo": stored.is_demo,
        "actions": action_count(journal, stored.id),
        "seats": seats,
    }


def _text(stored: StoredGame, found: tuple[Result, ...], output: Output) -> str:
    players = [(seat.wonder, seat.name) for seat in found if seat.name]
    words = Words(output.words.language, output.words.edition, players)
    cities = ((seat.wonder or seat.name or f"{seat.seat + 1}", seat) for seat in found)
    called = (words.say(_key(seat), wonder=who, side=seat.side, total=seat.total) for who, seat in cities)
    seats = words.listed(" ".join(one.split()) for one in called)
    when = datetime.fromisoformat(stored.started).astimezone().strftime("%Y-%m-%d %H:%M")
    said = words.say(STATES[stored.state], game=stored.id, when=when, seats=seats)
    return words.say("history.made_up", said=said) if stored.is_demo else said


def _key(seat: Result) -> str:
    if seat.total is None:
        return "history.seat"
    return "history.winner" if seat.won else "history.score"


def _count(text: str) -> int:
    count = int(text) if text.isascii() and text.isdecimal() else 0
    if count < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of games")
    return count
