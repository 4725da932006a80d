"""What the hall makes of what tables tell: believed once, kept, and named where it cannot be believed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import msgspec
import pytest

from device.command_line import main
from device.features.hall.server.hall import Hall
from device.features.hall.server.tables import DAY, MOST_NAMED, HallTables
from device.features.hall.server.terminal import CLEAR, Terminal, hall_text
from device.for_features.errors import HallError, LeagueError
from device.for_features.hall.league_results import hall_results, results_of_sheets
from device.for_features.hall.messages import LONGEST_MESSAGE, HallSeat
from device.for_features.hall.results import HallResults, kept_sheet, read_results
from device.for_features.league import league_seating
from device.for_features.league.league_file import read_league
from device.for_features.league.league_seating import seated, tables_of
from device.for_features.league.standings import count_league
from device.journal.journal import Journal
from display.words import Words, languages
from tests.device.features.hall.test_messages import SEATS, SHEET, STATE, encoded

NOW = datetime(2026, 11, 22, 12, 30, tzinfo=UTC).timestamp()
LATE = msgspec.structs.replace(SHEET, finished="2026-11-22T12:20:00+00:00")


class Clock:
    now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def hall(clock):
    with closing(HallResults(None, clock)) as results:
        yield Hall(results, Words(), clock=clock)


def tell(hall, message=STATE, table="table-1", *, retained=False, **changes):
    told = encoded(message, **{"table": table, **({"at": int(NOW)} if message is STATE else {}), **changes})
    topic = "state" if message is STATE else f"games/{json.loads(told)['game']}"
    hall.take(f"wondertable/{table}/online", b"online", retained=retained)
    return hall.take(f"wondertable/{table}/{topic}", told, retained=retained)


def named(hall):
    return hall.shown()["named"]


def test_each_table_says_whom_it_waits_for(hall):
    tell(hall)
    tell(hall, table="table-10", stage="over", waiting=[], winners=[1], seats=scored(40, 55, 3))
    tell(hall, table="table-2", waiting=[0, 1, 2])
    tell(hall, table="table-3", questions=1)
    tell(hall, table="table-4", stage="setup", waiting=[], seats=[])
    shown = hall.shown()
    assert [(one["name"], one["kind"]) for one in shown["tables"]] == [
        ("table-1", "play"), ("table-2", "play"), ("table-3", "play"), ("table-4", "setup"), ("table-10", "over"),
    ]  # fmt: skip
    said = {one["name"]: one["said"] for one in shown["tables"]}
    assert said["table-1"] == "waiting for Giza, Olympia"
    assert said["table-2"] == "everybody is choosing"
    assert said["table-3"] == "has a question to answer"
    assert shown["tables"][0]["moment"] == "Age II, turn 3"
    assert shown["tables"][-1]["rows"] == [
        ["Rhodes", "", "55", "won"], ["Giza", "", "40", ""], ["Olympia", "", "3", ""],
    ]  # fmt: skip


def test_a_player_is_named_with_the_wonder_as_at_the_table(hall):
    named_seats = [msgspec.structs.replace(SEATS[0], name="Ann", points=7), *SEATS[1:]]
    tell(hall, seats=[msgspec.to_builtins(seat) for seat in named_seats])
    assert hall.shown()["tables"][0]["said"] == "waiting for Ann, Giza; Olympia"
    tell(hall, stage="over", waiting=[], winners=[], seats=[msgspec.to_builtins(named_seats[0]), *scored(1, 2, 3)[1:]])
    assert hall.shown()["tables"][0]["rows"][0][:2] == ["Ann", "Giza"]
    assert "Ann, Giza 7; Olympia 3; Rhodes 2" in hall_text(hall.shown(), NOW)


def test_the_points_of_two_players_are_shown_although_the_free_city_has_none(hall):
    tell(hall, stage="over", waiting=[], winners=[1], seats=scored(40, 55, None))
    assert hall.shown()["tables"][0]["rows"] == [["Rhodes", "", "55", "won"], ["Giza", "", "40", ""]]


def scored(*points):
    return [
        msgspec.to_builtins(HallSeat(seat.wonder, seat.side, "", number))
        for seat, number in zip(SEATS, points, strict=True)
    ]


def test_since_when_a_table_waits_is_measured_by_the_halls_clock(hall, clock):
    tell(hall, at=int(NOW - 5 * 3600))
    clock.now += 60
    tell(hall, at=int(NOW - 5 * 3600 + 60), seats=[*scored(1, 2, 3)])
    assert hall.shown()["tables"][0]["since"] == NOW, "the same seats are awaited"
    tell(hall, waiting=[2])
    assert hall.shown()["tables"][0]["since"] == NOW + 60
    assert any("300 min" in text for text in named(hall)), "its clock is named"
    assert ". waiting for Olympia\n" in hall_text(hall.shown(), NOW + 60 + 180)
    assert ". waiting for Olympia \N{BLACK HOURGLASS} 3:25\n" in hall_text(hall.shown(), NOW + 60 + 205)


def test_a_table_that_is_cut_off_is_not_connected(hall):
    tell(hall)
    hall.take("wondertable/table-1/online", b"offline", retained=False)
    assert hall.shown()["tables"][0]["kind"] == "away"
    assert hall.shown()["tables"][0]["since"] is None


def test_a_game_counts_once_however_often_it_comes(hall):
    assert tell(hall, LATE) is not None
    assert tell(hall, LATE, retained=True) is None
    assert len(hall.shown()["rows"]) == 1


def test_a_correction_replaces_and_a_withdrawn_game_does_not_count(hall):
    tell(hall, LATE)
    cities = msgspec.to_builtins(LATE.cities)
    cities[0]["points"]["military"] = 30
    tell(hall, LATE, revision=2, cities=cities)
    assert "Wonder0 30" not in str(hall.shown()["rows"]), "wonders are named by their key here"
    assert [cell for cell in hall.shown()["rows"][0] if cell.endswith(" 30")]
    tell(hall, LATE)
    assert [cell for cell in hall.shown()["rows"][0] if cell.endswith(" 30")], "an older revision changes nothing"
    tell(hall, LATE, revision=3, withdrawn=True)
    assert hall.shown()["rows"] == []
    tell(hall, LATE, revision=4)
    assert len(hall.shown()["rows"]) == 1


def test_the_same_game_from_two_tables_counts_once_and_is_named(hall):
    tell(hall, LATE)
    tell(hall, LATE, table="table-2", device="d2", game="d2-2026-9", number=9)
    assert len(hall.shown()["rows"]) == 1
    assert named(hall) == ["table-2 has sent a game that another table sent before: it counts once."]


def test_results_are_kept_when_the_hall_is_killed(tmp_path, clock):
    """Nothing is closed: the next one reads what is on the disk."""
    first = HallResults(tmp_path / "r", clock)
    killed = Hall(first, Words(), clock=clock)
    killed.take(f"wondertable/table-1/games/{LATE.game}", encoded(LATE), retained=False)
    killed.settle()
    first.next_round(45)
    with closing(HallResults(tmp_path / "r", clock)) as results:
        hall = Hall(results, Words(), clock=clock)
        assert len(hall.shown()["rows"]) == 1
        assert tell(hall, LATE, retained=True) is None
        assert hall.shown()["round"] == {"text": "Round 1", "ends": NOW + 45 * 60, "over": "time is up"}
    assert [sheet.game for sheet in read_results(tmp_path / "r")] == [LATE.game]


def test_nothing_is_added_to_the_database_of_something_else(tmp_path):
    Journal(tmp_path / "games.sqlite").close()
    before = (tmp_path / "games.sqlite").read_bytes()
    for use in (HallResults, read_results):
        with pytest.raises(HallError, match="something else"):
            use(tmp_path / "games.sqlite")
    assert (tmp_path / "games.sqlite").read_bytes() == before


def test_the_next_round_begins_while_the_hall_runs(tmp_path, clock):
    with closing(HallResults(tmp_path / "r", clock)) as results, closing(HallResults(tmp_path / "r", clock)) as other:
        hall = Hall(results, Words(), clock=clock)
        assert hall.shown()["round"] is None
        other.next_round(0)
        other.next_round(30)
        hall.look_around()
        assert hall.shown()["round"]["text"] == "Round 2"


def test_a_sheet_that_cannot_be_written_is_not_confirmed(hall, monkeypatch):
    monkeypatch.setattr(
        hall._results, "take", lambda _: (_ for _ in ()).throw(HallError("hall_results", reason="full"))
    )
    with pytest.raises(HallError):
        tell(hall, LATE)


@pytest.mark.parametrize(
    ("topic", "payload", "said"),
    [
        ("wondertable/table-1/state", b'{"version":1,"st', "Ignored from table-1: The message is torn"),
        ("wondertable/table-1/state", b"x" * (LONGEST_MESSAGE + 1), "bytes; at most"),
        ("wondertable/table-1/state", encoded(STATE, version=7), "version 7"),
        ("wondertable/table-1/state", encoded(STATE, table="table-2"), "says that it is about table-2"),
        ("wondertable/table-1/games/x", encoded(SHEET), "says that it is about d1-2026-4"),
        ("wondertable/table-1/games/d1-2026-4", encoded(SHEET, started="soon"), "not as it should be: finished"),
        ("wondertable/table-1/mood", b"merry", "a message under wondertable/table-1/mood"),
        ("wondertable/table-1/games", b"{}", "a message under wondertable/table-1/games"),
        ("wondertable/ta ble/state", b"{}", "a message under wondertable/ta ble/state"),
        ("other/table-1/state", encoded(STATE), "a message under other/table-1/state"),
        ("wondertable", b"", "a message under wondertable."),
    ],
)
def test_what_cannot_be_believed_is_named_and_changes_nothing(hall, topic, payload, said):
    assert hall.take(topic, payload, retained=False) is None
    shown = hall.shown()
    assert (shown["tables"], shown["rows"]) == ([], [])
    assert said in shown["named"][0]


def test_what_the_broker_has_kept_since_last_year_is_not_believed(hall):
    tell(hall, at=int(NOW - 365 * DAY), retained=True)
    tell(hall, SHEET, started="2025-11-20T20:00:00+00:00")
    shown = hall.shown()
    assert (shown["tables"], shown["rows"]) == ([], [])
    assert shown["named"] == [
        "Not counted: a game of table-1 that ended on 2025-11-20. With --since it counts.",
        "Not shown: the broker still keeps an old message of table-1, from 2025-11-22.",
    ]


def test_with_since_games_of_that_day_count(clock):
    with closing(HallResults(None, clock)) as results:
        hall = Hall(results, Words(), clock=clock, since=datetime(2025, 11, 20, tzinfo=UTC).timestamp())
        assert tell(hall, SHEET, started="2025-11-20T20:00:00+00:00") is not None


@pytest.mark.parametrize("hours", [-11, 11])
def test_a_clock_that_is_off_by_hours_loses_no_game_and_no_table(hall, hours):
    off = NOW + hours * 3600
    tell(hall, at=int(off), retained=True)
    tell(hall, SHEET, started=datetime.fromtimestamp(off, UTC).isoformat())
    assert len(hall.shown()["tables"]) == len(hall.shown()["rows"]) == 1


def test_two_machines_with_one_name_are_named_but_one_that_replaces_another_is_not(hall):
    tell(hall, device="a")
    tell(hall, device="b")
    assert named(hall) == [], "another machine in its place"
    tell(hall, device="a")
    assert named(hall)[0].startswith("Two machines call themselves table-1")
    tell(hall, LATE, device="a", game="a-1")
    tell(hall, LATE, device="b", game="b-1", started="2026-11-22T12:01:00+00:00")
    assert len(hall.shown()["rows"]) == 2, "the games of both count"


def test_a_flood_of_nonsense_is_bounded():
    tables = HallTables("wondertable", 0.0)
    for number in range(6000):
        tables.hear(f"wondertable/t{number}/online", b"online", NOW, retained=False)
        tables.hear(f"wondertable/t{number}/state", b"{", NOW, retained=False)
    assert len(tables.tables) <= 5000
    assert len(tables.named(NOW)) <= MOST_NAMED
    assert tables.named(NOW + 3600) == []


def test_every_text_is_there_in_every_language(clock):
    for language in languages():
        with closing(HallResults(None, clock)) as results:
            hall = Hall(results, Words(language), clock=clock)
            tell(hall, at=1)
            tell(hall, questions=1, table="b")
            tell(hall, LATE)
            results.next_round(1)
            hall.look_around()
            for link in ("connecting", "refused", "unreachable", "results"):
                hall.tell_link(link, "why")
                text = hall_text(hall.shown(), NOW)
                assert "hall." not in text
                assert "{" not in text


LEAGUE = """
name = "Cup"
players = ["Anna", "Ben", "Chiara", "Dario", "Eva", "Fabio"]
rounds = 2
table_size = 3
"""


@pytest.fixture
def league(tmp_path):
    (tmp_path / "l.toml").write_text(LEAGUE)
    return tmp_path / "l.toml"


def sheet_of(players, number, *, named_=True, points=(30, 20, 10)):
    cities = tuple(
        msgspec.structs.replace(
            city,
            wonder=who.wonder,
            side=who.side,
            name=who.name if named_ else "",
            points={"military": many},
            place=place,
        )
        for place, (city, who, many) in enumerate(zip(LATE.cities, players, points, strict=True), start=1)
    )
    return kept_sheet(msgspec.structs.replace(LATE, game=f"g{number}", number=number, cities=cities), 0)


@pytest.mark.parametrize("named_", [True, False], ids=["by name", "by the wonders that were drawn"])
def test_the_players_of_a_sheet_and_its_round_are_found_in_the_seating(league, named_):
    file = read_league(league)
    seating = seated(file, tables_of(file, count_league(file)))
    sheets = [sheet_of(table.seats, number, named_=named_) for number, table in enumerate(seating)]
    results, conflicts = results_of_sheets(sheets[::-1], file)
    assert not conflicts
    assert [(one.round, one.table) for one in results] == [(one.round, one.table) for one in seating][::-1]
    for result, table in zip(results, seating[::-1], strict=True):
        assert list(result.points.items()) == [
            (who.name, many) for who, many in zip(table.seats, (30, 20, 10), strict=True)
        ]
    counted = count_league(file, None, results)
    assert sum(player.tables for player in counted.players) == 12


@pytest.mark.parametrize("named_", [True, False], ids=["by name", "by the wonders that were drawn"])
def test_where_only_some_go_on_the_sheets_of_each_round_seat_the_next_one(tmp_path, monkeypatch, named_):
    path = tmp_path / "l.toml"
    players = [f"Player {number}" for number in range(27)]
    path.write_text(f'players = {players}\ntable_size = 3\n[scoring]\npreset = "top-two"\nadvance = 1\n')
    file, sheets = read_league(path), []
    for played, tables in enumerate((9, 3, 1), start=1):
        results, conflicts = results_of_sheets(sheets, file)
        assert (len(results), conflicts) == (len(sheets), [])
        counted = count_league(file, None, results)
        seating = [one for one in seated(file, tables_of(file, counted)) if one.round == played]
        assert len(seating) == tables
        sheets += [sheet_of(one.seats, len(sheets) + one.table, named_=named_) for one in seating]
    results, conflicts = results_of_sheets(sheets, file)
    assert ([one.round for one in results], conflicts) == ([1] * 9 + [2] * 3 + [3], [])
    monkeypatch.setattr(league_seating, "seat_round", lambda *_: pytest.fail("seated anew, which takes long"))
    assert results_of_sheets(sheets, file) == (results, [])


def test_a_player_is_known_however_the_name_is_spelled(league):
    file = read_league(league)
    sheet = sheet_of(seated(file, tables_of(file, count_league(file)))[0].seats, 1)
    first, *others = sheet.cities
    wide = "".join(chr(ord(sign) + 0xFEE0) if sign.isascii() and sign.isalpha() else sign for sign in first.name)
    spelled = msgspec.structs.replace(sheet, cities=(msgspec.structs.replace(first, name=f" {wide.upper()}"), *others))
    assert len(results_of_sheets([spelled], file)[0]) == 1


def test_strangers_count_for_nobody(league):
    file = read_league(league)
    seating = seated(file, tables_of(file, count_league(file)))
    sheet = sheet_of(seating[0].seats, 1)
    stranger = msgspec.structs.replace(
        sheet, cities=(msgspec.structs.replace(sheet.cities[0], name="Nobody"), *sheet.cities[1:])
    )
    assert results_of_sheets([stranger], file) == ([], [])


def test_what_is_entered_by_hand_replaces_what_the_hall_says(league):
    file = read_league(league)
    table = seated(file, tables_of(file, count_league(file)))[0]
    names = [who.name for who in table.seats]
    by_hand = ", ".join(f"{name} = {place}" for place, name in enumerate(reversed(names), start=1))
    league.write_text(LEAGUE + f"[[result]]\nround = 1\ntable = 1\nplaces = {{ {by_hand} }}\n")
    corrected = read_league(league)
    counted = count_league(corrected, None, results_of_sheets([sheet_of(table.seats, 1)], corrected)[0])
    assert counted.players[0].name == names[-1]
    assert sum(player.tables for player in counted.players) == 3


@pytest.mark.parametrize("first", ["wrong", "right"])
def test_a_result_by_hand_replaces_a_sheet_with_a_wrong_player_and_no_other(league, first):
    """At table-1 somebody has chosen a player's name who sits at table-2."""
    file = read_league(league)
    one, two = (table.seats for table in seated(file, tables_of(file, count_league(file)))[:2])
    wrong, right = sheet_of((two[0], *one[1:]), 1), sheet_of(two, 2)
    sheets = [
        msgspec.structs.replace(sheet, table=table, round=1)
        for sheet, table in ((wrong, "table-1"), (right, "table-2"))
    ][:: 1 if first == "wrong" else -1]
    assert len(results_of_sheets(sheets, file)[1]) == 1
    by_hand = ", ".join(f"{who.name} = {place}" for place, who in enumerate(one, start=1))
    league.write_text(LEAGUE + f"[[result]]\nround = 1\ntable = 1\nplaces = {{ {by_hand} }}\n")
    corrected = read_league(league)
    results, conflicts = results_of_sheets(sheets, corrected)
    assert not conflicts
    assert {player.tables for player in count_league(corrected, None, results).players} == {1}


