"""The page that scores a table from photographs, in a real browser."""

from __future__ import annotations

import json
import sys

import msgspec
import pytest

from device.features.table_score.pages import signed
from device.features.telephones.server.reader_process import READER, ReaderProcess
from device.for_features.photographs.photograph import PhotographReading, SeenCard, SeenStage
from device.session.session import Session
from device.session.setup import StationSetup
from device.umpire.station.station_umpire import StationUmpire
from display.messages.intents import Advance, KeepScoredTable, KeepSheet, SetUp, ShowTurn
from display.messages.plain_sheet import SheetRow
from display.words import Words
from tests.browser.people import AXE, CHROMIUM, NARROW, TALL, PersonWithPhone, address_on_screen, browser, violations
from tests.device.features.telephones.game.phone_table import SEATS
from tests.device.features.telephones.server.served import served
from tests.device.for_features.photographs.finished_tables import finished_table
from tests.device.tables import CODEBOOK, board_code

pytest.importorskip("playwright", reason="needs Playwright: pip install -r tests/browser/requirements.txt")
if not CHROMIUM:
    pytest.skip("needs Chromium: apt install chromium", allow_module_level=True)

say = Words("en").say
GIZA, RHODES, BABYLON, OLYMPIA = map(board_code, ("giza", "rhodes", "babylon", "olympia"))
READ = """
import json, runpy, sys
if sys.argv[-1] == "score":
    sys.argv[1:] = ["score"]
    runpy.run_module("device.features.telephones.photographs", run_name="__main__", alter_sys=True)
else:
    print(json.dumps(json.loads(sys.argv[1])[sys.stdin.read()]))
"""
"""Photographs are files whose content names what they show; the score is worked out as always."""


def lying(card: str, board: int) -> SeenCard:
    return SeenCard("", next(entry.code for entry in CODEBOOK if entry.id == card), board, 2.8)


def reading(*boards: int, cards=(), unread=(), stages=()) -> PhotographReading:
    return PhotographReading("", boards, boards[0], frozenset(boards), tuple(cards), tuple(stages), None, unread)


SHOWN = {
    "table": reading(
        GIZA,
        RHODES,
        BABYLON,
        cards=[lying("baths", GIZA), lying("strategists_guild", GIZA), lying("stockade", RHODES)],
        stages=[SeenStage("", GIZA, 1, 206, 1.4)],
        unread=(RHODES,),
    ),
    "rhodes": reading(RHODES, cards=[lying("stockade", RHODES), lying("theater", RHODES)]),
    "wrong": reading(GIZA, RHODES, BABYLON, cards=[lying("baths", RHODES)]),
    "pair": reading(OLYMPIA, BABYLON),
}

TURN = [
    {"code": 1, "edition": "first", "others": [], "names": ["card.stone_pit"]},
    {"code": 2, "edition": "first", "others": [3], "names": ["card.clay_pool", "card.ore_vein"]},
    {"code": 206, "edition": "first", "others": [], "names": ["phones.do_stage"]},
]
"""What the reader says of a photograph of a turn's cards."""


def photograph(name: str) -> dict:
    return {"name": f"{name}.jpg", "mimeType": "image/jpeg", "buffer": name.encode()}


@pytest.fixture(scope="module")
def chromium():
    with browser() as chromium:
        yield chromium


@pytest.fixture
def site():
    shown = {name: {"reading": msgspec.to_builtins(view)} for name, view in SHOWN.items()}
    shown["apple"] = {"refused": "photo_heic"}
    shown["turn"] = {"reading": {"shown": TURN}}
    with served(reader=ReaderProcess((sys.executable, "-c", READ, json.dumps(shown)))) as site:
        yield site


def opened(site, chromium, **options) -> PersonWithPhone:
    person = PersonWithPhone(chromium, address_on_screen(site), **options)
    person.page.get_by_role("link", name=person.words.say("phones.score_table")).click()
    person.page.locator("#page h2").first.wait_for()
    return person


def add(person, *names: str) -> None:
    person.page.locator("#album").set_input_files([photograph(name) for name in names])


