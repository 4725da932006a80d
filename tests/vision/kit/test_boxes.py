from collections import Counter

import pytest

from tests.vision.synthetic_table import CODEBOOK
from vision.kit.boxes import BACKLESS, EDITIONS, FURTHER_SETS, SETS, as_printed, box
from vision.kit.codebook import StickerKind

LEADERS_GUILDS = {"architects_guild", "courtesans_guild", "diplomats_guild", "gamers_guild"}
FIRST_ONLY = {"pawnshop", "strategists_guild", "rome", "free_city", "courtesan"} | LEADERS_GUILDS
SECOND_ONLY = {"well", "ludus", "castrum", "decorators_guild"} | {
    entry.id for entry in CODEBOOK if 285 <= entry.code <= 295
}


def copies(edition: str, id_: str) -> list[int | None]:
    return [entry.players for entry in box(CODEBOOK, edition) if entry.id == id_ and entry.kind is StickerKind.CARD]


def test_the_first_box_is_the_first_222_codes_as_they_were() -> None:
    first = box(CODEBOOK)
    assert first.codes == tuple(range(222))
    assert list(first) == [CODEBOOK.entries[code] for code in range(222)]


def test_the_boxes_differ_in_their_boards_and_a_few_cards() -> None:
    ids = {edition: {entry.id for entry in box(CODEBOOK, edition)} for edition in EDITIONS}
    assert ids["first"] - ids["second"] == FIRST_ONLY
    assert ids["second"] - ids["first"] == SECOND_ONLY
    sides = {e: Counter(x.side for x in box(CODEBOOK, e) if x.kind is StickerKind.BOARD) for e in EDITIONS}
    assert sides == {"first": {"A": 8, "B": 8}, "second": {"day": 7, "night": 7}}


@pytest.mark.parametrize(
    ("id_", "first", "second"),
    [
        ("arena", [3, 5, 7], [3, 5]),
        ("arsenal", [3, 4, 7], [3, 5]),
        ("circus", [4, 5, 6], [4, 6]),
        ("town_hall", [3, 5, 6], [3, 6]),
        ("castrum", [], [4, 7]),
        ("decorators_guild", [], [None]),
    ],
)
def test_a_copy_is_for_the_players_printed_on_it(id_: str, first: list[int], second: list[int]) -> None:
    assert (copies("first", id_), copies("second", id_)) == (first, second)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(3, 8))
def test_a_deck_has_seven_cards_a_player(edition: str, players: int) -> None:
    cards = [entry for entry in box(CODEBOOK, edition, ("base",)) if entry.kind is StickerKind.CARD]
    dealt = Counter(card.age for card in cards if card.players and card.players <= players)
    guilds = players + 2
    assert dealt == {1: 7 * players, 2: 7 * players, 3: 7 * players - guilds}


@pytest.mark.parametrize(("edition", "counts"), [("first", (177, 45)), ("second", (176, 49))])
def test_every_thing_of_a_box_belongs_to_one_set(edition: str, counts: tuple[int, int]) -> None:
    parts = [set(box(CODEBOOK, edition, (name,)).codes) for name in SETS]
    assert tuple(map(len, parts)) == counts
    assert parts[0] | parts[1] == set(box(CODEBOOK, edition).codes)
    assert parts[0] & parts[1] == set()


def test_every_code_is_in_a_box() -> None:
    boxes = [box(CODEBOOK, edition, (*SETS, *FURTHER_SETS, BACKLESS)) for edition in EDITIONS]
    assert {code for one in boxes for code in one.codes} == set(CODEBOOK.codes)


@pytest.mark.parametrize(("edition", "sets"), [("third", SETS), ("first", ("armada",))])
def test_an_unknown_box_is_refused(edition: str, sets: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no box"):
        box(CODEBOOK, edition, sets)


def test_a_codebook_as_printed_has_all_entries_with_the_players_of_the_edition() -> None:
    second = as_printed(CODEBOOK, "second")
    assert second.codes == CODEBOOK.codes
    assert [second.entries[code].players for code in (123, 124, 125)] == [3, 5, 7]
    assert list(as_printed(CODEBOOK, "first")) == list(CODEBOOK)
