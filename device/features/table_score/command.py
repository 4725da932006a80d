"""`wondertable score IMAGE...`: computes the final scores from photographs of the finished table."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from device.cameras import load_image
from device.commands.arguments import add_calibration, add_kit
from device.features.table_score.prompts import Prompter
from device.for_features.photographs.cities import final_cities, leaders_to_copy, unaccounted_cards, unknown_leaders
from device.for_features.photographs.counting import CountTable, count_table, score_rows
from device.for_features.photographs.counts import (
    CountsError,
    coin_count,
    each_token,
    leader_id,
    read_list,
    sum_or_each,
)
from device.for_features.photographs.photograph import PhotographReader
from device.for_features.photographs.remark import remark
from device.for_features.photographs.table import combine_photographs
from device.perception.lens_calibration import lens_of
from device.reporting.sentences import print_cities, print_scores
from engine import finished_game
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from device.for_features.photographs.counts import GivenTokens, ListedValues
    from device.for_features.photographs.remark import PhotographRemark
    from device.for_features.photographs.table import SeenTable
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from engine import Game

Value = TypeVar("Value")
FAILED = 1
LIST = re.compile(r"-\d[\d+,-]*$")
"""A list that begins with a negative number, which must not be read as an option."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("score", help="score a finished game from pictures of the table")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument(
        "--coins",
        type=_list("--coins", coin_count),
        metavar="A,B,C",
        help="coins of each city, clockwise; or by wonder: giza=A,rhodes=B",
    )
    parser.add_argument(
        "--conflicts",
        type=_list("--conflicts", sum_or_each),
        metavar="A,B,C",
        help="points of each city's conflict tokens together, or one by one: 5+3-1",
    )
    parser.add_argument(
        "--courted",
        type=_list("--courted", leader_id),
        metavar="ROME=PLATO",
        help="leader that a city's Courtesans Guild copies",
    )
    parser.add_argument("--seats", type=_wonders, default=(), metavar="GIZA,RHODES", help="the wonders, clockwise")
    add_kit(parser)
    add_calibration(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object with the score of every city")
    parser._negative_number_matcher = LIST
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Read the pictures, ask for missing values, and print the score sheets."""
    codebook, lens = Codebook.load(), lens_of(args.calibration, settings)
    reader = PhotographReader(codebook, settings.table.kit_sizes(), args.kit or settings.table.kit)
    taken = ((str(path), load_image(path)) for path in args.images)
    views = [reader.read(name, image, lens.of(image)) for name, image in taken]
    table = combine_photographs(views, codebook, args.seats)
    _says((*table.remarks, *table.contradictions), output)
    if table.contradictions:
        return FAILED
    _says((*unknown_leaders(table), *unaccounted_cards(table)), output)
    game = _counted(args, table, _copied_leaders(args, table, output), output)
    if game is None:
        return FAILED
    output.line({"seats": score_rows(game)})
    print_cities(game, "score.city", output)
    print_scores(game, output)
    return 0


def _counted(args: argparse.Namespace, table: SeenTable, courted: Mapping[int, str], output: Output) -> Game | None:
    """The game with coins and tokens. If values are missing or impossible, print that and return None."""
    cities = final_cities(table, courted)
    game = finished_game(cities, free_city=table.free_city)
    output.use_names(game)
    wonders, players = [city.wonder for city in cities], game.player_seats
    asker = Prompter(wonders, output.words)
    treasury = asker.fill(
        _given(args.coins, wonders, table), players, "score.ask_coins", "score.missing_coins", coin_count
    )
    sums = asker.fill(
        _given(args.conflicts, wonders, table),
        players,
        "score.ask_conflicts",
        "score.missing_conflicts",
        sum_or_each,
    )
    if _says(asker.missing, output):
        return None
    counted = CountTable(tuple(treasury), tuple(sums), tuple(courted.items()))
    found = count_table(table, counted)
    if _says(found.wrong, output):
        return None
    _says(found.remarks, output)
    if found.each:
        tokens = asker.fill(found.tokens, found.each, "score.ask_each", "score.missing_each", each_token)
        found = count_table(table, replace(counted, tokens=tuple(tokens)))
        if _says((*asker.missing, *found.wrong, *_differing(tokens, sums, wonders)), output):
            return None
    return found.table.game if found.table else None


def _copied_leaders(args: argparse.Namespace, table: SeenTable, output: Output) -> dict[int, str]:
    """The leader that the Courtesans Guild of a seat copies. If it is unknown, print that and do not count it."""
    wonders, choices = [city.board.id for city in table.cities], leaders_to_copy(table)
    asker = Prompter(wonders, output.words)
    chosen = asker.fill(
        _given(args.courted, wonders, table),
        tuple(choices),
        "score.ask_courted",
        "score.courted",
        leader_id,
    )
    _says(asker.missing, output)
    for seat, copied in enumerate(chosen):
        if copied is not None and copied not in choices.get(seat, ()):
            raise CountsError("not_courted", wonder=wonders[seat], leader=copied)
    return {seat: copied for seat, copied in enumerate(chosen) if copied is not None}


def _given(option: ListedValues[Value] | None, wonders: Sequence[str], table: SeenTable) -> Sequence[Value | None]:
    return option.by_seat(wonders, table.free_city) if option else [None] * len(wonders)


def _differing(
    tokens: Sequence[tuple[int, ...] | None], sums: Sequence[GivenTokens | None], wonders: Sequence[str]
) -> Iterator[PhotographRemark]:
    """Remarks on cities whose tokens do not add up to the given total."""
    for wonder, each_, total in zip(wonders, tokens, sums, strict=True):
        if each_ is not None and isinstance(total, int) and sum(each_) != total:
            yield remark("score.other_sum", wonder=wonder, total=total)


def _says(remarks: Iterable[PhotographRemark], output: Output) -> bool:
    """Print remarks; True if there were any."""
    said = list(remarks)
    for each_ in said:
        output.complain(each_.key, **each_.filled(output.words))
    return bool(said)


def _list(option: str, read: Callable[[str], Value]) -> Callable[[str], ListedValues[Value]]:
    def parse(text: str) -> ListedValues[Value]:
        try:
            return read_list(option, text, read)
        except ValueError as problem:
            raise ArgumentTypeError(f"{text!r} is not a list such as 3,7,12 or giza=3,rhodes=7") from problem

    return parse


def _wonders(text: str) -> tuple[str, ...]:
    return tuple(wonder.strip().lower() for wonder in text.split(","))
