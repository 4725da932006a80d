"""The editions of the game, read from data files.

`editions.json` names each edition's folders. A folder holds the rows that it adds in `structures.json`, `wonders.json`
and `leaders.json`; each file is optional. A row whose id is already known changes only the fields that it gives; the
ids in `without` are taken out first. So the second edition is the first one and what differs, and an expansion is one
more folder.
"""

from __future__ import annotations

import copyreg
import json
import re
from dataclasses import asdict
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.model import effects
from engine.model.catalogue import BASE, Card, Catalogue, Cost, Leader, Printing, Stage, Wonder
from engine.model.effects import ANY_SYMBOL, Colour, Counted, Effect, Side, Symbol
from engine.model.errors import DataError, ImpossibleSetup, UnknownName
from engine.model.resources import RESOURCES, bundle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from importlib.resources.abc import Traversable

Row = dict[str, Any]
Rows = dict[tuple[str, ...], Row]
"""The rows of a kind by id; those of wonders by id and side."""
FILES = ("structures", "wonders", "leaders")
KINDS: dict[str, type[Effect]] = {
    "produce": effects.Produce,
    "points": effects.Points,
    "points_if_complete": effects.PointsIfComplete,
    "coins": effects.Coins,
    "shields": effects.Shields,
    "science": effects.Science,
    "discount": effects.Discount,
    "per": effects.Per,
    "seventh_card": effects.SeventhCard,
    "free_structure": effects.FreeStructure,
    "first_of_colour_free": effects.FirstOfColourFree,
    "first_of_age_free": effects.FirstOfAgeFree,
    "last_of_age_free": effects.LastOfAgeFree,
    "copy_guild": effects.CopyGuild,
    "build_from_discard": effects.StructureFromDiscard,
    "copy_leader": effects.CopyLeader,
    "draw_leaders": effects.DrawLeaders,
    "extra_leader": effects.ExtraLeader,
    "leader_price": effects.LeaderPrice,
    "one_less": effects.OneLess,
    "science_set": effects.ScienceSet,
    "bank_sale": effects.BankSale,
    "rebate": effects.Rebate,
    "per_set": effects.PerSet,
    "free_leaders": effects.FreeLeaders,
    "free_guilds": effects.FreeGuilds,
    "victory_coins": effects.VictoryCoins,
    "pass_defeats": effects.PassDefeats,
    "chain_coins": effects.ChainCoins,
    "colour_coins": effects.ColourCoins,
}


def load_catalogue(*folders: Traversable, edition: str = "first", fewest_players: int = 2) -> Catalogue:
    """The catalogue of these folders of data, each of which adds to those before it; DataError names a bad one."""
    rows: dict[str, Rows] = {kind: {} for kind in FILES}
    for folder in folders:
        try:
            for kind, found in _read(folder).items():
                _add(rows[kind], found, kind)
            catalogue = _catalogue(rows, edition, fewest_players)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, UnknownName) as problem:
            raise DataError("bad_data", folder=str(folder), problem=repr(problem)) from problem
    return catalogue


def _read(folder: Traversable) -> Mapping[str, Row]:
    """The data files of a folder, by kind; FileNotFoundError if there is none."""
    places = {kind: folder / f"{kind}.json" for kind in FILES}
    found = {kind: json.loads(place.read_text("utf-8")) for kind, place in places.items() if place.is_file()}
    if not found:
        raise FileNotFoundError(str(folder))
    return found


def _add(known: Rows, data: Row, kind: str) -> None:
    """Take out, change and add rows as a data file says."""
    for ident in data.get("without", ()):
        gone = [key for key in known if key[0] == ident]
        if not gone:
            raise KeyError(ident)
        for key in gone:
            del known[key]
    for row in data[kind]:
        key = (row["id"], row["side"]) if kind == "wonders" else (row["id"],)
        known[key] = {**known.get(key, {}), **row}


def _catalogue(rows: Mapping[str, Rows], edition: str, fewest_players: int) -> Catalogue:
    cards = {card.id: card for card in map(_card, rows["structures"].values())}
    wonders = {(wonder.id, wonder.side): wonder for wonder in map(_wonder, rows["wonders"].values())}
    leaders = {leader.id: leader for leader in map(read_leader, rows["leaders"].values())}
    return _catalogue_of(cards, wonders, leaders, edition, fewest_players)


def _catalogue_of(
    cards: dict[str, Card],
    wonders: dict[tuple[str, str], Wonder],
    leaders: dict[str, Leader],
    edition: str,
    fewest_players: int,
) -> Catalogue:
    return Catalogue(
        MappingProxyType(cards), MappingProxyType(wonders), MappingProxyType(leaders), edition, fewest_players
    )


def _card(row: dict[str, Any]) -> Card:
    return Card(
        id=row["id"],
        name=row["name"],
        colour=Colour(row["colour"]),
        cost=_cost(row["cost"]),
        effect=read_effect(row["effect"]),
        chain_from=tuple(row["chain_from"]),
        chain_to=tuple(row["chain_to"]),
        printings=tuple(Printing(**printing) for printing in row["printings"]),
        set=row.get("set", BASE),
        unconfirmed=tuple(row.get("unconfirmed", ())),
    )


def _wonder(row: dict[str, Any]) -> Wonder:
    return Wonder(
        id=row["id"],
        name=row["name"],
        side=row["side"],
        resource=row["resource"],
        stages=tuple(Stage(_cost(stage["cost"]), tuple(map(read_effect, stage["effects"]))) for stage in row["stages"]),
        powers=tuple(map(read_effect, row.get("powers", ()))),
        set=row.get("set", BASE),
    )


