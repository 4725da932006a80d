"""A box in parts: for so many players, one set of it, or without what somebody does not want."""

import pytest

from device.features.kit_printing.sheets import groups_of
from device.for_features.kit_wording import Wording
from device.for_features.parts_of_box import OPTIONAL, for_players, part_of_box, stage_count
from tests.vision.synthetic_table import CODEBOOK
from vision.kit.boxes import EDITIONS, box
from vision.kit.codebook import StickerKind


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(2, 8))
def test_what_so_many_players_use_and_what_more_need_is_the_whole_box(edition: str, players: int) -> None:
    whole = box(CODEBOOK, edition, ("base",))
    now, later = for_players(whole, players)
    backs = {entry.code for entry in whole if entry.kind is StickerKind.BACK}
    assert set(now.codes) | set(later.codes) == set(whole.codes)
    assert set(now.codes) & set(later.codes) == set(later.codes) & backs
    assert all(entry.players is None or entry.players <= max(3, players) for entry in now)
    assert all((entry.players or 0) > players for entry in later if entry.kind is not StickerKind.BACK)
    assert (len(later) == 0) is (players == 7)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_whole_box_is_its_only_part(edition: str) -> None:
    assert part_of_box(CODEBOOK, edition).codes == box(CODEBOOK, edition).codes


@pytest.mark.parametrize("part", OPTIONAL)
def test_a_part_may_be_left_out(part: str) -> None:
    left = part_of_box(CODEBOOK, without=[part])
    assert {entry.kind for entry in box(CODEBOOK)} - {entry.kind for entry in left} == {OPTIONAL[part]}


@pytest.mark.parametrize(
    ("edition", "only", "stages"), [("first", None, 25), ("first", "base", 22), ("second", None, 22)]
)
def test_a_kit_without_backs_has_a_stage_token_for_every_stage(edition: str, only: str | None, stages: int) -> None:
    kit = part_of_box(CODEBOOK, edition, only=only, without=["backs"])
    (token,) = (entry for entry in kit if entry.kind is StickerKind.STAGE_TOKEN)
    groups = {group.key: group for group in groups_of(kit, Wording(), spares=0)}
    assert stage_count(kit) == stages
    assert groups["stage_token"].entries == (token,) * stages
    assert not [key for key in groups if key.startswith("back_")]


def test_without_leaders_is_only_the_base_game() -> None:
    base = part_of_box(CODEBOOK, only="base")
    assert part_of_box(CODEBOOK, without=["leaders"]).codes == base.codes == box(CODEBOOK, "first", ["base"]).codes
    assert not {"leader", "rome", "courtesan", "gamers_guild"} & {entry.id for entry in base}


def test_only_leaders_has_the_backs_of_its_guilds_too() -> None:
    """Who has a kit of the base game can print what the Leaders add."""
    leaders = part_of_box(CODEBOOK, only="leaders")
    assert {entry.id for entry in leaders if entry.kind is StickerKind.BACK} == {"age_3", "leader"}
    assert {entry.age for entry in leaders} == {None, 3}
