"""Bad input to the game's socket and to the server for telephones is answered cleanly."""

from __future__ import annotations

from tests.fuzz import telephones


def test_a_few_seconds_of_bad_input_are_answered_cleanly() -> None:
    assert telephones.run(0.5, seed=7) > 10
