from device.features.kit_check.checker import CheckedSticker
from device.features.kit_check.placement import FaultKind, PlacementFault
from device.features.kit_check.tally import KitTally
from device.for_features.parts_of_box import part_of_box
from tests.vision.synthetic_table import CODEBOOK
from vision.kit.boxes import box

SLANT = PlacementFault(FaultKind.SLANT, slant=20.0)
BOARDS = range(190, 206)


class Check:
    """Shows codes one after the other."""

    def __init__(self, kit=None) -> None:
        self.tally, self.showing = KitTally(kit or box(CODEBOOK)), 0

    def show(self, *codes: int, fault: PlacementFault | None = None, measured: bool = True) -> "Check":
        for code in codes:
            self.showing += 1
            entry = CODEBOOK.entries[code]
            self.tally.add(CheckedSticker(self.showing, entry))
            if measured:
                self.tally.add(CheckedSticker(self.showing, entry, measured=True, fault=fault))
        return self

    @property
    def found(self):
        return self.tally.findings()


def codes(entries) -> list[int]:
    return [entry.code for entry in entries]


def test_a_kit_of_which_everything_was_shown_once_is_good() -> None:
    check = Check(part_of_box(CODEBOOK, only="base", without=["backs", "corners", "commands"]))
    check.show(*check.tally.kit.codes)
    assert check.found.good
    assert check.found.unseen == ()
    assert check.found.checked == check.found.measured == 165, "with the stage token"


def test_of_a_part_that_was_shown_the_rest_is_missing() -> None:
    found = Check().show(*BOARDS[:-1]).found
    assert codes(found.missing) == [BOARDS[-1]]
    assert found.unseen == ("age_1", "age_2", "age_3", "leader")
    assert not found.good


def test_what_was_shown_twice_is_double_but_backs_are_counted() -> None:
    found = Check().show(*BOARDS, 190, 206, 206).found
    assert codes(found.double) == [190]
    assert [(back.entry.code, back.shown, back.needed) for back in found.backs] == [(206, 2, 49)]
    assert Check().show(*BOARDS, *[209] * 37).found.good


def test_a_board_of_the_other_edition_is_foreign() -> None:
    found = Check().show(*BOARDS, 241).found
    assert codes(found.foreign) == [241]
    assert codes(found.missing) == []


def test_a_fault_counts_until_it_is_mended() -> None:
    check = Check().show(*BOARDS[1:]).show(190, fault=SLANT)
    assert [(entry.code, fault) for entry, fault in check.found.faults] == [(190, SLANT)]
    check.show(190)
    assert check.found.good, "stuck on again, it is neither wrong nor double"


def test_a_fault_that_comes_after_a_good_showing_counts() -> None:
    found = Check().show(*BOARDS).show(190, fault=SLANT).found
    assert codes(entry for entry, _ in found.faults) == codes(found.double) == [190]


def test_every_back_with_a_fault_counts() -> None:
    found = Check().show(206, fault=SLANT).show(206, fault=SLANT).show(206).found
    assert len(found.faults) == 2
    assert found.backs[0].shown == 3


def test_what_was_not_measured_is_counted_and_no_fault() -> None:
    found = Check().show(*BOARDS, measured=False).found
    assert found.good
    assert (found.checked, found.measured) == (16, 0)
