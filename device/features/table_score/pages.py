"""Pages that score the table as it lies: what the camera sees, then coins and conflict tokens city by city, the sheet.

Coins and tokens are remembered by the pages until all are known; going back takes back one city.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.features.table_score.painting import FinalSheet, SeenCities, SeenCityRow, signed
from device.for_features.photographs.counting import CountTable
from device.for_features.photographs.counts import SUMS
from display.facts.names import SeatName
from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import FeatureIntent
from display.words import Line, line
from engine import token_sets, tokens_taken

if TYPE_CHECKING:
    from display.messages.questions import Notice
    from display.table_state import TableState
    from engine import FinalCity, Game

NAME = "table_score"
MOST_COINS = 63
"""The largest treasury that can be entered; none comes near it."""


@dataclass(frozen=True, slots=True)
class Look:
    """A page asks to read the table that lies before the camera."""


@dataclass(frozen=True, slots=True)
class TableScore(Addition):
    """What is known so far of a table that is scored as it lies; nothing of it has been played.

    Empty while the picture is being read. `troubles`: why there is no score; with any, `cities` is empty. `cities` are
    clockwise, `tokens` what their shields won (by seat), `courted` the leaders that a seat's Courtesans Guild may copy.
    `remarks`: what is unsure. `counted`: what was counted last; `each`: seats of which it has to be known token by
    token; `game`: the scored game, once everything is known.
    """

    troubles: tuple[Notice, ...] = ()
    cities: tuple[FinalCity, ...] = ()
    free_city: int | None = None
    tokens: tuple[tuple[int, ...], ...] = ()
    courted: tuple[tuple[int, tuple[str, ...]], ...] = ()
    remarks: tuple[Notice, ...] = ()
    counted: CountTable | None = None
    each: tuple[int, ...] = ()
    game: Game | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that are scored: all but the Free City's."""
        return tuple(seat for seat in range(len(self.cities)) if seat != self.free_city)

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """Scoring the table, with or without a game, where a camera sees it."""
        score = Tile(line("menu.main.score"), icon="laurel")
        return (Option(score, TableScorePage(), _asks(Look()), group="look"),) if _score(state) else ()


@dataclass(frozen=True, slots=True)
class TableScorePage(Page):
    """What the camera sees of the finished table, or why it cannot be scored."""

    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The cities; counting and looking again."""
        score = _ready(state)
        again = Option(Tile(line("menu.score.again"), icon="camera"), TableScorePage(), _asks(Look()))
        if score.troubles:
            return Menu(line("menu.score"), (again,), body=_said(score.troubles[0]))
        if not score.cities:
            return Menu(line("menu.score"), body=line("menu.score.looking"))
        count = Option(Tile(line("menu.score.count"), icon="coin"), leads_to=CountCoinsPage())
        remarks = tuple(_said(one) for one in score.remarks)
        return Menu(line("menu.score.seen"), (count, again), body=SeenCities(_rows(score), remarks), large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while there is a camera over a table."""
        return self if _score(state) else None


class PageOfCities(Page):
    """A page that is open while cities are seen."""

    __slots__ = ()
    timeout = None

    def current(self, state: TableState) -> Page | None:
        """None without cities."""
        score = _score(state)
        return self if score is not None and score.cities else None


@dataclass(frozen=True, slots=True)
class CountCoinsPage(PageOfCities):
    """Asks for the coins of one city after the other; `coins` are those of the cities before."""

    coins: tuple[int, ...] = ()

    def menu(self, state: TableState) -> Menu:
        """One option for each amount."""
        score = _ready(state)
        seat = score.players[len(self.coins)]
        last = len(self.coins) + 1 == len(score.players)
        before = score.counted.coins[seat] if score.counted else None
        options = []
        for amount in range(MOST_COINS + 1):
            counted = (*self.coins, amount)
            then = CountTokensPage(counted) if last else CountCoinsPage(counted)
            options.append(Option(Tile(big=str(amount), chosen=amount == before), leads_to=then))
        return Menu(line("menu.score.coins", name=_name(score, seat)), tuple(options), _about(score, seat))


@dataclass(frozen=True, slots=True)
class CountTokensPage(PageOfCities):
    """Asks for the conflict tokens of one city after the other, first whether they are as the shields show."""

    coins: tuple[int, ...]
    sums: tuple[int, ...] = ()
    other: bool = False
    """Somebody said that they are not."""

    def menu(self, state: TableState) -> Menu:
        """What the shields say, for this city or for all that are left; or every sum."""
        score = _ready(state)
        seat = score.players[len(self.sums)]
        headline, about = line("menu.score.tokens", name=_name(score, seat)), _about(score, seat)
        if self.other:
            possible = [points for points in SUMS if _token_sets(score, seat, points)]
            tiles = [Tile(big=signed(points), chosen=points == sum(score.tokens[seat])) for points in possible]
            each = (self._then(score, (points,), tile) for points, tile in zip(possible, tiles, strict=True))
            return Menu(headline, tuple(each), about)
        left = tuple(sum(score.tokens[one]) for one in score.players[len(self.sums) :])
        shields = Tile(line("menu.score.as_shields"), big=signed(left[0]))
        every = Tile(line("menu.score.all_as_shields"), icon="shield")
        others = Option(Tile(line("menu.score.other_tokens"), icon="pencil"), leads_to=replace(self, other=True))
        options = [self._then(score, left[:1], shields), others]
        return Menu(headline, (*options, *([self._then(score, left, every)] if len(left) > 1 else [])), about)

    def _then(self, score: TableScore, sums: tuple[int, ...], tile: Tile) -> Option:
        """The option for these tokens; after the last city the table is scored, or a copied leader is asked for."""
        counted = (*self.sums, *sums)
        if len(counted) < len(score.players):
            return Option(tile, leads_to=CountTokensPage(self.coins, counted))
        if score.courted:
            return Option(tile, leads_to=CourtedPage(self.coins, counted))
        return Option(tile, leads_to=TableSheetPage(), intent=_counts(score, self.coins, counted))


