"""A position in one line of text, as FEN is for chess; docs/engine.md describes it.

    second 3 left 2.4; giza:night 7 1 1,-1 quarry,well/altar; rhodes:day 3 0 - /; olympia:day 0 2 - loom/; pile 3,baths

There is one text for each position: what is read is what would be written.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote, unquote

from engine.game.game import Game
from engine.game.position import description
from engine.model.catalogue import Catalogue
from engine.model.editions import COLOURS, EDITIONS, leader_row, read_leader
from engine.model.errors import IllegalAction, ImpossiblePosition, Reason, WondertableError, reason
from engine.model.setup import RULINGS, Setup
from engine.model.state import Phase
from engine.record.action_lines import line_of, number, read_line

BETWEEN = "; "
EMPTY = "-"
RAISED = "*"
TOKENS = ("debt", "diplomacy")
"""Of Cities."""
COPIES, FREE_USED, LEADERS = "copies=", "free_used", "leaders="


def write_position(game: Game) -> str:
    """The notation of a game's moment: the position when the turn began, and the actions that were given since."""
    begun = game.since_turn()
    assert begun.origin is not None
    said = description(begun.origin)
    boards = (f"{wonder}:{side}" for wonder, side in begun.setup.seats)
    cities = (f"{board} {_city_words(city)}" for board, city in zip(boards, said["cities"], strict=True))
    pile = f"pile {_pile_words(said['pile'])}"
    return BETWEEN.join((" ".join(_head(begun.setup, said)), *cities, pile, *map(line_of, begun.actions)))


def read_position(text: str, editions: Mapping[str, Catalogue] = EDITIONS) -> Game:
    """The game that a notation says; `editions`: what is printed, by edition.

    Raises ImpossiblePosition with every reason against it.
    """
    return _Reader(text, editions).game()


def _head(setup: Setup, said: Mapping[str, Any]) -> Iterable[str]:
    yield from (setup.edition, str(setup.rulings), setup.prefer, _moment_word(said))
    if setup.expansions:
        yield f"expansions={','.join(setup.expansions)}"
    if setup.free_city is not None:
        yield f"free_city={setup.free_city}"
    if setup.leaders:
        yield "leaders"
    if setup.blank is not None:
        yield f"blank={quote(json.dumps(leader_row(setup.blank)), safe='')}"
    if any(setup.names):
        yield f"names={','.join(quote(name, safe='') for name in setup.names)}"


def _moment_word(said: Mapping[str, Any]) -> str:
    if said["phase"] == Phase.OVER:
        return str(Phase.OVER)
    return f"{said['age']}.{said['turn'] if said['phase'] == Phase.TURN else said['phase']}"


def _city_words(city: Mapping[str, Any]) -> str:
    old, new = _marked(city["cards"][: city["before"]], ()), _marked(city["cards"][city["before"] :], city["raised"])
    words = [str(city["coins"]), str(city["stages"]), _list(map(str, city["conflict"])), f"{old}/{new}"]
    if city["leaders"]:
        words.append(f"{LEADERS}{','.join(city['leaders'])}")
    if city["copies"] is not None:
        words.append(f"{COPIES}{city['copies']}")
    if city["free_used"]:
        words.append(FREE_USED)
    return " ".join((*words, *(f"{name}={city[name]}" for name in TOKENS if city[name])))


def _marked(cards: Iterable[str], raised: Iterable[str]) -> str:
    return ",".join(f"{card}{RAISED}" if card in raised else card for card in cards)


def _list(words: Iterable[str]) -> str:
    return ",".join(words) or EMPTY


def _pile_words(pile: Iterable[str | None]) -> str:
    """Known cards by their ids; of the others, how many lie there one after another."""
    words: list[str] = []
    unseen = 0
    for card in (*pile, ""):
        if card is None:
            unseen += 1
            continue
        words += ([str(unseen)] if unseen else []) + ([card] if card else [])
        unseen = 0
    return _list(words)


