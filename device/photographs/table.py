"""Photographs of a finished table put together: every city as all of them show it.

What pictures say against each other is a contradiction, what they leave open a remark; nothing is made up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.photographs.remark import PhotographRemark, named, remark
from device.photographs.seating import seated
from vision.table.layout import SURE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from device.photographs.photograph import Lying, PhotographReading
    from vision.kit.codebook import Codebook, CodebookEntry

COMPANIONS = 3
"""Cards of one city that tell to which city a card among them belongs."""


@dataclass(frozen=True, slots=True)
class SeenCity:
    """A city as the pictures show it."""

    board: CodebookEntry
    cards: tuple[CodebookEntry, ...] = ()
    """Structures and leaders, by code."""
    stages: tuple[CodebookEntry, ...] = ()
    """The backs at the stages that stand upon each other, the first one's first."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """All cities, clockwise. With contradictions there is no score."""

    cities: tuple[SeenCity, ...]
    free_city: int | None
    remarks: tuple[PhotographRemark, ...]
    contradictions: tuple[PhotographRemark, ...]


def put_together(views: Sequence[PhotographReading], codebook: Codebook, seats: Sequence[str] = ()) -> SeenTable:
    """The table that the pictures show. `seats` are the wonders clockwise, if somebody says so."""
    merging = _Merging(views, codebook)
    boards = merging.boards()
    if merging.contradictions:
        return SeenTable((), None, (), tuple(merging.contradictions))
    seating = seated(boards, views, seats)
    homes = merging.homes()
    cities = tuple(merging.city(board, homes) for board in seating.order)
    merging.look_for_strangers(homes)
    codes = [board.code for board in seating.order]
    return SeenTable(
        cities,
        next((codes.index(view.free_city) for view in views if view.free_city in codes), None),
        (*seating.remarks, *merging.remarks),
        (*seating.contradictions, *merging.contradictions),
    )


class _Merging:
    """The pictures while they are put together."""

    def __init__(self, views: Sequence[PhotographReading], codebook: Codebook) -> None:
        self._views, self._codebook = views, codebook
        self.remarks: list[PhotographRemark] = []
        self.contradictions: list[PhotographRemark] = []

    def boards(self) -> tuple[CodebookEntry, ...]:
        """Every board that is seen, the first seen first; a wonder with both sides is a contradiction."""
        boards = tuple(map(self._entry, dict.fromkeys(board for view in self._views for board in view.boards)))
        for wonder, count in Counter(board.id for board in boards).items():
            if count > 1:
                sides = {board.code for board in boards if board.id == wonder}
                pictures = tuple(view.picture for view in self._views if sides & set(view.boards))
                self.contradictions.append(remark("score.both_sides", wonder=wonder, pictures=pictures))
        return boards

    def homes(self) -> dict[int, int]:
        """Structure or leader -> the board of its city."""
        claims: dict[int, list[Lying]] = defaultdict(list)
        for view in self._views:
            for card in view.cards:
                if card.board is not None:
                    claims[card.code].append(card)
        homes = {code: self._home(self._entry(code), several) for code, several in claims.items()}
        for view in self._views:
            for stranger, codes in _strangers(view).items():
                if stranger is not None:
                    homes |= self._with_group(view, codes, homes)
        return homes

    def _with_group(self, view: PhotographReading, codes: set[int], homes: Mapping[int, int]) -> dict[int, int]:
        """The home of cards whose board this picture does not show, but whose companions another picture does."""
        known = [homes[code] for code in codes if code in homes]
        left = sorted(codes - homes.keys())
        if len(known) < COMPANIONS or len(set(known)) > 1 or not left:
            return {}
        cards, wonder = named(map(self._entry, left)), self._entry(known[0]).id
        self.remarks.append(remark("score.group", picture=view.picture, wonder=wonder, cards=cards))
        return dict.fromkeys(left, known[0])

    def _home(self, card: CodebookEntry, claims: Sequence[Lying]) -> int:
        """The city of one card; where a picture is clear, what others think possible has no weight."""
        believed = [claim for claim in claims if claim.clear] or claims
        best = max(believed, key=lambda claim: claim.margin)
        boards = [claim.board for claim in believed if claim.board is not None]
        if len(set(boards)) > 1:
            pictures = tuple(dict.fromkeys(claim.picture for claim in believed))
            wonders = named(map(self._entry, boards))
            found = remark("score.card_twice", card=card.id, wonders=wonders, pictures=pictures)
            self.contradictions.append(found)
        assert best.board is not None
        if not best.sure:
            wonder = self._entry(best.board).id
            self.remarks.append(remark("score.unsure", card=card.id, wonder=wonder, picture=best.picture))
        return best.board

    def city(self, board: CodebookEntry, homes: Mapping[int, int]) -> SeenCity:
        """All that lies at a board; the same structure twice was built against the rules and counts once."""
        cards = tuple(self._entry(code) for code in sorted(homes) if homes[code] == board.code)
        for card, count in Counter(entry.id for entry in cards).items():
            if count > 1:
                self.remarks.append(remark("score.same_structure", card=card, wonder=board.id))
        cards = tuple({entry.id: entry for entry in reversed(cards)}.values())[::-1]
        if not any(board.code in view.whole for view in self._views):
            self.remarks.append(remark("score.cut_off", wonder=board.id))
        return SeenCity(board, cards, tuple(self._stages(board)))

    def _stages(self, board: CodebookEntry) -> Iterator[CodebookEntry]:
        """The stages from the first on, up to a gap."""
        seen = [card for view in self._views for card in view.stages if card.board == board.code]
        surest = {card.slot: card for card in sorted(seen, key=lambda card: card.margin)}
        built = next(count for count in range(len(surest) + 1) if count + 1 not in surest)
        for slot, card in sorted(surest.items()):
            if card.margin < SURE:
                unsure = remark("score.stage_unsure", stage=slot, wonder=board.id, picture=card.picture)
                self.remarks.append(unsure)
            if slot > built:
                self.remarks.append(remark("score.stage_gap", stage=slot, wonder=board.id, missing=built + 1))
            else:
                yield self._entry(card.back)

    def look_for_strangers(self, homes: Mapping[int, int]) -> None:
        """Cards that lie at no board in any picture: a city whose board is not seen, or cards that somebody left."""
        said: set[int] = set()
        for view in self._views:
            for stranger, codes in _strangers(view).items():
                left = codes - homes.keys() - said
                said |= left
                cards = named(map(self._entry, sorted(left)))
                if left and stranger is not None and not codes & homes.keys():
                    self.contradictions.append(remark("score.board_unseen", picture=view.picture, cards=cards))
                elif left:
                    self.remarks.append(remark("score.no_city", picture=view.picture, cards=cards))

    def _entry(self, code: int) -> CodebookEntry:
        entry = self._codebook.entry(code)
        assert entry is not None, "the reader knows no codes but the codebook's"
        return entry


def _strangers(view: PhotographReading) -> dict[int | None, set[int]]:
    """Cards that lie at no board that is seen, by the city that they make (None: none)."""
    groups: dict[int | None, set[int]] = defaultdict(set)
    for card in view.cards:
        if card.board is None:
            groups[card.stranger].add(card.code)
    return groups
