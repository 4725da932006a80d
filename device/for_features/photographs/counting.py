"""The final score of a table that photographs show, once its coins and conflict tokens are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.for_features.photographs.cities import final_cities
from device.for_features.photographs.counts import impossible_tokens, settle_tokens
from display.messages.table_score import CountedTable
from engine import CityCount, finished_game, score_sheets, seats_needing_tokens

if TYPE_CHECKING:
    from device.for_features.photographs.remark import PhotographRemark
    from device.for_features.photographs.table import SeenTable
    from engine import Game


@dataclass(frozen=True, slots=True)
class CountTable:
    """What was counted on the table, by seat; None for the Free City.

    `tokens`: the sum of a city's conflict tokens, or each token. `courted`: (seat, leader that it copies).
    """

    coins: tuple[int | None, ...]
    tokens: tuple[int | tuple[int, ...] | None, ...]
    courted: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TableCount:
    """A table as it was counted, or what is still to be known."""

    table: CountedTable | None
    """None while more must be known."""
    tokens: tuple[tuple[int, ...] | None, ...]
    """Each seat's conflict tokens, one by one, as far as they are known."""
    remarks: tuple[PhotographRemark, ...] = ()
    """Where the shields and what was counted differ."""
    each: tuple[int, ...] = ()
    """The seats whose conflict tokens have to be known one by one."""
    wrong: tuple[PhotographRemark, ...] = ()
    """Tokens that no conflicts give."""


def count_table(table: SeenTable, counted: CountTable) -> TableCount:
    """Score the table with these coins and tokens. Raises ImpossibleSetup or UnknownName."""
    cities = final_cities(table, dict(counted.courted))
    game = finished_game(cities, free_city=table.free_city)
    wrong = tuple(impossible_tokens(cities, counted.tokens, game))
    settled = settle_tokens(cities, counted.tokens, game)
    needed = sorted(seats_needing_tokens(game) | set(game.player_seats))
    each = tuple(seat for seat in needed if settled.tokens[seat] is None)
    if wrong or each:
        return TableCount(None, settled.tokens, settled.remarks, each, wrong)
    coins = (coin or 0 for coin in counted.coins)
    counts = tuple(CityCount(coin, got or ()) for coin, got in zip(coins, settled.tokens, strict=True))
    return TableCount(CountedTable(cities, counts, table.free_city), settled.tokens, settled.remarks)


def score_rows(game: Game) -> list[dict[str, object]]:
    """The cities and their scores for JSON; the Free City has no coins and no score."""
    sheets = {sheet.seat: sheet for sheet in score_sheets(game)}
    return [
        {
            "seat": seat,
            "wonder": city.wonder.id,
            "side": city.wonder.side,
            "cards": list(city.cards),
            **({"leaders": list(city.leaders)} if game.setup.leaders else {}),
            "stages": city.stages,
            "coins": city.coins if seat in sheets else None,
            "score": {**sheets[seat].points, "total": sheets[seat].total} if seat in sheets else None,
        }
        for seat, city in enumerate(game.cities)
    ]
