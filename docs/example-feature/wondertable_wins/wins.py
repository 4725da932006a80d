from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape

from device.app.running_features import RunningFeature
from device.journal.archive import open_archive, results
from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import FeatureIntent
from display.words import line
from wondertable_wins import WinsSettings


@dataclass(frozen=True)
class WinsPage(Page):
    def menu(self, state):
        anew = Option(Tile(line("wins.anew"), icon="undo"), leads_to=self, intent=FeatureIntent("wins"))
        return Menu(line("wins.title"), (anew,), body=state.features["wins"])


@dataclass(frozen=True)
class Wins(Addition):
    rows: tuple[tuple[str, int], ...] = ()

    def menu(self, state):
        return (Option(Tile(line("wins.title"), icon="crown"), leads_to=WinsPage(), group="look"),)

    def paint(self, canvas):
        said = [f"{count}  {name}" for name, count in self.rows[:5]] or [canvas.say("wins.none")]
        for place, row in zip(canvas.box.inset(canvas.box.h * 0.08).rows(*[1.0] * 5), said, strict=False):
            canvas.text(place, row)


def wins_since(journal, settings, since=None):
    since = since or datetime.now(UTC) - timedelta(hours=settings.section("wins", WinsSettings).hours)
    games = (g for g in journal.games() if not g.is_demo and g.finished and datetime.fromisoformat(g.finished) >= since)
    won = Counter(one.name or one.wonder for game in games for one in results(journal, game) if one.won)
    return Wins(tuple(won.most_common()))


class RunningWins(RunningFeature):
    since, changes, wins = None, -1, Wins()

    def press(self, what):
        self.since, self.changes = datetime.now(UTC), -1

    def value(self, present):
        if present.changes != self.changes and self.appliance.live:
            self.changes = present.changes
            self.wins = wins_since(self.appliance.journal, self.appliance.preferences.settings, self.since)
            rows = "<br>".join(f"{count} {escape(name)}" for name, count in self.wins.rows)
            page = f'<meta charset="utf-8"><meta http-equiv="refresh" content="5">{rows}'  # for a second screen
            (self.appliance.folder / "wins.html").write_text(page, "utf-8")
        return self.wins


def add(commands):
    commands.add_parser("wins", help="who has won how often tonight").set_defaults(run=run)


def run(args, settings, output):
    for name, count in wins_since(open_archive(settings), settings).rows:
        output.text(f"{name} {count}")
    return 0
