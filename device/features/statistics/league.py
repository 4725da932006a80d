"""`wondertable league FILE.toml`: who is ahead in a league or tournament, and who sits where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.features.statistics.league_report import LeagueReport
from device.features.statistics.stats import collected_facts
from device.for_features.errors import LeagueError
from device.for_features.hall.league_results import hall_results
from device.for_features.league.league_file import read_league
from device.for_features.league.league_seating import seated, tables_of
from device.for_features.league.scoring import decimal
from device.for_features.league.seating import FEWEST, meetings, random_rounds
from device.for_features.league.standings import count_league
from device.for_features.past_games.renames import RENAMES, stored_renames
from device.for_features.reports.written_files import show_or_write
from device.for_features.statistics.season import season
from device.settings.settings import state_directory

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from device.for_features.league.league_file import LeagueFile
    from device.for_features.league.seating import SeatedTable
    from device.for_features.league.standings import CountedLeague, LeaguePlayer
    from device.for_features.statistics.season import Season
    from device.reporting.output import Output
    from device.settings.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "league",
        help="standings and seating of a league or a tournament",
        description="The file says players, rounds, scoring and the results that were entered by hand; games can come "
        "from the journal, or from a hall.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--seating", action="store_true", help="who sits where in every round, instead of the standings"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the standings, or the seating, as CSV")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write them as one page, also for printing")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Print or write the standings or the seating."""
    league = read_league(args.file)
    from_journal = league.journal is not None and not args.seating
    hall, conflicts, unknown = hall_results(league, args.file.parent)
    for conflict in conflicts:
        output.complain("hall.conflict", **conflict.placeholders(output.words.listed(conflict.players)))
    if unknown:
        output.complain("hall.without_names", count=unknown)
    counted = count_league(league, _season(settings, output) if from_journal else None, hall)
    seating: tuple[SeatedTable, ...] = _seating(league, counted, output) if args.seating else ()
    players = () if args.seating else counted.players
    output.line(_line(league, players, seating, counted.going_on))
    onward = () if args.seating else counted.going_on
    report = LeagueReport(league.name, counted.scoring, players, seating, output.words, onward)
    files = (args.csv, report.csv), (args.html, report.html)
    show_or_write(output, report.text, files, "league.saved")
    return 0


def _seating(league: LeagueFile, counted: CountedLeague, output: Output) -> tuple[SeatedTable, ...]:
    """All rounds; where only some go on, the next round of those.

    Raises:
        LeagueError: so many players cannot be seated, too few go on, or the edition or side is unknown.
    """
    tables = tables_of(league, counted)
    before = len(counted.onward)
    if not tables[before]:
        names = ", ".join(counted.going_on)
        raise LeagueError("league_too_few_go_on", names=names, round=before + 1, played=before, fewest=FEWEST)
    if len(tables) > 1 and not before:
        ours = meetings(tables)
        drawn = meetings(random_rounds(league.players, league.rounds, league.table_size, league.seed))
        output.say(
            "league.meetings", most=ours.most, repeated=ours.repeated, drawn=drawn.repeated, drawn_most=drawn.most
        )
    return tuple(table for table in seated(league, tables) if table.round > before)


def _season(settings: Settings, output: Output) -> Season:
    """The games of the journal, by the names under which `stats` counts them."""
    return season(collected_facts(settings, output).games, stored_renames(state_directory(settings) / RENAMES))


def _line(
    league: LeagueFile, players: Sequence[LeaguePlayer], seating: Sequence[SeatedTable], onward: Sequence[str]
) -> dict[str, object]:
    return {
        "league": league.name,
        "standings": [
            {
                "place": one.place,
                "player": one.name,
                "tables": one.tables,
                "points": decimal(one.points),
                "wins": one.wins,
                "seconds": one.seconds,
                "victory_points": one.victory_points,
            }
            for one in players
        ],
        "going_on": list(onward),
        "seating": [
            {
                "round": one.round,
                "table": one.table,
                "seats": [{"player": who.name, "wonder": who.wonder, "side": who.side} for who in one.seats],
            }
            for one in seating
        ],
    }
