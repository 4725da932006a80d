"""Questions at the terminal for what photographs do not show."""

from __future__ import annotations

import io

import pytest

from device.features.table_score.prompts import Prompter
from device.for_features.photographs.counts import coin_count, leader_id, sum_or_each
from display.words import Words

WONDERS = ("giza", "rhodes", "babylon")


class Terminal(io.StringIO):
    """Answers typed at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def prompter(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Prompter:
    """A prompter; the test's parameter is what is typed, None: there is no terminal."""
    typed = getattr(request, "param", None)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n2\n3\n") if typed is None else Terminal(typed))
    return Prompter(WONDERS, Words())


def fill(prompter: Prompter, *values: int | None, seats: tuple[int, ...] = (0, 1, 2)) -> list[int | None]:
    return prompter.fill(values, seats, "score.ask_coins", "score.missing_coins", coin_count)


@pytest.mark.parametrize("prompter", ["7\n12\n"], indirect=True)
def test_only_missing_values_are_asked_for_seat_by_seat(prompter: Prompter, capsys: pytest.CaptureFixture[str]) -> None:
    assert fill(prompter, None, 3, None) == [7, 3, 12]
    assert prompter.missing == []
    asked = capsys.readouterr()
    assert asked.out == ""
    assert asked.err.index("Giza") < asked.err.index("Babylon")
    assert "Rhodes" not in asked.err


@pytest.mark.parametrize("prompter", ["many\n\n1000\n999\n"], indirect=True)
def test_an_unreadable_answer_gets_a_hint_and_the_question_again(
    prompter: Prompter, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fill(prompter, None, 0, 0) == [999, 0, 0]
    said = capsys.readouterr().err
    assert said.count(Words().say("score.no_coins", answer="many")) == 1
    assert said.count(Words().say("score.ask_coins", wonder="giza")) == 4, "an empty answer needs no hint"


def test_each_kind_of_question_has_its_own_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for question, read, hint in (
        ("score.ask_conflicts", sum_or_each, "score.no_tokens"),
        ("score.ask_courted", leader_id, "score.no_leader"),
    ):
        monkeypatch.setattr("sys.stdin", Terminal("?\n"))
        Prompter(WONDERS, Words()).fill([None], [0], question, "score.missing_coins", read)
        assert Words().say(hint, answer="?") in capsys.readouterr().err


@pytest.mark.parametrize("prompter", ["7\n"], indirect=True)
def test_at_the_end_of_the_input_values_stay_missing(prompter: Prompter) -> None:
    assert fill(prompter, None, None, None) == [7, None, None]
    (missing,) = prompter.missing
    assert (missing.key, missing.placeholders) == (
        "score.missing_coins",
        {"wonders": ("wonder.rhodes", "wonder.babylon")},
    )


def test_without_a_terminal_no_questions_are_asked(prompter: Prompter, capsys: pytest.CaptureFixture[str]) -> None:
    assert fill(prompter, None, 3, None) == [None, 3, None]
    assert capsys.readouterr().err == ""
    assert prompter.missing[0].placeholders == {"wonders": ("wonder.giza", "wonder.babylon")}


@pytest.mark.parametrize("prompter", ["7\n8\n"], indirect=True)
def test_seats_that_are_not_asked_for_may_stay_without_a_value(prompter: Prompter) -> None:
    assert fill(prompter, None, None, None, seats=(2,)) == [None, None, 7]
    assert prompter.missing == []
