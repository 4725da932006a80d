"""What counts as the same reading on another processor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.bench.processors import compare, differences, table_of

if TYPE_CHECKING:
    from pathlib import Path

PICTURE: dict[str, Any] = {
    "path": "/here/a.jpg",
    "seats": [{"seat": 0, "wonder": "giza"}],
    "stickers": [{"code": 7, "corners": [[1.0, 2.0], [3.0, 4.0]], "seat": None}],
}


def otherwise(**changes: Any) -> dict[str, Any]:
    """The same picture with another sticker."""
    return PICTURE | {"path": "/there/a.jpg", "stickers": [PICTURE["stickers"][0] | changes]}


@pytest.mark.parametrize(
    ("there", "found"),
    [
        (otherwise(), []),
        (otherwise(corners=[[1.0, 2.04], [3.0, 4.0]]), []),
        (otherwise(corners=[[1.0, 2.06], [3.0, 4.0]]), ["stickers[0].corners[0][1]: 2.0 here, 2.06 there"]),
        (otherwise(code=8), ["stickers[0].code: 7 here, 8 there"]),
        (otherwise(code=7.0), ["stickers[0].code: 7 here, 7.0 there"]),
        (otherwise(seat=0), ["stickers[0].seat: None here, 0 there"]),
    ],
)
def test_corners_may_differ_by_a_twentieth_of_a_pixel_and_nothing_else_at_all(
    there: dict[str, Any], found: list[str]
) -> None:
    assert differences(PICTURE, there) == found


def test_a_sticker_less_is_a_difference() -> None:
    assert len(differences(PICTURE, PICTURE | {"stickers": []})) == 1


@pytest.mark.parametrize(
    ("there", "status", "said"),
    [
        ([otherwise()], 0, "1 pictures, 1 stickers: the same codes and places, corners within 0.000 px\n"),
        ([otherwise(code=9)], 1, "[0].stickers[0].code: 7 here, 9 there\n1 differences\n"),
        ([], 1, None),
    ],
)
def test_pictures_are_compared_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], there: list[dict[str, Any]], status: int, said: str | None
) -> None:
    for name, pictures in (("here", [PICTURE]), ("there", there)):
        (tmp_path / name).write_text("".join(json.dumps(picture) + "\n" for picture in pictures))
    assert compare(tmp_path / "here", tmp_path / "there") == status
    assert said in {None, capsys.readouterr().out}


def test_reading_nothing_proves_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.write_text(json.dumps(PICTURE | {"stickers": []}) + "\n")
    assert compare(empty, empty) == 1


@pytest.mark.parametrize(("read", "status"), [(5, 0), (4, 1)])
def test_times_are_set_side_by_side_and_must_be_those_of_the_same_reading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], read: int, status: int
) -> None:
    (tmp_path / "a").write_text(json.dumps({"ms": {"look": 10.0}, "read": {"look": 5}}))
    (tmp_path / "b").write_text(json.dumps({"ms": {"look": 125.0}, "read": {"look": read}}))
    assert table_of([f"here={tmp_path / 'a'}", f"qemu={tmp_path / 'b'}"]) == status
    assert "125.0 (12.5)" in capsys.readouterr().out