class _Reader:
    """Reads a notation once, and keeps every reason against it."""

    def __init__(self, text: str, editions: Mapping[str, Catalogue]) -> None:
        self.text, self.editions = text, editions
        self.against: list[Reason] = []

    def game(self) -> Game:
        """The game; ImpossiblePosition."""
        head, *parts = self.text.split(BETWEEN)
        pile = next((place for place, part in enumerate(parts) if part.startswith("pile ")), None)
        if pile is None:
            raise ImpossiblePosition((_bad("pile", EMPTY),))
        options = self._options(head)
        seats, cities = self._seats(parts[:pile])
        options["pile"] = self._value("pile", _read_pile, parts[pile].removeprefix("pile "), ())
        game = self._placed(seats, cities, options)
        for number_of, line in enumerate(parts[pile + 1 :], start=1):
            game = self._acted(game, f"action {number_of}", line)
        if not self.against and (written := write_position(game)) != self.text:
            self.against.append(reason("not_as_written", text=self.text, expected=written))
        if self.against:
            raise ImpossiblePosition(tuple(self.against))
        return game

    def _value(self, field: str, read: Callable[[str], Any], word: str, otherwise: Any) -> Any:
        try:
            return read(word)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, WondertableError):
            self.against.append(_bad(field, word))
            return otherwise

    def _options(self, head: str) -> dict[str, Any]:
        """The options of the game, and its moment."""
        words = dict(zip(("edition", "rulings", "prefer", "moment"), head.split(" "), strict=False))
        options: dict[str, Any] = {
            "catalogue": self._value("edition", self.editions.__getitem__, words["edition"], None)
        }
        options["rulings"] = self._value("rulings", number, words.get("rulings", ""), RULINGS)
        options["prefer"] = words.get("prefer", "")
        options |= self._value("moment", _read_moment, words.get("moment", ""), {})
        for word in head.split(" ")[4:]:
            name, _, value = word.partition("=")
            if name in OPTIONS:
                options[name] = self._value(name, OPTIONS[name], value, None)
            else:
                self.against.append(_bad("options", word))
        return options

    def _seats(self, parts: Iterable[str]) -> tuple[list[tuple[str, str]], list[dict[str, Any]]]:
        seats, cities = [], []
        for seat, part in enumerate(parts):
            board, *words = part.split(" ")
            wonder, _, side = board.partition(":")
            seats.append((wonder, side))
            cities.append(self._city(seat, words))
        return seats, cities

    def _city(self, seat: int, words: list[str]) -> dict[str, Any]:
        if len(words) < len(CITY):
            self.against.append(_bad(f"seat {seat}", " ".join(words)))
            return {}
        city: dict[str, Any] = {}
        for (field, read), word in zip(CITY.items(), words, strict=False):
            city |= self._value(f"{field} {seat}", read, word, {})
        for word in words[len(CITY) :]:
            if word.startswith(LEADERS):
                city["leaders"] = word.removeprefix(LEADERS).split(",")
            elif word.startswith(COPIES):
                city["copies"] = word.removeprefix(COPIES)
            elif word == FREE_USED:
                city["free_used"] = True
            elif word.partition("=")[0] in TOKENS:
                name, _, count = word.partition("=")
                city[name] = self._value(f"{name} {seat}", number, count, 0)
            else:
                self.against.append(_bad(f"seat {seat}", word))
        return city

    def _placed(self, seats: list[tuple[str, str]], cities: list[dict[str, Any]], options: dict[str, Any]) -> Game:
        """The position; what can still be asked about it is asked also where something else is wrong."""
        try:
            return Game.position(seats, cities, **options)
        except ImpossiblePosition as problem:
            self.against += problem.reasons
        except WondertableError as problem:  # boards that cannot be played together
            self.against.append(_bad("seats", " ".join(map(str, problem.placeholders.values()))))
        raise ImpossiblePosition(tuple(self.against))

    def _acted(self, game: Game, field: str, line: str) -> Game:
        action = self._value(field, read_line, line, None)
        if action is None:
            return game
        try:
            return game.apply(action)
        except IllegalAction as problem:
            self.against += (_bad(field, line), *problem.reasons)
            return game


def _bad(field: str, value: object) -> Reason:
    return reason("bad_field", field=field, value=value)


def _read_moment(word: str) -> dict[str, Any]:
    if word == Phase.OVER:
        return {"phase": word}
    age, phase = word.split(".")
    return {"age": number(age), **({"turn": number(phase)} if phase.isdigit() else {"phase": Phase(phase)})}


def _read_cards(word: str) -> dict[str, Any]:
    old, new = (part.split(",") if part else [] for part in word.split("/"))
    cards = [*old, *(card.removesuffix(RAISED) for card in new)]
    return {"cards": cards, "before": len(old), "raised": sorted({c.removesuffix(RAISED) for c in new if RAISED in c})}


def _read_pile(word: str) -> list[str | None]:
    pile: list[str | None] = []
    for one in _items(word):
        pile += [None] * number(one) if one.isdigit() else [one]
    return pile


def _items(word: str) -> list[str]:
    return [] if word == EMPTY else word.split(",")


CITY: dict[str, Callable[[str], dict[str, Any]]] = {
    "coins": lambda word: {"coins": number(word)},
    "stages": lambda word: {"stages": number(word)},
    "tokens": lambda word: {"conflict": [int(one) for one in _items(word)]},
    "structures": _read_cards,
}
"""How the words of a seat after its board are read, in this order."""
OPTIONS: dict[str, Callable[[str], Any]] = {
    "expansions": lambda value: tuple(value.split(",")),
    "free_city": number,
    "leaders": lambda _: True,
    "blank": lambda value: read_leader(json.loads(unquote(value)), COLOURS),
    "names": lambda value: [unquote(name) for name in value.split(",")],
}
"""How the options after the moment are read."""
