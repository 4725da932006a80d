"""The umpire of a station: the seats show their cards to a camera one after the other; each is booked at once."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from device.umpire.contradictions import ENDED
from device.umpire.new_cards import NewCard, under_token
from device.umpire.proposals import entered_plan, propose
from device.umpire.ruling import Ruling, Situation, UmpireMemory
from device.umpire.station.shown_pictures import NOT_COUNTED, another_copy, identify, is_booked
from device.umpire.table import card_notice
from display.messages.choices import ASKED_PHASES, choice_questions
from display.messages.events import Booked
from display.messages.questions import Notice, Question
from engine import Action, ChooseLeader, Game
from vision.kit.codebook import REPEATED, Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Item, Scene

CARDS = frozenset({StickerKind.CARD, StickerKind.LEADER, *REPEATED})
"""Stickers that say what a seat does; the discard mat's sticker says that it discards."""


def turn_order(game: Game, in_secret: Collection[int] = ()) -> tuple[int, ...]:
    """The seats that show a card, in order: clockwise, the Free City after the seat that plays for it.

    `in_secret`: seats that have entered on a telephone what they do.
    """
    waiting = list(game.to_act_without(in_secret))
    free_city = game.setup.free_city
    if free_city in waiting and game.controller in waiting:
        waiting.remove(free_city)
        waiting.insert(waiting.index(game.controller) + 1, free_city)
    return tuple(waiting)


def whose_turn(game: Game, in_secret: Collection[int] = ()) -> int | None:
    """The seat that shows the next card."""
    return next(iter(turn_order(game, in_secret)), None)


def action_without_card(game: Game, seat: int) -> Action | None:
    """What the seat does if it shows the discard mat's sticker, or if ADVANCE is pressed when it is its turn."""
    return None if game.phase in ASKED_PHASES | ENDED else game.idle_action(seat)


def new_item(scene: Scene, dealt_with: int) -> Item | None:
    """What is shown and was not dealt with yet. What lay there before the camera looked is not sure, so not new."""
    return next((item for item in scene.items if item.track > dealt_with and item.sure), None)


@dataclass(frozen=True, slots=True)
class StationUmpire:
    """Takes what is shown as the action of the seat whose turn it is.

    `owned`: (edition, lowest code) of a card -> how many copies the owner has counted, for cards known by pictures.
    """

    codebook: Codebook
    sizes: KitSizes = KitSizes()
    owned: Mapping[tuple[str, int], int] = field(default_factory=lambda: NOT_COUNTED)

    def judge(self, situation: Situation, memory: UmpireMemory, *, close: bool) -> Ruling:
        """Rule on what is shown now. `close`: the next seat acts without a card.

        A card that was dealt with is ignored until it has been taken away.
        """
        scene, game, booked = situation.scene, situation.game, situation.booked
        seat, item = whose_turn(game, situation.in_secret), new_item(scene, memory.shown)
        plans = MappingProxyType({acted: entered_plan(game, action) for acted, action in game.pending.items()})
        ruling = Ruling(memory, plans, choice_questions(game), _notices(situation, memory, self.codebook))
        if seat is None:
            return ruling
        shown = identify(item, seat, situation, memory, self.codebook, owned=self.owned) if item else None
        if isinstance(shown, Question):
            return replace(ruling, questions=(*ruling.questions, shown))
        if isinstance(shown, Notice):
            ruling, shown = replace(ruling, notices=(shown,)), None
        if item and shown:
            if shown.code in booked and item.by_picture is None and game.phase not in ASKED_PHASES:
                notice = card_notice(self.codebook, game, shown.code, "notice.shown_before", booked[shown.code])
                ruling = replace(ruling, notices=(notice,))
            else:
                entry = under_token(shown, game, self.codebook)
                ruling = _rule(situation, seat, item, NewCard(shown.code, entry, None, item.since), ruling)
        if close and not ruling.closing and not ruling.questions and (action := action_without_card(game, seat)):
            return _book(ruling, action, memory.shown)
        return ruling

    def card_in_question(self, situation: Situation, memory: UmpireMemory, seat: int) -> int | None:  # noqa: ARG002
        """The code that is shown, if it is this seat's turn."""
        items = situation.scene.items
        return items[-1].code if items and seat == whose_turn(situation.game, situation.in_secret) else None

    def hold(self, situation: Situation, memory: UmpireMemory) -> UmpireMemory:
        """The memory after an undo: what is still shown must be taken away first."""
        return UmpireMemory(shown=max([memory.shown, *(item.track for item in situation.scene.items)]))


def _notices(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> tuple[Notice, ...]:
    """What keeps the station from taking in what is shown."""
    if situation.scene.doubts:
        return (Notice("notice.one_at_a_time"),)
    items = [item for item in situation.scene.items if _may_count(item, memory.shown)]
    if not all(is_booked(item, situation.booked, codebook) for item in items):
        return (Notice("notice.show_again"),)
    remark = another_copy(situation, memory.shown, codebook)
    return (remark,) if remark else ()


def _may_count(item: Item, dealt_with: int) -> bool:
    """True if nobody knows whether a card was dealt with: it lay there at the start, or was out of sight since."""
    return item.maybe_another if item.track <= dealt_with else not item.sure


def _rule(situation: Situation, seat: int, item: Item, card: NewCard, ruling: Ruling) -> Ruling:
    game, entry = situation.game, card.card
    if game.phase in ASKED_PHASES:
        chosen = ChooseLeader(seat, entry.id)  # the one that the Courtesans Guild copies
        return replace(_book(ruling, chosen, item.track), questions=()) if game.can(chosen) else ruling
    if entry.kind is StickerKind.MAT and (action := action_without_card(game, seat)):
        return _book(ruling, action, item.track)
    if entry.kind not in CARDS:
        return ruling
    slot = game.cities[seat].stages + 1 if entry.kind is StickerKind.BACK else None
    exception = (seat, item.code) in ruling.memory.exceptions
    proposal = propose(game, seat, replace(card, slot=slot), 0, exception=exception)
    if proposal.action is None:
        return replace(ruling, questions=(proposal.question,) if proposal.question else ())
    code = None if card.code in situation.booked else proposal.code  # of its name, one copy more than the box has
    return _book(ruling, proposal.action, item.track, code)


def _book(ruling: Ruling, action: Action, shown: int, code: int | None = None) -> Ruling:
    return replace(ruling, memory=UmpireMemory(shown=shown), closing=(Booked(action, code, shown=True),))
