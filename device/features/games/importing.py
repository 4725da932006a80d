"""`wondertable import`: takes the games of another appliance's backup into the journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from device.errors import JournalError
from device.features.games.merging import merge
from device.journal.journal import JOURNAL, Journal
from device.settings.settings import state_directory

if TYPE_CHECKING:
    import argparse

    from device.reporting.output import Output
    from device.settings.settings import Settings

MAGIC = b"SQLite format 3\0"
"""The first bytes of every backup."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "import",
        help="take in the games of a backup",
        description="Takes in the games of a backup (`wondertable export --backup FILE`) of this or another appliance. "
        "A game that is here already is not taken in twice; one that went on there goes on here.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print one JSON object: how many games")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Merge the games."""
    backup = _opened(args.file)
    for notice in backup.notices():
        output.print_notice(notice)
    with closing(Journal(state_directory(settings) / JOURNAL)) as journal:
        if journal.lasting is not None:
            raise JournalError("import_not_saved", reason=journal.lasting.key)
        for notice in journal.notices():
            output.print_notice(notice)
        merged = merge(journal, backup)
        if journal.lasting is not None:
            raise JournalError("import_not_saved", reason=journal.lasting.key)
    output.line(asdict(merged))
    output.say("import.added", count=merged.added)
    for key, count in (("import.continued", merged.continued), ("import.known", merged.known)):
        if count:
            output.say(key, count=count)
    if merged.refused:
        output.complain("import.refused", count=merged.refused)
    return 1 if merged.refused else 0


def _opened(path: Path) -> Journal:
    """The games of a backup. What can be read of a damaged one counts.

    Raises:
        JournalError: the file cannot be read, is no backup, or is one of a newer program.
    """
    try:
        with path.open("rb") as file:
            is_backup = file.read(len(MAGIC)) == MAGIC
    except OSError as problem:
        raise JournalError("import_unreadable", path=str(path), reason=problem.strerror) from problem
    backup = Journal.copy_of(path) if is_backup else None
    if backup is None or not (backup.games() if backup.damaged else _is_journal(path)):
        raise JournalError("import_no_backup", path=str(path))
    return backup


def _is_journal(path: Path) -> bool:
    """True if a database has the journal's tables, even without a game in them."""
    tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('games', 'events')"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as file:
            return bool(file.execute(tables).fetchone()[0] == 2)
    except sqlite3.Error:
        return False
