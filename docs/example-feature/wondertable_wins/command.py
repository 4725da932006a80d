from datetime import UTC, datetime, timedelta

from device.journal.archive import open_archive
from wondertable_wins import WinsSettings
from wondertable_wins.board import wins_since


def add(commands):
    parser = commands.add_parser("wins", help="who has won how often tonight")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args, settings, output):
    since = datetime.now(UTC) - timedelta(hours=settings.section("wins", WinsSettings).hours)
    wins = wins_since(open_archive(settings), since)
    output.line(dict(wins.rows))
    for name, count in wins.rows:
        output.text(f"{name} {count}")
    return 0
