"""What several photographs of a finished table say together, and against each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.for_features.photographs.cities import (
    final_cities,
    unaccounted_cards,
    unaccounted_together,
    unknown_leaders,
)
from device.for_features.photographs.photograph import PhotographReading, SeenCard, SeenStage
from device.for_features.photographs.seating import seat_boards
from device.for_features.photographs.table import SeenTable, combine_photographs
from tests.device.tables import CODEBOOK, board_code, code_of

if TYPE_CHECKING:
    from vision.kit.codebook import CodebookEntry

GIZA, RHODES, BABYLON, OLYMPIA, EPHESUS = map(board_code, ("giza", "rhodes", "babylon", "olympia", "ephesus"))
BACK = {1: 206, 2: 207, 3: 208}


def lying(
    card: str, board: int | None, *, picture: str = "one.jpg", margin: float = 2.8, unseen_board=None
) -> SeenCard:
    return SeenCard(picture, code_of(card), board, margin, unseen_board)


def tucked(slot: int, *, board: int = GIZA, age: int = 1, margin: float = 1.4, picture: str = "one.jpg") -> SeenStage:
    return SeenStage(picture, board, slot, BACK[age], margin)


def view(
    *boards: int, picture: str = "one.jpg", cards=(), stages=(), foremost: int | None = None, whole=True
) -> PhotographReading:
    front = foremost if foremost is not None else boards[0] if boards else None
    return PhotographReading(picture, boards, front, frozenset(boards if whole else ()), tuple(cards), tuple(stages))


def together(*views: PhotographReading, seats=()) -> SeenTable:
    return combine_photographs(views, CODEBOOK, seats)


def keys(table: SeenTable) -> tuple[list[str], list[str]]:
    return [said.key for said in table.remarks], [said.key for said in table.contradictions]


def cards(table: SeenTable) -> dict[str, list[str]]:
    return {city.board.id: [card.id for card in city.cards] for city in table.cities}


def entries(*boards: int) -> list[CodebookEntry]:
    return [CODEBOOK.entries[board] for board in boards]


def order(boards, *views: PhotographReading, said=()) -> tuple[list[int], list[str]]:
    seating = seat_boards(entries(*boards), views, said)
    return [board.code for board in seating.order], [r.key for r in (*seating.remarks, *seating.contradictions)]


def test_a_city_has_everything_that_any_picture_shows() -> None:
    table = together(
        view(GIZA, RHODES, BABYLON, cards=[lying("baths", GIZA), lying("altar", RHODES)], stages=[tucked(1)]),
        view(GIZA, picture="two.jpg", cards=[lying("baths", GIZA), lying("theater", GIZA)], stages=[tucked(2, age=2)]),
    )
    assert {city: set(lie) for city, lie in cards(table).items()} == {
        "giza": {"baths", "theater"},
        "rhodes": {"altar"},
        "babylon": set(),
    }
    assert [back.id for back in table.cities[0].stages] == ["age_1", "age_2"]
    assert keys(table) == ([], [])


def test_a_card_in_two_cities_is_a_contradiction() -> None:
    table = together(
        view(GIZA, RHODES, BABYLON, cards=[lying("baths", GIZA)]),
        view(GIZA, RHODES, BABYLON, picture="two.jpg", cards=[lying("baths", RHODES, picture="two.jpg")]),
    )
    assert keys(table) == ([], ["score.card_twice"])
    assert table.contradictions[0].placeholders["pictures"] == ("one.jpg", "two.jpg")
    assert table.contradictions[0].placeholders["wonders"] == ("wonder.giza", "wonder.rhodes")


def test_a_clear_place_counts_against_an_unclear_one() -> None:
    table = together(
        view(GIZA, RHODES, BABYLON, cards=[lying("baths", GIZA, margin=0.4)]),
        view(RHODES, picture="two.jpg", cards=[lying("baths", RHODES)]),
    )
    assert cards(table)["rhodes"] == ["baths"]
    assert keys(table) == ([], [])


def test_an_unclear_card_or_stage_counts_with_a_remark() -> None:
    table = together(
        view(GIZA, RHODES, BABYLON, cards=[lying("baths", GIZA, margin=0.2)], stages=[tucked(1, margin=0.1)])
    )
    assert cards(table)["giza"] == ["baths"]
    assert keys(table)[0] == ["score.unsure", "score.stage_unsure"]


def test_a_stage_that_is_not_seen_counts_if_a_later_one_is_built() -> None:
    table = together(view(GIZA, RHODES, BABYLON, stages=[tucked(3), tucked(4)]))
    assert len(table.cities[0].stages) == 4
    hidden = [remark for remark in table.remarks if remark.key == "score.stage_hidden"]
    assert [remark.placeholders["missing"] for remark in hidden] == [1, 2]


def test_an_unsure_stage_above_a_gap_does_not_count() -> None:
    table = together(view(GIZA, RHODES, BABYLON, stages=[tucked(1), tucked(3, margin=0.1)]))
    assert len(table.cities[0].stages) == 1
    assert keys(table)[0] == ["score.stage_unsure", "score.stage_gap"]


def test_a_sticker_that_cannot_be_read_is_reported_with_its_city() -> None:
    unread = replace(view(GIZA, RHODES, BABYLON), unread=(RHODES, RHODES, None))
    (remark,) = together(unread).remarks
    assert (remark.key, remark.placeholders) == ("score.unread", {"wonder": "rhodes", "count": 2})


def test_a_nearer_picture_in_which_everything_is_read_settles_what_another_could_not_read() -> None:
    unread = replace(view(GIZA, RHODES, BABYLON), unread=(RHODES,))
    assert keys(together(unread, view(GIZA, RHODES, BABYLON, picture="two.jpg"))) == ([], [])


def test_the_same_structure_twice_counts_once() -> None:
    first, second = code_of("loom", 1), code_of("loom", 2)
    twice = [SeenCard("one.jpg", code, GIZA, 2.8) for code in (first, second)]
    table = together(view(GIZA, RHODES, BABYLON, cards=twice))
    assert [card.code for card in table.cities[0].cards] == [first]
    assert keys(table) == (["score.same_structure"], [])


def test_a_wonder_with_both_sides_is_a_contradiction() -> None:
    table = together(view(GIZA, RHODES, BABYLON), view(board_code("giza", "B"), picture="two.jpg"))
    assert keys(table) == ([], ["score.both_sides"])


def test_a_city_whose_board_no_picture_shows_is_a_contradiction() -> None:
    hidden = [lying(card, None, unseen_board=3) for card in ("baths", "altar", "theater")]
    assert keys(together(view(GIZA, RHODES, BABYLON, cards=hidden))) == ([], ["score.board_unseen"])


def test_a_group_of_cards_belongs_to_the_board_that_another_picture_shows() -> None:
    """A card among those of a city belongs to it, also where its board is out of the picture; that is said."""
    known = ("baths", "altar", "theater")
    table = together(
        view(GIZA, RHODES, BABYLON, cards=[lying(card, GIZA) for card in known]),
        view(RHODES, picture="two.jpg", cards=[lying(card, None, unseen_board=1) for card in (*known, "statue")]),
    )
    assert "statue" in cards(table)["giza"]
    assert keys(table) == (["score.group"], [])


def test_a_card_in_no_city_does_not_count() -> None:
    table = together(view(GIZA, RHODES, BABYLON, cards=[lying("baths", None, margin=0.0)]))
    assert cards(table)["giza"] == []
    assert keys(table) == (["score.no_city"], [])


def test_a_city_that_no_picture_shows_completely_gives_a_remark() -> None:
    assert keys(together(view(GIZA, RHODES, BABYLON, whole=False)))[0] == ["score.cut_off"] * 3


def test_overlapping_pictures_tell_the_seating() -> None:
    views = view(GIZA, RHODES, BABYLON), view(BABYLON, OLYMPIA, GIZA, picture="two.jpg")
    boards = (GIZA, RHODES, BABYLON, OLYMPIA)
    assert order(boards, *views) == ([GIZA, RHODES, BABYLON, OLYMPIA], [])


def test_seat_0_is_nearest_the_bottom_edge_of_the_picture_with_all() -> None:
    boards = (GIZA, RHODES, BABYLON, OLYMPIA)
    assert order(boards, view(GIZA), view(RHODES, BABYLON, OLYMPIA, GIZA)) == ([RHODES, BABYLON, OLYMPIA, GIZA], [])


def test_with_one_picture_of_each_city_seat_0_is_the_first() -> None:
    around = [GIZA, RHODES, BABYLON, OLYMPIA]
    views = [view(*around[-1:], *around[:-1], foremost=board) for board in around]
    assert order(around, *views) == (around, [])


def test_boards_are_in_the_order_of_the_pictures_if_nothing_else_tells() -> None:
    boards = (GIZA, RHODES, BABYLON, OLYMPIA)
    assert order(boards, *map(view, boards)) == (list(boards), ["score.seats_by_pictures"])


def test_pictures_may_be_taken_anticlockwise() -> None:
    boards = (GIZA, RHODES, BABYLON, OLYMPIA, EPHESUS)
    shown = view(BABYLON, RHODES, GIZA, foremost=BABYLON)
    views = view(GIZA), view(RHODES), shown, view(OLYMPIA), view(EPHESUS)
    assert order(boards, *views)[0] == [GIZA, EPHESUS, OLYMPIA, BABYLON, RHODES]


def test_an_unknown_seating_is_a_contradiction_until_it_is_given() -> None:
    boards = (GIZA, RHODES, BABYLON, OLYMPIA)
    views = view(GIZA, RHODES), view(BABYLON, OLYMPIA)
    assert order(boards, *views)[1] == ["score.seats_unknown"]
    said = ("olympia", "giza", "babylon", "rhodes")
    assert order(boards, *views, said=said) == ([OLYMPIA, GIZA, BABYLON, RHODES], [])


def test_the_order_of_three_boards_does_not_matter() -> None:
    boards = (GIZA, RHODES, BABYLON)
    assert order(boards, view(GIZA, RHODES), view(RHODES, BABYLON)) == ([GIZA, RHODES, BABYLON], [])


@pytest.mark.parametrize(
    ("said", "key"),
    [
        (("giza", "babylon", "rhodes"), "score.seats_differ"),
        (("giza", "rhodes", "atlantis"), "score.not_seen"),
        (("giza", "rhodes", "rhodes"), "score.not_once"),
    ],
)
def test_a_given_seating_against_the_pictures_is_a_contradiction(said: tuple[str, ...], key: str) -> None:
    assert key in order((GIZA, RHODES, BABYLON), view(GIZA, RHODES, BABYLON), said=said)[1]


def test_two_different_seatings_are_a_contradiction() -> None:
    views = view(GIZA, RHODES, BABYLON, OLYMPIA), view(RHODES, GIZA, BABYLON, OLYMPIA, picture="two.jpg")
    seating = seat_boards(entries(GIZA, RHODES, BABYLON, OLYMPIA), views)
    assert [said.key for said in seating.contradictions] == ["score.seatings"]
    assert seating.contradictions[0].placeholders == {"pictures": ("one.jpg", "two.jpg")}


def test_the_back_under_a_stage_tells_its_age() -> None:
    stages = [tucked(1, age=1), tucked(2, age=3), SeenStage("one.jpg", GIZA, 3, 209, 1.4)]
    giza, *_ = final_cities(together(view(GIZA, RHODES, BABYLON, stages=stages)), {})
    assert giza.stages == (1, 3, 3)


def test_an_unknown_leader_gives_a_remark_and_no_points() -> None:
    semiramis = next(entry.code for entry in CODEBOOK if entry.id == "semiramis")
    table = together(view(GIZA, RHODES, BABYLON, cards=[SeenCard("one.jpg", semiramis, GIZA, 2.8)]))
    assert [said.key for said in unknown_leaders(table)] == ["score.unknown_leader"]
    assert final_cities(table, {})[0].leaders == ()


def test_a_leader_counts_in_the_edition_that_has_it() -> None:
    by_day = [
        next(entry.code for entry in CODEBOOK if (entry.kind, entry.id, entry.side) == ("board", wonder, "day"))
        for wonder in ("giza", "rhodes", "babylon")
    ]
    agrippina = next(entry.code for entry in CODEBOOK if entry.id == "agrippina")
    for boards, known in ((by_day, (("agrippina", 1),)), ((GIZA, RHODES, BABYLON), ())):
        table = together(view(*boards, cards=[SeenCard("one.jpg", agrippina, boards[0], 2.8)]))
        assert final_cities(table, {})[0].leaders == known
        assert bool(unknown_leaders(table)) is not bool(known)


AGE_CARDS = sorted(
    {entry.id: entry for entry in CODEBOOK if entry.kind == "card"}.values(),
    key=lambda entry: entry.code,
)


def city_of(board: int, count: int, first: int) -> list[SeenCard]:
    """So many different cards of one city."""
    return [SeenCard("one.jpg", entry.code, board, 2.8) for entry in AGE_CARDS[first : first + count]]


def test_where_fewer_cards_are_seen_than_were_played_it_is_said_with_the_city_and_the_mat() -> None:
    seen = [*city_of(GIZA, 15, 0), *city_of(RHODES, 18, 15), *city_of(BABYLON, 13, 33)]
    stages = [tucked(1), tucked(2), tucked(3), *(tucked(slot, board=BABYLON) for slot in (1, 2, 3))]
    table = together(replace(view(GIZA, RHODES, BABYLON, cards=seen, stages=stages), discards=4))
    babylon, mat = unaccounted_cards(table)
    assert babylon.key == "score.unaccounted"
    assert babylon.placeholders == {"wonder": "babylon", "cards": 13, "stages": 3, "missing": 2}
    assert (mat.key, mat.placeholders) == ("score.discards", {"cards": 3 * 21 - 52, "count": 4})


def test_on_a_screen_the_cities_that_lack_equally_many_cards_are_said_together() -> None:
    seen = [*city_of(GIZA, 16, 0), *city_of(RHODES, 16, 16), *city_of(BABYLON, 17, 32)]
    table = together(replace(view(GIZA, RHODES, BABYLON, cards=seen), discards=4))
    two, one, mat = unaccounted_together(table)
    assert two.placeholders == {"wonders": ("wonder.giza", "wonder.rhodes"), "missing": 2}
    assert one.placeholders == {"wonders": ("wonder.babylon",), "missing": 1}
    assert mat.key == "score.discards"


def test_where_every_card_is_accounted_for_nothing_is_said() -> None:
    seen = [card for place, board in enumerate((GIZA, RHODES, BABYLON)) for card in city_of(board, 18, 18 * place)]
    assert unaccounted_cards(together(view(GIZA, RHODES, BABYLON, cards=seen))) == ()


def test_where_the_mat_shows_all_that_is_in_no_city_nothing_is_said() -> None:
    seen = [*city_of(GIZA, 16, 0), *city_of(RHODES, 16, 16), *city_of(BABYLON, 17, 32)]
    for discards, said in ((13, 4), (14, 0), (15, 4)):
        table = together(replace(view(GIZA, RHODES, BABYLON, cards=seen), discards=discards))
        assert len(unaccounted_cards(table)) == said


@pytest.mark.parametrize(
    ("wonder", "side", "ages", "missing"),
    [
        ("halicarnassus", "A", (1,), 0),
        ("halicarnassus", "A", (1, 2), 1),
        ("halicarnassus", "B", (1, 2, 3), 3),
        ("babylon", "B", (1, 2), 2),
        ("babylon", "B", (1, 1), 3),
    ],
)
def test_what_a_wonder_brings_besides_is_missing_too(
    wonder: str, side: str, ages: tuple[int, ...], missing: int
) -> None:
    """Cards from the discard pile, and the seventh cards from the age on in which the stage was built."""
    board = next(entry.code for entry in CODEBOOK if (entry.kind, entry.id, entry.side) == ("board", wonder, side))
    stages = [tucked(slot, board=board, age=age) for slot, age in enumerate(ages, 1)]
    seen = [*city_of(board, 18 - len(ages), 0), *city_of(GIZA, 18, 18), *city_of(RHODES, 18, 36)]
    said = unaccounted_cards(together(view(board, GIZA, RHODES, cards=seen, stages=stages)))
    assert [one.placeholders["missing"] for one in said[:1]] == ([missing] if missing else [])


def test_a_leader_under_a_stage_is_no_card_of_the_three_ages() -> None:
    seen = [card for place, board in enumerate((GIZA, RHODES, BABYLON)) for card in city_of(board, 17, 18 * place)]
    table = together(
        view(
            GIZA, RHODES, BABYLON, cards=seen, stages=[SeenStage("one.jpg", GIZA, 1, 209, 1.4), tucked(1, board=RHODES)]
        )
    )
    assert [said.placeholders.get("wonder") for said in unaccounted_cards(table)] == ["giza", "babylon", None]
