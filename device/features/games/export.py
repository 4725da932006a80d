"""`wondertable export`: writes a game for other programs, or all games as a backup."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.caller import write_for_caller
from device.errors import JournalError
from device.feature import features, part
from device.for_features.reports.csv_table import csv_table
from device.for_features.reports.written_files import write_file
from device.journal.archive import find, open_archive, played
from device.reporting.json_lines import state_line
from device.session.restoring import COUNTED
from device.untrusted import read_json
from engine import action_to_dict, score_sheets, write_record

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from device.feature import ExportFormat
    from device.journal.archive import PlayedGame
    from device.journal.journal import Journal
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from display.words import Words
    from engine import Game

FORMATS = {
    "json": "everything",
    "csv": "the final scores, one line per seat",
    "record": "the text that `wondertable replay` reads",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    chosen = {**FORMATS, **{one.name: one.help for one in _of_features() if not one.option}}
    parser = commands.add_parser(
        "export",
        help="export a game for other programs, or all games as a backup",
        description="; ".join(f"{name}: {what}" for name, what in chosen.items()) + ".",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("game", nargs="?", metavar="GAME", help='number of a game in `wondertable history`, or "last"')
    what.add_argument("--backup", type=Path, metavar="FILE", help="copy all games into a new file (SQLite)")
    parser.add_argument("--format", choices=tuple(chosen), default="json", help="default: json")
    for one in _of_features():
        if one.option:
            parser.add_argument(one.option, dest="format", action="store_const", const=one.name, help=one.help)
    parser.add_argument("--out", type=Path, metavar="FILE", help="file to write instead of standard output")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object: the game, or the file that was written"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Write the game or the backup."""
    journal = open_archive(settings, output.print_notice)
    if args.backup:
        _back_up(journal, args.backup)
        output.line({"backup": str(args.backup), "games": len(journal.games())})
        output.say("export.backup", file=str(args.backup), count=len(journal.games()))
        return 0
    game = played(journal, find(journal, args.game))
    form = args.format
    if form == "record" and COUNTED in game.stored.options:
        raise JournalError("counted_no_record", game=game.stored.id)
    text = _written(game, form, output.words)
    if args.out is None and output.json:
        is_json = form == "json" or any(one.is_json for one in _of_features() if one.name == form)
        content = read_json(text, object) if is_json else text
        output.line({"game": game.stored.id, "format": form, "content": content})
        return 0
    if args.out is None:
        sys.stdout.write(text)
        return 0
    write_file(args.out, text.encode())
    output.line({"game": game.stored.id, "file": str(args.out)})
    output.say("export.done", game=game.stored.id, file=str(args.out))
    return 0


def _back_up(journal: Journal, path: Path) -> None:
    try:
        write_for_caller(path, journal.backup(), new=True)
    except OSError as problem:
        raise JournalError("journal_backup_failed", path=str(path), reason=problem.strerror) from problem


def _written(game: PlayedGame, form: str, words: Words) -> str:
    match form:
        case "csv":
            return _as_csv(game)
        case "record":
            return write_record(game.game)
        case "json":
            return _as_json(everything(game))
    (writes,) = (one.writes for one in _of_features() if one.name == form)
    return str(part(writes)(game, words))


def _of_features() -> tuple[ExportFormat, ...]:
    return tuple(one for feature in features() for one in feature.formats)


def everything(played: PlayedGame) -> dict[str, object]:
    """The whole game: times, players, every action with its age and turn, and the state of every city."""
    stored, game = played.stored, played.game
    outcome = game.outcome()
    return {
        "game": stored.id,
        "started": stored.started,
        "finished": stored.finished,
        "state": stored.state,
        "edition": game.setup.edition,
        "players": len(game.player_seats),
        "names": list(game.setup.names),
        "actions": list(_actions(game)),
        "seats": state_line(game)["seats"],
        "places": [{"seat": seat, "place": place} for seat, place in outcome.ranks.items()] if outcome else None,
    }


def _actions(game: Game) -> Iterator[dict[str, object]]:
    for state, action in zip(game.states(), game.actions, strict=False):  # no action follows the last state
        yield {"age": state.age, "turn": state.turn, **action_to_dict(action)}


def _as_json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def _as_csv(played: PlayedGame) -> str:
    """CSV (RFC 4180) with one line per seat; the points are empty until the game is over."""
    game, outcome = played.game, played.game.outcome()
    sheets = {sheet.seat: sheet for sheet in score_sheets(game)}
    categories = list(next(iter(sheets.values())).points)
    points_of = [f"points_{category}" for category in categories]
    head = ["game", "started", "seat", "name", "wonder", "side", *points_of, "total", "coins", "place"]
    rows: list[list[object]] = []
    for seat, city in enumerate(game.cities):
        points: list[object] = [""] * (len(categories) + 1)
        if outcome and seat in sheets:
            points = [*(sheets[seat].points[category] for category in categories), sheets[seat].total]
        place = outcome.ranks.get(seat, "") if outcome else ""
        who = [seat, game.setup.names[seat], city.wonder.id, city.wonder.side]
        rows.append([played.stored.id, played.stored.started, *who, *points, city.coins, place])
    return csv_table(head, rows)
