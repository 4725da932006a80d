"""What telephones ask for is carried out, kept secret until all have acted, and survives the program's end."""

from __future__ import annotations

import json
import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from device.features.telephones.game.carrying_out import RequestRefusedError, carry_out
from device.features.telephones.game.evening import FILE, Evening, EveningFile, from_json, to_json
from device.features.telephones.game.host import KEEP_EVERY, PhoneHost
from device.features.telephones.game.link import PHONE_SOCKET
from device.features.telephones.game.requests import (
    AnswerQuestion,
    EnterTurn,
    GoOn,
    KeepTable,
    LeaveSeat,
    NamePlayer,
    SetBoards,
    TakeBack,
    TakeSeat,
    to_line,
)
from device.features.telephones.game.snapshot import question_id
from device.for_features.local_link.link import socket_path
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.intents import Advance, Answer, EndTurn, Enter, KeepScoredTable, Leave, Rename, SetUp, Undo
from display.messages.questions import Plan, Question
from display.messages.table_score import CountedTable
from engine import Build, BuildStage, CityCount, Discard, FinalCity, Payment, Phase
from tests.device.features.telephones.game.phone_table import SEATS, PhoneTable, phone_of
from tests.device.tables import CODEBOOK
from tests.journeys.test_by_hand import GAMES, any_move
from vision.scene import SeatBoard


@pytest.fixture
def table():
    with closing(PhoneTable()) as table:
        yield table


@pytest.fixture
def playing(table):
    table.sit(0, 1, 2)
    table.do(Advance())
    table.round()
    return table


def test_a_seat_belongs_to_the_telephone_that_took_it_until_it_leaves(table):
    table.sit(0)
    taken = table.say(TakeSeat(9, phone_of(1), "giza"))
    assert taken["refused"] == "seat_taken"
    assert table.say(TakeSeat(10, phone_of(1), "babylon"))["refused"] == "no_such_seat"
    assert table.say(LeaveSeat(11, phone_of(0)))["refused"] is None
    assert table.say(LeaveSeat(11, phone_of(0)))["refused"] == "not_your_seat"
    assert table.say(TakeSeat(12, phone_of(1), "giza"))["refused"] is None


def test_a_telephone_has_one_seat(table):
    table.sit(0)
    table.say(TakeSeat(3, phone_of(0), "rhodes"))
    assert table.host.evening.seats.keys() == {"rhodes"}


def test_the_host_may_free_a_seat(table):
    table.sit(0)
    table.host.free("giza")
    assert table.say(TakeSeat(3, phone_of(2), "giza"))["refused"] is None


def test_players_write_their_names(table):
    table.sit(1)
    table.say(NamePlayer(4, phone_of(1), "Ada\n\x00\u202e"))
    assert table.intents == [] or table.intents == [Rename(1, "Ada")]
    assert table.session.names[1] == "Ada"
    assert table.say(NamePlayer(5, phone_of(2), "Bob"))["refused"] == "not_your_seat"


def test_what_is_entered_is_secret_until_the_last_seat_has_acted(playing):
    assert playing.enter(Build(0, "lumber_yard"))["refused"] is None
    assert playing.enter(Discard(1))["refused"] is None
    assert playing.session.entries == ()
    assert playing.host.acted() == {0, 1}
    playing.round()
    assert "lumber_yard" not in said_of_turn(playing)
    playing.enter(Build(2, "baths"))
    playing.round()
    assert [entry.action.seat for entry in playing.session.entries] == [0, 1, 2]
    assert playing.session.game.turn == 2
    assert playing.host.acted() == frozenset()


def said_of_turn(table) -> str:
    """Everything that was sent, without the price lists, which name every card that could come."""
    states = [json.loads(line)["state"] for line in table.sent if b'"state"' in line]
    return json.dumps([{key: value for key, value in state.items() if key != "prices"} for state in states])


