"""A record written and read back is the same, byte for byte; anything else is refused with its line and reason."""

import re
from pathlib import Path

import pytest

from engine import (
    Build,
    BuildStage,
    Comment,
    CorrectCoins,
    Discard,
    Game,
    IllegalAction,
    Phase,
    Record,
    RecordError,
    parse_record,
    read_record,
    write_record,
)
from engine.model.actions import WORDS
from engine.record.reader import OPTIONS
from tests.dealing.dealer import deal
from tests.engine.positions import play

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.txt"))
SEATS = [("olympia", "A"), ("babylon", "B"), ("giza", "A")]
TEXT = """\
wondertable record 3
# played in the kitchen
edition first
prefer left
seat 0 olympia A "Anna \\"Zeus\\" Ünal"
seat 1 babylon B ""
seat 2 giza A ""

# and off we go
age 1 turn 1
1 build stone_pit
# he hesitated
0 build timber_yard pays bank 1
2 discard

age 1 turn 2
2 coins 9
0 build barracks exception

end
"""


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_is_written_and_read_back(players, seed):
    game = deal(players, seed, alternatives=0.3, leaders=bool(seed % 2)).game
    text = write_record(game)
    again = read_record(text)
    assert again == game
    assert write_record(again) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_sample_records_are_complete_games(path):
    record = parse_record(path.read_text("utf-8"))
    assert record.game.phase is Phase.OVER
    assert write_record(record.game, record.comments) == path.read_text("utf-8")


VERSION_1 = [path for path in RECORDS if path.read_text("utf-8").startswith("wondertable record 1\n")]


@pytest.mark.parametrize("path", VERSION_1, ids=lambda path: path.stem)
def test_records_of_version_1_are_games_of_the_first_edition_with_the_old_rulings(path):
    old = parse_record(path.read_text("utf-8"))
    assert (old.game.setup.rulings, old.game.setup.edition, old.game.phase) == (1, "first", Phase.OVER)
    assert write_record(old.game, old.comments) == path.read_text("utf-8")


def test_the_edition_is_in_the_record():
    game = play(Game.new([("olympia", "day"), ("giza", "night"), ("rhodes", "day")]), Discard(1))
    text = write_record(game)
    assert text.splitlines()[:4] == ["wondertable record 3", "edition second", "prefer left", 'seat 0 olympia day ""']
    assert read_record(text).setup.edition == "second"
    assert read_record(text) == game


def test_there_are_sample_records_for_every_number_of_players_with_leaders_and_without():
    games = [read_record(path.read_text("utf-8")) for path in RECORDS]
    kinds = {(len(game.player_seats), game.setup.leaders) for game in games}
    assert kinds >= {(players, leaders) for players in range(2, 8) for leaders in (False, True)}
    assert {(game.setup.edition, game.setup.rulings) for game in games} == {
        ("first", 1),
        ("first", 2),
        ("first", 3),
        ("second", 2),
    }


def test_comments_names_exceptions_and_corrections_survive():
    game = play(
        Game.new(SEATS, ['Anna "Zeus" Ünal', "", ""]),
        Build(1, "stone_pit"),
        Build(0, "timber_yard"),
        Discard(2),
        CorrectCoins(2, 9),
        Build(0, "barracks", exception=True),
    )
    comments = [
        Comment(-1, "played in the kitchen"),
        Comment(0, "and off we go", heading=True),
        Comment(1, "he hesitated"),
    ]
    text = write_record(game, comments)
    assert text == TEXT
    assert parse_record(text) == Record(game, tuple(comments))


def test_a_comment_of_several_lines_is_several_comments():
    game = Game.new(SEATS)
    text = write_record(game, [Comment(-1, "first\nsecond"), Comment(0, "")])
    assert "\n# first\n# second\n" in text
    assert parse_record(text).comments == (Comment(-1, "first"), Comment(-1, "second"), Comment(0, ""))


