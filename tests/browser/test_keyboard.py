"""All pages by the keyboard alone: Tab goes to what can be pressed, and it is seen where; Enter presses it."""

from __future__ import annotations

from contextlib import closing

import pytest

from display.messages.intents import Enter
from display.words import Words
from engine import Discard
from tests.browser.people import CHROMIUM, NARROW, PersonWithPhone, address_on_screen, browser
from tests.browser.test_reports import PAGES
from tests.device.features.telephones.server.served import served

pytest.importorskip("playwright", reason="needs Playwright: pip install -r tests/browser/requirements.txt")
if not CHROMIUM:
    pytest.skip("needs Chromium: apt install chromium", allow_module_level=True)

say = Words("en").say
MOST_TABS = 120
"""More than there is on any page."""
FOCUSED = """() => {
    const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
    const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
        nothing: one === document.body,
        words: one.id ? `#${one.id}` : one.innerText, marked: style.outlineStyle !== 'none',
        covered: !!middle && !one.contains(middle) && !middle.contains(one),
    };
}"""


@pytest.fixture(scope="module")
def chromium():
    with browser() as chromium:
        yield chromium


def reach(page, words: str) -> None:
    """Tab until this is focused; everything on the way is marked, and not covered by the tabs or the heading.

    What is focused may leave the page at that moment. Then nothing is, and all words of the page are that nothing's.
    """
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused["nothing"]:
            continue
        assert focused["marked"], focused
        assert not focused["covered"], focused
        if words in focused["words"]:
            return
    raise AssertionError(f"Tab does not reach {words}")


def press(page, words: str) -> None:
    """Tab there, and press Enter."""
    reach(page, words)
    page.keyboard.press("Enter")


def test_a_turn_is_set_up_played_and_corrected_with_the_keyboard_alone(chromium) -> None:
    with served(seats=()) as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        page, session = person.page, lambda: site.table.session
        press(page, "#edition-first")
        reach(page, "#board-1")
        page.keyboard.press("ArrowDown")
        press(page, say("phones.save"))
        site.until(lambda: len(session().setup.seats) == 3)
        wonder = session().setup.seats[0][0]
        page.locator("button.card").first.wait_for()
        press(page, say(f"wonder.{wonder}"))
        page.locator("#name").wait_for()
        reach(page, "#name")
        page.keyboard.type("Ada")
        page.keyboard.press("Enter")
        site.until(lambda: session().names[0] == "Ada")
        press(page, say("phones.start"))
        site.until(lambda: session().game)
        page.locator(".guide").wait_for()
        for _ in range(4):
            press(page, "#guide-next")
        page.locator(".guide").wait_for(state="detached")
        press(page, say("phones.to_prices"))
        page.locator("button.card").first.wait_for()
        press(page, "Lumber Yard")
        press(page, say("phones.do_build"))
        page.get_by_text(say("phones.entered", what="Lumber Yard")).wait_for()
        site.do(*(Enter(Discard(seat)) for seat in (1, 2)))
        page.locator("#next").wait_for()
        press(page, "#next")
        for name in ("table", "join", "more"):
            press(page, say(f"phones.page_{name}"))
            page.locator(f"nav [aria-current]:has-text('{say(f'phones.page_{name}')}')").wait_for()
        for key, values in (
            ("menu.main.history", {}),
            ("menu.history.turn", {"age": 1, "turn": 1}),
            ("menu.history.change", {}),
            ("card.lumber_yard", {}),
            ("card.stone_pit", {}),
        ):
            page.locator("main .choices button", has_text=say(key, **values)).first.wait_for()
            press(page, say(key, **values))
        site.until(lambda: session().game.cities[0].cards == ("stone_pit",))
        assert person.problems == []


@pytest.mark.parametrize("name", PAGES)
def test_everything_in_a_report_is_opened_with_the_keyboard_alone(chromium, tmp_path, name) -> None:
    file = tmp_path / "page.html"
    file.write_text(PAGES[name](), "utf-8")
    page = chromium.new_page()
    page.goto(file.as_uri())
    folded = page.locator("summary").all_inner_texts()
    for words in folded:
        press(page, words)
    assert page.locator("details:not([open])").count() == 0
    tables = page.locator("[tabindex='0']:has(table:visible)")
    assert tables.count() >= 1, "what was folded is there"
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    widest = tables.evaluate_all("all => Math.max(...all.map((one) => one.scrollWidth - one.clientWidth))")
    assert scrolled(page) > 0 or widest <= 0, "a table that is wider than the page is scrolled by its keys"
    page.close()


def scrolled(page) -> int:
    """How far RIGHT scrolls what Tab comes to, at the first place where it does."""
    for _ in range(MOST_TABS // 4):
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
        if found := page.evaluate("document.activeElement === document.body ? 0 : document.activeElement.scrollLeft"):
            return found
    return 0
