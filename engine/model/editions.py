"""The editions of the game, read from data files.

`editions.json` names each edition's folders. A folder holds the rows that it adds in `structures.json`, `wonders.json`
and `leaders.json`; each file is optional. A row whose id is already known changes only the fields that it gives; the
ids in `without` are taken out first. So the second edition is the first one and what differs.

An expansion is one more folder, whose name is that of its set. Its new rows belong to that set; what it changes and
takes out holds only in games that are played with it (`played_with`). `set.json` says what else it brings: `turns` more
in every age, and `colours` of structures, each with the category in which it is scored, and how many more than players
are `drawn` for the deck of every age in which there are any.
"""

import copyreg
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from engine.model import effects
from engine.model.catalogue import (
    BASE,
    LAST_TURN,
    LEADERS,
    Card,
    Catalogue,
    Cost,
    Layer,
    Leader,
    Printing,
    Row,
    Stage,
    Wonder,
)
from engine.model.effects import ANY_SYMBOL, Colour, Counted, Effect, LastingEffect, Per, Side, Symbol, Whom
from engine.model.errors import DataError, ImpossibleSetup, UnknownName
from engine.model.resources import RESOURCES, bundle

Rows = dict[tuple[str, ...], Row]
"""The rows of a kind by id; those of wonders by id and side."""
FILES = ("structures", "wonders", "leaders")
SET = "set"
KINDS: dict[str, type[Effect]] = {
    re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower(): kind
    for name, kind in vars(effects).items()
    if isinstance(kind, type) and issubclass(kind, Effect) and kind not in {Effect, LastingEffect}
}
"""The effects by their words in data files."""
KINDS["build_from_discard"] = KINDS.pop("structure_from_discard")


def load_catalogue(
    *folders: Traversable,
    expansions: Mapping[str, Traversable] = MappingProxyType({}),
    edition: str = "first",
    fewest_players: int = 2,
) -> Catalogue:
    """The catalogue of these folders of data, each of which adds to those before it; DataError names a bad one.

    `expansions`: further folders, by the set to which their rows belong.
    """
    layers: list[Layer] = []
    catalogue = None
    for expansion, folder in (*(("", folder) for folder in folders), *expansions.items()):
        try:
            layers.append((expansion, _read(folder)))
            catalogue = _catalogue(tuple(layers), edition, fewest_players, tuple(expansions))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, UnknownName) as problem:
            raise DataError("bad_data", folder=str(folder), problem=repr(problem)) from problem
    if catalogue is None:
        raise DataError("bad_data", folder="", problem="no folder")
    return _catalogue(tuple(layers), edition, fewest_players, ())


def _read(folder: Traversable) -> Mapping[str, Row]:
    """The data files of a folder, by kind; FileNotFoundError if there is none."""
    places = {kind: folder / f"{kind}.json" for kind in (*FILES, SET)}
    found = {kind: json.loads(place.read_text("utf-8")) for kind, place in places.items() if place.is_file()}
    if not found:
        raise FileNotFoundError(str(folder))
    return found


def _add(known: Rows, data: Row, kind: str, expansion: str, played: bool) -> None:
    """Take out, change and add rows as a data file says; of an expansion that is not played, add only new rows."""
    for ident in data.get("without", ()) if played else ():
        gone = [key for key in known if key[0] == ident]
        if not gone:
            raise KeyError(ident)
        for key in gone:
            del known[key]
    for row in data[kind]:
        key = (row["id"], row["side"]) if kind == "wonders" else (row["id"],)
        if key not in known:
            known[key] = {**row, "set": expansion} if expansion else row
        elif played:
            known[key] = {**known[key], **row}


