"""Bad input to the game's socket and to the server for telephones is answered cleanly."""

from __future__ import annotations

from tests.fuzz import telephones


def test_bad_input_is_answered_cleanly() -> None:
    assert telephones.run(0.0, seed=7, least=21) == 21
