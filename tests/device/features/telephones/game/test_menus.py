"""What the keys can do, telephones with a seat can do, too; and nothing that changes the appliance."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from device.features.kit_check.pages import ShownKit
from device.features.kit_check.shown import BoxThing, Enrol, KitCheck
from device.features.telephones.game.menus import INTENTS, MOST_OPEN, PAGES, PhoneMenus
from device.features.telephones.game.requests import (
    AskMenu,
    KeepPlainSheet,
    NamePlayer,
    SetBoards,
    SetPlay,
    read_line,
    to_line,
)
from device.features.telephones.game.snapshot import PhoneFacts, snapshot
from display.menu.entry.turn import SeatsPage
from display.menu.main.main_menu import MainMenuPage
from display.menu.main.settings import SettingsPage
from display.menu.page import Page
from display.messages.intents import Advance, Change, ChangePast, Enter, KeepSheet, Leave, Rename, SetUp, Undo
from display.messages.plain_sheet import SheetRow
from display.table_state import TableState
from display.words import Words
from engine import NOTHING, Build, Discard
from tests.device.features.telephones.game.phone_table import PhoneTable, phone_of
from tests.display.catalogues import TRANSLATED
from tests.display.menu_pages import set_as

say = Words("en").say


@pytest.fixture
def table():
    with closing(PhoneTable()) as table:
        table.sit(0, 1)
        yield table


@pytest.fixture
def playing(table):
    table.do(Advance())
    table.round()
    return table


def ask(table, *, by: int = 0, **asked):
    """(why it is refused, the page, whether it asks the table for something)."""
    reply = table.say(AskMenu(table.next_number(), phone_of(by), **asked))
    return reply["refused"], reply["with"].get("menu"), reply["with"].get("again")


def press(table, menu, text: str, **asked):
    """Press the option that begins like this."""
    option = next(one for one in menu["options"] if one["text"].startswith(text))
    return ask(table, press=option["press"], seen=menu["seen"], **asked)


def texts(menu) -> list[str]:
    return [one["text"] for one in menu["options"]]


def test_the_menu_enters_ends_undoes_and_leaves_but_changes_no_setting(playing):
    playing.do(Enter(Build(0, "lumber_yard")))
    playing.round()
    _, menu, _ = ask(playing, open=True)
    keys = ("by_hand", "coins", "end_turn", "undo", "redo", "leave", "history")
    assert texts(menu) == [say(f"menu.main.{key}") for key in keys]
    everything = MainMenuPage().menu(set_as(playing.state))
    assert SettingsPage in [type(option.leads_to) for option in everything.options], "which the screen has"


def test_no_page_and_no_intent_of_the_appliance_is_among_them():
    modules = {page.__module__ for page in PAGES}
    assert {one.partition("display.menu.")[2].partition(".")[0] for one in modules} == {
        "entry",
        "main",
        "reference",
        "setup",
    }
    assert not {"settings", "hall", "kit_check", "information", "telephones"} & {
        one.rpartition(".")[2] for one in modules
    }
    assert Change not in INTENTS
    assert all(issubclass(page, Page) for page in PAGES)


def test_an_option_that_is_not_shown_cannot_be_pressed(playing):
    menus, state = PhoneMenus(), set_as(playing.state)
    shown = menus.ask(AskMenu(1, phone_of(0), open=True), "giza", state).menu
    hidden = set(range(len(MainMenuPage().menu(state).options))) - {one["press"] for one in shown["options"]}
    assert hidden
    for number in (*hidden, 900):
        answer = menus.ask(AskMenu(2, phone_of(0), press=number, seen=shown["seen"]), "giza", state)
        assert (answer.menu, answer.intent) == (shown, None)


def test_a_past_action_is_corrected(playing):
    playing.do(Enter(Build(0, "lumber_yard")))
    playing.do(Enter(Discard(1)))
    playing.do(Enter(Discard(2)))
    playing.round()
    _, menu, _ = ask(playing, open=True)
    _, menu, _ = press(playing, menu, say("menu.main.history"))
    _, menu, _ = press(playing, menu, say("menu.history.turn", age=1, turn=1))
    assert menu["body"][0] == say("event.action.build", wonder="giza", card="lumber_yard", paid="").rstrip()
    assert menu["body"][1] == say("event.action.discard", wonder="rhodes"), "nobody learns which card"
    _, menu, _ = press(playing, menu, say("menu.history.change"))
    assert [one["note"] for one in menu["options"]] == ["Lumber Yard", *[say("menu.turn.discard")] * 2]
    _, menu, _ = press(playing, menu, "Giza")
    assert menu["options"][0]["colour"] == "brown"
    assert press(playing, menu, "Stone Pit") == (None, None, True)
    assert playing.asked[-1] == ChangePast(0, Build(0, "stone_pit", NOTHING))
    playing.round()
    assert playing.session.game.cities[0].cards == ("stone_pit",)


def test_a_press_on_a_page_that_has_changed_meanwhile_is_not_carried_out(playing):
    playing.do(Enter(Build(0, "lumber_yard")))
    playing.round()
    _, menu, _ = ask(playing, open=True)
    _, menu, _ = press(playing, menu, say("menu.main.end_turn"))
    playing.do(Enter(Build(1, "stone_pit")))
    playing.round()
    refused, _, _ = press(playing, menu, say("menu.main.end_turn"))
    assert refused == "too_late"
    assert playing.session.game.turn == 1
    _, menu, _ = ask(playing)
    assert "Rhodes" not in menu["body"][0], "the page as it is now"


def test_going_back_leads_to_the_page_before_and_out_of_the_menu(playing):
    _, first, _ = ask(playing, open=True)
    _, second, _ = press(playing, first, say("menu.main.leave"))
    assert (first["first"], second["first"]) == (True, False)
    assert ask(playing, back=True)[1] == first
    assert ask(playing, back=True)[1] is None
    assert ask(playing)[1] is None


def test_the_menu_shows_nothing_that_was_entered_in_secret(playing):
    playing.enter(Build(0, "lumber_yard"))
    playing.round()
    said = repr(ask(playing, by=1, open=True))
    _, menu, _ = ask(playing, by=1, open=True)
    _, by_hand, _ = press(playing, menu, say("menu.main.by_hand"), by=1)
    _, own, _ = press(playing, by_hand, "Giza", by=1)
    lumber = [one for one in own["options"] if one["text"] == "Lumber Yard"]
    assert "Lumber" not in said + repr(by_hand)
    assert lumber == [{"text": "Lumber Yard", "colour": "brown", "press": lumber[0]["press"]}], "like every other card"


def test_a_game_is_left_and_undone_as_by_the_keys(playing):
    playing.do(Enter(Build(0, "lumber_yard")))
    playing.round()
    _, menu, _ = ask(playing, open=True)
    press(playing, menu, say("menu.main.undo"))
    assert playing.asked[-1] == Undo()
    _, menu, _ = ask(playing, open=True)
    _, menu, _ = press(playing, menu, say("menu.main.leave"))
    press(playing, menu, say("menu.leave.yes"))
    assert playing.asked[-1] == Leave()
    playing.round()
    assert ask(playing)[1] is None


def test_who_has_no_seat_or_only_reads_along_has_no_menu(playing):
    assert ask(playing, by=2, open=True)[0] == "not_your_seat"
    playing.host.enters = False
    assert ask(playing, open=True)[0] == "only_watching"


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_the_menu_is_in_the_language_of_the_telephone(playing, language):
    _, menu, _ = ask(playing, open=True, language=language)
    assert menu["headline"] == Words(language).say("menu.main")
    assert [one for one in texts(menu) if one.startswith("menu.")] == []


def test_names_are_typed_also_for_who_has_no_telephone(table):
    table.round()
    _, menu, _ = ask(table, open=True)
    _, menu, _ = press(table, menu, say("menu.main.names"))
    assert menu["headline"] == spoken_headline(table)
    _, menu, _ = press(table, menu, "Olympia")
    assert (menu["name"], menu["options"]) == (2, [])
    assert table.say(NamePlayer(table.next_number(), phone_of(0), "Cem", 2))["refused"] is None
    assert table.asked[-1] == Rename(2, "Cem")
    assert table.say(NamePlayer(table.next_number(), phone_of(0), "Eve", 1))["refused"] == "not_your_seat"
    assert table.say(NamePlayer(table.next_number(), phone_of(0), "Eve", 5))["refused"] == "not_your_seat"


def spoken_headline(table) -> str:
    return say(SeatsPage().menu(table.state).headline.key)


def test_two_boards_of_one_city_are_refused_by_name(table):
    boards = [("giza", "A"), ("rhodes", "A"), ("giza", "B")]
    reply = table.say(SetBoards(table.next_number(), phone_of(0), boards))
    assert (reply["refused"], reply["with"]) == ("wonder_twice", {"wonder": "giza"})
    assert say("error.wonder_twice", wonder="giza") == "Giza appears twice."


def test_two_players_and_the_free_city_are_set_up(table):
    boards = [("giza", "A"), ("rhodes", "A"), ("babylon", "B")]
    assert table.say(SetBoards(table.next_number(), phone_of(0), boards, 2))["refused"] is None
    assert table.asked[-1] == SetUp(tuple(boards), 2)
    table.round()
    assert [mark.free_city for mark in table.state.seats] == [False, False, True]
    assert table.say(SetBoards(9, phone_of(0), [*boards, ("olympia", "A")], 3))["refused"] == "no_such_seat"


def test_edition_and_leaders_are_said_before_a_game_only(table):
    wanted = Change("play.edition", "second", also=Change("play.leaders", True))
    assert table.say(SetPlay(table.next_number(), phone_of(0), "second", True))["refused"] is None
    assert table.asked[-1] == wanted
    assert table.say(SetPlay(table.next_number(), phone_of(0), "third", True))["refused"] == "no_such_seat"
    table.host.enters = False
    assert table.say(SetPlay(table.next_number(), phone_of(0), "first", True))["refused"] == "only_watching"
    table.host.enters = True
    table.do(Advance())
    assert table.say(SetPlay(table.next_number(), phone_of(0), "first", True))["refused"] == "too_late"


@pytest.mark.parametrize("chosen", [{"leaders": True}, {"settings": {"play.edition": "second"}}])
def test_telephones_are_told_at_once_which_edition_and_leaders_are_chosen(table, chosen):
    table.sit(0)
    table.lines()
    table.host.tell(replace(table.state, **chosen), 0)
    (told,) = (line["state"] for line in table.lines())
    assert (told["leaders"], told["edition"]) == ("leaders" in chosen, "second" if "settings" in chosen else "first")


class CameraSeesCards(PhoneTable):
    """Before a game, with a camera; the owner's cards can be learned."""

    check = KitCheck(2, "Altar", "Kept: Baths", box=(BoxThing("card.altar", "Altar", "Age I"),))
    ready = True

    @property
    def state(self):
        return replace(super().state, features={"kit_check": ShownKit(self.check)} if self.ready else {})


