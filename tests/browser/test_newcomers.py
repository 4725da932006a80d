"""Three people who have never seen the pages play the first turn, whatever else they press."""

from __future__ import annotations

import pytest

from tests.browser.newcomers import three_telephones
from tests.browser.people import CHROMIUM, browser

pytest.importorskip("playwright", reason="needs Playwright: pip install -r tests/browser/requirements.txt")
if not CHROMIUM:
    pytest.skip("needs Chromium: apt install chromium", allow_module_level=True)

MOST = 21
"""Presses that were meant, of all three, to the first turn; what it took when this was written."""


@pytest.mark.parametrize(("every", "seen"), [(8, 15), pytest.param(4, 40, marks=pytest.mark.slow)])
def test_every_wrong_press_on_a_telephone_is_seen_or_does_nothing(every: int, seen: int) -> None:
    with browser() as chromium:
        told = three_telephones(chromium, every)
    assert told["presses"] <= MOST
    assert told["seen"] >= seen
