"""`wondertable score IMAGE...`: the final score from photographs of the table at the end."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from device.cameras import load_image
from device.commands.parts import tell_scores
from device.photographs.counts import coins, each, impossible, listed, settle, sum_or_each
from device.photographs.final import final_cities
from device.photographs.remark import Remark, remark
from device.photographs.table import put_together
from device.photographs.view import look_at
from engine import score_sheets
from engine.finished import Count, counted, finished, histories, told_apart
from vision.codebook import Codebook
from vision.reader import Reader

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from device.output import Output
    from device.photographs.counts import Listed
    from device.photographs.table import SeenTable
    from device.settings import Settings
    from engine import Game
    from engine.finished import FinalCity

Value = TypeVar("Value")
FAILED = 1
LIST = re.compile(r"-\d[\d+,-]*$")
"""A list that begins with a negative number is no option."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("score", help="final scores from pictures of the table at the end")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument(
        "--coins", type=_list("--coins", coins), metavar="A,B,C", help="each city's coins; or giza=A,rhodes=B"
    )
    parser.add_argument(
        "--conflicts",
        type=_list("--conflicts", sum_or_each),
        metavar="A,B,C",
        help="what each city's conflict tokens are worth together, or each token: 5+3-1",
    )
    parser.add_argument(
        "--seats",
        type=_wonders,
        default=(),
        metavar="GIZA,RHODES",
        help="the wonders clockwise",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object with every city's score")
    parser._negative_number_matcher = LIST
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Read the pictures, ask for what they do not show, and print the score sheets."""
    codebook, sizes = Codebook.load(), settings.table.kit_sizes()
    reader = Reader(codebook)
    views = [look_at(path.name, load_image(path), reader, codebook, sizes) for path in args.images]
    table = put_together(views, codebook, args.seats)
    _tell((remark("score.nothing", picture=view.picture) for view in views if not view.boards), output)
    _tell((*table.remarks, *table.contradictions), output)
    if table.contradictions:
        return FAILED
    cities, remarks = final_cities(table)
    _tell(remarks, output)
    game = _counted(args, table, cities, output)
    if game is None:
        return FAILED
    output.line({"seats": rows(game)})
    _tell_cities(game, output)
    return 0


def rows(game: Game) -> list[dict[str, object]]:
    """Every city and its score, as JSON has it; the Free City has no coins and no score."""
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


def _counted(args: argparse.Namespace, table: SeenTable, cities: Sequence[FinalCity], output: Output) -> Game | None:
    """The game with coins and tokens; None if something is missing, which is then said."""
    game = finished(cities, free_city=table.free_city)
    asker = _Asker(game, output)
    treasury = asker.complete(args.coins, "score.ask_coins", "score.missing_coins", coins)
    given = asker.complete(args.conflicts, "score.ask_conflicts", "score.missing_conflicts", sum_or_each)
    _tell(asker.missing, output)
    if asker.missing:
        return None
    passed = game.setup.leaders
    wrong = [seat for seat, number in enumerate(given) if number is not None and impossible(number, passed=passed)]
    if wrong:
        _tell((remark("score.no_such_tokens", wonder=cities[seat].wonder) for seat in wrong), output)
        return None
    fought = (tuple(city.conflict for city in finished(history).cities) for history in histories(cities))
    fights = (tuple(tuple(sorted(tokens)) for tokens in cities_) for cities_ in fought)
    settled = settle(given, fights, told_apart(game), [city.wonder for city in cities], passed=passed)
    _tell(settled.remarks, output)
    tokens = asker.fill(settled.tokens, "score.ask_each", "score.missing_each", each)
    _tell(asker.missing, output)
    if asker.missing:
        return None
    return counted(game, [Count(money or 0, got or ()) for money, got in zip(treasury, tokens, strict=True)])


class _Asker:
    """Somebody at the terminal, who is asked for what was not given; what is missing if there is nobody."""

    def __init__(self, game: Game, output: Output) -> None:
        self._game, self._output = game, output
        self._there = sys.stdin is not None and sys.stdin.isatty()
        self.missing: list[Remark] = []

    def complete(
        self, given: Listed[Value] | None, key: str, missing: str, read: Callable[[str], Value]
    ) -> list[Value | None]:
        """One value for each seat; the Free City's may be None."""
        wonders = [city.wonder.id for city in self._game.cities]
        values = given.by_seat(wonders, self._game.setup.free_city) if given else [None] * len(wonders)
        return self.fill(values, key, missing, read)

    def fill(
        self, values: Sequence[Value | None], key: str, missing: str, read: Callable[[str], Value]
    ) -> list[Value | None]:
        """The values, with what is None asked for; what then still is None is missing."""
        filled = list(values)
        open_ = []
        for seat, city in enumerate(self._game.cities):
            if filled[seat] is None and seat != self._game.setup.free_city:
                filled[seat] = self._ask(key, city.wonder.id, read)
                if filled[seat] is None:
                    open_.append(f"wonder.{city.wonder.id}")
        if open_:
            self.missing.append(Remark(missing, {"wonders": tuple(open_)}))
        return filled

    def _ask(self, key: str, wonder: str, read: Callable[[str], Value]) -> Value | None:
        """Ask until it is answered; None at the end of the input."""
        while self._there:
            sys.stderr.write(self._output.words.say(key, wonder=wonder) + " ")
            sys.stderr.flush()
            line = sys.stdin.readline()
            self._there = bool(line)
            try:
                return read(line.strip())
            except ValueError:
                continue
        return None


def _tell(remarks: Iterable[Remark], output: Output) -> None:
    for said in remarks:
        output.complain(said.key, **said.filled(output.words))


def _tell_cities(game: Game, output: Output) -> None:
    for seat, city in enumerate(game.cities):
        output.say(
            "score.city",
            seat=seat,
            wonder=city.wonder.id,
            side=city.wonder.side,
            coins=city.coins,
            stages=city.stages,
            structures=output.words.listed(output.words.say(f"card.{card}") for card in city.cards) or "-",
        )
    tell_scores(game, output)


def _list(option: str, read: Callable[[str], Value]) -> Callable[[str], Listed[Value]]:
    def parse(text: str) -> Listed[Value]:
        try:
            return listed(option, text, read)
        except ValueError as problem:
            raise ArgumentTypeError(f"{text!r} is no list such as 3,7,12 or giza=3,rhodes=7") from problem

    return parse


def _wonders(text: str) -> tuple[str, ...]:
    return tuple(wonder.strip().lower() for wonder in text.split(","))
