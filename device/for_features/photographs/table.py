"""Combines photographs of a finished table: every city as all of them show it.

Pictures that disagree give a contradiction; what they leave open gives a remark. Nothing is guessed silently.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.for_features.photographs.remark import PhotographRemark, named, remark
from device.for_features.photographs.seating import seat_boards
from vision.table.layout import SURE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from device.for_features.photographs.photograph import PhotographReading, SeenCard
    from vision.kit.codebook import Codebook, CodebookEntry

GROUP_SIZE = 3
"""So many cards of one city decide that another card among them belongs to it."""


@dataclass(frozen=True, slots=True)
class SeenCity:
    """A city as the pictures show it."""

    board: CodebookEntry
    cards: tuple[CodebookEntry, ...] = ()
    """Structures and leaders, by code."""
    stages: tuple[CodebookEntry, ...] = ()
    """The card backs at the built stages, first stage first; for a hidden one that of the stage next to it."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """All cities, clockwise. With contradictions there is no score."""

    cities: tuple[SeenCity, ...]
    free_city: int | None
    remarks: tuple[PhotographRemark, ...]
    contradictions: tuple[PhotographRemark, ...]
    discards: int = 0
    """Backs seen on the discard mat, in the picture that shows most."""


def combine_photographs(views: Sequence[PhotographReading], codebook: Codebook, seats: Sequence[str] = ()) -> SeenTable:
    """The table that the pictures show. `seats`: the wonders clockwise, if they were given."""
    combination = _Combination(views, codebook)
    boards = combination.boards()
    nothing = tuple(remark("score.nothing", picture=view.picture) for view in views if not view.boards)
    if not boards:
        combination.contradictions.append(remark("score.no_board_seen"))
    if combination.contradictions:
        return SeenTable((), None, nothing, tuple(combination.contradictions))
    seating = seat_boards(boards, views, seats)
    board_of = combination.boards_of_cards()
    cities = tuple(combination.city(board, board_of) for board in seating.order)
    combination.report_cards_without_board(board_of)
    bent = tuple(remark("lens.bends", picture=view.picture, percent=view.bend) for view in views if view.bend)
    codes = [board.code for board in seating.order]
    return SeenTable(
        cities,
        next((codes.index(view.free_city) for view in views if view.free_city in codes), None),
        (*nothing, *bent, *seating.remarks, *combination.remarks),
        (*seating.contradictions, *combination.contradictions),
        max(view.discards for view in views),
    )


class _Combination:
    """The pictures while they are combined."""

    def __init__(self, views: Sequence[PhotographReading], codebook: Codebook) -> None:
        self._views, self._codebook = views, codebook
        self.remarks: list[PhotographRemark] = []
        self.contradictions: list[PhotographRemark] = []

    def boards(self) -> tuple[CodebookEntry, ...]:
        """Every board that a picture shows, in order of appearance; a wonder with both sides is a contradiction."""
        boards = tuple(map(self._entry, dict.fromkeys(board for view in self._views for board in view.boards)))
        for wonder, count in Counter(board.id for board in boards).items():
            if count > 1:
                sides = {board.code for board in boards if board.id == wonder}
                pictures = tuple(view.picture for view in self._views if sides & set(view.boards))
                self.contradictions.append(remark("score.both_sides", wonder=wonder, pictures=pictures))
        return boards

    def boards_of_cards(self) -> dict[int, int]:
        """Code of a structure or leader -> code of the board of its city."""
        claims: dict[int, list[SeenCard]] = defaultdict(list)
        for view in self._views:
            for card in view.cards:
                if card.board is not None:
                    claims[card.code].append(card)
        board_of = {code: self._board_of(self._entry(code), several) for code, several in claims.items()}
        for view in self._views:
            for unseen_board, codes in _cards_without_board(view).items():
                if unseen_board is not None:
                    board_of |= self._with_group(view, codes, board_of)
        return board_of

    def _with_group(self, view: PhotographReading, codes: set[int], board_of: Mapping[int, int]) -> dict[int, int]:
        """The city of cards whose board this picture does not show, if another picture shows their group at a board."""
        known = [board_of[code] for code in codes if code in board_of]
        left = sorted(codes - board_of.keys())
        if len(known) < GROUP_SIZE or len(set(known)) > 1 or not left:
            return {}
        cards, wonder = named(map(self._entry, left)), self._entry(known[0]).id
        self.remarks.append(remark("score.group", picture=view.picture, wonder=wonder, cards=cards))
        return dict.fromkeys(left, known[0])

    def _board_of(self, card: CodebookEntry, claims: Sequence[SeenCard]) -> int:
        """The city of one card; if one picture is clear, unclear pictures do not count."""
        counted = [claim for claim in claims if claim.clear] or claims
        best = max(counted, key=lambda claim: claim.margin)
        boards = [claim.board for claim in counted if claim.board is not None]
        if len(set(boards)) > 1:
            pictures = tuple(dict.fromkeys(claim.picture for claim in counted))
            wonders = named(map(self._entry, boards))
            found = remark("score.card_twice", card=card.id, wonders=wonders, pictures=pictures)
            self.contradictions.append(found)
        assert best.board is not None
        if not best.sure:
            wonder = self._entry(best.board).id
            self.remarks.append(remark("score.unsure", card=card.id, wonder=wonder, picture=best.picture))
        return best.board

    def city(self, board: CodebookEntry, board_of: Mapping[int, int]) -> SeenCity:
        """Everything at a board. A structure that is there twice was built against the rules and counts once."""
        cards = tuple(self._entry(code) for code in sorted(board_of) if board_of[code] == board.code)
        for card, count in Counter(entry.id for entry in cards).items():
            if count > 1:
                self.remarks.append(remark("score.same_structure", card=card, wonder=board.id))
        cards = tuple({entry.id: entry for entry in reversed(cards)}.values())[::-1]
        if not any(board.code in view.whole for view in self._views):
            self.remarks.append(remark("score.cut_off", wonder=board.id))
        unread = self._unread(board.code)
        if unread:
            self.remarks.append(remark("score.unread", wonder=board.id, count=unread))
        return SeenCity(board, cards, tuple(self._stages(board)))

    def _unread(self, board: int) -> int:
        """How many stickers of a city cannot be read; in the best picture, if several show the whole city."""
        whole = [view.unread.count(board) for view in self._views if board in view.whole]
        return min(whole) if whole else max(view.unread.count(board) for view in self._views)

    def _stages(self, board: CodebookEntry) -> Iterator[CodebookEntry]:
        """The stages up to the last one that is surely there: they are built in order, so one below it is only hidden.

        An unsure card above a gap does not count.
        """
        seen = [card for view in self._views for card in view.stages if card.board == board.code]
        surest = {card.slot: card for card in sorted(seen, key=lambda card: card.margin)}
        built = max((slot for slot, card in surest.items() if card.margin >= SURE), default=0)
        while built + 1 in surest:
            built += 1
        for slot, card in sorted(surest.items()):
            if card.margin < SURE:
                unsure = remark("score.stage_unsure", stage=slot, wonder=board.id, picture=card.picture)
                self.remarks.append(unsure)
            if slot > built:
                self.remarks.append(remark("score.stage_gap", stage=slot, wonder=board.id, missing=built + 1))
        for slot in range(1, built + 1):
            if slot not in surest:
                self.remarks.append(remark("score.stage_hidden", stage=built, wonder=board.id, missing=slot))
            nearest = max((other for other in surest if other <= slot), default=min(surest))
            yield self._entry(surest[nearest].back)

    def report_cards_without_board(self, board_of: Mapping[int, int]) -> None:
        """Report cards that no picture shows at a board: a city whose board is missing, or leftover cards."""
        reported: set[int] = set()
        for view in self._views:
            for unseen_board, codes in _cards_without_board(view).items():
                left = codes - board_of.keys() - reported
                reported |= left
                cards = named(map(self._entry, sorted(left)))
                if left and unseen_board is not None and not codes & board_of.keys():
                    self.contradictions.append(remark("score.board_unseen", picture=view.picture, cards=cards))
                elif left:
                    self.remarks.append(remark("score.no_city", picture=view.picture, cards=cards))

    def _entry(self, code: int) -> CodebookEntry:
        entry = self._codebook.entry(code)
        assert entry is not None, "the reader knows no codes but the codebook's"
        return entry


def _cards_without_board(view: PhotographReading) -> dict[int | None, set[int]]:
    """Cards at no visible board, by the number of the unseen board that they imply (None: none)."""
    groups: dict[int | None, set[int]] = defaultdict(set)
    for card in view.cards:
        if card.board is None:
            groups[card.unseen_board].add(card.code)
    return groups