def _catalogue(layers: tuple[Layer, ...], edition: str, fewest_players: int, played: tuple[str, ...]) -> Catalogue:
    rows: dict[str, Rows] = {kind: {} for kind in FILES}
    for expansion, layer in layers:
        for kind in FILES:
            if kind in layer:
                _add(rows[kind], layer[kind], kind, expansion, not expansion or expansion in played)
    sets = [(expansion, layer.get(SET, {})) for expansion, layer in layers]
    known = {name: colour for _, row in sets for name, colour in row.get("colours", {}).items()}
    in_play = [row for expansion, row in sets if not expansion or expansion in played]
    colours = {name: colour for row in in_play for name, colour in row.get("colours", {}).items()}
    names = (*Colour, *(name for name in known if name not in set(Colour)))
    return Catalogue(
        cards=MappingProxyType({card.id: card for card in (_card(row, names) for row in rows["structures"].values())}),
        wonders=MappingProxyType(
            {(one.id, one.side): one for one in (_wonder(row, names) for row in rows["wonders"].values())}
        ),
        leaders=MappingProxyType(
            {one.id: one for one in (read_leader(row, names) for row in rows["leaders"].values())}
        ),
        edition=edition,
        fewest_players=fewest_players,
        colours=names,
        categories=MappingProxyType({name: row["category"] for name, row in colours.items() if "category" in row}),
        drawn=MappingProxyType({name: row["drawn"] for name, row in colours.items() if "drawn" in row}),
        last_turn=sum(row.get("turns", 0) for row in in_play) or LAST_TURN,
        layers=layers,
        played=played,
    )


@lru_cache(maxsize=64)
def played_with(catalogue: Catalogue, expansions: tuple[str, ...]) -> Catalogue:
    """The catalogue as it is in games with these expansions: what they change and take out, and nothing of others."""
    played = tuple(expansion for expansion in catalogue.expansions if expansion in expansions)
    if played == catalogue.played:
        return catalogue
    return _catalogue(catalogue.layers, catalogue.edition, catalogue.fewest_players, played)


def _card(row: Row, colours: Sequence[str]) -> Card:
    if row["colour"] not in colours:
        raise ValueError(row["colour"])
    effects = row["effects"] if "effects" in row else [row["effect"]]
    return Card(
        id=row["id"],
        name=row["name"],
        colour=next(colour for colour in colours if colour == row["colour"]),
        cost=_cost(row["cost"]),
        effects=tuple(read_effect(effect, colours) for effect in effects),
        chain_from=tuple(row["chain_from"]),
        chain_to=tuple(row["chain_to"]),
        printings=tuple(Printing(**printing) for printing in row["printings"]),
        set=row.get("set", BASE),
        unconfirmed=tuple(row.get("unconfirmed", ())),
    )


def _wonder(row: Row, colours: Sequence[str]) -> Wonder:
    return Wonder(
        id=row["id"],
        name=row["name"],
        side=row["side"],
        resource=row["resource"],
        stages=tuple(
            Stage(_cost(stage["cost"]), tuple(read_effect(effect, colours) for effect in stage["effects"]))
            for stage in row["stages"]
        ),
        powers=tuple(read_effect(effect, colours) for effect in row.get("powers", ())),
        set=row.get("set", BASE),
    )


def read_leader(row: Mapping[str, Any], colours: Sequence[str]) -> Leader:
    """A leader from its row in a data file."""
    effects = tuple(read_effect(effect, colours) for effect in row["effects"])
    return Leader(row["id"], row["name"], row["coins"], effects, row.get("set", LEADERS), row.get("coins_per_age", 0))


def leader_row(leader: Leader) -> dict[str, Any]:
    """The row of a leader in a data file."""
    words = {kind: word for word, kind in KINDS.items()}
    effects = [{"kind": words[type(effect)], **vars(effect)} for effect in leader.effects]
    row = {"id": leader.id, "name": leader.name, "coins": leader.coins, "effects": effects}
    return {**row, "coins_per_age": leader.coins_per_age} if leader.coins_per_age else row


def _cost(row: dict[str, Any]) -> Cost:
    cost = Cost(row["coins"], row["resources"])
    bundle(cost.resources)
    return cost


