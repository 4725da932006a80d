"""The pages that the command line writes: story, statistics, league. Nothing serious is wrong for who uses no mouse."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from device.features.statistics.league_report import LeagueReport
from device.features.statistics.season_report import SeasonReport
from device.features.story.story_report import StoryReport
from device.for_features.league.scoring import Scoring
from device.for_features.league.seating import SeatedPlayer, SeatedTable
from device.for_features.league.standings import LeaguePlayer
from device.for_features.statistics.game_facts import facts_of
from device.for_features.statistics.season import season
from device.for_features.story.story import story_of
from display.words import Words
from tests.browser.people import AXE, CHROMIUM, NARROW, TELEVISION, browser, violations
from tests.dealing.dealer import deal

pytest.importorskip("playwright", reason="needs Playwright: pip install -r tests/browser/requirements.txt")
if not CHROMIUM:
    pytest.skip("needs Chromium: apt install chromium", allow_module_level=True)

NAMES = ("Ada", "Bob", "Cem", "Вероніка")


def story() -> str:
    game = deal(4, 6).game
    return StoryReport(game, story_of(game), Words("de"), "Spiel 7").html()


def statistics() -> str:
    games = [facts_of(seed, f"2026-03-0{seed}T18:00:00", None, NAMES, deal(4, seed).game) for seed in (1, 2, 3)]
    return SeasonReport(season(games), Words("en")).html()


def league() -> str:
    players = [LeaguePlayer(name, 3, Fraction(7, 2), 1, 1, 150, 61, 9, place) for place, name in enumerate(NAMES, 1)]
    seats = tuple(SeatedPlayer(name, "giza", "A") for name in NAMES)
    tables = [SeatedTable(number, table, seats) for number in (1, 2) for table in (1, 2)]
    return LeagueReport("Mondays", Scoring(source="the club"), players, tables, Words("en"), NAMES[:2]).html()


PAGES = {"story": story, "statistics": statistics, "league": league}


@pytest.fixture(scope="module")
def chromium():
    with browser() as chromium:
        yield chromium


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: npm ci in tests/browser")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_rules_of_accessibility_find_nothing_serious_in_a_report(chromium, tmp_path, name, dark):
    file = tmp_path / "page.html"
    file.write_text(PAGES[name](), "utf-8")
    for width, height in (NARROW, TELEVISION):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        page = context.new_page()
        page.goto(file.as_uri())
        assert page.locator("h1 ~ p, h1 ~ div").first.is_visible()
        assert page.locator("details table").filter(visible=True).count() == 0, "what is for a closer look is folded"
        assert violations(SimpleNamespace(page=page, context=context)) == []
        page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
        assert violations(SimpleNamespace(page=page, context=context)) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.tagName") in ("DIV", "SUMMARY")
        context.close()