def test_cards_are_learned_on_any_telephone_before_a_game():
    with closing(CameraSeesCards(enters=False)) as table:
        assert ask(table, by=5, open=True)[0] == "only_watching"
        _, menu, _ = ask(table, by=5, page="enrol", open=True)
        assert (menu["headline"], menu["body"]) == (say("menu.enrol.show", name="Altar"), ["Kept: Baths"])
        assert table.asked[-1].what == Enrol(), "the camera looks at the cards now"
        refused, menu, again = press(table, menu, say("menu.enrol.next"), by=5, page="enrol")
        assert (refused, again, table.asked[-1].what) == (None, True, Enrol(step=1))
        _, parts, _ = press(table, menu, say("menu.enrol.choose"), by=5, page="enrol")
        _, things, _ = press(table, parts, "Age I", by=5, page="enrol")
        press(table, things, "Altar", by=5, page="enrol")
        assert table.asked[-1].what == Enrol(choose="card.altar")
        assert ask(table, by=5, page="enrol", back=True)[1] is None
        assert table.asked[-1].what == Enrol(pause=True)
        table.ready = False
        table.round()
        assert ask(table, by=5, page="enrol", open=True)[0] == "too_late"


def test_made_up_telephones_fill_no_memory():
    menus, state = PhoneMenus(), TableState(features={"kit_check": ShownKit(CameraSeesCards.check)})
    for number in range(200):
        menus.ask(AskMenu(number, phone_of(0), open=True, page="enrol"), f"made up {number}", state)
    learning = [number for number in range(200) if menus.attended(f"made up {number}")]
    assert learning == list(range(200 - MOST_OPEN, 200))