def test_an_entry_may_be_taken_back_and_changed_until_the_last_has_entered(playing):
    playing.enter(Build(0, "lumber_yard"))
    moment = playing.host.evening.moment
    assert playing.say(TakeBack(20, phone_of(1), moment, 0))["refused"] == "not_your_seat"
    assert playing.say(TakeBack(21, phone_of(0), moment, 0))["refused"] is None
    assert playing.say(TakeBack(22, phone_of(0), moment, 0))["refused"] == "too_late"
    playing.enter(Build(0, "stone_pit"))
    playing.enter(Build(0, "baths"))
    playing.enter(Discard(1))
    playing.enter(Discard(2))
    playing.round()
    assert playing.session.game.cities[0].cards == ("baths",)
    assert playing.say(TakeBack(23, phone_of(0), moment, 0))["refused"] == "too_late"


def test_a_card_that_is_entered_more_often_than_it_exists_is_asked_about_and_nothing_is_booked(playing):
    """There is one copy of the Baths with three players; whose entry is wrong, only they know."""
    playing.enter(Build(0, "baths"))
    playing.enter(Build(2, "baths"))
    playing.round()
    assert playing.host.acted() == {0, 2}, "nobody learns of it before all have entered"
    assert playing.host.notices() == ()
    playing.enter(Build(1, "lumber_yard"))
    for _ in range(2):
        playing.round()
        assert playing.session.entries == ()
        assert playing.host.acted() == {1}
    assert [notice.key for notice in playing.host.notices()] == ["notice.entered_too_often"]
    assert playing.host.notices() == ()
    playing.lines()
    told = [json.loads(line) for line in playing.sent if b'"state"' in line][-1]["state"]
    assert (told["waiting"], [question["seat"] for question in told["questions"]]) == ([0, 2], [0, 2])
    playing.host.close()
    playing.host = playing.start()
    playing.round()
    assert playing.host.acted() == {1}, "also after a kill"
    playing.enter(Discard(0))
    playing.round()
    assert playing.session.game.turn == 2
    assert [city.cards for city in playing.session.game.cities] == [(), ("lumber_yard",), ("baths",)]
    assert playing.host.notices() == ()


def test_a_turn_that_is_ended_books_no_card_more_often_than_it_exists(playing):
    for action in (Build(0, "baths"), Build(2, "baths"), Build(1, "lumber_yard")):
        playing.enter(action)
    for intent in playing.host.reveal():
        playing.do(intent)
    playing.round()
    assert [entry.action.seat for entry in playing.session.entries] == [1]
    assert playing.host.acted() == frozenset()
    playing.enter(Discard(2))
    playing.round()
    assert playing.session.game.cities[0].cards == ("baths",)


def test_what_the_rules_forbid_is_refused_with_every_reason(playing):
    refused = playing.enter(Build(0, "palace"))
    assert refused["refused"] == "not_possible"
    assert [key for key, _ in refused["with"]["reasons"]] == ["wrong_age", "nobody_sells"]
    assert playing.enter(Build(0, "barracks", Payment(1, 1, 1)))["refused"] == "not_possible"
    assert playing.enter(Build(0, "barracks", Payment(2)))["refused"] is None


def test_what_comes_for_another_turn_game_or_seat_is_refused(playing):
    before = playing.host.evening.moment
    assert playing.enter(Discard(1), by=0)["refused"] == "not_your_seat"
    assert playing.enter(Discard(0), moment="x.1.1.turn.012")["refused"] == "too_late"
    for seat in range(3):
        playing.enter(Discard(seat))
    playing.round()
    assert playing.enter(Discard(0), moment=before)["refused"] == "too_late"
    playing.do(Leave())
    playing.round()
    playing.do(SetUp(SEATS))
    playing.do(Advance())
    playing.round()
    assert playing.enter(Discard(0))["refused"] == "not_your_seat", "seats are for one game"


@pytest.mark.parametrize("act", ["coins", "fight", "", "format"])
def test_only_what_a_seat_may_do_can_be_entered(playing, act):
    moment = playing.host.evening.moment
    assert playing.say(EnterTurn(5, phone_of(0), moment, 0, act))["refused"] == "not_an_action"
    assert playing.say(EnterTurn(6, phone_of(0), moment, 0, "build"))["refused"] == "not_an_action"