@dataclass(frozen=True, slots=True)
class CourtedPage(PageOfCities):
    """Asks which leader a Courtesans Guild copies."""

    coins: tuple[int, ...]
    sums: tuple[int, ...]
    chosen: tuple[tuple[int, str], ...] = ()
    asked: int = 0
    """How many cities were asked."""

    def menu(self, state: TableState) -> Menu:
        """The neighbours' leaders, or none."""
        score = _ready(state)
        seat, leaders = score.courted[self.asked]
        tiles = {leader: Tile(line(f"leader.{leader}"), icon="mark.white") for leader in leaders}
        options = [self._then(score, (*self.chosen, (seat, leader)), tile) for leader, tile in tiles.items()]
        none = self._then(score, self.chosen, Tile(line("menu.score.no_leader"), icon="right"))
        return Menu(line("menu.score.courted", name=_name(score, seat)), (*options, none), _about(score, seat))

    def _then(self, score: TableScore, chosen: tuple[tuple[int, str], ...], tile: Tile) -> Option:
        if self.asked + 1 < len(score.courted):
            return Option(tile, leads_to=replace(self, chosen=chosen, asked=self.asked + 1))
        return Option(tile, leads_to=TableSheetPage(), intent=_counts(score, self.coins, self.sums, chosen))


@dataclass(frozen=True, slots=True)
class TableSheetPage(PageOfCities):
    """The score sheet of the table, which is kept with the past games. If tokens are unclear, asks for each."""

    def menu(self, state: TableState) -> Menu:
        """The sheet, or the sets of tokens that give the sum."""
        score = _ready(state)
        if score.each and score.counted:
            return _each_token(score, score.counted, score.each[0])
        remarks = tuple(_said(one) for one in score.remarks)
        if score.game is None:
            return Menu(line("menu.score"), body=remarks[0] if remarks else None)
        headline = line("menu.score.kept_but", remark=remarks[0]) if remarks else line("menu.score.kept")
        return Menu(headline, body=FinalSheet(score.game))


def _each_token(score: TableScore, counted: CountTable, seat: int) -> Menu:
    given = counted.tokens[seat]
    total = given if isinstance(given, int) else sum(score.tokens[seat])
    options = []
    for tokens in sorted(_token_sets(score, seat, total), key=lambda tokens: (len(tokens), tokens)):
        others = (*counted.tokens[:seat], tokens, *counted.tokens[seat + 1 :])
        words = line("menu.score.token_set", tokens=" ".join(map(signed, reversed(tokens))) or "0")
        options.append(Option(Tile(words), leads_to=TableSheetPage(), intent=_asks(replace(counted, tokens=others))))
    return Menu(line("menu.score.each", name=_name(score, seat)), tuple(options), _about(score, seat))


def _counts(
    score: TableScore, coins: tuple[int, ...], sums: tuple[int, ...], courted: tuple[tuple[int, str], ...] = ()
) -> FeatureIntent:
    coins_of, sums_of = (dict(zip(score.players, values, strict=True)) for values in (coins, sums))
    seats = range(len(score.cities))
    return _asks(CountTable(tuple(map(coins_of.get, seats)), tuple(map(sums_of.get, seats)), courted))


def _rows(score: TableScore) -> tuple[SeenCityRow, ...]:
    return tuple(
        SeenCityRow(
            _name(score, seat),
            len(city.cards) + len(city.leaders),
            len(city.stages),
            sum(score.tokens[seat]),
            seat != score.free_city,
        )
        for seat, city in enumerate(score.cities)
    )


def _asks(what: Look | CountTable) -> FeatureIntent:
    return FeatureIntent(NAME, what)


def _score(state: TableState) -> TableScore | None:
    """What is known; None where no camera sees a table."""
    score = state.features.get(NAME)
    return score if isinstance(score, TableScore) and not (state.station or state.without_camera) else None


def _ready(state: TableState) -> TableScore:
    score = _score(state)
    assert score is not None, "the page is not open"
    return score


def _token_sets(score: TableScore, seat: int, total: int) -> frozenset[tuple[int, ...]]:
    """Every set of tokens that a city may have; a leader may have passed a defeat on to it, or taken a victory."""
    passed = any(city.leaders for city in score.cities)
    return token_sets(total, passed=passed, taken=tokens_taken(score.cities[seat]))


def _name(score: TableScore, seat: int) -> SeatName:
    return SeatName("", score.cities[seat].wonder, seat)


def _about(score: TableScore, seat: int) -> tuple[Tile, ...]:
    return (Tile(line("menu.seat", name=_name(score, seat)), seat=_name(score, seat)),)


def _said(notice: Notice) -> Line:
    """A remark in words to come; each key among its placeholders, or in a list of keys, becomes words, too."""
    return line(notice.key, **{name: _filled(value) for name, value in notice.placeholders.items()})


def _filled(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_filled, value))
    return line(value) if isinstance(value, str) and "." in value else value
