"""The program from outside: what it prints, and that bad input is answered by a sentence."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from device.command_line import main
from device.commands.appliance import running
from device.features.captures import read
from device.journal.journal import JOURNAL, Journal
from device.perception.pipeline import FrameResult
from device.reporting.output import Output
from display.messages.events import Booked
from display.messages.intents import Advance, Leave, SetUp
from engine import CorrectCoins, Discard, Game, write_record
from tests.dealing.dealer import deal
from tests.device.tables import CODEBOOK, board_code, code_of
from tests.device.umpire.test_table import TableSession
from vision.scene import Place, Scene
from vision.table.layout import LocatedSticker


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def failing(capsys, *arguments, status=1):
    """The sentence with which a command fails."""
    assert main([str(argument) for argument in arguments]) == status
    _, err = capsys.readouterr()
    assert "Traceback" not in err
    assert err.startswith("wondertable: ")
    assert err.count("\n") == 1
    assert "{" not in err, "a placeholder was left unfilled"
    return err


def test_bad_usage_exits_with_2(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["demo", "--players", "9"])
    assert stopped.value.code == 2
    assert "--players" in capsys.readouterr().err


def test_a_set_that_an_edition_has_not_is_named_with_it(capsys):
    said = failing(capsys, "demo", "--headless", "--edition", "first", "--sets", "cities")
    assert all(word in said for word in ("edition", "first", "cities"))


def test_a_missing_picture_is_named(capsys, tmp_path):
    assert "nothing.jpg" in failing(capsys, "read", tmp_path / "nothing.jpg")


def test_a_picture_that_is_none_is_named(capsys, tmp_path):
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8\xff\xe0 and then the lights went out")
    assert "torn.jpg" in failing(capsys, "read", tmp_path / "torn.jpg")


def test_an_unknown_camera_is_named(capsys):
    assert "telescope" in failing(capsys, "run", "--headless", "--camera", "telescope")


def test_a_missing_film_is_named(capsys, tmp_path):
    assert "none.mp4" in failing(capsys, "run", "--headless", "--camera", f"film:{tmp_path}/none.mp4")


def test_a_missing_record_is_named(capsys, tmp_path):
    assert "none.txt" in failing(capsys, "replay", tmp_path / "none.txt")


def test_a_record_that_is_cut_off_names_the_line(capsys, tmp_path):
    record = write_record(Game.new([("giza", "A"), ("rhodes", "B"), ("babylon", "A")]))
    (tmp_path / "cut.txt").write_text(record[: len(record) * 2 // 3])
    assert "line 5" in failing(capsys, "replay", tmp_path / "cut.txt").lower()


def test_an_unknown_wonder_in_a_record_is_named(capsys, tmp_path):
    record = write_record(Game.new([("giza", "A"), ("rhodes", "B"), ("babylon", "A")]))
    (tmp_path / "strange.txt").write_text(record.replace("rhodes", "atlantis"))
    assert "atlantis" in failing(capsys, "replay", tmp_path / "strange.txt")


def test_settings_that_are_no_toml_are_named(capsys, tmp_path):
    (tmp_path / "bad.toml").write_text("[camera\n")
    assert "bad.toml" in failing(capsys, "--config", tmp_path / "bad.toml", "doctor")


def test_a_kit_that_cannot_be_written_says_so(capsys, tmp_path):
    assert "kit.pdf" in failing(capsys, "stickers", "--out", tmp_path / "no" / "folder" / "kit.pdf")


def test_where_nothing_can_be_recorded_the_program_does_not_begin(capsys, tmp_path):
    (tmp_path / "file").write_text("no folder")
    folder = tmp_path / "file" / "pictures"
    assert str(folder) in failing(capsys, "demo", "--headless", "--record", folder)


def test_no_camera_has_no_lens_to_measure(capsys):
    assert main(["calibrate", "--camera", "none"]) == 1
    out, err = capsys.readouterr()
    assert (out, "--camera" in err) == ("", True), "nobody is asked to hold the board before a camera that is none"


def test_nothing_to_resume_is_said(capsys):
    failing(capsys, "demo", "--headless", "--resume")


def test_an_empty_picture_is_read_as_one_with_nothing_in_it(capsys, tmp_path):
    grey = np.random.default_rng(1).integers(90, 160, (600, 800), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "empty.png"), grey)
    assert main(["read", "--json", str(tmp_path / "empty.png")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert json.loads(lines[0]) == {
        "image": "empty.png",
        "path": str(tmp_path / "empty.png"),
        "seats": [],
        "stickers": [],
        "unread": [],
    }


def test_the_kit_is_written_with_its_manifest(capsys, tmp_path):
    arguments = ["stickers", "--json", "--out", str(tmp_path / "kit.pdf"), "--png", str(tmp_path / "png")]
    assert main(arguments) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["stickers"] == 222
    assert line["printed"] >= 218 + 152 + 37, "as many backs as there are cards, and some to spare"
    manifest = json.loads((tmp_path / "png" / "manifest.json").read_text())
    assert [entry["code"] for entry in manifest] == list(range(222))
    assert all((tmp_path / "png" / entry["file"]).exists() for entry in manifest)


def test_the_kit_of_the_second_edition_has_225_codes(capsys, tmp_path):
    assert main(["stickers", "--json", "--edition", "second", "--out", str(tmp_path / "kit.pdf")]) == 0
    assert json.loads(capsys.readouterr().out)["stickers"] == 225


class Terminal(io.StringIO):
    """Standard output that a person reads."""

    def isatty(self):
        return True


def test_at_a_terminal_nothing_is_printed_before_the_box_is_said(capsys, monkeypatch, tmp_path):
    out = tmp_path / "kit.pdf"
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert main(["stickers", "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert [f"stickers --out {out} --edition {edition}" in told for edition in ("first", "second")] == [True, True]
    assert not out.exists()
    assert main(["stickers", "--kit", "calibration", "--out", str(out)]) == 0, "the board is the same for both"


@pytest.mark.parametrize("edition", ["first", "second"])
def test_the_answer_says_the_box_and_the_way_to_the_other(capsys, tmp_path, edition):
    assert main(["stickers", "--edition", edition, "--out", str(tmp_path / "kit.pdf")]) == 0
    out, err = capsys.readouterr()
    year, other = {"first": ("2010", "second"), "second": ("2020", "first")}[edition]
    assert (year in out, f"--edition {other}" in out, err) == (True, True, "")


def test_the_way_to_the_other_box_keeps_what_was_typed(capsys, tmp_path):
    out = tmp_path / "my kit.pdf"
    typed = ["stickers", "--players", "4", "--edition", "second", "--paper", "letter", "--out", str(out)]
    assert main(typed) == 0
    wanted = f"wondertable stickers --players 4 --edition first --paper letter --out '{out}'"
    assert wanted in capsys.readouterr().out


def test_cities_are_in_no_other_box(capsys, tmp_path):
    assert main(["stickers", "--edition", "second", "--only", "cities", "--out", str(tmp_path / "kit.pdf")]) == 0
    assert "--edition first" not in capsys.readouterr().out, "it would be refused"


@pytest.mark.parametrize(("option", "named"), [([], True), (["--tags"], True), (["--no-tags"], False)])
def test_cut_stickers_carry_their_names_unless_somebody_does_not_want_that(capsys, tmp_path, option, named):
    kit_line(capsys, tmp_path, "--edition", "first", "--only", "base", *option)
    assert ("001 Lumber Yard 4+" in printed(tmp_path / "kit.pdf")) is named


def test_a_script_that_names_no_box_gets_the_first_and_is_told_so(capsys, tmp_path):
    assert main(["stickers", "--json", "--out", str(tmp_path / "kit.pdf")]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["edition"] == "first"
    assert "2010" in err
    assert "--edition second" in err


def test_four_players_print_what_four_use_and_the_rest_later(capsys, tmp_path):
    line = kit_line(capsys, tmp_path, "--edition", "second", "--players", "4", "--spare-backs", "0")
    fronts = 14 + 7 * 4 * 3 - (4 + 2) + 10  # boards from both sides, the decks without their guilds, all guilds
    assert (line["stickers"], line["printed"]) == (fronts + 3 + 1 + 6, fronts + (fronts - 14) + 1 + 6), "no corners"
    assert line["later"] == {"pdf": str(tmp_path / "kit-later.pdf"), "pages": 3, "printed": 2 * (7 * 3 * 3 - 3)}
    texts = [printed(tmp_path / name) for name in ("kit.pdf", "kit-later.pdf")]
    assert [re.search(r"\b[567]\+ players", text) is not None for text in texts] == [False, True]
    assert [re.search(r"\b[34]\+ players", text) is not None for text in texts] == [True, False]
    assert not any("leader" in text.lower() for text in texts)


def test_seven_players_have_one_file_and_leaders_on_request(capsys, tmp_path):
    line = kit_line(capsys, tmp_path, "--edition", "second", "--players", "7")
    assert (line["stickers"], "later" in line) == (172, False)
    line = kit_line(capsys, tmp_path, "--edition", "second", "--players", "7", "--leaders")
    assert (line["stickers"], "later" in line) == (221, False)


def printed(path):
    """All that can be read on the pages."""
    pdf = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_range() for page in pdf)
    pdf.close()
    return " ".join(text.split())


@pytest.mark.parametrize(
    "layout", [[], ["--sleeves"], ["--sleeves", "--cutter", "svg"], ["--cutter", "svg"], ["--labels", "L7651"]]
)
def test_every_page_names_the_box(capsys, tmp_path, layout):
    kit_line(capsys, tmp_path, "--edition", "second", "--players", "3", *layout)
    for file in tmp_path.glob("*.pdf"):
        pdf = pypdfium2.PdfDocument(file)
        said = [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]
        pdf.close()
        assert all("second edition (2020)" in text for text in said), file.name


def kit_line(capsys, tmp_path, *arguments):
    out = tmp_path / "kit.pdf"
    assert main(["stickers", "--json", "--out", str(out), *arguments]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        (["--without", "backs"], (219, 218 + 30, 0)),
        (["--without", "leaders", "--spare-backs", "0"], (177, 174 + 148, 0)),
        (["--only", "base", "--without", "backs,corners,commands"], (165, 164 + 30, 0)),
        (["--only", "leaders", "--spare-backs", "2"], (46, 44 + 41 + 4, 4)),
        (["--labels", "l4732"], (222, 419, 12)),
    ],
)
def test_parts_of_the_kit_are_printed_and_counted(capsys, tmp_path, arguments, counts):
    line = kit_line(capsys, tmp_path, *arguments)
    assert (line["stickers"], line["printed"], line["spare_backs"]) == counts


def test_other_layouts_say_what_they_wrote(capsys, tmp_path):
    assert kit_line(capsys, tmp_path, "--cutter", "svg")["cut_lines"] == [
        str(tmp_path / f"kit-{number}.svg") for number in range(1, 5)
    ]
    slips = kit_line(capsys, tmp_path, "--sleeves", "--without", "backs")
    assert slips["pages"] == (152 + 37 + 6 + 7) // 8 + 1
    assert (tmp_path / "kit-stickers.pdf").exists()
    assert kit_line(capsys, tmp_path, "--labels", "5160", "--test-page")["pages"] == 1


def test_labels_say_how_far_from_the_edge_they_belong(capsys, tmp_path):
    assert (
        main(
            ["stickers", "--labels", "8160", "--shift", "0.5,-1", "--scale", "100.2", "--out", str(tmp_path / "k.pdf")]
        )
        == 0
    )
    assert "edges 1.0 mm from the card's" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--labels", "L4732", "--sleeves"], "--sleeves"),
        (["--labels", "L4732", "--paper", "letter"], "a4"),
        (["--labels", "nothing"], "invalid choice"),
        (["--shift", "1,1"], "--labels"),
        (["--labels", "L4732", "--shift", "1"], "two numbers"),
        (["--labels", "L4732", "--shift", "nan,1"], "20 mm"),
        (["--labels", "L4732", "--scale", "50"], "percent"),
        (["--without", "everything"], "backs, corners, commands, leaders"),
        (["--only", "leaders", "--without", "leaders"], "neither"),
        (["--edition", "second", "--only", "cities", "--players", "4"], "any number of people"),
        (["--kit", "calibration", "--sleeves"], "one page"),
        (["--spare-backs", "-1"], "0 to 100"),
    ],
)
def test_layouts_that_contradict_one_another_are_bad_usage(capsys, tmp_path, arguments, reason):
    with pytest.raises(SystemExit) as stopped:
        main(["stickers", "--out", str(tmp_path / "kit.pdf"), *arguments])
    assert stopped.value.code == 2
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "kit.pdf").exists()


def test_a_record_is_replayed_state_by_state(capsys, tmp_path):
    game = TableSession().press_advance(6).game
    (tmp_path / "game.txt").write_text(write_record(game))
    assert main(["replay", "--json", str(tmp_path / "game.txt")]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[-1]["seats"][0]["coins"] == game.cities[0].coins


def headings(capsys, record):
    """What the states of a record are headed with; lines of cities and scores begin with the seat."""
    assert main(["replay", str(record)]) == 0
    return [line for line in capsys.readouterr().out.splitlines()[1:] if not line[0].isdigit()]


def test_every_state_of_a_replay_is_headed_with_what_has_just_been_done(capsys, tmp_path):
    game, record = deal(3, 1, leaders=True).game, tmp_path / "game.txt"
    record.write_text(write_record(game))
    told = headings(capsys, record)
    assert told[:3] == ["After the leaders of Age I were recruited", "After turn 1 of Age I", "After turn 2 of Age I"]
    assert told[7:9] == ["After the conflicts of Age I", "After the leaders of Age II were recruited"]
    assert told[-1] == "After the conflicts of Age III"
    states = list(game.states())
    record.write_text(write_record(states[0]))
    assert headings(capsys, record) == ["Before Age I"]
    corrected = deal(3, 1).game.undo().apply(CorrectCoins(0, 9))
    record.write_text(write_record(corrected))
    assert headings(capsys, record)[-1] == "During turn 6 of Age III, the conflicts"
    record.write_text(write_record(states[4]))
    assert headings(capsys, record)[-1] == "During turn 1 of Age I, the turn"


def test_a_terminal_that_lacks_the_letters_of_a_language_shows_others_instead(tmp_path):
    command = [sys.executable, "-m", "device.command_line", "history", "--language", "uk"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    told = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert (told.stdout.count(b"?") > 10, told.stderr) == (True, b"")


def test_a_record_that_is_not_there_or_broken_is_named_once_and_the_others_are_replayed(capsys, tmp_path):
    absent, broken, whole = tmp_path / "absent.txt", tmp_path / "broken.txt", tmp_path / "whole.txt"
    broken.write_text("nonsense\n")
    whole.write_text(write_record(TableSession().press_advance(6).game))
    assert main(["replay", "--json", str(absent), str(broken), str(whole)]) == 1
    out, err = capsys.readouterr()
    assert [line.count(str(path)) for line, path in zip(err.splitlines(), (absent, broken), strict=True)] == [1, 1]
    assert {json.loads(line)["record"] for line in out.splitlines()} == {"whole.txt"}


@pytest.mark.parametrize("command", ["export", "story"])
@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "-1", "", "²"])
def test_a_game_that_is_not_in_the_journal_is_named(capsys, command, number):
    assert number in failing(capsys, command, "--", number)


def test_an_export_with_json_is_one_object_on_one_line(capsys, tmp_path):
    with closing(Journal(tmp_path / "state" / JOURNAL)) as journal:
        game_id = journal.begin([("giza", "A"), ("rhodes", "B"), ("babylon", "A")], {"prefer": "left"})
    for form in ("json", "record"):
        assert main(["export", str(game_id), "--format", form, "--json"]) == 0
        (line,) = capsys.readouterr().out.splitlines()
        assert json.loads(line)["format"] == form


def test_a_photograph_is_read_whatever_lies_beside_it(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "table.png"), np.full((480, 640), 180, np.uint8))
    for words in ('{"width": 640, "players": 3}', "not JSON", ""):
        (tmp_path / "table.json").write_text(words)
        assert main(["read", "--json", str(tmp_path / "table.png")]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "image": "table.png",
            "path": str(tmp_path / "table.png"),
            "seats": [],
            "stickers": [],
            "unread": [],
        }


def test_a_city_whose_board_is_not_read_is_listed_with_its_cards(capsys):
    lies = {"corners": np.zeros((4, 2)), "x": 0.0, "y": 0.0, "angle": 0.0, "lift": 0.0, "margin": 1.0}
    located = (
        LocatedSticker(board_code("giza"), place=Place.BOARD, seat=0, slot=None, **lies),
        LocatedSticker(code_of("altar"), place=Place.CITY, seat=0, slot=None, **lies),
        LocatedSticker(code_of("loom"), place=Place.CITY, seat=1, slot=None, **lies),
        LocatedSticker(206, place=Place.STAGE, seat=1, slot=1, **lies),
    )
    read._tell(Path("table.jpg"), located, CODEBOOK, Output())
    assert capsys.readouterr().out.splitlines() == [
        "table.jpg: 4 stickers",
        "0 Giza A: stages 0; Altar",
        "1 (board not read): stages 1; Loom",
    ]


def test_only_the_command_that_is_run_is_loaded(tmp_path) -> None:
    script = (
        "import sys\nfrom device.command_line import main\nmain(['--config', 'run', 'history'])\n"
        "assert 'device.features.games.history' in sys.modules\n"
        "loaded = [name for name, module in sys.modules.items() if module]\n"
        "sys.exit(any(name.startswith(('device.commands.run', 'pygame', 'cv2')) for name in loaded))"
    )
    (tmp_path / "run").write_text("")
    assert subprocess.run([sys.executable, "-c", script], cwd=tmp_path, timeout=60, check=False).returncode == 0


@pytest.mark.parametrize("loaded", ["device.feature", "engine", "device.features.games.history", "device.session"])
def test_an_interrupt_while_the_program_is_loaded_ends_it_quietly(loaded) -> None:
    script = (
        "import sys\nclass Interrupted:\n    def find_spec(name, *_):\n        if name == sys.argv[1]:\n"
        "            raise KeyboardInterrupt\nsys.meta_path.insert(0, Interrupted)\n"
        "from device.command_line import main\nsys.exit(main(['history']))"
    )
    ended = subprocess.run([sys.executable, "-c", script, loaded], capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (130, b"")


@pytest.mark.parametrize("command", ["run", "demo"])
def test_the_programs_name_is_on_the_screen_before_the_rest_is_loaded(command) -> None:
    """The first picture comes before anything of the camera or of the table's rules is imported."""
    script = (
        "import sys\nfrom display import first_picture\nimport pygame\nfrom device.command_line import main\n"
        "def flip():\n    print(sorted(name for name in sys.modules if name in {'cv2', 'device.umpire.table',"
        " 'display.window', 'numpy', 'sqlite3'}))\n    sys.exit(0)\n"
        "pygame.display.flip = flip\nmain(sys.argv[1:])"
    )
    no_screen = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    said = subprocess.run(
        [sys.executable, "-c", script, command], capture_output=True, text=True, timeout=60, check=False, env=no_screen
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout.splitlines()[-1] == "[]"


def test_an_unfinished_game_that_cannot_be_read_is_said_on_the_screen_until_another_begins(
    capsys, monkeypatch, tmp_path
):
    seats, said = [("giza", "A"), ("rhodes", "B"), ("babylon", "A")], []
    with closing(Journal(tmp_path / "state" / JOURNAL)) as journal:
        journal.write(journal.begin(seats), [Booked(Discard(9))])

    class Loop(running.MainLoop):
        def run(self):
            self._outputs.screen.show = lambda state, now: said.append([notice.key for notice in state.notices])
            nothing = FrameResult(Scene(0.0), 0, blind=True)
            self._show(nothing)
            self.press(SetUp(tuple(seats)))
            self.press(Advance())
            self._show(nothing)
            self.press(Leave())
            self._show(nothing)
            return self.session

    monkeypatch.setattr(running, "MainLoop", Loop)
    assert main(["run", "--window", "--camera", "none"]) == 0
    assert "Game 1" in capsys.readouterr().err
    assert ["notice.unfinished_unreadable" in keys for keys in said] == [True, False, False]


def test_a_missing_camera_is_named_with_those_that_are_there(capsys, monkeypatch):
    monkeypatch.setattr(running, "cameras_here", lambda: (("v4l2:2", "HD Pro Webcam C920"),))
    assert main(["run", "--headless", "--camera", "v4l2:97"]) == 1
    told = capsys.readouterr().err
    assert "Camera v4l2:97 not found" in told
    assert "v4l2:2 (HD Pro Webcam C920)" in told