def test_telephones_that_only_watch_enter_nothing():
    with closing(PhoneTable(enters=False)) as table:
        table.sit(0)
        table.do(Advance())
        assert table.enter(Discard(0))["refused"] == "only_watching"
        assert table.say(GoOn(8, phone_of(0)))["refused"] == "only_watching"


def test_who_has_no_telephone_uses_keys(playing):
    playing.enter(Build(0, "lumber_yard"))
    playing.do(Enter(Discard(1)))
    assert playing.enter(Discard(1))["refused"] == "already_acted"
    playing.enter(Discard(2))
    playing.round()
    assert playing.session.game.turn == 2


def test_the_end_of_a_turn_books_what_was_entered_before_it_closes(playing):
    playing.enter(Build(0, "lumber_yard"))
    playing.enter(Build(1, "baths"))
    for intent in playing.host.reveal():
        playing.do(intent)
    playing.do(EndTurn((2,)))
    assert playing.session.game.turn == 2
    assert playing.session.game.cities[0].cards == ("lumber_yard",)


def test_what_was_entered_before_telephones_were_switched_off_is_not_taken_for_a_later_turn(playing):
    playing.enter(Build(0, "lumber_yard"))
    playing.host.switch(on=False)
    assert playing.host.acted() == frozenset(), "the seat is waited for again"
    for seat in range(3):
        playing.do(Enter(Discard(seat)))
    assert playing.session.game.turn == 2
    assert playing.host.reveal() == ()
    playing.host.switch(on=True)
    playing.round()
    assert playing.host.acted() == frozenset()


def test_a_reply_that_waited_when_telephones_were_switched_off_goes_to_nobody(playing):
    playing.round()
    playing.host._file._written = -(10**6)  # the disk takes its time
    playing.server.sendall(to_line(TakeBack(77, phone_of(0), playing.host.evening.moment, 0)))
    playing.server.sendall(to_line(LeaveSeat(78, phone_of(2))))
    playing.round()
    playing.host.switch(on=False)
    playing.host.switch(on=True)
    playing.connect()
    playing.host._file._written = 10**6
    playing.round()
    assert not [line for line in playing.lines() if "reply" in line]


def test_an_entry_is_booked_at_once_where_its_card_lies_open_and_kept_where_another_one_lies(playing):
    playing.enter(Build(0, "lumber_yard"))
    playing.enter(Build(1, "baths"))
    ruling = replace(playing.session.ruling, plans={0: Plan("build", "altar"), 1: Plan("build", "baths")})
    intents = playing.host.intents(replace(playing.session, ruling=ruling))
    assert [intent.action for intent in intents] == [Build(1, "baths")]
    assert playing.host.acted() == {0}


def test_what_is_entered_with_keys_afterwards_counts(playing):
    playing.enter(Build(0, "lumber_yard"))
    playing.do(Enter(Build(0, "baths")))
    playing.round()
    assert playing.host.acted() == frozenset()
    assert playing.session.game.pending[0].card == "baths"


def test_undo_gives_a_seat_its_turn_back(playing):
    for seat in range(3):
        playing.enter(Discard(seat))
    playing.round()
    playing.do(Undo())
    playing.round()
    assert playing.session.game.to_act == (2,)
    playing.enter(Build(2, "baths"))
    playing.round()
    assert playing.session.game.cities[2].cards == ("baths",)


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_booked_as_they_were_entered(name):
    seats, leaders, free_city = GAMES[name]
    chance = random.Random(name)
    with closing(PhoneTable(seats, free_city=free_city)) as table:
        table.session = replace(table.session, leaders=leaders)
        table.sit(*(seat for seat in range(len(seats)) if seat != free_city))
        assert table.say(GoOn(table.next_number(), phone_of(0 if free_city != 0 else 1)))["refused"] is None
        while table.session.game.phase is not Phase.OVER:
            table.host._link._allowed = 40
            game = table.session.game
            if game.phase is Phase.CONFLICTS:
                asked = GoOn(table.next_number(), phone_of(0), table.host.evening.moment)
                assert table.say(asked)["refused"] is None
                continue
            expected = game
            for seat in game.to_act:
                action = any_move(expected, seat, chance)
                expected = expected.apply(action)
                by = game.controller if seat == free_city else seat
                said = table.enter(action, by=by)
                assert said["refused"] is None, (action, said)
            table.round()
            assert table.session.game == expected
        table.revealed = 9
        table.round()
        assert table.session.game.outcome()


