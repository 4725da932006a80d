"""What a station takes a card for that it knows by its picture: a picture gives a name, and a name has copies."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from device.umpire.proposals import ANSWERS
from device.umpire.ruling import Situation, UmpireMemory
from display.messages.questions import Notice, Question
from engine import Game, Phase
from vision.kit.boxes import FURTHER_SETS, SETS, box
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind
from vision.scene import Item

WHICH_CARD = "which_card"
"""The kind of the question which of two cards is shown, of which neither is sure."""
SHOWN_TWICE = "shown_twice"
"""The kind of the question whether this is another copy of a card that was just recorded, or the same once more."""
OTHER_EDITION = "other_edition"
"""The kind of the question about a card that belongs to another edition than the boards."""
NOT_KNOWN_NOTICE = "notice.card_not_known"
ANOTHER_COPY_NOTICE = "notice.another_copy"
NOT_COUNTED: Mapping[tuple[str, int], int] = MappingProxyType({})
FAMILIES = {StickerKind.CARD: "card:", StickerKind.LEADER: "leader:"}
"""Kinds of things that can be asked about by name -> what such an answer begins with."""


def identify(
    item: Item,
    seat: int,
    situation: Situation,
    memory: UmpireMemory,
    codebook: Codebook,
    *,
    owned: Mapping[tuple[str, int], int] = NOT_COUNTED,
) -> CodebookEntry | Question | Notice | None:
    """What is shown, or what must be said instead; None if the kit has no such sticker.

    Of a card that was known by its picture it is the first copy that may be played now and is not booked. If all are
    booked, or one was just recorded, somebody must say that it is another one. `seat`: whose turn it is. `owned`:
    (edition, lowest code) -> how many the owner has, of those cards that he has counted.
    """
    if item.by_picture is None:
        return codebook.entry(item.code)
    said = memory.named[1] if memory.named is not None and memory.named[0] == item.track else None
    entry = codebook.entry(item.code if said is None else said)
    if entry is None or not (item.by_picture.sure or said is not None):
        return _which(item, seat, codebook)
    phase, edition = situation.game.phase, situation.game.setup.edition
    if entry.kind not in FAMILIES or (entry.kind is StickerKind.LEADER and phase is Phase.CHOOSE_LEADER):
        return entry
    if item.by_picture.edition != edition:
        return Question(seat, OTHER_EDITION, {"card": entry.id}, ANSWERS[:1])
    copies = _copies(entry, situation.game, codebook)
    free = [copy for copy in copies if copy.code not in situation.booked]
    recorded = sum(copy.code in situation.booked for copy in codebook.copies(entry))
    none_left = not free or recorded >= owned.get((edition, codebook.copies(entry)[0].code), len(codebook))
    if said is None and copies and (none_left or _was_just_recorded(entry, situation, codebook)):
        return Question(seat, SHOWN_TWICE, {"card": entry.id}, ANSWERS[::-1])
    return (*free, *copies, entry)[0]


def _likely(item: Item, codebook: Codebook) -> list[CodebookEntry]:
    """The cards and leaders that this may be, in the order in which they are named."""
    others = item.by_picture.others if item.by_picture else ()
    entries = map(codebook.entry, (item.code, *others))
    return [entry for entry in entries if entry is not None and entry.kind in FAMILIES]


def _which(item: Item, seat: int, codebook: Codebook) -> Question | Notice:
    likely = _likely(item, codebook)
    if len(likely) != 2:
        return Notice(NOT_KNOWN_NOTICE)
    choices = tuple(f"{FAMILIES[each.kind]}{each.id}" for each in likely)
    return Question(seat, WHICH_CARD, {"card": likely[0].id, "other": likely[1].id}, (*choices, ANSWERS[0]))


def _was_just_recorded(entry: CodebookEntry, situation: Situation, codebook: Codebook) -> bool:
    """True if a copy was recorded in this turn, or last: nobody can see whether it is shown again, or another one."""
    now = situation.game.age, situation.game.turn
    fronts = [booked for booked in situation.entries if booked.code is not None]
    recent = {booked.code for booked in fronts if (booked.age, booked.turn) == now or booked is fronts[-1]}
    return any(copy.code in recent for copy in codebook.copies(entry))


def another_copy(situation: Situation, dealt_with: int, codebook: Codebook) -> Notice | None:
    """The remark, as long as a card lies there, that it was recorded although another city has one.

    A city never has the same twice: whoever shows a card of his own again is asked by the rules. Another city's card
    that is shown again by mistake is taken for another copy, and only people can see that it is none.
    """
    item = next((item for item in situation.scene.items if item.track == dealt_with and item.by_picture), None)
    entry = codebook.entry(item.code) if item else None
    if entry is None or not situation.entries:
        return None
    *before, last = situation.entries
    copies = {copy.code for copy in codebook.copies(entry)}
    owners = [each.seat for each in before if each.code in copies and each.seat not in (None, last.seat)]
    if last.code not in copies or not owners:
        return None
    return Notice(ANOTHER_COPY_NOTICE, {"card": entry.id, "wonder": situation.game.cities[owners[-1]].wonder.id})


def _copies(entry: CodebookEntry, game: Game, codebook: Codebook) -> tuple[CodebookEntry, ...]:
    """The copies of a card that may be played now; if there are none, all: the rules say why not."""
    copies = box(codebook, game.setup.edition, (*SETS, *FURTHER_SETS)).copies(entry)
    fit = tuple(
        copy
        for copy in copies
        if (copy.players or 0) <= len(game.cities)
        and (copy.age in (None, game.age) or (game.phase is Phase.FROM_DISCARD and (copy.age or 0) < game.age))
    )
    return fit or copies


def is_booked(item: Item, booked: Collection[int], codebook: Codebook) -> bool:
    """True if everything that this may be is booked."""
    entry = codebook.entry(item.code)
    if item.by_picture is None or entry is None:
        return item.code in booked
    return all(copy.code in booked for copy in codebook.copies(entry))


def name_shown(item: Item, memory: UmpireMemory, answer: int, codebook: Codebook) -> UmpireMemory:
    """The memory after somebody has said which of the likely cards is shown: the first (0), or the second.

    If only one is likely, the first answer is that it is another copy of it.
    """
    likely = _likely(item, codebook)
    return replace(memory, named=(item.track, likely[answer].code)) if answer < len(likely) else memory