def read_leader(row: Mapping[str, Any]) -> Leader:
    """A leader from its row in a data file."""
    return Leader(row["id"], row["name"], row["coins"], tuple(map(read_effect, row["effects"])))


def leader_row(leader: Leader) -> dict[str, Any]:
    """The row of a leader in a data file."""
    words = {kind: word for word, kind in KINDS.items()}
    effects = [{"kind": words[type(effect)], **asdict(effect)} for effect in leader.effects]
    return {"id": leader.id, "name": leader.name, "coins": leader.coins, "effects": effects}


def _cost(row: dict[str, Any]) -> Cost:
    cost = Cost(row["coins"], row["resources"])
    bundle(cost.resources)
    return cost


def read_effect(row: dict[str, Any]) -> Effect:
    """An effect from its row in a data file."""
    kind: Callable[..., Effect] = KINDS[row["kind"]]
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items() if name != "kind"}
    for name in ("who", "sides"):
        if name in values:
            values[name] = tuple(map(Side, values[name]))
    effect = kind(**values)
    if (field := bad_field_of_effect(effect)) is not None:
        raise ValueError(field)
    return effect


HIGHEST_PRINTED = 99
"""Coins, points and so on of one printed thing."""
IDENT = re.compile("[a-z][a-z0-9_]*")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST_PRINTED


def _is_letters(value: object) -> bool:
    return isinstance(value, str) and value != "" and set(value) <= set(RESOURCES)


def _each(allowed: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, tuple) and value != () and all(map(allowed, value))


def _one_of(*allowed: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in allowed


FIELDS: dict[str, Callable[[object], bool]] = {
    "units": _each(_is_letters),
    "tradable": lambda value: isinstance(value, bool),
    "resources": _is_letters,
    "symbol": _one_of(*Symbol, ANY_SYMBOL),
    "sides": _each(_one_of(Side.LEFT, Side.RIGHT)),
    "who": _each(_one_of(*Side)),
    "what": _each(_one_of(*Colour, *Counted)),
    "colours": _each(_one_of(*Colour)),
    "colour": _one_of(*Colour),
    "on": _one_of(*Colour, Counted.STAGES),
    "own": lambda value: value is None or _is_number(value),
}
"""Whether a value fits a field of an effect; the fields that are not listed are numbers."""


def bad_field_of_effect(effect: object) -> str | None:
    """The first field whose value no effect can have; "kind" if it is no effect; None if it is in order."""
    if type(effect) not in KINDS.values():
        return "kind"
    names: tuple[str, ...] = getattr(effect, "__slots__", ())
    return next((name for name in names if not FIELDS.get(name, _is_number)(getattr(effect, name))), None)


def bad_field_of_leader(leader: Leader) -> str | None:
    """The first field of a leader that cannot be played; None if it is in order."""
    fits: dict[str, Callable[[object], bool]] = {
        "id": lambda value: isinstance(value, str) and IDENT.fullmatch(value) is not None,
        "name": lambda value: isinstance(value, str),
        "coins": _is_number,
        "effects": lambda value: isinstance(value, tuple),
    }
    bad = (name for name, fit in fits.items() if not fit(getattr(leader, name, None)))
    return next(bad, None) or next(filter(None, map(bad_field_of_effect, leader.effects)), None)


def _load_editions() -> Mapping[str, Catalogue]:
    """The catalogue of every edition, in the order in which they appeared; DataError."""
    data = files(__name__.partition(".")[0]) / "data"
    editions: dict[str, Row] = json.loads((data / "editions.json").read_text("utf-8"))
    return MappingProxyType(
        {
            edition: load_catalogue(
                *(data / folder for folder in row["data"]), edition=edition, fewest_players=row["fewest_players"]
            )
            for edition, row in editions.items()
        }
    )


EDITIONS = _load_editions()
"""The catalogue of each edition: "first" (2010) and "second" (2020)."""
CATALOGUE = EDITIONS["first"]


def _reduce(catalogue: Catalogue) -> tuple[Callable[..., Catalogue], tuple[object, ...]]:
    """How a catalogue is pickled: an edition by its name."""
    if EDITIONS.get(catalogue.edition) is catalogue:
        return edition_named, (catalogue.edition,)
    kinds = (dict(catalogue.cards), dict(catalogue.wonders), dict(catalogue.leaders))
    return _catalogue_of, (*kinds, catalogue.edition, catalogue.fewest_players)


copyreg.pickle(Catalogue, _reduce)


def edition_named(edition: str) -> Catalogue:
    """The catalogue of an edition; UnknownName."""
    try:
        return EDITIONS[edition]
    except (KeyError, TypeError):
        raise UnknownName("unknown_edition", edition=edition) from None


def known_card(card: str) -> Card | None:
    """The structure with this id in the first edition that has it, where the edition does not matter; None: unknown."""
    return next((edition.cards[card] for edition in EDITIONS.values() if card in edition.cards), None)


def known_board(wonder: str, side: str) -> Wonder | None:
    """This side of a wonder, of any edition; None: unknown."""
    board = (wonder, side)
    return next((edition.wonders[board] for edition in EDITIONS.values() if board in edition.wonders), None)


def edition_of(boards: Iterable[tuple[str, str]]) -> Catalogue:
    """The catalogue of the edition to which these boards (wonder, side) belong; the first one if none is known.

    Raises ImpossibleSetup if they are of different editions, which have different backs and are never mixed.
    """
    found: Catalogue | None = None
    for board in boards:
        for catalogue in EDITIONS.values():
            if board in catalogue.wonders:
                if found not in (None, catalogue):
                    raise ImpossibleSetup("editions_mixed", wonder=board[0], side=board[1])
                found = catalogue
    return found or CATALOGUE