def test_the_boards_can_be_entered_where_no_camera_sees_them(table):
    boards = [("babylon", "A"), ("giza", "B"), ("ephesus", "A")]
    assert table.say(SetBoards(3, phone_of(5), boards))["refused"] is None
    assert table.session.setup.seats == tuple(boards)
    assert table.say(SetBoards(4, phone_of(5), [("atlantis", "A")]))["refused"] == "no_such_seat"
    scene = replace(table.session.scene, seats=(SeatBoard(0, 222, 0.0, 0.0, 0.0, 0.0, 0.0),))
    table.session = replace(table.session, scene=scene)
    assert table.say(SetBoards(5, phone_of(5), boards))["refused"] == "camera_sees"
    table.do(Advance())
    table.round()
    assert table.say(SetBoards(6, phone_of(5), boards))["refused"] == "too_late"


def test_going_on_is_refused_where_a_turn_would_be_closed(playing):
    assert playing.say(GoOn(3, phone_of(0), playing.host.evening.moment))["refused"] == "too_late"


def test_a_question_is_answered_by_the_telephone_of_its_seat(playing):
    before, question = (Question(1, "exchanged", {"card": card}, ("yes", "no")) for card in ("baths", "altar"))
    playing.session = replace(playing.session, ruling=replace(playing.session.ruling, questions=(question,)))
    playing.round()
    moment = playing.host.evening.moment
    ask = AnswerQuestion(4, phone_of(0), moment, question_id(question), 1)
    assert playing.say(ask)["refused"] == "too_late", "another seat is asked"
    for wrong in ({"choice": 7}, {"kind": question_id(before)}, {"moment": "x"}):
        values = {"moment": moment, "kind": question_id(question), "choice": 1} | wrong
        assert playing.say(AnswerQuestion(id=5, phone=phone_of(1), **values))["refused"] == "too_late"
    playing.connect()
    playing.server.sendall(to_line(AnswerQuestion(6, phone_of(1), moment, question_id(question), 1)))
    playing.round()
    assert playing.intents == [Answer(question, 1)]


def test_what_was_confirmed_survives_a_kill(playing):
    """The file is on the disk when the page hears that its entry is taken."""
    playing.enter(Build(0, "lumber_yard"))
    playing.enter(Discard(1))
    playing.host._link.close()
    playing.host = playing.start()
    playing.round()
    assert playing.host.acted() == {0, 1}
    playing.connect()
    playing.enter(Discard(2))
    playing.round()
    assert playing.session.game.cities[0].cards == ("lumber_yard",)


def test_a_kill_while_a_turn_is_booked_books_the_rest_afterwards(playing):
    playing.enter(Build(0, "lumber_yard"))
    playing.enter(Discard(1))
    playing.server.sendall(
        to_line(EnterTurn(9, phone_of(2), playing.host.evening.moment, 2, "build", "baths", None, False))
    )
    first, *others = playing.host.intents(playing.session)
    assert len(others) == 2
    playing.do(first)
    playing.host.close()
    playing.host = playing.start()
    playing.round()
    cities = playing.session.game.cities
    assert (cities[0].cards, cities[1].coins, cities[2].cards) == (("lumber_yard",), 6, ("baths",))


def test_a_kill_after_a_turn_was_booked_books_nothing_twice(playing):
    for seat in range(3):
        playing.enter(Discard(seat))
    playing.round()
    for _ in range(3):
        playing.do(Undo())
    playing.round()
    playing.host.close()
    playing.host = playing.start()
    playing.round()
    assert playing.host.acted() == frozenset()
    assert playing.session.entries == ()


def test_another_code_shuts_out_who_has_the_old_one(table):
    table.connect()
    table.round()
    before = table.host.evening.secret
    table.host.renew()
    table.round()
    said = [line["secret"] for line in table.lines() if "secret" in line]
    assert said[0] == before
    assert said[-1] == table.host.evening.secret != before


