"""The page that says what things do which another page only names: cards, leaders, stages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.for_features.wording import effect_words
from display.drawing.theme import mix
from display.facts.edition import shown_edition
from display.menu.page import Menu, Option, PageOfGame, Tile
from display.screens.menu.tile import spoken
from display.screens.signs.sign_line import draw_resources
from display.words import Line, line
from engine import COLOURS, known_board, known_card

if TYPE_CHECKING:
    from collections.abc import Iterable

    from display.drawing.canvas import Canvas
    from display.table_state import TableState
    from engine import Effect, Game

ROWS_OF_PAGE = 5
"""Rows of a page."""
FEWEST_ROWS = 5
"""Effects are not drawn larger than so many of them would be."""
NAME, CHIPS = 0.32, 0.45
"""The width of a name against that of the row, and at most of resources against what is left of it."""


@dataclass(frozen=True, slots=True)
class Named:
    """A structure, a leader, or a stage: then `id` and `side` are those of its board, and `number` counts from 1."""

    kind: str
    id: str
    side: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class EffectRow:
    """What one thing does; `makes`: resources."""

    name: Line
    icon: str
    colour: str
    makes: tuple[str, ...]
    does: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class EffectList:
    """What some things do."""

    rows: tuple[EffectRow, ...]

    def paint(self, canvas: Canvas) -> None:
        """A row for each thing: its name in its colour, what it makes, what it does."""
        gap = canvas.tools.height / 96
        rows = canvas.box.rows(*[1.0] * max(FEWEST_ROWS, len(self.rows)), gap=gap)
        high = rows[0].h
        for place, row in zip(rows, self.rows, strict=False):
            colour = canvas.theme.cards[row.colour]
            canvas.plate(place, mix(canvas.theme.panel, colour, 0.16), high * 0.2)
            head, words = place.inset(high * 0.16, high * 0.08).cut_left(canvas.box.w * NAME, gap)
            sign, name = head.cut_left(high * 0.6, high * 0.2)
            canvas.icon(sign.middle(sign.w, sign.w), row.icon, colour)
            canvas.paragraph(name, spoken(canvas, row.name), high * 0.5, bold=True, smallest=0.3)
            if row.makes:
                wide = min(words.w * CHIPS, len(row.makes) * high * 0.85)
                chips, words = words.cut_left(wide if row.does else words.w, gap)
                draw_resources(canvas, chips, row.makes, high * 0.7)
            if row.does:
                said = "; ".join(spoken(canvas, one) for one in row.does)
                canvas.paragraph(words, said, high * 0.5, smallest=0.3)


@dataclass(frozen=True, slots=True)
class EffectsPage(PageOfGame):
    """Says what these things do, some at a time; `others`: more to choose, the last one above ADVANCE."""

    things: tuple[Named, ...]
    others: tuple[Option, ...] = ()
    first: int = 0

    def menu(self, state: TableState) -> Menu:
        """The rows; the page before and the one after, round and round."""
        starts = range(0, max(1, len(self.things)), ROWS_OF_PAGE)
        place, count = starts.index(self.first), len(starts)
        ways = (("button.previous", place - 1), ("button.next", (place + 1) % count)) if count > 1 else ()
        turn = tuple(Option(Tile(line(key)), leads_to=replace(self, first=starts[to])) for key, to in ways)
        key = "menu.effects.page" if count > 1 else "menu.effects"
        rows = tuple(_row(state, thing) for thing in self.things[self.first : self.first + ROWS_OF_PAGE])
        body = EffectList(rows) if rows else line("menu.built.nothing")
        apart = 1 if self.others else 0
        headline = line(key, number=place + 1, of=count)
        return Menu(headline, (*turn, *self.others), body=body, apart=apart, large_body=True)


def cards(ids: Iterable[str]) -> tuple[Named, ...]:
    """These structures."""
    return tuple(Named("card", card) for card in ids)


def of_city(game: Game, seat: int) -> tuple[Named, ...]:
    """Everything that lies open in a city, structures by colour."""
    city = game.cities[seat]
    leaders = (*city.leaders, *((city.copied_leader,) if city.copied_leader else ()))
    return (
        *cards(sorted(city.cards, key=lambda card: COLOURS.index(game.catalogue.card(card).colour))),
        *(Named("stage", city.wonder.id, city.wonder.side, number) for number in range(1, city.stages + 1)),
        *(Named("leader", leader) for leader in leaders),
    )


def effects_option(things: tuple[Named, ...], *others: Option) -> Option:
    """Leads to what these things do."""
    return Option(Tile(line("menu.effects")), leads_to=EffectsPage(things, others))


def _row(state: TableState, thing: Named) -> EffectRow:
    if thing.kind == "stage":
        board = known_board(thing.id, thing.side)
        assert board is not None
        name, icon, colour = line("deed.stage", stage=thing.number), "stage", "brown"
        return _told(name, icon, colour, board.stages[thing.number - 1].effects)
    edition = shown_edition(state)
    if thing.kind == "leader":
        return _told(line(f"leader.{thing.id}"), "mark.white", "white", edition.leaders[thing.id].effects)
    card = edition.cards.get(thing.id) or known_card(thing.id)
    assert card is not None
    return _told(line(f"card.{thing.id}"), f"mark.{card.colour}", str(card.colour), card.effects)


def _told(name: Line, icon: str, colour: str, effects: tuple[Effect, ...]) -> EffectRow:
    return EffectRow(name, icon, colour, effect_words.units(effects), effect_words.lines(effects))
