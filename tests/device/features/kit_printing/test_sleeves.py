import pytest

from device.features.kit_printing.pieces import entries_of, print_pieces
from device.features.kit_printing.sheets import Paper, groups_of
from device.features.kit_printing.sleeves import for_sleeves
from device.for_features.kit_wording import Wording
from tests.device.features.kit_printing.cut_pieces import misread
from tests.vision.synthetic_table import CODEBOOK, SIZES
from vision.kit.codebook import Codebook, StickerKind

FEW = Codebook(
    entry
    for entry in CODEBOOK
    if entry.code % 15 == 0 or entry.kind in (StickerKind.BACK, StickerKind.TOKEN, StickerKind.COMMAND)
)
ENTRIES = entries_of(groups_of(FEW, Wording(), spares=0))
SLEEVED = {StickerKind.CARD, StickerKind.LEADER, StickerKind.BACK, StickerKind.COMMAND}


@pytest.mark.parametrize("cutter", [False, True])
@pytest.mark.parametrize("paper", list(Paper))
def test_every_slip_and_sticker_is_read_after_it_is_cut_out(tmp_path, paper: Paper, cutter: bool) -> None:
    both = for_sleeves(ENTRIES, paper, SIZES, cutter=cutter)
    for sheets in both:
        print_pieces(tmp_path / "kit.pdf", sheets)
        assert misread(tmp_path / "kit.pdf", sheets) == []
        assert (len(sheets.marks), sheets.lines) == ((3, False) if cutter else (0, True))
    kinds = [{piece.entry.kind for page in sheets.pages for piece in page} for sheets in both]
    assert not kinds[0] & SLEEVED
    assert kinds[1] == SLEEVED
    assert sum(len(page) for sheets in both for page in sheets.pages) == len(ENTRIES)


def test_a_slip_is_a_card_and_its_sticker_is_where_the_card_has_it() -> None:
    slips = [piece for page in for_sleeves(ENTRIES, Paper.A4, SIZES)[1].pages for piece in page]
    side, inset = SIZES.sticker.side, SIZES.card_inset
    for slip in slips:
        left, top = (min(corner[axis] for corner in slip.outline) for axis in (0, 1))
        right, low = (max(corner[axis] for corner in slip.outline) for axis in (0, 1))
        assert (right - left, low - top) == pytest.approx((SIZES.card_width, SIZES.card_height))
        assert right - slip.x - side == pytest.approx(inset)
        above, below = slip.y - top, low - slip.y - side
        assert (below if slip.entry.kind is StickerKind.BACK else above) == pytest.approx(inset)


def test_a_front_slip_leaves_nearly_all_of_the_card_visible() -> None:
    slip = next(p for page in for_sleeves(ENTRIES, Paper.A4, SIZES)[1].pages for p in page if p.entry.code == 0)
    edges = zip(slip.outline, (*slip.outline[1:], slip.outline[0]), strict=True)
    area = abs(sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in edges)) / 2
    assert area < 0.16 * SIZES.card_width * SIZES.card_height


@pytest.mark.parametrize(("paper", "most"), [(Paper.A4, 8), (Paper.LETTER, 8)])
def test_the_paper_is_turned_if_it_holds_more_slips_so(paper: Paper, most: int) -> None:
    slips = for_sleeves(ENTRIES, paper, SIZES)[1]
    assert slips.size == paper.size[::-1]
    assert len(slips.pages[0]) == most