def test_an_action_that_cannot_be_read_back_is_not_booked():
    with pytest.raises(IllegalAction):
        Game.new(SEATS).apply(Discard(0, "a b"))
    with pytest.raises(RecordError, match="illegal_action"):
        read_record(GOOD.replace("2 discard", "2 discard no_such_card", 1))


@pytest.mark.parametrize(
    ("blank", "key"),
    [
        ('{"id": "semiramis", "name": "S", "coins": 200, "effects": []}', "bad_blank_leader"),
        ('{"id": "semiramis", "name": "S", "coins": "2", "effects": []}', "bad_blank_leader"),
        ('{"id": "semiramis", "name": "S", "coins": -1, "effects": []}', "bad_blank_leader"),
        ('{"id": "a b", "name": "S", "coins": 2, "effects": []}', "bad_blank_leader"),
        ('{"id": "plato", "name": "S", "coins": 2, "effects": []}', "leader_twice"),
        (
            '{"id": "semiramis", "name": "S", "coins": 2, "effects": [{"kind": "science", "symbol": "moon"}]}',
            "unknown_option",
        ),
        ("[]", "unknown_option"),
        ('{"id": "semiramis"}', "unknown_option"),
    ],
)
def test_a_blank_leader_that_nobody_could_play_is_refused(blank, key):
    text = write_record(Game.new(SEATS, leaders=True))
    with pytest.raises(RecordError, match=key):
        read_record(text.replace("leaders\n", f"leaders\nblank {blank}\n"))


GOOD = write_record(play(Game.new(SEATS), Build(1, "stone_pit"), Build(0, "timber_yard"), Discard(2), Discard(0)))


@pytest.mark.parametrize(
    ("before", "after", "line", "key"),
    [
        ("wondertable record 3", "seven hills record 1", 1, "not_a_record"),
        ("wondertable record 3", "wondertable record 9", 1, "unknown_version"),
        ("wondertable record 3", "wondertable record 03", 1, "unknown_version"),
        ("wondertable record 3", "wondertable record 1", 2, "unknown_line"),
        ("edition first", "edition third", 2, "unknown_option"),
        ("edition first\n", "", 2, "not_as_written"),
        ("edition first", "edition second", 4, "unknown_wonder"),
        ("prefer left", "prefer left\nexpansions cities", 8, "expansion_not_in_edition"),
        ("prefer left", "prefer left\nfree_city two", 4, "unknown_option"),
        ("prefer left", "prefer left\nfree_city 5", 8, "free_city_needs_three_boards"),
        ("prefer left", "prefer left\nleaders yes", 4, "unknown_option"),
        ("prefer left", "prefer left\nblank {}", 4, "unknown_option"),
        ("prefer left", "prefer up", 3, "unknown_option"),
        ("prefer left\n", "", 3, "not_as_written"),
        ("seat 1 babylon B", "seat 1 atlantis B", 5, "unknown_wonder"),
        ("seat 1 babylon B", "seat 1 olympia B", 5, "wonder_twice"),
        ("seat 1 babylon B", "seat 2 babylon B", 5, "seat_out_of_order"),
        ('seat 1 babylon B ""', "seat 1 babylon B", 5, "unknown_line"),
        ('seat 1 babylon B ""', "seat 1 babylon B Bob", 5, "bad_name"),
        ('seat 2 giza A ""\n', "", 6, "wrong_number_of_players"),
        ("age 1 turn 1", "age 1 turn 2", 8, "wrong_heading"),
        ("age 1 turn 2\n", "", 13, "not_as_written"),
        ("1 build stone_pit", "1 build stone_pot", 9, "illegal_action"),
        ("1 build stone_pit", "1 build aqueduct", 9, "illegal_action"),
        ("1 build stone_pit", "5 build stone_pit", 9, "illegal_action"),
        ("1 build stone_pit", "1 erect stone_pit", 9, "unknown_line"),
        ("1 build stone_pit", "build stone_pit", 9, "unknown_line"),
        ("1 build stone_pit", "1 build stone_pit pays left", 9, "unknown_line"),
        ("1 build stone_pit", "1 build stone_pit pays left two", 9, "unknown_line"),
        ("1 build stone_pit", "1 build stone_pit ", 9, "unknown_line"),
        ("1 build stone_pit", "1 build stone_pit exception", 9, "not_as_written"),
        ("1 build stone_pit", "01 build stone_pit", 9, "not_as_written"),
        ("0 build timber_yard pays bank 1", "0 build timber_yard", 10, "illegal_action"),
        ("0 build timber_yard pays bank 1", "0 build timber_yard pays bank 2", 10, "illegal_action"),
        ("2 discard", "1 discard", 11, "illegal_action"),
        ("2 discard", "2 pass", 11, "illegal_action"),
        ("2 discard", "fight", 11, "illegal_action"),
        ("\nend\n", "", 15, "record_cut_off"),
        ("\nend\n", "\nend", 16, "record_cut_off"),
        ("end\n", "end\nmore\n", 17, "after_the_end"),
        ("end\n", "end\r\n", 16, "unknown_line"),
    ],
)
def test_a_broken_record_is_refused_with_line_and_reason(before, after, line, key):
    assert before in GOOD
    with pytest.raises(RecordError) as refused:
        read_record(GOOD.replace(before, after, 1))
    assert (refused.value.line, refused.value.key) == (line, key)


