"""A league's standings and seating as text, as a page of HTML for a screen or for printing, and as CSV."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from device.for_features.league.scoring import decimal
from device.for_features.reports.csv_table import csv_table
from device.for_features.reports.html_page import html_heading, html_page, html_paragraph, html_table
from device.for_features.reports.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.for_features.league.scoring import Scoring
    from device.for_features.league.seating import SeatedTable
    from device.for_features.league.standings import LeaguePlayer
    from display.words import Words

HEADS = (
    "league.head.player",
    "league.head.tables",
    "league.head.points",
    "league.head.wins",
    "league.head.seconds",
    "league.head.victory_points",
)


@dataclass(frozen=True)
class LeagueReport:
    """What is shown of a league, in one language. `going_on`: who plays the next round; empty if everybody does."""

    name: str
    scoring: Scoring
    players: Sequence[LeaguePlayer]
    seating: Sequence[SeatedTable]
    words: Words
    going_on: Sequence[str] = ()

    @property
    def title(self) -> str:
        """The league's name."""
        return self.name or self.words.say("league.title")

    def text(self) -> str:
        """The standings, and the seating if there is one, for a terminal."""
        lines = [self.title, ""]
        if self.players:
            lines += [*text_table(*self._standings()), ""]
        if self.going_on:
            lines += [self.words.say("league.going_on", names=self.words.listed(self.going_on)), ""]
        for number, tables in groupby(self.seating, key=lambda table: table.round):
            lines.append(self.words.say("league.round", round=number))
            lines += [f"  {self._table(one)}: {self.words.listed(self._seats(one))}" for one in tables]
            lines.append("")
        return "\n".join(lines).rstrip() + "\n"

    def html(self) -> str:
        """Standings and seating on one page; printed, a round is not torn apart."""
        parts = [html_table(*self._standings())] if self.players else []
        if self.going_on:
            parts.append(html_paragraph(self.words.say("league.going_on", names=self.words.listed(self.going_on))))
        for number, tables in groupby(self.seating, key=lambda table: table.round):
            listed = [(self._table(one), *self._seats(one)) for one in tables]
            most = max(map(len, listed))
            rows = [(*row, *[""] * (most - len(row))) for row in listed]
            parts.append(html_heading(self.words.say("league.round", round=number)))
            parts.append(html_table(["", *map(str, range(1, most))], rows))
        if self.scoring.source and self.players:
            parts.append(html_paragraph(self.words.say("league.source", source=self.scoring.source)))
        return html_page(self.title, self.words.language, parts)

    def csv(self) -> str:
        """CSV (RFC 4180): the standings, or the seating if it was asked for."""
        if self.seating:
            return csv_table(
                ("round", "table", "seat", "player", "wonder", "side"),
                (
                    (at.round, at.table, seat, who.name, who.wonder, who.side)
                    for at in self.seating
                    for seat, who in enumerate(at.seats)
                ),
            )
        counted = ("wins", "seconds", "victory_points", "highest", "coins")
        return csv_table(
            ("place", "player", "tables", "points", *counted),
            (
                (one.place, one.name, one.tables, decimal(one.points), *(getattr(one, name) for name in counted))
                for one in self.players
            ),
        )

    def _standings(self) -> tuple[list[str], list[list[str]]]:
        head = ["", *map(self.words.say, HEADS)]
        return head, [
            [
                str(one.place),
                one.name,
                str(one.tables),
                decimal(one.points),
                str(one.wins),
                str(one.seconds),
                str(one.victory_points),
            ]
            for one in self.players
        ]

    def _table(self, one: SeatedTable) -> str:
        return self.words.say("league.table", table=one.table)

    def _seats(self, one: SeatedTable) -> list[str]:
        return [
            self.words.say(
                "city.named", name=who.name, wonder=self.words.say("history.seat", wonder=who.wonder, side=who.side)
            )
            if who.wonder
            else who.name
            for who in one.seats
        ]
