"""Cards that lie in a city and are not booked yet."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from device.ledger_check.age_log import AgeLog, Came, Spot, spot_of_item
from device.times import GESTURE, PUT_RIGHT_WITHIN, READ_WITHIN
from device.umpire.ruling import Situation, UmpireMemory
from display.messages.events import Booked
from engine import Build, BuildFromDiscard, BuildStage, CorrectCoins, Discard, Fight, Game, Phase, Recruit
from vision.kit.boxes import as_printed
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind
from vision.scene import Item, Place, Scene

LEADER_BACK = "leader"
"""The id of every leader's back in the codebook."""
RECRUITING = 0
"""The turn in which all recruit leaders."""


def expected_back(game: Game) -> str:
    """The codebook's id of the backs that are laid in this phase."""
    return LEADER_BACK if game.phase is Phase.RECRUIT else f"age_{game.age}"


def back_of(entry: Booked) -> str:
    """The codebook's id of the backs of the cards that were played in the phase of a past action."""
    return LEADER_BACK if entry.turn == RECRUITING else f"age_{entry.age}"


def backs_built(game: Game, closing: Iterable[Booked], codebook: Codebook) -> Sequence[int]:
    """The codes of the backs of the cards that these actions built from the discard pile."""
    backs = list[int | None]()
    for one in closing:
        if isinstance(one.action, BuildFromDiscard) and one.action.card is not None:
            entry = codebook.entry(one.code) if one.code is not None else None
            age = entry.age if entry else game.catalogue.card(one.action.card).ages[0]
            backs.append(codebook.back(f"age_{age}"))
    return [back for back in backs if back is not None]


def newest_in_pile(game: Game) -> int:
    """The age of the newest cards that the discard pile holds: of the open one if a card was put away in it."""
    played = [action for action in game.actions if not isinstance(action, CorrectCoins)]
    begun = max((number for number, action in enumerate(played, 1) if isinstance(action, Fight)), default=0)
    recruiting = len(game.cities) - (game.setup.free_city is not None) if game.setup.leaders else 0
    discarded = any(isinstance(action, Discard) for action in played[begun + recruiting :])
    return game.age if discarded or game.turn == game.last_turn else game.age - 1


def shows_stage_tokens(scene: Scene, codebook: Codebook) -> bool:
    """True if a stage token lies anywhere on the table: then the cards have no stickers on their backs."""
    entries = (codebook.entry(item.code) for item in scene.items)
    return any(entry is not None and entry.kind is StickerKind.STAGE_TOKEN for entry in entries)


def under_token(entry: CodebookEntry, game: Game, codebook: Codebook) -> CodebookEntry:
    """What a sticker on a stage stands for: a stage token for the back of this phase's cards, others for themselves."""
    if entry.kind is not StickerKind.STAGE_TOKEN:
        return entry
    return _first_entry(codebook, StickerKind.BACK, expected_back(game)) or entry


def _first_entry(codebook: Codebook, kind: StickerKind, id_: str) -> CodebookEntry | None:
    return next((entry for entry in codebook if (entry.kind, entry.id) == (kind, id_)), None)


@dataclass(frozen=True, slots=True)
class NewCard:
    """A front in a city (`slot` None), or a back under the board at a stage's `slot`, counted from 1.

    `code`: of the sticker that is seen. `card`: the codebook's entry for the side of the card that is up. `since`:
    camera time (s) since which it has not moved.
    `unseen_since`: camera time since which its place has been in plain sight without it, else None.
    `sure`: False if another seat or an older card is possible. `lies_until`: until when (camera time, s) it may lie
    there although it is not seen.
    """

    code: int
    card: CodebookEntry
    slot: int | None
    since: float
    sure: bool = True
    unseen_since: float | None = None
    lies_until: float = math.inf

    @property
    def name(self) -> str:
        """The card's id; for a back, that of its age."""
        return self.card.id

    @property
    def is_leader(self) -> bool:
        """True for a leader's front or back."""
        return self.card.kind is StickerKind.LEADER or self.card.id == LEADER_BACK

    @property
    def age(self) -> int | None:
        """The age printed on the side that is seen; None for leaders."""
        if self.slot is not None:
            age = self.card.id.removeprefix("age_")
            return int(age) if age.isdigit() else None
        return self.card.age

    def played_by(self, seat: int) -> Build | BuildStage | Recruit:
        """What a seat did that played this card, paid in the default way."""
        if self.slot is not None:
            return BuildStage(seat, self.slot)
        return Recruit(seat, self.name) if self.is_leader else Build(seat, self.name)


Cards = Mapping[int, tuple[NewCard, ...]]
"""The new cards of every seat, in the order in which they were laid."""


