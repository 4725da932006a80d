"""Stickers of the kit's own PDF are read although they were printed badly, cut badly or used for years."""

import pytest

from tests.bench.print_and_wear import COLUMNS, TREATMENTS, printed, share_read

LEAST = {
    "glossy sleeve with a reflection": 0.3,
    "scratches": 0.85,
    "coffee": 0.85,
    "yellowed paper, faded ink": 0.6,
    "inkjet at 300 dpi with bands": 0.85,
    "most of these at once": 0.0,
}
"""Shares; all others are read but for one in twenty."""


def some_codes() -> list[int]:
    return sorted(printed(1))[: 3 * COLUMNS]


@pytest.mark.parametrize("name", TREATMENTS)
def test_a_sticker_is_read_at_the_least_size_of_the_rig_and_never_taken_for_another(name: str) -> None:
    assert share_read(TREATMENTS[name], 24, 1, some_codes()) >= LEAST.get(name, 0.95)


def test_faded_ink_on_yellowed_paper_is_read_in_a_thorough_look() -> None:
    """Four in five are, if only the picture as it is is searched: then the noise asks for too large a margin."""
    assert share_read(TREATMENTS["yellowed paper, faded ink"], 22, 1, some_codes(), thorough=True) >= 0.95
