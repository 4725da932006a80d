"""The kit check names what is shown, large, and everything fits in every language at every size."""

from __future__ import annotations

import pytest

from device.features.kit_check.painting import KitProgress, KitSummary, ShownSticker, panels, summary_panels
from display.window import Window
from display.words import Words, languages
from tests.display.drawn import screenshot
from tests.display.sessions import preview

SIZES = [(480, 320), (800, 480), (1920, 1080)]


def wrong(words: Words) -> str:
    return words.say("kit_check.fault.place", right="12", edge="10", inset="3")


def longest(words: Words, family: str) -> str:
    keys = ("card.magistrates_guild", "card.east_trading_post") if family == "card" else ("wonder.halicarnassus",)
    return max((words.say(key) for key in keys), key=len)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", languages())
def test_names_and_faults_fit(language: str, size: tuple[int, int]) -> None:
    words = Words(language)
    note = words.say("kit.note.card", age=3, number=7)
    progress = KitProgress(words.say("kit_check.shown", count=222), words.say("kit_check.hint"))
    first = ShownSticker(words.say("kit_check.title"), words.say("kit_check.start"))
    shown = [
        first,
        ShownSticker(longest(words, "card"), note, wrong(words), False),
        ShownSticker("Baths", note, "", True),
    ]
    with Window(size, language=language, strict=True) as window:
        for sticker in shown:
            assert window.show_panels(lambda box, one=sticker: panels(box, one, progress, preview())) >= 1  # type: ignore[misc]


def test_only_what_has_changed_is_drawn_again() -> None:
    progress = KitProgress("1 shown", "hint")
    one, other = ShownSticker("Baths", good=True), ShownSticker("Altar", good=True)
    with Window((800, 480), strict=True) as window:
        assert window.show_panels(lambda box: panels(box, one, progress, preview())) == 3
        assert window.show_panels(lambda box: panels(box, one, progress, preview())) == 0
        assert window.show_panels(lambda box: panels(box, other, progress, preview())) == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_list_of_findings_ends_where_the_screen_ends(size: tuple[int, int]) -> None:
    words = Words("uk")
    lines = tuple(f"{code:03d} {longest(words, 'card')}: {wrong(words)}" for code in range(30))
    summary = KitSummary(words.say("kit_check.bad", count=222), lines, good=False)
    with Window(size, language="uk", strict=True) as window:
        assert window.show_panels(lambda box: summary_panels(box, summary)) == 1


def test_a_good_kit_has_one_line() -> None:
    with Window((800, 480), strict=True) as window:
        before = screenshot(window)
        window.show_panels(lambda box: summary_panels(box, KitSummary("All is well", (), good=True)))
        assert screenshot(window) != before