@pytest.mark.parametrize("text", ["", "\n", "\0", "{}", "wondertable record 3", "wondertable record 3\n\n\nend\n"])
def test_a_text_that_is_not_a_record_is_refused(text):
    with pytest.raises(RecordError):
        read_record(text)


def test_the_first_line_after_the_end_is_named():
    with pytest.raises(RecordError) as refused:
        read_record(f"{GOOD}more\nand more\n")
    assert refused.value.placeholders["text"] == "more"


@pytest.mark.parametrize("length", range(0, len(GOOD), 7))
def test_a_record_cut_off_anywhere_is_refused(length):
    with pytest.raises(RecordError):
        read_record(GOOD[:length])


def test_the_reasons_of_an_illegal_action_are_kept():
    with pytest.raises(RecordError) as refused:
        read_record(GOOD.replace("1 build stone_pit", "1 build aqueduct"))
    assert [reason.key for reason in refused.value.placeholders["reasons"]] == ["wrong_age", "too_few_sold"]


def test_coins_corrected_after_the_end_survive():
    game = deal(3, 1).game.apply(CorrectCoins(0, 2))
    text = write_record(game, [Comment(len(game.actions) - 1, "counted again", heading=True)])
    assert "\n# counted again\nover\n0 coins 2\n" in text
    assert read_record(text) == game


def test_a_stage_is_written_with_its_number():
    game = play(Game.new(SEATS), Build(2, "stone_pit"), Discard(0), Discard(1), BuildStage(2))
    assert "\n2 stage 1\n" in write_record(game)


PAGE = (Path(__file__).parents[3] / "docs" / "engine.md").read_text("utf-8")
DESCRIBED = PAGE.partition("\n## The record of a game")[2]


def test_the_description_shows_a_sample_record():
    example = DESCRIBED.split("```")[1].replace("...\n", "").strip().splitlines()
    sample = (Path(__file__).parents[2] / "records" / "base-3-players.txt").read_text("utf-8").splitlines()
    assert set(example) <= set(sample)
    assert example[:6] == sample[:6]


def test_the_description_names_every_heading_option_and_action():
    headings = {str(phase) for phase in Phase}
    for word in (*WORDS, *OPTIONS, *headings, "free", "exception", "pays", "nothing"):
        assert re.search(rf"[` ]{word}[` ]", DESCRIBED), word


@pytest.mark.parametrize("line", re.findall(r"^\| `(\d [^`]+)`", DESCRIBED, re.MULTILINE))
def test_every_described_action_line_can_be_read(line):
    with pytest.raises(RecordError) as refused:
        read_record(GOOD.replace("2 discard\n", f"2 discard\n{line}\nnonsense\n", 1))
    assert refused.value.key == "illegal_action" or (refused.value.key, refused.value.line) == ("unknown_line", 13)
