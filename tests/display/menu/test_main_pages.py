"""The main menu and its own pages: what is offered, what is dim, what a choice asks for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.features.bgstats.share import SharedGame, SharedLink, SharePage
from display.menu import OpenPage, open_page
from display.menu.entry.turn import EnterTurnPage, SeatsPage
from display.menu.main.confirmations import LeaveGamePage, ShutDownPage
from display.menu.main.main_menu import (
    CameraPage,
    MainMenuPage,
    NoticesPage,
    is_camera_page_open,
)
from display.menu.main.settings import ScreenPage, SettingsPage
from display.menu.reference.history import HistoryPage
from display.menu.setup.boards import EditionPage, PlayerCountPage
from display.menu.setup.cameras import SHARP, CameraPicture
from display.menu.setup.first_start import (
    GREETED,
    ButtonsHintPage,
    FirstStartPage,
    FocusPage,
    HeardPage,
    LanguagePage,
    LoudspeakerPage,
    RigPage,
    first_start_due,
    is_focus_page_open,
)
from display.messages.intents import Change, Leave, Redo, ShutDown, TrySound, Undo
from display.messages.presses import Press
from display.messages.preview import Preview
from display.messages.questions import Notice
from display.table_state import TableState
from display.words import languages, line
from tests.display.menu_pages import set_as
from tests.display.sessions import ABSENT_WITH_OTHERS, AGE_ENDS, MIDDLE, OVER, marks, played, table

if TYPE_CHECKING:
    from display.menu import Option, Page

GAME = TableState(played(4, MIDDLE), marks(4))
CONFLICTS = TableState(played(4, AGE_ENDS), marks(4))
FINISHED = TableState(played(4, OVER), marks(4), finished=True)
SEATS = TableState(seats=marks(4))


def options(state: TableState, page: Page) -> dict[str, Option]:
    """The options by the last part of their words' key."""
    found = page.menu(state).options
    return {option.tile.words.key.rpartition(".")[2]: option for option in found if option.tile.words}


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        (TableState(), "set_up camera notices about shut_down"),
        (GAME, "by_hand coins end_turn undo redo leave built history camera notices about shut_down"),
        (CONFLICTS, "coins undo redo leave built history camera notices about shut_down"),
        (FINISHED, "coins undo redo leave built history camera notices about shut_down"),
        (
            replace(FINISHED, features={"bgstats": SharedGame("https://example.org")}),
            "coins undo redo leave built history share camera notices about shut_down",
        ),
        (set_as(SEATS), "set_up names chair camera notices phones settings about shut_down"),
    ],
    ids=["nothing", "game", "conflicts", "finished", "shared", "settings"],
)
def test_the_main_menu_offers_what_is_possible_now(state: TableState, offered: str) -> None:
    found = options(state, MainMenuPage())
    assert list(found) == offered.split()
    pages = {name: option.leads_to for name, option in found.items() if option.leads_to is not None}
    assert [name for name, page in pages.items() if page.current(state) is None] == [], "nothing would open"


def test_without_a_camera_nothing_speaks_of_one() -> None:
    for state in (replace(GAME, by_hand=True), replace(SEATS, by_hand=True)):
        assert "camera" not in options(state, MainMenuPage())
        assert "camera" in options(replace(state, camera="camera.gone"), MainMenuPage())
    alone = set_as(replace(SEATS, by_hand=True))
    assert {"focus", "rig"} & options(alone, SettingsPage()).keys() == set()
    assert "focus" in options(replace(alone, by_hand=False), SettingsPage())


def test_undo_redo_and_notices_are_dim_where_there_are_none() -> None:
    for state, dim in ((GAME, True), (replace(GAME, can_undo=True, can_redo=True, notices=(Notice("n"),)), False)):
        found = options(state, MainMenuPage())
        assert [found[key].tile.dim for key in ("undo", "redo", "notices")] == [dim] * 3
    only_redo = options(replace(GAME, can_redo=True), MainMenuPage())
    assert (only_redo["undo"].tile.dim, only_redo["redo"].tile.dim) == (True, False)
    assert (only_redo["undo"].intent, only_redo["redo"].intent) == (Undo(), Redo())