def test_how_telephones_reach_the_pages_is_known_once_the_server_says_so(table):
    assert table.host.access().link == ""
    table.connect()
    table.server.sendall(b'{"do":"listening","addresses":["192.168.1.7","10.0.0.2"],"port":8377}\n')
    table.round()
    access = table.host.access()
    assert access.link == f"http://192.168.1.7:8377/#{table.host.evening.secret}"
    table.host.next_address()
    assert table.host.access().place == "10.0.0.2:8377"
    table.host.switch(on=False)
    assert table.host.access() is None
    assert table.host.intents(table.session) == ()
    table.host.tell(table.state, 0)


def test_nothing_listens_until_telephones_are_switched_on(tmp_path):
    host = PhoneHost(tmp_path, socket=tmp_path / "phones.sock")
    assert not host.is_on
    assert not (tmp_path / "phones.sock").exists()
    host.close()


def test_a_socket_that_cannot_be_opened_is_no_reason_to_stop(tmp_path):
    (tmp_path / "file").write_text("")
    host = PhoneHost(tmp_path, socket=tmp_path / "file" / "phones.sock")
    host.switch(on=True)
    assert host.trouble
    assert not host.is_on
    host.close()


def test_the_socket_lies_where_the_system_keeps_such_things(tmp_path):
    places = {
        Path("/run/wondertable"): {"RUNTIME_DIRECTORY": "/run/wondertable:/x"},
        Path("/run/user/1/wondertable"): {"XDG_RUNTIME_DIR": "/run/user/1"},
    }
    for folder, environment in places.items():
        assert socket_path(tmp_path, PHONE_SOCKET, environment) == folder / "phones.sock"
    assert socket_path(tmp_path, PHONE_SOCKET, {"XDG_RUNTIME_DIR": "/" + "x" * 200}).name == "phones.sock"


def test_the_evening_is_kept_for_twelve_hours(tmp_path):
    file = EveningFile(tmp_path)
    evening = Evening.begin(1000.0).seated("giza", phone_of(0)).with_entry(1, BuildStage(1))
    number = file.write(evening)
    file.close()
    assert file.written == number
    assert EveningFile(tmp_path).read(2000.0) == evening
    assert EveningFile(tmp_path).read(1000.0 + 13 * 3600).secret != evening.secret
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    assert phone_of(0) not in (tmp_path / FILE).read_text()


def test_a_program_that_runs_for_days_has_another_secret_each_evening(tmp_path):
    clock = iter((1000.0, 2000.0, 1000.0 + 13 * 3600, 1000.0 + 13 * 3600, 2000.0 + 13 * 3600))
    with closing(PhoneHost(tmp_path, clock=lambda: next(clock), socket=tmp_path / "phones.sock")) as host:
        host.switch(on=True)
        secrets = []
        for _ in range(3):
            host.intents(Session(TableUmpire(CODEBOOK)))
            secrets.append(host.evening.secret)
    assert secrets[0] != secrets[1] == secrets[2]


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b'{"secret": 1}', b'{"entered": {"0": {"do": "fight"}}}'])
def test_a_damaged_file_begins_another_evening(tmp_path, damaged):
    (tmp_path / FILE).write_bytes(damaged)
    assert EveningFile(tmp_path).read(5.0).seats == {}
    with pytest.raises(ValueError, match=r"."):
        from_json(damaged)


def test_a_disk_that_fails_keeps_nobody_waiting(tmp_path):
    (tmp_path / "file").write_text("")
    file = EveningFile(tmp_path / "file")
    number = file.write(Evening.begin(1.0))
    file.close()
    assert file.written == number
    nowhere = EveningFile(None)
    assert nowhere.write(Evening.begin(1.0)) == nowhere.written


def test_an_evening_is_read_as_it_was_written():
    evening = Evening.begin(5.0).at_boards(SEATS, on=True).at_moment("m").with_entry(0, Build(0, "baths", Payment(1)))
    assert from_json(to_json(evening)) == evening
    assert evening.at_moment("n").entered == {}
    assert evening.at_boards(SEATS, on=True) is evening