def test_telephones_hear_when_there_is_news_of_the_cards():
    with closing(CameraSeesCards(enters=False)) as table:
        told = [snapshot(table.state, PhoneFacts())["enrol"]]
        for change in ({"note": "Kept: Altar"}, {"name": "Baths"}, {"box": ()}):
            table.check = replace(table.check, **change)
            told.append(snapshot(table.state, PhoneFacts())["enrol"])
        table.ready = False
        assert len({*told}) == 4
        assert told[-1] == 0, "a check of stickers is no news of them"
        assert snapshot(table.state, PhoneFacts())["enrol"] is None


def test_requests_of_the_menu_are_read_as_they_are_written():
    asked = AskMenu(3, phone_of(0), press=4, seen="0123abcd", language="de")
    assert read_line(to_line(asked).strip()) == asked
    with pytest.raises(ValueError, match="press"):
        read_line(to_line(replace_press(asked, -1)).strip())


def replace_press(asked: AskMenu, press: int) -> AskMenu:
    return AskMenu(asked.id, asked.phone, press=press, seen=asked.seen)


def test_another_game_has_another_menu(playing):
    _, menu, _ = ask(playing, open=True)
    press(playing, menu, say("menu.main.coins"))
    playing.do(Leave())
    playing.do(SetUp((("babylon", "A"), ("rhodes", "A"), ("olympia", "A"))))
    playing.round()
    playing.sit(1)
    assert ask(playing, by=1)[1] is None
    assert playing.state.game is None


