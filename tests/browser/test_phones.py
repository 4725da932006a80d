"""Telephones in a real browser: joining by the code on the screen, whole games, lost connections, languages."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import closing
from dataclasses import replace

import pytest

from device.features.kit_check.pages import ShownKit
from device.features.kit_check.shown import BoxThing, Enrol, KitCheck
from display.messages.intents import Advance, Change, Enter, FeatureIntent, Rename, SetUp
from display.messages.table_score import CountedTable
from display.words import Words
from engine import Build, CityCount, Discard, FinalCity, Phase, score_sheets
from tests.browser.people import (
    AXE,
    CHROMIUM,
    NARROW,
    TALL,
    TELEVISION,
    PersonWithPhone,
    address_on_screen,
    browser,
    violations,
)
from tests.dealing.dealer import deal
from tests.device.features.telephones.game.phone_table import SEATS, PhoneTable
from tests.device.features.telephones.server.served import served

pytest.importorskip("playwright", reason="needs Playwright: pip install -r tests/browser/requirements.txt")
if not CHROMIUM:
    pytest.skip("needs Chromium: apt install chromium", allow_module_level=True)

PLAYERS = [3, *(pytest.param(players, marks=pytest.mark.slow) for players in (5, 7))]

say = Words("en").say
FIRST_TURN = say("phones.moment", age="I", turn=1, names="").strip()


@pytest.fixture(scope="module")
def chromium():
    with browser() as chromium:
        yield chromium


def seated(site, chromium, seats, **options):
    """A person at each seat."""
    people = []
    for seat, (wonder, _) in enumerate(seats):
        person = PersonWithPhone(chromium, address_on_screen(site), **options)
        person.sit(seat, wonder)
        people.append(person)
    return people


@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game_is_booked_as_it_was_dealt(chromium, players):
    dealt = deal(players, 3)
    with served(seats=dealt.seats) as site:
        table = site.table
        people = seated(site, chromium, dealt.seats)
        people[0].press(say("phones.start"))
        site.until(lambda: table.session.game)
        for played in dealt.rounds:
            before = table.session.game
            if before.phase is Phase.CONFLICTS:
                people[0].hear_of(before)
                people[0].go_on()
            for move in played.moves:
                people[move.seat].enter(before, move.action)
            site.until(lambda before=before: len(table.session.game.actions) > len(before.actions))
        site.until(lambda: table.session.game.phase is Phase.OVER)
        assert table.session.game.cities == dealt.game.cities
        assert Counter(table.session.game.actions) == Counter(dealt.game.actions), "in another order within a turn"
        with site.lock:
            table.revealed = 9
        people[1].show("table")
        people[1].page.get_by_text(say("phones.scores")).wait_for()
        with people[1].page.expect_download() as kept:
            people[1].page.locator("#keep-page").click()
        page = kept.value.path().read_text("utf-8")
        best = max(sheet.total for sheet in score_sheets(dealt.game))
        assert f"<td>{best}</td>" in page
        assert " wins with " in page or " share the victory " in page
        assert "<script" not in page
        assert [problem for person in people for problem in person.problems] == []


def test_places_are_those_of_the_rules_where_points_are_equal(chromium):
    """Coins decide, and who has as many of those, too, shares the place."""
    cities = tuple(FinalCity(*board) for board in SEATS)
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        with site.lock:
            game = CountedTable(cities, tuple(CityCount(coins) for coins in (3, 5, 5))).game
            site.table.session, site.table.revealed = replace(site.table.session, game=game), 9
        person.show("table")
        with person.page.expect_download() as kept:
            person.page.locator("#keep-page").click()
        page = kept.value.path().read_text("utf-8")
        assert re.findall(r"<th scope=.row.>([^<]*)<", page) == ["1. Rhodes", "1. Olympia", "3. Giza"]


def test_black_cards_are_listed_built_and_scored(chromium):
    """Cities: an eighth colour and a category of its own."""
    seats = (("giza", "day"), ("rhodes", "day"), ("olympia", "night"))
    with served(seats=seats) as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        person.sit(0, "giza")
        with site.lock:
            site.table.session = replace(site.table.session, expansions=("cities",))
        site.do(Advance())
        game = site.table.session.game
        black = next(card for card in game.age_cards if card.colour == "black" and game.can(Build(0, card.id)))
        person.enter(game, Build(0, black.id))
        site.until(lambda: site.table.host.acted() == {0})
        over = deal(3, 1, edition="second", expansions=("cities",), seats=seats).game
        with site.lock:
            site.table.session, site.table.revealed = replace(site.table.session, game=over), 10
        person.hear_of(over)
        person.show("table")
        signs = person.page.locator(".sheet th[scope=col] svg")
        signs.first.wait_for(state="attached")
        assert signs.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))") == [
            say(f"category.{name}") for name in over.outcome().sheets[0].points
        ]
        assert person.problems == []


def test_a_page_comes_back_by_itself_after_the_connection_was_lost(chromium):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        person.sit(0, "giza")
        with site.lock:
            site.table.host.switch(on=False)
        site.do(Advance())
        with site.lock:
            site.table.host.switch(on=True)
        person.page.get_by_text(FIRST_TURN).wait_for()
        person.context.set_offline(True)
        person.context.set_offline(False)
        person.show("prices")
        person.page.locator("button.card").first.wait_for()
        person.page.set_viewport_size({"width": 844, "height": 390})
        assert person.page.locator("nav").is_visible()
        person.page.reload()
        person.page.get_by_text(FIRST_TURN).wait_for()
        assert person.page.locator("nav [aria-current]").inner_text() == say("phones.page_city"), (
            "the seat is still hers"
        )


def test_a_press_is_not_lost_if_something_is_booked_while_it_lasts(chromium):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        site.do(Advance())
        person.show("table")
        person.page.get_by_text(FIRST_TURN).wait_for()
        person.page.locator("nav button", has_text=say("phones.page_prices")).hover()
        person.page.mouse.down()
        site.do(*(Enter(Discard(seat)) for seat in range(3)))
        person.page.wait_for_timeout(500)
        person.page.mouse.up()
        person.page.locator(f"nav [aria-current]:has-text('{say('phones.page_prices')}')").wait_for()
        person.page.get_by_text(FIRST_TURN).wait_for(state="detached")


def test_a_page_that_hears_nothing_for_long_connects_again(chromium):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site), stops_clock=True)) as person:
        asked = []
        person.page.on("request", lambda request: asked.append(request.url))
        person.page.clock.fast_forward(30_000)
        assert asked == []
        with person.page.expect_request(lambda request: "/events" in request.url):
            person.page.clock.fast_forward(11_000)


def test_an_entry_is_taken_back_and_shown_only_as_a_tick(chromium):
    with served() as site:
        ada, bob = seated(site, chromium, site.table.session.setup.seats[:2])
        site.do(Advance())
        ada.show("prices")
        bob.show("table")
        ada.page.get_by_text(say("phones.your_turn")).wait_for()
        ada._open("Baths")
        ada.press(f"{say('phones.do_build')}: {say('phones.own')}")
        ada.page.get_by_text(say("phones.entered", what="Baths")).wait_for()
        bob.page.locator("h2", has_text="Giza").locator(f"svg[aria-label='{say('phones.acted')}']").wait_for()
        assert "Baths" not in bob.page.locator("main").inner_text()
        ada.press(say("phones.take_back"))
        bob.page.locator("h2", has_text="Giza").locator(f"svg[aria-label='{say('phones.awaited')}']").wait_for()
        assert site.table.session.entries == ()


def test_a_seat_that_was_freed_is_given_up_by_its_telephone(chromium):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        person.sit(0, "giza")
        with site.lock:
            site.table.host.free("giza")
        person.page.locator("#name").fill("Ada")
        person.press(say("phones.save"))
        person.page.get_by_text(say("phones.pick_seat")).wait_for()


def test_the_code_can_be_typed(chromium):
    with served() as site:
        address, _, secret = address_on_screen(site).partition("#")
        context = chromium.new_context(locale="en")
        page = context.new_page()
        page.goto(address)
        page.get_by_label(say("phones.code"), exact=True).fill("wrong")
        page.get_by_role("button", name=say("phones.go")).click()
        page.get_by_text(say("error.wrong_secret")).wait_for()
        page.get_by_label(say("phones.code"), exact=True).fill(f" {secret.upper()} ")
        page.get_by_role("button", name=say("phones.go")).click()
        page.get_by_text(say("phones.pick_seat")).wait_for()
        context.close()


@pytest.mark.parametrize("language", ["it", "pt_BR", "uk", "de"])
def test_each_telephone_speaks_its_own_language(chromium, language):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site), language=language)) as person:
        assert person.page.locator("html").get_attribute("lang") == language.replace("_", "-")
        site.do(Advance())
        person.show("join")
        person.sit(0, "giza")
        person.show("prices")
        person.page.get_by_text(person.words.say("card.baths")).first.wait_for()  # lists come a round or more later
        text = person.page.locator("main").inner_text()
        assert person.words.say("phones.your_turn") in text
        assert "phones." not in text


@pytest.mark.parametrize("size", [NARROW, TALL, TELEVISION], ids=str)
def test_nothing_is_wider_than_the_page(chromium, size):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site), size=size)) as person:
        person.sit(0, "giza")
        site.do(Advance())
        for name in ("join", "city", "prices", "table", "more"):
            person.show(name)
            wide = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, name
            assert person.page.evaluate("scrollY") == 0, f"{name}: its beginning lies under the heading"


def test_an_overlay_is_transparent_and_shows_the_table_only(chromium):
    with served() as site:
        site.do(Advance())
        address = address_on_screen(site).replace("/#", "/?overlay#")
        context = chromium.new_context(viewport={"width": 1920, "height": 1080})
        page = context.new_page()
        page.goto(address)
        page.get_by_role("heading", name="Olympia").wait_for()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        assert not page.locator("header").is_visible()
        context.close()


def test_a_table_is_set_up_by_telephone(chromium):
    """The edition is asked for; a city is there once; a city of an expansion only with it; two have the Free City."""
    with served(seats=()) as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        page, cities = person.page, "#board-{} option:not([disabled])"
        assert "Rome" not in page.locator("#board-0").inner_text()
        first = page.locator("#board-0").input_value()
        assert first not in page.locator(cities.format(1)).evaluate_all("all => all.map((one) => one.value)")
        page.locator("#edition-second").click()
        page.locator("#board-2").select_option(label=f"{say('wonder.rhodes')} {say('board_side.night')}")
        page.locator("#two").click()
        person.press(say("phones.save"))
        site.until(lambda: site.table.session.setup.free_city == 2)
        assert site.table.session.setup.seats[2] == ("rhodes", "night")
        assert site.table.asked[0] == Change("play.edition", "second", also=Change("play.leaders", False))
        person.press(say("phones.change_boards"))
        assert page.locator("#two").get_attribute("aria-pressed") == "true"
        page.locator("#more-boards").click()
        assert page.locator("#two").count() == 0
        person.press(say("phones.save"))
        site.until(lambda: len(site.table.session.setup.seats) == 4)
        assert site.table.session.setup.free_city is None
        assert person.problems == []


def test_what_everybody_has_played_is_shown_once_all_have(chromium):
    """And that an entry was taken is in view wherever the card stood on its page."""
    with served() as site:
        people = seated(site, chromium, site.table.session.setup.seats)
        site.do(Rename(1, "Bob"), Advance())
        cards = ("Lumber Yard", "Stone Pit", "Barracks")
        for person, card in zip(people, cards, strict=True):
            person.hear_of(site.table.session.game)
            assert person.page.locator("#next").count() == 0
            person._open(card)
            person.press(say("phones.do_build") + ":")
            if person is not people[2]:
                person.page.get_by_text(say("phones.entered", what=card)).wait_for()
                assert person.page.evaluate("scrollY") == 0
                assert person.page.locator(".done").bounding_box()["y"] < TALL[1] / 2
        for person in people:
            person.page.locator("#next").wait_for()
            shown = person.page.locator("main").inner_text()
            assert [card in shown for card in cards] == [True] * 3
            assert "Bob, Rhodes" in shown
            assert "1 (+1)" in shown, "shields, and how many more"
            person.page.get_by_role("button", name="Barracks").click()
            person.page.get_by_text(Words("en").say("effect.shields", count=1)).wait_for()
            person.page.locator("#next").click()
            assert person.page.locator("nav [aria-current]").inner_text() == say("phones.page_prices")
            person.page.reload()
            person.page.get_by_text(say("phones.your_turn")).wait_for()
            assert person.page.locator("#next").count() == 0, "once"
        assert [problem for person in people for problem in person.problems] == []


def choose(person, key: str, **values) -> None:
    """Press in the menu, not faster than people do: the server would ask them to wait."""
    person.page.wait_for_timeout(400)
    person.page.locator("main .choices button", has_text=say(key, **values)).first.click()


def test_the_menu_corrects_the_past_names_ends_the_turn_and_starts_another_game(chromium):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        session = lambda: site.table.session  # noqa: E731
        person.sit(0, "giza")
        site.do(Advance(), Enter(Build(0, "lumber_yard")))
        person.show("more")
        choose(person, "menu.main.end_turn")
        heading = person.page.get_by_role("heading", name=say("menu.end_turn"))
        heading.wait_for()
        choose(person, "menu.main.end_turn")
        site.until(lambda: session().game.turn == 2)
        person.page.locator("#next").click()  # the page shows what the others played
        assert [type(action) for action in session().game.actions] == [Build, Discard, Discard]
        person.show("more")
        choose(person, "menu.main.history")
        choose(person, "menu.history.turn", age=1, turn=1)
        choose(person, "menu.history.change")
        choose(person, "card.lumber_yard")
        choose(person, "card.stone_pit")
        site.until(lambda: session().game.cities[0].cards == ("stone_pit",))
        person.show("more")
        choose(person, "menu.main.coins")
        choose(person, "wonder.rhodes")
        choose(person, "menu.more.name")
        person.page.locator("#other").fill("Bob")
        person.press(say("phones.save"))
        site.until(lambda: session().names[1] == "Bob")
        person.show("more")
        choose(person, "menu.main.undo")
        site.until(lambda: session().game.turn == 1)
        undo = person.page.locator("main .choices button", has_text=say("menu.main.undo"))
        undo.first.wait_for(state="detached")  # the page leaves the menu only then
        person.show("more")
        choose(person, "menu.main.leave")
        person.press(say("phones.back"))
        choose(person, "menu.main.leave")
        choose(person, "menu.leave.yes")
        site.until(lambda: session().game is None)
        assert person.problems == []


def test_a_late_answer_of_the_menu_does_not_close_what_was_opened_meanwhile(chromium):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        person.sit(0, "giza")
        site.do(Advance(), Enter(Build(0, "lumber_yard")))
        person.show("more")
        choose(person, "menu.main.end_turn")

        def answer_late(route):
            answer = route.fetch()
            person.page.wait_for_selector("#next")  # what was played is told before the press is answered
            route.fulfill(response=answer)

        person.page.route("**/ask", answer_late)
        with person.page.expect_response("**/ask"):
            choose(person, "menu.main.end_turn")
        person.page.wait_for_timeout(200)
        assert person.page.locator("#next").is_visible()


def test_the_first_turn_is_guided_until_it_is_understood(chromium):
    with served() as site:
        ada, bob = seated(site, chromium, site.table.session.setup.seats[:2])
        site.do(Advance())
        for key in ("guide_hand", "guide_cards", "guide_enter"):
            ada.page.get_by_text(say(f"phones.{key}")).wait_for()
            if key != "guide_enter":
                ada.page.locator("#guide-next").click()
        ada.enter(site.table.session.game, Build(0, "lumber_yard"))
        ada.page.get_by_text(say("phones.guide_back")).wait_for()
        ada.press(say("phones.guide_done"))
        bob.press(say("phones.guide_skip"))
        for person in (ada, bob):
            person.page.reload()
            person.page.locator(".turn").wait_for()
            assert person.page.locator(".guide").count() == 0


def test_a_price_is_told_of_what_is_sold(chromium):
    with served() as site, closing(PersonWithPhone(chromium, address_on_screen(site))) as person:
        person.sit(0, "giza")
        site.do(Advance())
        sells = person.page.locator(".box", has_text=say("phones.sells"))
        sells.first.wait_for()
        goods = sells.locator(".i[aria-label]").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        assert {say("resource.O"), say("resource.W")} == set(goods) - {say("phones.coins"), say("phones.shields")}


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: npm ci in tests/browser")
@pytest.mark.parametrize("dark", [False, True])
def test_rules_of_accessibility_find_nothing_serious(chromium, dark):
    with served(seats=()) as site, closing(PersonWithPhone(chromium, address_on_screen(site), dark=dark)) as person:
        found = violations(person)
        site.do(SetUp(SEATS))
        person.page.locator(".choices").wait_for()
        found += violations(person)
        person.sit(0, "giza")
        for name in ("join", "table", "more"):
            person.show(name)
            found += violations(person)
        site.do(Advance())
        person.page.get_by_text(FIRST_TURN).wait_for()
        person.show("city")
        person.page.locator("#guide-next").click()
        for name in ("join", "city", "prices", "table", "more"):
            person.show(name)
            if name == "prices":
                person.page.locator("button.card.red").first.click()
            person.page.wait_for_timeout(200)
            found += violations(person)
        site.do(*(Enter(Discard(seat)) for seat in range(3)))
        person.page.locator("#next").wait_for()
        found += violations(person)
        assert found == person.problems == []


def test_the_owners_cards_are_learned_with_a_telephone_in_the_hand(chromium, monkeypatch):
    """The page names the next card by itself, whenever the camera has taken a picture."""
    box = tuple(BoxThing(f"card.{name.lower()}", name, "Age I") for name in ("Altar", "Baths"))
    check = KitCheck(2, "Altar", box=box)
    usual = PhoneTable.state.fget
    monkeypatch.setattr(
        PhoneTable, "state", property(lambda table: replace(usual(table), features={"kit_check": ShownKit(check)}))
    )
    with served(seats=()) as site:
        person = PersonWithPhone(chromium, address_on_screen(site), size=NARROW)
        person.press(say("menu.main.enrol"))
        person.page.get_by_role("heading", name="Altar").wait_for()
        check = replace(check, news=3, name="Baths", wrong=say("enrol.shown_as", name="Altar"))
        person.page.get_by_role("heading", name="Baths").wait_for()
        person.page.get_by_text(check.wrong).wait_for()
        person.press(say("menu.enrol.wrong"))
        site.until(lambda: FeatureIntent("kit_check", Enrol(wrong=True)) in site.table.asked)
        for text in (say("menu.enrol.choose"), "Age I", "Altar"):
            person.press(text)
        site.until(lambda: FeatureIntent("kit_check", Enrol(choose="card.altar")) in site.table.asked)
        person.press(say("phones.back"))
        site.until(lambda: site.table.asked[-1] == FeatureIntent("kit_check", Enrol(pause=True)))
        assert not person.problems
