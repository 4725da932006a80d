"""What is entered by hand: it is booked at once, and may be entered anew as long as its turn is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.messages.questions import Question
from device.umpire.expectations import back_of
from device.umpire.new_cards import NewCard
from engine import Build, BuildFromDiscard, BuildStage, Recruit
from vision.kit.codebook import StickerKind
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.session.ledger import Ledger
    from engine import Action, Game, SeatAction, Way
    from vision.kit.codebook import Codebook
    from vision.scene import Item, Scene

CONTRADICTED = "entered_otherwise"
"""The kind of the question whether a card is the next turn's or was played instead of what was entered."""
NEXT_CARD, INSTEAD = "next_card", "instead"


def place_of(game: Game, seat: int) -> int:
    """The number of the action by which a seat has acted in the open phase."""
    acted = game.pending[seat]
    return max(index for index, action in enumerate(game.actions) if action == acted)


def reopened(game: Game, seat: int) -> Game:
    """The game in which a seat that has acted in the open phase has not: nothing of it is resolved yet."""
    at = place_of(game, seat)
    pending = {other: action for other, action in game.pending.items() if other != seat}
    return replace(game, pending=MappingProxyType(pending), actions=(*game.actions[:at], *game.actions[at + 1 :]))


def ways_of(game: Game, action: SeatAction) -> tuple[Way, ...]:
    """Every way to pay for what was entered."""
    if isinstance(action, Build):
        return game.ways(action.seat, action.card)
    return game.stage_ways(action.seat) if isinstance(action, BuildStage) else ()


def way_chosen(action: SeatAction, ways: Sequence[Way]) -> int | None:
    """Which of the ways was entered; None if it is none of them."""
    pays, free = getattr(action, "pays", None), getattr(action, "free", False)
    return next((index for index, way in enumerate(ways) if (way.payment, way.kind == "free") == (pays, free)), None)


def paid_otherwise(game: Game, seat: int, index: int) -> Action | None:
    """What a seat has entered, paid for in the way numbered `index`; None if there is no such way."""
    action = game.pending[seat]
    ways = ways_of(game, action)
    if not 0 <= index < len(ways) or way_chosen(action, ways) in (None, index):
        return None
    if isinstance(action, Build):
        return replace(action, pays=ways[index].payment, free=ways[index].kind == "free")
    return replace(action, pays=ways[index].payment) if isinstance(action, BuildStage) else None


def recognised(ledger: Ledger, scene: Scene, codebook: Codebook) -> Ledger:
    """The ledger in which cards that were entered by hand are those that lie in their cities now."""
    known = {entry.code for entry in ledger.entries}
    for index, entry in enumerate(ledger.entries):
        if entry.code is None and isinstance(entry.action, (Build, BuildFromDiscard, Recruit)) and entry.action.card:
            code = _lying(scene, codebook, entry.action.seat, entry.action.card, known)
            if code is not None:
                known.add(code)
                ledger = ledger.seen(index, code)
    return ledger


def _lying(scene: Scene, codebook: Codebook, seat: int, card: str, known: set[int | None]) -> int | None:
    """The code of a card in this city that is none of the `known` ones, rather one that lies there clearly."""
    found = [
        item
        for item in scene.items
        if item.place is Place.CITY and item.seat == seat and item.code not in known and _is(item, card, codebook)
    ]
    return min(found, key=lambda item: (not item.sure, item.since)).code if found else None


def _is(item: Item, card: str, codebook: Codebook) -> bool:
    entry = codebook.entry(item.code)
    return entry is not None and entry.kind in (StickerKind.CARD, StickerKind.LEADER) and entry.id == card


@dataclass(frozen=True, slots=True)
class Entered:
    """What a seat has entered in the open phase as a card on the table; `lies`: it is there."""

    card: NewCard
    lies: bool


def entered_card(game: Game, seat: int, scene: Scene, booked: Mapping[int, int], codebook: Codebook) -> Entered | None:
    """The card of what a seat has entered in the open phase; None for what leaves nothing in its city."""
    action = game.pending[seat]
    if isinstance(action, BuildStage):
        slot = game.cities[seat].stages + 1
        found = [item for item in scene.items if (item.place, item.seat, item.slot) == (Place.STAGE, seat, slot)]
        entry = next(
            (entry for entry in codebook if entry.kind is StickerKind.BACK and entry.id == back_of(game)), None
        )
    elif isinstance(action, (Build, BuildFromDiscard, Recruit)) and action.card:
        slot = None
        kinds = (StickerKind.LEADER,) if isinstance(action, Recruit) else (StickerKind.CARD,)
        entry = next((entry for entry in codebook if entry.kind in kinds and entry.id == action.card), None)
        found = [item for item in scene.items if booked.get(item.code) == seat and _is(item, action.card, codebook)]
    else:
        return None
    if entry is None:
        return None
    since = min((item.since for item in found), default=scene.time)
    return Entered(NewCard(found[0].code if found else entry.code, entry, slot, since), lies=bool(found))


def contradicted(seat: int, card: NewCard) -> Question:
    """Something else was entered for this seat than the card that lies there."""
    return Question(seat, CONTRADICTED, {"card": card.name}, (NEXT_CARD, INSTEAD))