def test_a_plain_score_sheet_is_kept_by_whoever_has_the_code(table):
    rows = tuple(SheetRow(name, (1,) * 7) for name in ("Ann\u202e", "Bob"))
    assert table.say(KeepPlainSheet(table.next_number(), phone_of(2), rows))["refused"] is None
    (kept,) = [one for one in table.asked if isinstance(one, KeepSheet)]
    assert [row.name for row in kept.rows] == ["Ann", "Bob"]
    assert table.say(KeepPlainSheet(table.next_number(), phone_of(2), rows))["refused"] == "too_fast"


def test_a_sheet_whose_players_have_different_numbers_is_none(table):
    rows = SheetRow("Ann", (1,) * 7), SheetRow("Bob", (1,) * 8)
    assert table.say(KeepPlainSheet(table.next_number(), phone_of(2), rows))["refused"] == "not_a_table"


def test_a_telephone_says_where_nobody_sits(table):
    _, menu, _ = ask(table, open=True)
    _, menu, _ = press(table, menu, say("menu.main.chair"))
    assert menu["headline"] == say("menu.chair")
    refused, _, again = press(table, menu, say("wonder.olympia"))
    assert (refused, again) == (None, True)
    table.round()
    assert [mark.empty for mark in table.state.seats] == [False, False, True]