def test_the_main_menu_leads_to_its_pages() -> None:
    found = options(GAME, MainMenuPage())
    assert GAME.game is not None
    assert found["by_hand"].leads_to == EnterTurnPage()
    assert found["coins"].leads_to == SeatsPage()
    assert found["leave"].leads_to == LeaveGamePage()
    assert found["shut_down"].leads_to == ShutDownPage()
    assert found["history"].leads_to == HistoryPage(len(GAME.game.actions))
    assert options(SEATS, MainMenuPage())["set_up"].leads_to == PlayerCountPage()


def test_no_comes_first_and_yes_leaves_the_game() -> None:
    no, yes = LeaveGamePage().menu(GAME).options
    assert (no.intent, no.leads_to, yes.intent) == (None, None, Leave())


@pytest.mark.parametrize(("state", "is_open"), [(GAME, True), (FINISHED, True), (SEATS, False)])
def test_only_a_game_can_be_left(state: TableState, is_open: bool) -> None:
    page = LeaveGamePage()
    assert page.current(state) == (page if is_open else None)


def test_no_comes_first_and_yes_shuts_down() -> None:
    no, yes = ShutDownPage(SettingsPage()).menu(GAME).options
    assert (no.intent, no.leads_to, yes.intent) == (None, SettingsPage(), ShutDown())
    assert ShutDownPage().menu(GAME).body == line("menu.shut_down.kept")
    assert ShutDownPage().menu(SEATS).body == line("menu.shut_down.nothing")


def test_every_notice_has_a_tile_and_none_says_so() -> None:
    state = table(4)
    (tile,) = (option.tile for option in NoticesPage().menu(state).options)
    assert tile.words.key == state.notices[0].key
    assert tile.note is not None
    assert NoticesPage().menu(state).body is None
    assert NoticesPage().menu(GAME).body == line("menu.notices.none")
    whole_table = replace(GAME, notices=(Notice("notice.card_missing"),))
    assert NoticesPage().menu(whole_table).options[0].tile.note is None


def test_the_camera_page_hides_the_picture_of_a_broken_camera() -> None:
    preview = Preview(1, 1, b"\0")
    assert CameraPage().menu(replace(GAME, preview=preview)).body == CameraPicture(preview, None)
    broken = replace(GAME, preview=preview, camera="camera.gone")
    assert CameraPage().menu(broken).body == CameraPicture(None, "camera.gone")
    assert [is_camera_page_open(page) for page in (None, OpenPage(CameraPage()), OpenPage(NoticesPage()))] == [
        False,
        True,
        False,
    ]


def test_the_code_to_share_stays_while_there_is_an_address() -> None:
    shared = replace(FINISHED, features={"bgstats": SharedGame("https://example.org")})
    assert SharePage().menu(shared).body == SharedLink("https://example.org")
    opened = OpenPage(SharePage(), since=0.0)
    assert open_page.update_page(opened, shared, 3600.0) == opened
    assert open_page.update_page(opened, FINISHED, 1.0) is None


def test_each_switch_changes_its_setting_and_stays_on_the_page() -> None:
    switches = (
        ("live_scores", "play", SettingsPage()),
        ("flat", "screen", ScreenPage()),
        ("effects", "sound", SettingsPage()),
        ("auto", "play", SettingsPage()),
    )
    for name, key, page in switches:
        for on in (False, True):
            state = set_as(SEATS, *([f"{key}.{name}"] if on else []))
            option = options(state, page)[name]
            assert (option.intent, option.leads_to) == (Change(f"{key}.{name}", not on), page)
            assert (option.tile.chosen, option.tile.dim) == (on, False)
            assert option.tile.note == line("menu.settings.on" if on else "menu.settings.off")


def test_a_switch_that_cannot_work_is_dim_and_says_why() -> None:
    found = options(set_as(SEATS, amiss=True), SettingsPage())
    assert {name for name, option in found.items() if option.tile.dim} == {"effects", "voice"}
    assert found["voice"].tile.note == line("menu.settings.no_voice")


def test_size_of_text_and_theme_are_changed_on_the_page_of_the_screen() -> None:
    found = options(set_as(SEATS), ScreenPage())
    assert found["text"].intent == Change("screen.text", "large")
    assert found["theme"].intent == Change("screen.theme", "light")
    light = replace(SEATS, settings={**set_as(SEATS).settings, "screen.theme": "light"})
    assert options(light, ScreenPage())["theme"].intent == Change("screen.theme", "dark")
    assert found["theme"].leads_to == ScreenPage()