def read_effect(row: Row, colours: Sequence[str]) -> Effect:
    """An effect from its row in a data file."""
    kind: Callable[..., Effect] = KINDS[row["kind"]]
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items() if name != "kind"}
    for name in ("who", "sides"):
        if name in values:
            values[name] = tuple(map(Side, values[name]))
    if "whom" in values:
        values["whom"] = Whom(row["whom"])
    effect = kind(**values)
    if (field := bad_field_of_effect(effect, colours)) is not None:
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
    "whom": _one_of(*Whom),
    "per": lambda value: value is None or value in set(Counted),
    "age": lambda value: value in (0, 1, 2, 3),
    "own": lambda value: value is None or _is_number(value),
}
"""Whether a value fits a field of an effect; the fields that are not listed are numbers, or name colours."""
COUNTED = frozenset(Counted) - {Counted.AGE}
COLOURED: dict[str, frozenset[str]] = {
    "what": COUNTED,
    "colours": frozenset(),
    "colour": frozenset(),
    "on": frozenset({Counted.STAGES}),
}
"""Fields that name a colour, or several; and what they may name besides."""


def bad_field_of_effect(effect: object, colours: Sequence[str] = tuple(Colour)) -> str | None:
    """The first field whose value no effect can have; "kind" if it is no effect; None if it is in order."""
    if type(effect) not in KINDS.values():
        return "kind"
    return next((name for name in vars(effect) if not _fits(effect, name, colours)), None)


def _fits(effect: object, name: str, colours: Sequence[str]) -> bool:
    value = getattr(effect, name)
    if name not in COLOURED:
        return FIELDS.get(name, _is_number)(value)
    named = _one_of(*colours, *COLOURED[name])
    if name == "colours" or isinstance(effect, Per):
        return _each(named)(value)
    return named(value) or (value is None and isinstance(effect, effects.FreeStructure))


def bad_field_of_leader(leader: Leader, colours: Sequence[str] = tuple(Colour)) -> str | None:
    """The first field of a leader that cannot be played; None if it is in order."""
    fits: dict[str, Callable[[object], bool]] = {
        "id": lambda value: isinstance(value, str) and IDENT.fullmatch(value) is not None,
        "name": lambda value: isinstance(value, str),
        "coins": _is_number,
        "coins_per_age": _is_number,
        "effects": lambda value: isinstance(value, tuple),
    }
    bad = (name for name, fit in fits.items() if not fit(getattr(leader, name, None)))
    return next(bad, None) or next(filter(None, (bad_field_of_effect(one, colours) for one in leader.effects)), None)


def _load_editions() -> Mapping[str, Catalogue]:
    """The catalogue of every edition, in the order in which they appeared; DataError."""
    data = files(__name__.partition(".")[0]) / "data"
    editions: dict[str, Row] = json.loads((data / "editions.json").read_text("utf-8"))
    return MappingProxyType(
        {
            edition: load_catalogue(
                *(data / folder for folder in row["data"]),
                expansions={name: data / name for name in row["expansions"]},
                edition=edition,
                fewest_players=row["fewest_players"],
            )
            for edition, row in editions.items()
        }
    )


EDITIONS = _load_editions()
"""The catalogue of each edition: "first" (2010) and "second" (2020)."""
CATALOGUE = EDITIONS["first"]
COLOURS = tuple(dict.fromkeys(colour for edition in EDITIONS.values() for colour in edition.colours))
"""The colours of structures, in the order in which they are listed.

A blank leader may name them; `setup.check` asks for those of its edition.
"""


def _reduce(catalogue: Catalogue) -> tuple[Callable[..., Catalogue], tuple[object, ...]]:
    """How a catalogue is pickled: an edition by its name, others with their rows."""
    if (known := EDITIONS.get(catalogue.edition)) is not None and known.layers is catalogue.layers:
        return _of_edition, (catalogue.edition, catalogue.played)
    return _catalogue, (catalogue.layers, catalogue.edition, catalogue.fewest_players, catalogue.played)


def _of_edition(edition: str, played: tuple[str, ...]) -> Catalogue:
    return played_with(edition_named(edition), played)


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
    known = [(board, edition) for board in boards for edition in EDITIONS.values() if board in edition.wonders]
    first = known[0][1] if known else CATALOGUE
    for (wonder, side), edition in known:
        if edition is not first:
            raise ImpossibleSetup("editions_mixed", wonder=wonder, side=side)
    return first