CITIES = tuple(FinalCity(wonder, side, (("baths", 1),) if wonder == "giza" else ()) for wonder, side in SEATS)
TABLE = CountedTable(CITIES, tuple(CityCount(3, (-1,)) for _ in SEATS))


def test_a_table_that_was_scored_from_photographs_is_kept_with_or_without_a_game(table):
    for number in (1, 2):
        assert table.say(KeepTable(number, phone_of(0), TABLE))["refused"] is None
        assert table.asked[-1] == KeepScoredTable(CITIES, TABLE.counts, None)
        table.host._kept_at -= KEEP_EVERY
        table.do(Advance())


@pytest.mark.parametrize(
    "wrong",
    [
        {"cities": CITIES[:2], "counts": TABLE.counts[:2]},
        {"counts": TABLE.counts[:2]},
        {"counts": (CityCount(-1), *TABLE.counts[1:])},
        {"counts": (CityCount(10**9), *TABLE.counts[1:])},
        {"counts": (CityCount(3, (7,)), *TABLE.counts[1:])},
        {"counts": (CityCount(3, (1,) * 200), *TABLE.counts[1:])},
        {"cities": (replace(CITIES[0], name="a name"), *CITIES[1:])},
        {"cities": (replace(CITIES[0], wonder="nowhere"), *CITIES[1:])},
        {"cities": (replace(CITIES[0], cards=(("no_card", 1),)), *CITIES[1:])},
        {"cities": (replace(CITIES[0], cards=(("baths", 9),)), *CITIES[1:])},
        {"cities": (replace(CITIES[0], stages=(1, 1, 1, 1, 1, 1)), *CITIES[1:])},
        {"cities": (replace(CITIES[0], stages=(9,)), *CITIES[1:])},
        {"cities": (replace(CITIES[0], leaders=(("plato", 0),)), *CITIES[1:])},
        {"cities": (replace(CITIES[0], leaders=(("nobody", 1),)), *CITIES[1:])},
        {"cities": (replace(CITIES[0], copied_leader="nobody"), *CITIES[1:])},
        {"cities": (CITIES[0], CITIES[0], CITIES[2])},
        {"free_city": 5},
    ],
    ids=lambda wrong: str(wrong)[:60],
)
def test_what_is_no_finished_table_is_not_kept(table, wrong):
    assert table.say(KeepTable(1, phone_of(0), replace(TABLE, **wrong)))["refused"] == "not_a_table"
    assert table.asked == []


def test_tables_are_kept_one_after_the_other(table):
    first, second = (table.say(KeepTable(number, phone_of(0), TABLE))["refused"] for number in (1, 2))
    assert (first, second) == (None, "too_fast")


@pytest.mark.parametrize(("later", "same"), [(-3600.0, True), (3600.0, True), (13 * 3600.0, False), (-1e9, False)])
def test_a_clock_that_is_set_meanwhile_does_not_end_the_evening(later, same, tmp_path):
    file = EveningFile(tmp_path)
    evening = replace(Evening.begin(1e9), seats={"giza": "somebody"})
    file.write(evening)
    file.close()
    assert (EveningFile(tmp_path).read(1e9 + later).secret == evening.secret) is same


def test_who_plays_for_the_free_city_answers_what_is_asked_about_it():
    with closing(PhoneTable(free_city=2)) as table:
        table.sit(0, 1)
        table.do(Advance())
        table.round()
        question = Question(2, "not_affordable", {}, ("take_back", "exception"))
        session = replace(table.session, ruling=replace(table.session.ruling, questions=(question,)))
        evening, controller = table.host.evening, table.session.game.controller

        def answer(seat, about):
            request = AnswerQuestion(1, phone_of(seat), evening.moment, question_id(question), 1, about)
            return carry_out(request, session, evening, enters=True)[1]

        assert answer(controller, 2) == Answer(question, 1)
        for seat, about, why in ((1 - controller, 2, "not_your_seat"), (controller, None, "too_late")):
            with pytest.raises(RequestRefusedError, match=why):
                answer(seat, about)