def test_the_voice_goes_from_off_to_results_to_every_play() -> None:
    for now, following in ((False, True), (True, "plays"), ("plays", False)):
        state = replace(SEATS, settings={**set_as(SEATS).settings, "sound.voice": now})
        voice = options(state, SettingsPage())["voice"]
        assert voice.intent == Change("sound.voice", following)
        assert voice.tile.chosen is bool(now)


def test_a_setting_with_two_values_takes_the_other_one() -> None:
    assert options(set_as(SEATS), SettingsPage())["prefer"].intent == Change("play.prefer", "right")
    assert options(set_as(SEATS), SettingsPage())["rig"].intent == Change("play.rig", "station")
    station = options(set_as(SEATS, "play.auto"), SettingsPage())["rig"]
    assert (station.intent, station.tile.icon) == (Change("play.rig", "table"), "station")


def test_the_rig_cannot_change_during_a_game() -> None:
    assert {"rig", "focus"} <= options(set_as(SEATS), SettingsPage()).keys()
    assert not {"rig", "focus"} & options(set_as(GAME), SettingsPage()).keys()


def test_the_volume_goes_up_by_a_quarter_and_begins_anew() -> None:
    state = set_as(SEATS)
    found = options(state, SettingsPage())["volume"]
    assert found.tile.note == line("menu.settings.percent", percent=50)
    assert (found.intent, found.leads_to) == (Change("sound.volume", 0.75), SettingsPage())
    loudest = replace(state, settings={**state.settings, "sound.volume": 1.0})
    assert options(loudest, SettingsPage())["volume"].intent == Change("sound.volume", 0.25)


def test_the_first_start_is_due_once_and_before_a_game() -> None:
    new = TableState(settings={"screen.greeted": False})
    assert first_start_due(new)
    assert not first_start_due(replace(new, game=GAME.game))
    assert not first_start_due(set_as(TableState()))
    assert not first_start_due(TableState())


def test_the_first_start_asks_for_language_edition_rig_and_focus_in_turn() -> None:
    state = set_as(TableState())
    found = FirstStartPage().menu(state).options
    asked = {option.intent.value for option in found if isinstance(option.intent, Change)}
    assert (asked, len(found)) == (set(languages()), len(languages()))
    assert {option.leads_to for option in found} == {ButtonsHintPage(EditionPage(RigPage()))}
    assert [option.intent for option in found if option.tile.chosen] == [Change("screen.language", "en")]
    boxes = EditionPage(RigPage()).menu(state).options
    assert [(option.intent, option.leads_to) for option in boxes] == [
        (Change("play.edition", edition), RigPage()) for edition in ("first", "second")
    ]
    rigs = RigPage().menu(state).options
    assert [(option.intent, option.leads_to, option.tile.chosen) for option in rigs] == [
        (Change("play.rig", "station"), LoudspeakerPage(FocusPage()), False),
        (Change("play.rig", "table"), LoudspeakerPage(FocusPage()), True),
    ]
    without_loudspeaker = RigPage().menu(set_as(TableState(), amiss=True)).options
    assert {option.leads_to for option in without_loudspeaker} == {FocusPage()}
    (done,) = FocusPage().menu(state).options
    assert (done.intent, done.leads_to) == (GREETED, None)


@pytest.mark.parametrize(("camera", "asks_more"), [(None, False), ("camera.gone", True)])
def test_without_a_camera_the_first_start_asks_only_for_language_and_edition(
    camera: str | None, asks_more: bool
) -> None:
    state = replace(set_as(TableState()), by_hand=True, camera=camera)
    found = FirstStartPage().menu(state).options
    (hint,) = {option.leads_to for option in found}
    assert isinstance(hint, ButtonsHintPage)
    assert hint.then == (EditionPage(RigPage()) if asks_more else EditionPage(also=GREETED))
    assert not any(option.intent.also for option in found), "a power cut before the last answer asks again"
    assert all(option.intent.also == (None if asks_more else GREETED) for option in hint.then.menu(state).options)