def find_new_cards(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> Cards:
    """The new cards of every seat, in the order in which they were laid, without those that were exchanged."""
    return without_exchanged(cards_that_lie(cards_that_came(situation, memory, codebook), situation.scene.time))


def signature(new_cards: Cards) -> frozenset[tuple[int, int]]:
    """(seat, code) of every new card: it changes when a card is laid, taken away or moved to another seat."""
    return frozenset((seat, card.code) for seat, cards in new_cards.items() for card in cards)


def cards_that_lie(cards: Cards, time: float) -> Cards:
    """Those of the cards that may lie there at this camera time (s)."""
    return {seat: tuple(card for card in each if time < card.lies_until) for seat, each in cards.items()}


def cards_that_came(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> Cards:
    """The cards of every seat that nobody has recorded, in the order in which they were laid, lying there or not."""
    game, log, last = situation.game, memory.log, memory.log.last_places
    codebook = as_printed(codebook, game.setup.edition)
    found: dict[int, list[NewCard]] = {seat: [] for seat in range(len(game.cities))}
    for spot, came in log.cities.items():
        seat, code, slot = spot
        entry, is_last = codebook.entry(came.code), code is None or last[code] == spot
        if entry and is_last and seat in found and _is_new(situation, memory, spot, came, entry.kind):
            sure = came.sure and (slot is None or _is_surely_new(came, log, seat, situation.entries))
            since = _lain_since(situation.scene, spot) if came.since is None else came.since
            card = under_token(entry, game, codebook)
            found[seat].append(NewCard(came.code, card, slot, since, sure, came.unseen, _lies_until(came)))
    return {seat: tuple(sorted(cards, key=lambda card: card.since)) for seat, cards in found.items()}


def _is_new(situation: Situation, memory: UmpireMemory, spot: Spot, came: Came, kind: StickerKind) -> bool:
    """True if nobody has recorded what came to a spot; a card over which another one was laid was exchanged for it.

    What lay there before anybody looked, and is not seen now, is not known.
    """
    seat, code, slot = spot
    if came.since is None and came.unseen is not None:
        return False
    if slot is not None:
        entered = isinstance(situation.game.pending.get(seat), BuildStage)
        return kind is not StickerKind.TOKEN and slot > situation.game.cities[seat].stages + entered
    known = code in situation.booked or (code, came.since) in memory.ignored
    return not known and not came.under and kind in (StickerKind.CARD, StickerKind.LEADER)


def _lain_since(scene: Scene, spot: Spot) -> float:
    """Since when (camera time, s) what lay there before anybody looked lies still."""
    return next((item.since for item in scene.items if spot_of_item(item) == spot), scene.time)


def _is_surely_new(came: Came, log: AgeLog, seat: int, entries: Iterable[Booked]) -> bool:
    """True if what came to a stage is no older one with the same back that was pushed there.

    Nor one from which a lower stage was recorded, as that was seen nowhere else.
    """
    stages = (entry for entry in entries if entry.seat == seat and isinstance(entry.action, BuildStage))

    def may_be(slot: int, recorded: Booked) -> bool:
        older = log.cities.get((seat, None, slot))
        if older is None:
            return not recorded.hand and not recorded.supposed
        pushed = older.unseen is not None and older.unseen - (came.since or 0.0) <= GESTURE
        return pushed and older.code == came.code

    return not any(may_be(slot, recorded) for slot, recorded in enumerate(stages, 1))


def _lies_until(came: Came) -> float:
    """Until when (camera time, s) a card may lie there although it is not seen: less long if a hand took it."""
    if came.unseen is None:
        return math.inf
    return came.unseen + (GESTURE if came.was_taken else READ_WITHIN)


def cards_elsewhere(game: Game, seats: Sequence[int], new_cards: Cards) -> tuple[tuple[NewCard, int], ...]:
    """Fronts in a neighbour's city that has several new cards, each with one of these `seats` that may have played it.

    The likeliest come first: where the second card came early, it is hardly one for the next turn.
    """
    count = len(game.cities)
    found = [
        (new_cards[beside][1].since, card.since, card, seat)
        for seat in seats
        for beside in dict.fromkeys(((seat - 1) % count, (seat + 1) % count))
        if len(new_cards[beside]) > 1
        for card in new_cards[beside]
        if card.slot is None and game.can(Build(seat, card.name))
    ]
    return tuple((card, seat) for *_, card, seat in sorted(found, key=lambda one: one[:2]))


def without_exchanged(new_cards: Cards) -> Cards:
    """The same cards but for those that are no longer seen although a newer one lies in the same city instead."""
    return {seat: _without_exchanged(cards) for seat, cards in new_cards.items()}


def _without_exchanged(cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """A card that is no longer seen has been exchanged for a newer one that was laid in the same city just before."""
    newest = max((card.since for card in cards if card.unseen_since is None), default=-math.inf)
    return tuple(
        card
        for card in cards
        if card.unseen_since is None or card.since >= newest or card.unseen_since - newest > PUT_RIGHT_WITHIN
    )


def is_card(item: Item, card: str, codebook: Codebook) -> bool:
    """True if this is a copy of the card, or the leader, with this id."""
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
        found = [item for item in scene.items if (item.place, item.seat, item.slot) == (Place.STAGE, seat, slot)]
        entry = _first_entry(codebook, StickerKind.BACK, expected_back(game))
    elif isinstance(action, (Build, BuildFromDiscard, Recruit)) and action.card:
        slot = None
        kind = StickerKind.LEADER if isinstance(action, Recruit) else StickerKind.CARD
        entry = _first_entry(codebook, kind, action.card)
        booked = situation.booked
        found = [item for item in scene.items if booked.get(item.code) == seat and is_card(item, action.card, codebook)]
    else:
        return None
    if entry is None:
        return None
    since = min((item.since for item in found), default=scene.time)
    return EnteredCard(NewCard(entry.code, entry, slot, since), lies=bool(found))
