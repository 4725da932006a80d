"""Pages that score the table as it lies: what the camera sees, then coins and conflict tokens city by city, the sheet.

Coins and tokens are remembered by the pages until all are known; going back takes back one city.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from display.facts.names import SeatName
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import CountTable, LookAtTable
from display.words import Line, line
from engine import token_sets

if TYPE_CHECKING:
    from display.messages.questions import Notice
    from display.messages.table_score import TableScore
    from display.table_state import TableState
    from engine import Game

MOST_COINS = 63
"""The largest treasury that can be entered; none comes near it."""
SUMS = range(-6, 19)
"""Every sum of conflict tokens: six defeats to six victories."""


@dataclass(frozen=True, slots=True)
class SeenCityRow:
    """What the camera sees of a city; `tokens` is what its shields won."""

    name: SeatName
    cards: int
    stages: int
    tokens: int
    scored: bool = True
    """False for the Free City."""


@dataclass(frozen=True, slots=True)
class SeenCities:
    """The cities, clockwise, and what is unsure about them."""

    rows: tuple[SeenCityRow, ...]
    remarks: tuple[Line, ...] = ()


@dataclass(frozen=True)
class FinalSheet:
    """The score sheet of a table."""

    game: Game

    def __hash__(self) -> int:
        return hash(self.game.setup.seats)


@dataclass(frozen=True, slots=True)
class TableScorePage(Page):
    """What the camera sees of the finished table, or why it cannot be scored."""

    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The cities; counting and looking again."""
        score = state.score
        again = Option(Tile(line("menu.score.again"), icon="camera"), leads_to=TableScorePage(), intent=LookAtTable())
        if score is None or score.looking:
            return Menu(line("menu.score"), body=line("menu.score.looking"))
        if score.troubles:
            return Menu(line("menu.score"), (again,), body=_said(score.troubles[0]))
        count = Option(Tile(line("menu.score.count"), icon="coin"), leads_to=CountCoinsPage())
        remarks = tuple(_said(one) for one in score.remarks)
        return Menu(line("menu.score.seen"), (count, again), body=SeenCities(_rows(score), remarks), large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while there is a camera over a table."""
        return self if state.may_score else None


@dataclass(frozen=True, slots=True)
class CountCoinsPage(Page):
    """Asks for the coins of one city after the other; `coins` are those of the cities before."""

    coins: tuple[int, ...] = ()
    timeout = None

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

    def current(self, state: TableState) -> Page | None:
        """Open while cities are seen."""
        return self if _is_ready(state) else None


@dataclass(frozen=True, slots=True)
class CountTokensPage(Page):
    """Asks for the conflict tokens of one city after the other, first whether they are as the shields show."""

    coins: tuple[int, ...]
    sums: tuple[int, ...] = ()
    other: bool = False
    """Somebody said that they are not."""
    timeout = None

    def menu(self, state: TableState) -> Menu:
        """What the shields say, for this city or for all that are left; or every sum."""
        score = _ready(state)
        seat = score.players[len(self.sums)]
        headline, about = line("menu.score.tokens", name=_name(score, seat)), _about(score, seat)
        if self.other:
            possible = [points for points in SUMS if token_sets(points, passed=_may_pass(score))]
            tiles = [Tile(big=signed(points), chosen=points == sum(score.tokens[seat])) for points in possible]
            each = (self._then(score, (points,), tile) for points, tile in zip(possible, tiles, strict=True))
            return Menu(headline, tuple(each), about)
        left = tuple(sum(score.tokens[one]) for one in score.players[len(self.sums) :])
        shields = Tile(line("menu.score.as_shields"), big=signed(left[0]))
        every = Tile(line("menu.score.all_as_shields"), icon="shield")
        others = Option(Tile(line("menu.score.other_tokens"), icon="pencil"), leads_to=replace(self, other=True))
        options = [self._then(score, left[:1], shields), others]
        return Menu(headline, (*options, *([self._then(score, left, every)] if len(left) > 1 else [])), about)

    def current(self, state: TableState) -> Page | None:
        """Open while cities are seen."""
        return self if _is_ready(state) else None

    def _then(self, score: TableScore, sums: tuple[int, ...], tile: Tile) -> Option:
        """The option for these tokens; after the last city the table is scored, or a copied leader is asked for."""
        counted = (*self.sums, *sums)
        if len(counted) < len(score.players):
            return Option(tile, leads_to=CountTokensPage(self.coins, counted))
        if score.courted:
            return Option(tile, leads_to=CourtedPage(self.coins, counted))
        return Option(tile, leads_to=TableSheetPage(), intent=_count(score, self.coins, counted))


@dataclass(frozen=True, slots=True)
class CourtedPage(Page):
    """Asks which leader a Courtesans Guild copies."""

    coins: tuple[int, ...]
    sums: tuple[int, ...]
    chosen: tuple[tuple[int, str], ...] = ()
    asked: int = 0
    """How many cities were asked."""
    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The neighbours' leaders, or none."""
        score = _ready(state)
        seat, leaders = score.courted[self.asked]
        tiles = {leader: Tile(line(f"leader.{leader}"), icon="mark.white") for leader in leaders}
        options = [self._then(score, (*self.chosen, (seat, leader)), tile) for leader, tile in tiles.items()]
        none = self._then(score, self.chosen, Tile(line("menu.score.no_leader"), icon="right"))
        return Menu(line("menu.score.courted", name=_name(score, seat)), (*options, none), _about(score, seat))

    def current(self, state: TableState) -> Page | None:
        """Open while cities are seen."""
        return self if _is_ready(state) else None

    def _then(self, score: TableScore, chosen: tuple[tuple[int, str], ...], tile: Tile) -> Option:
        if self.asked + 1 < len(score.courted):
            return Option(tile, leads_to=replace(self, chosen=chosen, asked=self.asked + 1))
        return Option(tile, leads_to=TableSheetPage(), intent=_count(score, self.coins, self.sums, chosen))


@dataclass(frozen=True, slots=True)
class TableSheetPage(Page):
    """The score sheet of the table, which is kept with the past games. If tokens are unclear, asks for each."""

    timeout = None

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

    def current(self, state: TableState) -> Page | None:
        """Open while cities are seen."""
        return self if _is_ready(state) else None


def signed(points: int) -> str:
    """Points with their sign, as on conflict tokens."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


def _each_token(score: TableScore, counted: CountTable, seat: int) -> Menu:
    given = counted.tokens[seat]
    total = given if isinstance(given, int) else sum(score.tokens[seat])
    options = []
    for tokens in sorted(token_sets(total, passed=_may_pass(score)), key=lambda tokens: (len(tokens), tokens)):
        others = (*counted.tokens[:seat], tokens, *counted.tokens[seat + 1 :])
        words = line("menu.score.token_set", tokens=" ".join(map(signed, reversed(tokens))) or "0")
        options.append(Option(Tile(words), leads_to=TableSheetPage(), intent=replace(counted, tokens=others)))
    return Menu(line("menu.score.each", name=_name(score, seat)), tuple(options), _about(score, seat))


def _count(
    score: TableScore, coins: tuple[int, ...], sums: tuple[int, ...], courted: tuple[tuple[int, str], ...] = ()
) -> CountTable:
    coins_of, sums_of = (dict(zip(score.players, values, strict=True)) for values in (coins, sums))
    seats = range(len(score.cities))
    return CountTable(tuple(map(coins_of.get, seats)), tuple(map(sums_of.get, seats)), courted)


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


def _ready(state: TableState) -> TableScore:
    assert state.score is not None
    return state.score


def _is_ready(state: TableState) -> bool:
    return state.may_score and state.score is not None and bool(state.score.cities)


def _may_pass(score: TableScore) -> bool:
    """True if a leader may have passed a defeat on, so that tokens of one conflict lie in two cities."""
    return any(city.leaders for city in score.cities)


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