def test_a_camera_that_is_there_is_offered_for_one_that_is_not() -> None:
    lacking = replace(set_as(TableState()), camera="camera.absent", camera_fault=ABSENT_WITH_OTHERS)
    assert CameraPage().menu(lacking).options == (), "a demonstration keeps its camera"
    lacking = replace(lacking, settings={**lacking.settings, "camera.spec": "picamera2"})
    for page in (CameraPage(), FocusPage()):
        other = page.menu(lacking).options[0]
        assert (other.intent, other.leads_to) == (Change("camera.spec", "v4l2:2"), page)
    assert CameraPage().menu(replace(lacking, camera_fault=None)).options == ()


def test_no_box_is_suggested_before_somebody_has_said_which_it_is() -> None:
    new = replace(set_as(TableState()), settings={"screen.greeted": False, "play.edition": "first"})
    assert not any(option.tile.chosen for option in EditionPage().menu(new).options)
    later = EditionPage(PlayerCountPage()).menu(set_as(TableState())).options
    assert [option.tile.chosen for option in later] == [False, True]
    assert EditionPage(RigPage()).current(GAME) == RigPage()


@pytest.mark.parametrize("button", sorted(set(Press) - {Press.QUIT}))
def test_any_button_closes_the_hint_about_the_buttons(button: Press) -> None:
    state = set_as(TableState())
    for then in (None, RigPage()):
        opened, intent = open_page.press_on_page(OpenPage(ButtonsHintPage(then)), state, button, 1.0)
        assert intent is None
        assert (opened and opened.page) == then


def test_a_loudspeaker_is_chosen_by_hearing_it() -> None:
    page = LoudspeakerPage(FocusPage())
    outputs = page.menu(set_as(TableState())).options
    assert [(option.intent, option.tile.chosen) for option in outputs] == [
        (TrySound(), True),
        (Change("sound.output", "headphones"), False),
        (Change("sound.output", "usb"), False),
        (Change("sound.output", "hdmi"), False),
    ]
    assert {option.leads_to for option in outputs} == {HeardPage(FocusPage())}
    heard = HeardPage(FocusPage())
    assert [(option.intent, option.leads_to) for option in heard.menu(TableState()).options] == [
        (None, FocusPage()),
        (TrySound(), heard),
        (None, page),
    ]


def test_a_loudspeaker_that_a_file_names_is_offered_too() -> None:
    state = set_as(TableState())
    state = replace(state, settings={**state.settings, "sound.output": "My card"})
    chosen = [option for option in LoudspeakerPage(FocusPage()).menu(state).options if option.tile.chosen]
    assert [option.tile.words for option in chosen] == [line("menu.loudspeaker.named", output="My card")]


def test_undo_does_not_close_the_first_page_of_an_appliance() -> None:
    state = set_as(TableState())
    first = OpenPage(FirstStartPage())
    assert open_page.go_back(first, state) == first
    assert Press.UNDO not in open_page.active_buttons(first, state)
    assert open_page.go_back(OpenPage(LanguagePage(SettingsPage())), state) is None


@pytest.mark.parametrize(
    ("sharpness", "sharp"), [(None, False), (SHARP - 0.01, False), (SHARP, True), (SHARP + 0.5, True)]
)
def test_focusing_is_done_when_the_stickers_are_sharp(sharpness: float | None, sharp: bool) -> None:
    state = replace(set_as(TableState()), preview=Preview(1, 1, b"\0", sharpness=sharpness))
    (done,) = FocusPage().menu(state).options
    assert (done.tile.chosen, done.tile.dim) == (sharp, not sharp)
    assert done.tile.words == line("menu.focus.done" if sharp else "menu.focus.anyway")
    (broken,) = FocusPage().menu(replace(state, camera="camera.gone")).options
    assert broken.tile.dim, "the last picture of a broken camera says nothing"


def test_focusing_is_open_only_on_its_page() -> None:
    assert [is_focus_page_open(page) for page in (None, OpenPage(FocusPage()), OpenPage(RigPage()))] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("language", languages())
def test_what_is_framed_at_the_first_start_is_what_select_takes(language: str) -> None:
    state = replace(set_as(TableState()), settings={"screen.language": language, "play.rig": "station"})
    for page in (FirstStartPage(), RigPage()):
        opened, intent = open_page.press_on_page(OpenPage(page), state, Press.SELECT, 0.0)
        assert opened is not None
        (framed,) = (option for option in page.menu(state).options if option.tile.chosen)
        assert (intent, opened.page) == (framed.intent, framed.leads_to)
