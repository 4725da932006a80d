"""Telephones in the menu: off until somebody switches them on, and then the code by which they join."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
import segno
import zxingcpp
from PIL import Image

from device.features.telephones.game.access import PhoneAccess
from device.features.telephones.join_code import JoinCode
from device.features.telephones.pages import (
    FreeSeat,
    FreeSeatPage,
    HotspotPage,
    LookForWifi,
    NextAddress,
    PhonesPage,
    RenewSecret,
    SwitchHotspot,
)
from device.features.telephones.wifi.hotspot import Hotspot
from device.for_features import qr_code
from display.menu import Menu, OpenPage
from display.menu.addition import beside_table
from display.menu.main.main_menu import MainMenuPage
from display.menu.setup.boards import PlayerCountPage
from display.menu.setup.first_start import GREETED, FocusPage
from display.messages.intents import Change, FeatureIntent
from display.messages.presses import Press
from display.navigation.navigation import active_buttons, handle_press, update_position
from display.navigation.position import START, ScreenId
from display.table_state import TableState
from display.window import Window
from display.words import Words, line
from tests.display.drawn import screenshot
from tests.display.menu_pages import PHONES, set_as
from tests.display.sessions import marks, with_telephones

OFF = set_as(TableState(seats=marks(3)))
ON = replace(OFF, features=with_telephones(PHONES))


def asked(menu: Menu) -> list[object]:
    """What its options ask for; of the feature, what that gets."""
    intents = [option.intent for option in menu.options]
    return [intent.what if isinstance(intent, FeatureIntent) else intent for intent in intents]


def intents(state: TableState) -> list[object]:
    return asked(PhonesPage().menu(state))


def test_telephones_are_switched_on_in_the_menu() -> None:
    assert PhonesPage() in [option.leads_to for option in MainMenuPage().menu(OFF).options]
    assert intents(OFF) == [Change("phones.on", True), Change("phones.enter", True)]
    assert PhonesPage().menu(OFF).body == line("menu.phones.explained")
    assert beside_table(OFF) is None


def test_without_a_camera_they_are_offered_when_the_table_is_set_up() -> None:
    def offered(**others: object) -> bool:
        return PhonesPage() in [option.leads_to for option in PlayerCountPage().menu(replace(OFF, **others)).options]

    assert offered(by_hand=True, camera=None)
    assert not offered(by_hand=True, camera=None, settings={}), "nothing is set on a screen that shows no settings"
    assert not offered(by_hand=False)


def test_while_they_are_on_code_address_and_seats_can_be_changed() -> None:
    assert intents(ON) == [Change("phones.on", False), Change("phones.enter", True), RenewSecret(), NextAddress(), None]
    assert NextAddress() not in intents(replace(ON, features=with_telephones(replace(PHONES, addresses=1, taken=()))))
    assert asked(FreeSeatPage().menu(ON)) == [
        FreeSeat("giza"),
        FreeSeat("rhodes"),
        FreeSeat("halicarnassus"),
    ]
    assert FreeSeatPage().menu(OFF).options == ()


def test_the_page_says_why_there_is_no_code_yet() -> None:
    def body(**others: object) -> object:
        return PhonesPage().menu(replace(ON, features=with_telephones(replace(PHONES, place="", **others)))).body

    assert body(addresses=None) == line("menu.phones.starting")
    assert body(addresses=0) == line("menu.phones.no_network")
    assert body(trouble="no space") == line("menu.phones.trouble", reason="no space")
    assert body(port=8377) == line("menu.phones.port_taken", port=8377)
    assert body(port=8377, holder="python3 (4711)") == line("menu.phones.port_held", port=8377, holder="python3 (4711)")
    assert body(port=80, trouble="Permission denied") == line("menu.phones.trouble", reason="Permission denied")
    assert body(addresses=None, fails=True) == line("menu.phones.fails")


def test_the_first_start_offers_them() -> None:
    new = replace(OFF, settings={**OFF.settings, "screen.greeted": False})
    _, phones = FocusPage().menu(new).options
    assert phones.intent == Change("phones.on", True, also=GREETED)
    assert len(FocusPage().menu(OFF).options) == 1


def test_the_code_names_the_address_and_hides_the_secret_behind_the_hash() -> None:
    assert PHONES.link == "http://192.168.178.123:8377/#k3x7wpb2mfn4qz"
    assert PhoneAccess("", "x").link == ""
    assert beside_table(ON) == JoinCode(PHONES.link, PHONES.place, PHONES.secret)


def test_a_telephone_reads_the_code_from_the_screen() -> None:
    """From the page of the menu, and while the table is set up."""
    for state, opened in ((ON, OpenPage(PhonesPage())), (replace(ON, seats=(), by_hand=True), None)):
        with Window((800, 480), strict=True) as window:
            window.position = replace(update_position(START, state, 0.0), opened=opened)
            window.show(state, 0.0)
            picture = Image.open(io.BytesIO(screenshot(window))).convert("RGB")
        (found,) = zxingcpp.read_barcodes(picture)
        assert found.text == PHONES.link


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize("players", [3, 5, 7])
def test_the_code_has_the_free_height_beside_the_boards_and_a_screen_of_its_own(
    size: tuple[int, int], players: int
) -> None:
    state, heights = replace(ON, seats=marks(players), ready=True), []
    with Window(size, strict=True) as window:
        for press in (None, Press.RIGHT):
            window.show(state, 0.0)
            if press is not None:
                window.position, intent = handle_press(window.position, state, press, 0.0)
                assert (window.position.screen, intent) == (ScreenId.JOIN, None)
                window.show(replace(state, names=("",) * players), 0.1)
            (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(screenshot(window))).convert("RGB"))
            assert found.text == PHONES.link
            heights.append(found.position.bottom_left.y - found.position.top_left.y)
    beside, alone = heights
    assert beside >= size[1] * 0.28, "of the screen's height; without the white margin"
    assert alone >= size[1] * 0.6
    assert handle_press(window.position, state, Press.RIGHT, 1.0)[0].screen is ScreenId.SEATS


def test_without_a_code_there_is_no_screen_for_it() -> None:
    state = replace(OFF, seats=marks(3), ready=True)
    position = update_position(START, state, 0.0)
    assert handle_press(position, state, Press.RIGHT, 0.0)[0].screen is ScreenId.SEATS
    assert not {Press.LEFT, Press.RIGHT} & active_buttons(position, state)


def test_the_modules_are_those_of_the_standard() -> None:
    code = segno.make_qr(PHONES.link, error="l")
    assert qr_code.modules(PHONES.link).get_width() == code.symbol_size(border=4)[0]


WIFI = Hotspot("on", "Wondertable k3x7", "pb2mfn4qzw9r")


def hotspot_menu(wifi: Hotspot) -> tuple[list[object], object]:
    """What can be asked for, and what there is to read."""
    menu = HotspotPage().menu(replace(ON, features=with_telephones(PHONES, wifi)))
    return asked(menu), menu.body


def test_an_own_wifi_is_offered_where_there_is_the_hardware_and_telephones_are_on() -> None:
    off = Hotspot("off")
    assert HotspotPage() in [
        option.leads_to for option in PhonesPage().menu(replace(ON, features=with_telephones(PHONES, off))).options
    ]
    assert LookForWifi() in intents(replace(ON, features=with_telephones(PHONES, off)))
    assert LookForWifi() not in intents(ON)
    assert LookForWifi() not in intents(replace(OFF, features=with_telephones(None, off)))
    assert HotspotPage().current(replace(ON, features=with_telephones(PHONES, off))) == HotspotPage()
    assert HotspotPage().current(ON) is None
    assert HotspotPage().current(replace(OFF, features=with_telephones(None, off))) is None


def test_it_says_what_it_ends_before_it_is_opened_and_why_it_could_not_be() -> None:
    assert hotspot_menu(Hotspot("off")) == ([SwitchHotspot(True)], line("menu.hotspot.explained"))
    assert hotspot_menu(Hotspot("off", cuts="Home"))[1] == line("menu.hotspot.cuts", connection="Home")
    trouble = hotspot_menu(Hotspot("off", cuts="Home", trouble="hotspot_ended"))
    assert trouble == ([SwitchHotspot(True)], line("error.hotspot_refused", reason="hotspot_ended"))
    assert Words("en").say("error.hotspot_refused", reason="hotspot_ended") == (
        "No own Wi-Fi could be opened: it has ended by itself."
    )
    assert hotspot_menu(Hotspot("starting")) == ([SwitchHotspot(False)], line("menu.hotspot.starting"))
    assert hotspot_menu(Hotspot("stopping")) == ([], line("menu.hotspot.stopping"))
    assert hotspot_menu(WIFI)[0] == [None, SwitchHotspot(False)]


def test_while_it_is_open_the_screen_shows_both_codes_in_their_order() -> None:
    state = replace(ON, features=with_telephones(PHONES, WIFI))
    with Window((800, 480), strict=True) as window:
        window.position = replace(START, opened=OpenPage(PhonesPage()))
        window.show(state, 0.0)
        picture = Image.open(io.BytesIO(screenshot(window))).convert("RGB")
    found = sorted(zxingcpp.read_barcodes(picture), key=lambda code: code.position.top_left.x)
    assert [code.text for code in found] == ["WIFI:T:WPA;S:Wondertable k3x7;P:pb2mfn4qzw9r;;", PHONES.link]