def wide(person) -> int:
    """Pixels by which the page is wider than the telephone."""
    return person.page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize(
    ("size", "dark"), [(NARROW, False), pytest.param(TALL, True, marks=pytest.mark.slow)], ids=["light", "dark"]
)
def test_a_table_is_scored_and_kept(site, chromium, size, dark):
    person = opened(site, chromium, size=size, dark=dark)
    page, found = person.page, []
    add(person, "table", "apple")
    page.get_by_text(say("error.photo_heic")).wait_for()
    page.get_by_text(say("score.unread", wonder="rhodes", count=1)).wait_for()
    found += violations(person) if AXE.exists() else []
    add(person, "rhodes")
    page.get_by_text(say("score.unread", wonder="rhodes", count=1)).wait_for(state="detached")
    for wonder, coins in (("giza", 7), ("rhodes", 3), ("babylon", 0)):
        page.locator(f"#coins-{wonder}").fill(str(coins))
    page.locator("#tokens-babylon").select_option(label="+2")
    page.locator("#score").click()
    page.locator("#each-babylon").select_option(label=f"{signed(-1)} {signed(3)}")
    page.locator("#score").click()
    page.locator("#sheet").wait_for()
    rows = page.locator("#sheet tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows[1:]] == ["Rhodes", "Giza", "Babylon"]
    assert wide(person) <= 0
    found += violations(person) if AXE.exists() else []
    person.press(say("phones.keep_game"))
    page.locator("main").get_by_text(say("phones.kept")).wait_for()
    (kept,) = [intent for intent in site.table.asked if isinstance(intent, KeepScoredTable)]
    assert [count.coins for count in kept.counts] == [7, 3, 0]
    assert kept.counts[2].tokens == (-1, 3)
    with page.expect_download() as picture:
        person.press(say("phones.keep_picture"))
    assert picture.value.suggested_filename == "wondertable.png"
    assert found == person.problems == []


def test_what_no_photograph_shows_is_said_by_hand(site, chromium):
    """Cards and stages, city by city, and a whole city; all categories are seen on a narrow telephone."""
    person = opened(site, chromium, size=NARROW)
    page, found = person.page, []
    add(person, "table")
    page.locator("#cards-giza").click()
    page.locator("#less-giza-baths").click()
    page.locator("#less-giza-baths").wait_for(state="detached")
    page.locator("#add-giza").select_option(label="Palace")
    page.locator("#less-giza-palace").wait_for()
    page.locator("#stages-giza").select_option(label="3")
    page.locator("#cards-giza", has_text=say("phones.cards_and_stages", cards=2, stages=3)).wait_for()
    page.locator("#add-city").select_option(label="Olympia A")
    page.locator("#coins-olympia").wait_for()
    page.locator("#seat-3").wait_for()
    found += violations(person) if AXE.exists() else []
    for wonder in ("giza", "rhodes", "babylon", "olympia"):
        page.locator(f"#coins-{wonder}").fill("3")
        page.locator(f"#coins-{wonder}").focus()
        place = page.locator(f"#coins-{wonder}").bounding_box()
        assert 0 <= place["y"] <= NARROW[1] - place["height"], "no field lies under something else"
    page.locator("#score").click()
    page.locator("#sheet table").wait_for()
    head = page.locator("#sheet th[scope=col]")
    said = "(one) => one.textContent || one.querySelector('svg').getAttribute('aria-label')"
    names = [name.lstrip("∑") for name in head.evaluate_all(f"all => all.map({said})")]
    categories = ("military", "treasury", "wonder", "civilian", "scientific", "commercial", "guilds")
    assert names == [say("phones.total"), *(say(f"category.{one}") for one in categories)]
    assert head.last.bounding_box()["x"] + head.last.bounding_box()["width"] <= NARROW[0]
    giza = page.locator("#sheet tr", has_text="Giza").inner_text().split("\t")
    assert giza[5] == "8", "the Palace"
    assert giza[4] == "15", "three stages of the Pyramids"
    page.locator("#less-olympia").click()
    page.locator("#coins-olympia").wait_for(state="detached")
    found += violations(person) if AXE.exists() else []
    assert wide(person) <= 0
    assert found == person.problems == []


@pytest.mark.parametrize("dark", [False, True])
def test_the_cards_of_a_turn_are_named_and_passed_on(site, chromium, dark):
    """In a game at a station; a photograph of a table stays by itself."""
    site.table.session = Session(StationUmpire(CODEBOOK), setup=StationSetup())
    site.do(SetUp(SEATS, None), Advance())
    person = PersonWithPhone(chromium, address_on_screen(site), size=NARROW, dark=dark)
    person.sit(0, "giza")
    person.page.goto(address_on_screen(site).replace("/#", "/score?turn#"))
    page = person.page
    page.get_by_role("heading", name=say("phones.turn_cards")).wait_for()
    add(person, "turn")
    either = say("phones.turn_or", card="Clay Pool", other="Ore Vein")
    page.get_by_text(either).wait_for()
    assert page.locator("#page ol li").all_inner_texts() == ["Stone Pit", either, say("phones.do_stage")]
    assert wide(person) <= 0
    found = violations(person) if AXE.exists() else []
    person.press(say("phones.turn_record"))
    page.get_by_text(say("phones.turn_shown")).wait_for()
    (asked,) = [intent for intent in site.table.asked if isinstance(intent, ShowTurn)]
    assert [(card.code, card.others) for card in asked.cards] == [(1, ()), (2, (3,)), (206, ())]
    assert page.locator("#page ol li").count() == 0
    page.locator("#by-photographs").click()
    assert page.locator("#page li.card").count() == 0
    assert found == person.problems == []


@pytest.mark.parametrize("dark", [False, True])
def test_a_plain_score_sheet_is_typed_and_kept(site, chromium, dark):
    person = opened(site, chromium, size=NARROW, dark=dark)
    page, found = person.page, []
    page.locator("#by-hand").click()
    page.locator("#add-player").click()
    page.locator("#drop-3").click()
    page.locator("#name-0").fill("Ada")
    page.locator("#p0-military").select_option(label=signed(-6))
    for number, category in enumerate(("treasury", "wonder", "civilian", "scientific", "commercial", "guilds"), 1):
        page.locator(f"#p0-{category}").press_sequentially(str(number))
    page.locator("#p1-scientific").press_sequentially("48")
    page.reload()
    page.locator("#by-hand").click()
    assert page.locator("#p1-scientific").input_value() == "48", "nothing that was written is lost"
    rows = page.locator("#result tr").all_inner_texts()
    assert [row.split("\t")[:2] for row in rows[1:]] == [["Player 2", "48"], ["Ada", "15"], ["Player 3", "0"]]
    assert wide(person) <= 0
    found += violations(person) if AXE.exists() else []
    page.locator("#keep").click()
    page.locator("#result").get_by_text(say("phones.kept")).wait_for()
    (kept,) = [intent for intent in site.table.asked if isinstance(intent, KeepSheet)]
    assert kept.rows[0] == SheetRow("Ada", (-6, 1, 2, 3, 4, 5, 6))
    assert [(row.name, row.total) for row in kept.rows[1:]] == [("", 48), ("", 0)], "a number is no player's name"
    with page.expect_download() as picture:
        person.press(say("phones.keep_picture"))
    assert picture.value.suggested_filename == "wondertable.png"
    page.locator("#new").click()
    assert page.locator("#p1-scientific").input_value() == ""
    assert found == person.problems == []


@pytest.mark.slow
def test_contradictions_are_said_and_gone_with_the_photograph_that_makes_them(site, chromium):
    person = opened(site, chromium, language="de")
    add(person, "table", "wrong")
    words = person.words
    person.page.get_by_text(words.say("phones.photo_no_score")).wait_for()
    person.page.get_by_text("(Foto 1, Foto 2)").wait_for()
    person.page.locator("#drop-1").click()
    person.page.get_by_text(words.say("phones.photo_no_score")).wait_for(state="detached")
    assert person.problems == []


@pytest.mark.slow
def test_who_sits_where_is_asked_if_no_photograph_shows_it(site, chromium):
    person = opened(site, chromium)
    add(person, "pair", "rhodes")
    page = person.page
    page.get_by_text(say("phones.photo_no_score")).wait_for()
    add(person, "table")
    page.locator("#seat-3").wait_for()
    page.locator("#seat-0").select_option(label="Olympia")
    page.get_by_role("heading", name="Olympia A").wait_for()
    assert page.locator("form h3").all_inner_texts()[0] == "Olympia A"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pt_BR", "uk"])
def test_the_page_fits_in_every_language(site, chromium, language):
    person = opened(site, chromium, size=NARROW, language=language)
    add(person, "table", "apple")
    person.page.locator("#score").wait_for()
    assert wide(person) <= 0


@pytest.mark.slow
def test_a_real_photograph_is_scored(tmp_path, chromium):
    table = finished_table(3, 1)
    with served(reader=ReaderProcess(READER)) as site:
        person = opened(site, chromium)
        person.page.set_default_timeout(90_000)
        person.page.locator("#album").set_input_files(table.from_above(tmp_path / "table.jpg"))
        for city in table.dealt.game.cities:
            person.page.locator(f"#coins-{city.wonder.id}").fill(str(city.coins))
            person.page.locator(f"#tokens-{city.wonder.id}").select_option(value=str(sum(city.conflict)))
        person.page.locator("#score").click()
        person.page.locator("#sheet").wait_for()
        assert person.problems == []
