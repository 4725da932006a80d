"""The score of the table that several photographs show, or what is missing for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from device.features.telephones.changed_city import CityChange
from device.features.telephones.photographs.changes import changed_table
from device.for_features.photographs.cities import final_cities, leaders_to_copy, unaccounted_cards, unknown_leaders
from device.for_features.photographs.counting import CountTable, count_table, score_rows
from device.for_features.photographs.counts import SUMS
from device.for_features.photographs.photograph import PhotographReading
from device.for_features.photographs.remark import remark_of
from device.for_features.photographs.table import combine_photographs
from engine import WondertableError, categories, finished_game, token_sets, tokens_taken, winners

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from device.for_features.photographs.remark import PhotographRemark
    from device.for_features.photographs.table import SeenTable
    from engine import FinalCity, Game
    from vision.kit.codebook import Codebook

Json = dict[str, Any]


class ScoreRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the photographs show, what they are called, and what was given by wonder.

    `seats`: the wonders clockwise, if somebody gave their order. `changed`: what is different from what they show.
    """

    readings: list[PhotographReading]
    names: list[str]
    seats: list[str] = []
    coins: dict[str, int] = {}
    tokens: dict[str, int | list[int]] = {}
    courted: dict[str, str] = {}
    changed: dict[str, CityChange] = {}


def answer(asked: ScoreRequest, codebook: Codebook) -> Json:
    """What is known: `contradictions`, or `cities` with `remarks` and what else is to be given, or the score too.

    Contradictions and remarks are (key, placeholders). `seats` are the rows of `wondertable score --json`.
    """
    views = [_called(view, name) for view, name in zip(asked.readings, asked.names, strict=True)]
    table = combine_photographs(views, codebook, _order(asked, views, codebook))
    if not table.cities:
        return {"contradictions": _said([*table.remarks, *table.contradictions])}
    table = changed_table(table, asked.changed, codebook, asked.seats)
    remarks = [*table.remarks, *unknown_leaders(table), *unaccounted_cards(table)]
    seen: Json = {"remarks": _said(remarks), "contradictions": _said(table.contradictions)}
    if not table.contradictions:
        try:
            seen |= _counted(asked, table)
        except WondertableError as problem:
            seen["contradictions"] = _said([remark_of(problem)])
    else:
        seen["wonders"] = [city.board.id for city in table.cities]
    return seen


def _counted(asked: ScoreRequest, table: SeenTable) -> Json:
    choices = leaders_to_copy(table)
    courted = {
        seat: chosen
        for seat, leaders in choices.items()
        if (chosen := asked.courted.get(table.cities[seat].board.id)) in leaders and chosen is not None
    }
    cities = final_cities(table, courted)
    game = finished_game(cities, free_city=table.free_city)
    passed, taken = game.setup.leaders, max(map(tokens_taken, cities))
    found: Json = {
        "edition": game.setup.edition,
        "free_city": table.free_city,
        "cities": [_city(city, game, seat) for seat, city in enumerate(cities)],
        "sums": [total for total in SUMS if token_sets(total, passed=passed, taken=taken)],
        "courted": {cities[seat].wonder: list(leaders) for seat, leaders in choices.items()},
    }
    wonders = [city.wonder for city in cities]
    coins = tuple(map(asked.coins.get, wonders))
    tokens = tuple(map(_tokens, map(asked.tokens.get, wonders)))
    if any(coins[seat] is None or tokens[seat] is None for seat in game.player_seats):
        return found
    return found | _scored(table, CountTable(coins, tokens, tuple(courted.items())), cities, passed)


def _scored(table: SeenTable, counted: CountTable, cities: Sequence[FinalCity], passed: bool) -> Json:
    count = count_table(table, counted)
    if count.table is None:
        totals = [(cities[seat], counted.tokens[seat]) for seat in count.each]
        return {
            "wrong": _said(count.wrong),
            "each": {
                city.wonder: sorted(map(list, token_sets(total, passed=passed, taken=tokens_taken(city))))
                for city, total in totals
                if isinstance(total, int)
            },
        }
    game = count.table.game
    return {
        "counted": _said(count.remarks),
        "seats": score_rows(game),
        "categories": list(categories(game)),
        "winners": list(winners(game)),
        "table": count.table.stored,
    }


def _city(city: FinalCity, game: Game, seat: int) -> Json:
    return {
        "wonder": city.wonder,
        "side": city.side,
        "cards": [card for card, _ in city.cards],
        "leaders": [leader for leader, _ in city.leaders],
        "stages": len(city.stages),
        "of": len(game.cities[seat].wonder.stages),
        "shields": sum(game.cities[seat].conflict),
    }


def _order(asked: ScoreRequest, views: Iterable[PhotographReading], codebook: Codebook) -> tuple[str, ...]:
    """The order that was given, if it is one of the wonders that are seen by now."""
    entries = [codebook.entry(board) for board in {board for view in views for board in view.boards}]
    seen = sorted(entry.id for entry in entries if entry is not None)
    return tuple(asked.seats) if sorted(asked.seats) == seen else ()


def _called(view: PhotographReading, name: str) -> PhotographReading:
    return replace(
        view,
        picture=name,
        cards=tuple(replace(card, picture=name) for card in view.cards),
        stages=tuple(replace(stage, picture=name) for stage in view.stages),
    )


def _tokens(given: int | list[int] | None) -> int | tuple[int, ...] | None:
    return tuple(sorted(token for token in given if token)) if isinstance(given, list) else given


def _said(remarks: Iterable[PhotographRemark]) -> list[tuple[str, Json]]:
    return [(one.key, dict(one.placeholders)) for one in remarks]
