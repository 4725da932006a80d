"""`wondertable story`: tells a finished game, as text, as JSON, as a plot and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.errors import ExportError
from device.features.story.story_report import StoryReport
from device.for_features.reports.written_files import show_or_write
from device.for_features.story.story import story_of, story_to_dict
from device.for_features.wording.story_facts import has_story
from device.journal.archive import find, open_archive, played
from engine import Phase

if TYPE_CHECKING:
    import argparse

    from device.journal.archive import PlayedGame
    from device.reporting.output import Output
    from device.settings.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "story",
        help="tell a finished game: points after every turn, coins, chains, close conflicts",
        description="Everything is counted from what lay open on the table.",
    )
    parser.add_argument("game", metavar="GAME", help='number of a game in `wondertable history`, or "last"')
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write the plot of the points")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write everything as one page")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Tell the game, or write the files that are asked for."""
    journal = open_archive(settings, output.print_notice)
    found = played(journal, find(journal, args.game))
    if found.game.phase is not Phase.OVER:
        raise ExportError("story_not_over", game=found.stored.id)
    if not has_story(found.game):
        raise ExportError("story_counted", game=found.stored.id)
    report = _report(found, output)
    output.line({"game": found.stored.id, "started": found.stored.started, **story_to_dict(report.story)})
    files = (args.svg, report.svg), (args.html, report.html)
    show_or_write(output, report.text, files, "story.saved", game=found.stored.id)
    return 0


def _report(found: PlayedGame, output: Output) -> StoryReport:
    when = found.started.astimezone().strftime("%Y-%m-%d %H:%M")
    title = output.words.say("story.title", game=found.stored.id, when=when)
    output.use_names(found.game)
    return StoryReport(found.game, story_of(found.game), output.words, title)
