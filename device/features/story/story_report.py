"""The story of a game as text for a terminal and as a page of HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.features.story.plot import step_line, story_plot
from device.for_features.reports.html_page import (
    html_folded,
    html_heading,
    html_list,
    html_page,
    html_paragraph,
    html_plot,
    html_table,
)
from device.for_features.reports.svg_plot import svg_plot
from device.for_features.reports.text_table import text_table
from device.for_features.wording.story_facts import story_sentences
from display.facts.names import seat_name, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.for_features.story.standings import Standing
    from device.for_features.story.story import Story
    from display.words import Words
    from engine import Game


TIMES = " \N{MULTIPLICATION SIGN} "


@dataclass(frozen=True)
class StoryReport:
    """What is told of one game, in one language."""

    game: Game
    story: Story
    words: Words
    title: str

    def text(self) -> str:
        """For a terminal."""
        lines = [self.title, "", *self._sentences(), "", self.words.say("story.points"), *self._points()]
        for heading, rows in self._sections():
            lines += ["", heading, *(f"  {row}" for row in rows)]
        return "\n".join(lines) + "\n"

    def svg(self) -> str:
        """The points after every turn."""
        return svg_plot(story_plot(self.game, self.story), self.words, self.title)

    def html(self) -> str:
        """Who won and by what, the score sheet and the plot; folded below, every number. One file that can be sent."""
        seats, heading = [sheet.seat for sheet in self.story.outcome.sheets], self.words.say("story.points")
        parts = [*map(html_paragraph, self._sentences()), self._sheet(), html_heading(heading), html_plot(self.svg())]
        folded = [html_table(["", *map(self._name, seats)], map(self._row, self.story.standings))]
        for seat in seats:
            categories = list(self.story.standings[-1].points[seat])
            head = [self._name(seat), *(self.words.say(f"category.{category}") for category in categories)]
            steps = ([self._step(one), *one.points[seat].values()] for one in self.story.standings)
            folded.append(html_table(head, steps))
        parts.append(html_folded(self.words.say("story.every_turn"), folded))
        parts += [html_folded(title, [html_list(rows)]) for title, rows in self._sections()]
        return html_page(self.title, self.words.language, parts)

    def _sheet(self) -> str:
        """The score sheet, the winner first."""
        sheets = sorted(self.story.outcome.sheets, key=lambda sheet: self.story.outcome.ranks[sheet.seat])
        names = ["phones.total", *(f"category.{category}" for category in sheets[0].points)]
        rows = ([self._name(sheet.seat), sheet.total, *sheet.points.values()] for sheet in sheets)
        return html_table(["", *map(self.words.say, names)], rows)

    def _sentences(self) -> list[str]:
        return [spoken(one, self.words) for one in story_sentences(self.game, self.story)]

    def _points(self) -> Iterator[str]:
        seats = [sheet.seat for sheet in self.story.outcome.sheets]
        return text_table(["", *map(self._name, seats)], map(self._row, self.story.standings))

    def _row(self, standing: Standing) -> list[object]:
        return [self._step(standing), *standing.totals.values()]

    def _sections(self) -> Iterator[tuple[str, list[str]]]:
        """Headings, each with its lines."""
        say, story = self.words.say, self.story
        for heading, rows in (
            ("story.coins", self._coins()),
            ("story.treasuries", self._treasuries()),
            ("story.chains", self._chains()),
            ("story.dear", self._dear()),
            ("story.close", self._close()),
            ("story.buried", self._buried()),
        ):
            yield say(heading), list(rows) or [say("story.none")]
        cards = (
            say(f"card.{card}") + (f"{TIMES}{count}" if count > 1 else "") for card, count in story.never_built.items()
        )
        yield say("story.never_built"), [self.words.listed(cards) or say("story.none")]

    def _coins(self) -> Iterator[str]:
        for one in self.story.paid:
            payer, taker = self._name(one.payer), self._name(one.taker)
            yield self.words.say("story.coins.row", payer=payer, taker=taker, count=one.coins)

    def _treasuries(self) -> Iterator[str]:
        for one in self.story.accounts:
            yield self.words.say(
                "story.treasury",
                name=self._name(one.seat),
                began=one.began,
                from_bank=one.from_bank,
                received=one.received,
                paid=one.paid,
                to_bank=one.to_bank,
                counted=one.counted,
                ended=one.ended,
            )

    def _chains(self) -> Iterator[str]:
        for one in self.story.chains:
            key = "story.chain.only" if one.coins is None else "story.chain"
            when, name = self._when(one.age, one.turn), self._name(one.seat)
            yield self.words.say(key, when=when, name=name, card=one.card, count=one.coins)

    def _dear(self) -> Iterator[str]:
        for one in self.story.dear:
            stage, card = self.words.say("deed.stage", stage=one.stage), self.words.say(f"card.{one.card}")
            what, when = card if one.card else stage, self._when(one.age, one.turn)
            yield self.words.say("story.dear.row", when=when, name=self._name(one.seat), what=what, count=one.more)

    def _close(self) -> Iterator[str]:
        for one in self.story.close:
            said = self.words.say(
                "story.close.row",
                age=one.age,
                name=self._name(one.seat),
                other=self._name(one.other),
                gain=one.gain,
                loss=one.loss,
            )
            yield self.words.say("story.close.decides", said=said) if one.decides else said

    def _buried(self) -> Iterator[str]:
        for seat in range(len(self.game.cities)):
            stages = [one for one in self.story.buried if one.seat == seat]
            if stages:
                said = (
                    f"{self.words.say('deed.stage', stage=one.stage)} ({self._when(one.age, one.turn)})"
                    for one in stages
                )
                yield self.words.say("story.buried.row", name=self._name(seat), stages=self.words.listed(said))

    def _name(self, seat: int) -> str:
        return seat_name(self.game, seat).text(self.words.say)

    def _step(self, standing: Standing) -> str:
        return spoken(step_line(standing), self.words)

    def _when(self, age: int, turn: int) -> str:
        key = "menu.history.turn" if turn else "menu.history.leaders"
        return self.words.say(key, age=age, turn=turn)
