"""`wondertable stats`: who won how often, with how many points, over all games or some of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from device.commands.arguments import day
from device.features.statistics.season_report import SeasonReport, season_to_dict
from device.for_features.past_games.facts_store import FACTS, FactsStore
from device.for_features.past_games.renames import RENAMES, store_renames, stored_renames, with_renames
from device.for_features.reports.written_files import show_or_write
from device.for_features.statistics.season import season
from device.journal.archive import open_archive
from device.settings.settings import state_directory
from engine import EDITIONS

if TYPE_CHECKING:
    from device.for_features.past_games.facts_store import CollectedFacts
    from device.for_features.statistics.game_facts import GameFacts
    from device.reporting.output import Output
    from device.settings.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "stats",
        help="games, wins and points per player, per wonder and by number of players",
        description="Counts all finished games except demo games. A shared victory is a win of each who shares it.",
    )
    parser.add_argument("--players", type=int, choices=range(2, 8), help="only games with so many players")
    parser.add_argument("--edition", choices=tuple(EDITIONS), help="only games of this edition")
    parser.add_argument("--since", type=day, metavar="YYYY-MM-DD", help="only games from this day on")
    parser.add_argument("--until", type=day, metavar="YYYY-MM-DD", help="only games up to this day")
    parser.add_argument(
        "--rename",
        action="append",
        default=[],
        metavar="OLD=NEW",
        help="from now on count the player OLD as NEW; OLD= takes it back. The journal keeps the names as they were",
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a line for each player of each game")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write everything as one page")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Count the games and print them, or write the files that are asked for."""
    folder = state_directory(settings)
    renames = with_renames(stored_renames(folder / RENAMES), args.rename)
    if args.rename:
        store_renames(folder / RENAMES, renames)
    collected = collected_facts(settings, output)
    if collected.unreadable:
        output.complain("stats.unreadable", count=collected.unreadable)
    counted = season((game for game in collected.games if _wanted(game, args)), renames)
    output.line(season_to_dict(counted))
    if not counted.games:
        output.say("stats.none")
        return 0
    report = SeasonReport(counted, output.words)
    files = (args.csv, report.csv), (args.html, report.html)
    show_or_write(output, report.text, files, "stats.saved", count=counted.games)
    return 0


def collected_facts(settings: Settings, output: Output) -> CollectedFacts:
    """The facts of all games in the journal; those of earlier calls are kept beside it. Raises JournalError."""
    folder = state_directory(settings)
    journal = open_archive(settings, output.print_notice)
    return FactsStore(folder / FACTS if folder.is_dir() else None).collect(journal)


def _wanted(game: GameFacts, args: argparse.Namespace) -> bool:
    day = game.day
    return (
        args.players in {None, game.players}
        and args.edition in {None, game.edition}
        and (args.since is None or day >= args.since)
        and (args.until is None or day <= args.until)
    )
