from hashlib import sha256
from importlib import resources
from pathlib import Path

import pytest

from vision.errors import CodebookError
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind

FIRST_222 = "92e9ca3739db90ec6777e1077643f368b7d862971cfd00e4dcb7e054c01f66e2"
HEADER = "code,kind,id,name,age,players,side\n"


@pytest.fixture(scope="module")
def codebook() -> Codebook:
    return Codebook.load()


def test_the_kit_has_302_codes_without_a_gap(codebook: Codebook) -> None:
    assert codebook.codes == tuple(range(302))
    assert len(codebook) == 302


def test_codes_that_people_have_on_their_cards_never_change() -> None:
    rows = (resources.files("vision") / "data" / "codebook.csv").read_bytes().splitlines(keepends=True)
    assert sha256(b"".join(rows[1:223])).hexdigest() == FIRST_222


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        (StickerKind.CARD, 200),
        (StickerKind.LEADER, 54),
        (StickerKind.TOKEN, 2),
        (StickerKind.BOARD, 30),
        (StickerKind.BACK, 4),
        (StickerKind.STAGE_TOKEN, 1),
        (StickerKind.MAT, 1),
        (StickerKind.CORNER, 4),
        (StickerKind.COMMAND, 6),
    ],
)
def test_every_physical_thing_has_its_code(codebook: Codebook, kind: StickerKind, count: int) -> None:
    assert sum(entry.kind is kind for entry in codebook) == count


def test_a_copy_for_more_players_has_a_code_of_its_own(codebook: Codebook) -> None:
    assert codebook.entry(0) == CodebookEntry(0, StickerKind.CARD, "lumber_yard", "Lumber Yard", age=1, players=3)
    assert codebook.entry(1) == CodebookEntry(1, StickerKind.CARD, "lumber_yard", "Lumber Yard", age=1, players=4)


def test_the_sides_of_a_board_have_different_codes(codebook: Codebook) -> None:
    sides = {entry.side: entry.code for entry in codebook if entry.id == "giza"}
    assert sides == {"A": 202, "B": 203, "day": 241, "night": 242}


def test_guilds_have_no_number_of_players(codebook: Codebook) -> None:
    guild = codebook.entry(148)
    assert guild is not None
    assert (guild.age, guild.players) == (3, None)


def test_an_unknown_number_has_no_entry(codebook: Codebook) -> None:
    assert codebook.entry(302) is None
    assert codebook.entry(-1) is None


def test_every_row_of_the_kits_own_file_makes_sense(codebook: Codebook) -> None:
    for entry in codebook:
        assert entry.id
        assert entry.name
        assert (entry.age in {1, 2, 3}) if entry.kind is StickerKind.CARD else entry.age is None
        assert (entry.side in {"A", "B", "day", "night"}) if entry.kind is StickerKind.BOARD else entry.side is None
        assert entry.players in ({None, 3, 4, 5, 6, 7} if entry.kind is StickerKind.CARD else {None})


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", None, "unpack"),
        (HEADER + "601,card,baths,Baths,1,3+,\n", 2, "601"),
        (HEADER + "-1,card,baths,Baths,1,3+,\n", 2, "-1"),
        (HEADER + "x,card,baths,Baths,1,3+,\n", 2, "'x'"),
        (HEADER + "0,spell,baths,Baths,1,3+,\n", 2, "'spell'"),
        (HEADER + "0,card,baths,Baths\n", 2, "got 4"),
        (HEADER + '0,card,baths,Baths,1,3+,\n1,card,"baths,Baths,1,3+,\n', 3, "got 3"),
    ],
)
def test_a_broken_codebook_is_refused_with_line_and_reason(tmp_path, text, line, reason) -> None:
    path = tmp_path / "codebook.csv"
    path.write_text(text)
    with pytest.raises(CodebookError) as refusal:
        Codebook.load(path)
    assert refusal.value.key == "error.codebook"
    assert refusal.value.placeholders["line"] == line
    assert reason in str(refusal.value.placeholders["reason"])


def test_a_missing_codebook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CodebookError):
        Codebook.load(tmp_path / "none.csv")
