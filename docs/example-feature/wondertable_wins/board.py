from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import escape

from device.app.running_features import RunningFeature
from device.feature import FeatureIntent
from device.journal.archive import results
from display.menu.page import Menu, Option, Page, Tile
from display.words import line
from wondertable_wins import WinsSettings


@dataclass(frozen=True)
class Wins:
    rows: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class StartAnew(FeatureIntent):
    at: datetime = field(default_factory=lambda: datetime.now(UTC), compare=False)


@dataclass(frozen=True, slots=True)
class WinsPage(Page):
    def menu(self, state):
        anew = Option(Tile(line("wins.anew"), icon="undo"), leads_to=self, intent=StartAnew())
        return Menu(line("wins.title"), (anew,), body=state.features.get("wins", Wins()))


def menu(state):
    return (Option(Tile(line("wins.title"), icon="crown"), leads_to=WinsPage(), group="look"),)


def wins_since(journal, since):
    wins = Counter()
    for game in journal.games() if journal else ():
        if not game.is_demo and game.finished and datetime.fromisoformat(game.finished) >= since:
            names = game.options.get("names") or [""] * len(game.seats)
            wins.update(names[one.seat] or one.wonder for one in results(journal, game) if one.won)
    return Wins(tuple(wins.most_common()))


class RunningWins(RunningFeature):
    def __init__(self, appliance):
        super().__init__(appliance)
        hours = appliance.preferences.settings.section("wins", WinsSettings).hours
        self.since, self.known = datetime.now(UTC) - timedelta(hours=hours), (None, Wins())

    def press(self, intent):
        if isinstance(intent, StartAnew):
            self.since, self.known = intent.at, (None, Wins())
        return isinstance(intent, StartAnew)

    def value(self, present):
        if present.changes != self.known[0]:
            self.known = present.changes, wins_since(self.appliance.journal, self.since)
            if self.appliance.folder:
                rows = "".join(f"<tr><td>{escape(name)}<td>{count}" for name, count in self.known[1].rows)
                page = f'<meta charset="utf-8"><meta http-equiv="refresh" content="5"><table>{rows}</table>'
                (self.appliance.folder / "wins.html").write_text(page, "utf-8")
        return self.known[1]


def paint(canvas, wins):
    canvas.fill(canvas.theme.ground)
    rows = wins.rows[:5] or ((canvas.say("wins.none"), ""),)
    places = canvas.box.inset(canvas.box.h * 0.08).rows(*[1.0] * max(4, len(rows)))
    for place, (name, count) in zip(places, rows, strict=False):
        number, words = place.cut_left(place.h * 1.5)
        canvas.text(number, str(count), bold=True, colour=canvas.theme.gold)
        canvas.text(words, name)


PAINTERS = {Wins: paint}
