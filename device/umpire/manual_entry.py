"""Actions entered by hand: they are booked at once and can be entered again while their turn is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.umpire.new_cards import NewCard, expected_back
from display.messages.events import CardSeen
from engine import Build, BuildFromDiscard, BuildStage, Recruit, chosen_way
from vision.kit.codebook import StickerKind
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.umpire.ruling import Situation
    from display.messages.events import Booked
    from engine import Action, Game
    from vision.kit.codebook import Codebook
    from vision.scene import Item, Scene


def with_other_payment(game: Game, seat: int, index: int) -> Action | None:
    """What a seat has entered, paid in the way numbered `index`; None if there is no such way, or it is the same."""
    action = game.pending[seat]
    ways = game.ways_for(action)
    if not 0 <= index < len(ways) or chosen_way(action, ways) in (None, index):
        return None
    return ways[index].pay(action) if isinstance(action, (Build, BuildStage)) else None


def newly_seen(entries: Sequence[Booked], scene: Scene, codebook: Codebook) -> tuple[CardSeen, ...]:
    """The cards of actions entered by hand that lie in their cities now and were not seen before."""
    known = {entry.code for entry in entries}
    events = []
    for index, entry in enumerate(entries):
        if entry.code is None and isinstance(entry.action, (Build, BuildFromDiscard, Recruit)) and entry.action.card:
            code = _code_in_city(scene, codebook, entry.action.seat, entry.action.card, known)
            if code is not None:
                known.add(code)
                events.append(CardSeen(index, code))
    return tuple(events)


def _code_in_city(scene: Scene, codebook: Codebook, seat: int, card: str, known: set[int | None]) -> int | None:
    """The code of a card in this city that is not `known`; one that lies there clearly is preferred."""
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
class EnteredCard:
    """The card of an action that a seat entered in the open phase. `lies`: it is on the table."""

    card: NewCard
    lies: bool


def entered_card(situation: Situation, seat: int, codebook: Codebook) -> EnteredCard | None:
    """The card of what a seat has entered in the open phase; None if the action leaves nothing in its city."""
    scene, game = situation.scene, situation.game
    action = game.pending[seat]
    if isinstance(action, BuildStage):
        slot = game.cities[seat].stages + 1
        back = expected_back(game)
        found = [item for item in scene.items if (item.place, item.seat, item.slot) == (Place.STAGE, seat, slot)]
        entry = next((entry for entry in codebook if entry.kind is StickerKind.BACK and entry.id == back), None)
    elif isinstance(action, (Build, BuildFromDiscard, Recruit)) and action.card:
        slot = None
        kind = StickerKind.LEADER if isinstance(action, Recruit) else StickerKind.CARD
        entry = next((entry for entry in codebook if entry.kind is kind and entry.id == action.card), None)
        booked = situation.booked
        found = [item for item in scene.items if booked.get(item.code) == seat and _is(item, action.card, codebook)]
    else:
        return None
    if entry is None:
        return None
    since = min((item.since for item in found), default=scene.time)
    return EnteredCard(NewCard(entry.code, entry, slot, since), lies=bool(found))