def test_the_leagues_file_names_the_halls_results(league, tmp_path, clock, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = read_league(league)
    table = seated(file, tables_of(file, count_league(file)))[0]
    league.write_text(LEAGUE + '[hall]\nfile = "hall.sqlite"\n')
    with pytest.raises(HallError):
        hall_results(read_league(league), tmp_path)
    with closing(HallResults(tmp_path / "hall.sqlite", clock)) as results:
        results.take(sheet_of(table.seats, 1))
        results.commit()
        results.take(msgspec.structs.replace(LATE, game="unknown"))
        results.commit()
    found, conflicts, unknown = hall_results(read_league(league), tmp_path)
    assert (len(found), len(conflicts), unknown) == (1, 0, 1)
    assert main(["league", str(league)]) == 0
    assert capsys.readouterr().err == "wondertable: 1 game counts for nobody: its players are not known.\n"


def test_the_hall_shows_the_standings_and_takes_up_a_corrected_file(league, clock):
    file = read_league(league)
    table = seated(file, tables_of(file, count_league(file)))[0]
    with closing(HallResults(None, clock)) as results:
        hall = Hall(results, Words(), league=league, clock=clock)
        sheet = sheet_of(table.seats, 1)
        tell(hall, sheet)
        tell(hall, LATE, game="unknown")
        shown = hall.shown()
        assert (shown["title"], shown["rows"][0][:3]) == ("Cup", ["1", table.seats[0].name, "1"])
        assert shown["note"] == "1 game counts for nobody: its players are not known."
        league.write_text("players = 5")
        hall.look_around()
        assert "league" in named(hall)[0]
        assert hall.shown()["title"] == "Cup"
        league.write_text(LEAGUE.replace("Cup", "Bowl"))
        hall._league_changed = None
        hall.look_around()
        assert (hall.shown()["title"], named(hall)) == ("Bowl", [])
        league.write_text(LEAGUE + 'scoring = "no such preset"')
        with pytest.raises(LeagueError):
            Hall(results, Words(), league=league, clock=clock)


def test_a_terminal_is_drawn_anew_and_a_pipe_gets_a_line_for_each_result(hall, capsys):
    import io  # noqa: PLC0415
    import sys  # noqa: PLC0415

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    tell(hall)
    screen = Screen()
    terminal = Terminal(screen)
    terminal.draw(hall.shown())
    terminal.draw(hall.shown())
    assert screen.getvalue().count("table-1: playing. Age II, turn 3. waiting for Giza, Olympia") == 1
    terminal.tell(LATE)
    capsys.readouterr()
    hall.tell_link("unreachable", "Connection refused")
    pipe = Terminal(sys.stdout, sys.stderr)
    pipe.draw(hall.shown())
    pipe.draw(hall.shown())
    pipe.tell(LATE)
    tell(hall, table="b", phase="\x1b[2J", seats=tuple(HallSeat(w, "A", f"{w}\r\n\u202e") for w in ("giza", "rhodes")))
    terminal.draw(hall.shown())
    assert not {"\x1b", "\r", "\u202e"} & set(screen.getvalue().replace(CLEAR, ""))
    out, err = capsys.readouterr()
    assert out == "table-1: wonder0 3, wonder1 4, wonder2 5\n"
    assert err.count("Connection refused") == err.count("\n") == 1


def test_the_file_of_a_hall_that_knew_games_by_their_identity_alone_is_read(tmp_path, clock):
    path = tmp_path / "hall.sqlite"
    with closing(sqlite3.connect(path)) as old:
        old.execute("CREATE TABLE sheets (game TEXT PRIMARY KEY, revision INTEGER, taken REAL, body BLOB) STRICT")
        old.execute("CREATE TABLE hall (began REAL NOT NULL) STRICT")
        old.execute("INSERT INTO hall VALUES (?)", (NOW - 60,))
        row = (LATE.game, LATE.revision, NOW, msgspec.json.encode(LATE))
        old.execute("INSERT INTO sheets VALUES (?, ?, ?, ?)", row)
        old.commit()
    for _ in range(2):
        with closing(HallResults(path, clock)) as results:
            assert results.began == NOW - 60
            assert results.sheets()[0] == [kept_sheet(LATE, 0)]
            assert not results.take(LATE), "it is known already"
            results.commit()


def test_a_damaged_row_is_said_and_replaced_by_what_its_table_sends_again(tmp_path, clock):
    with closing(HallResults(tmp_path / "r", clock)) as results:
        results.take(LATE)
        results.commit()
    with closing(sqlite3.connect(tmp_path / "r")) as file, file:
        file.execute("UPDATE sheets SET body = x'ff00'")
    with closing(HallResults(tmp_path / "r", clock)) as results:
        hall = Hall(results, Words(), clock=clock)
        assert named(hall), "that the results cannot be read"
        tell(hall, LATE)
        assert len(results.sheets()[0]) == 1
        assert named(hall) == []
