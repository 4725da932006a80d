"""Texts are broken into lines between words, and within the few long words that may be."""

from __future__ import annotations

from display.drawing import fonts
from engine import EDITIONS, printed_names


def letters(text: str, size: int, bold: bool) -> float:
    """As wide as it has letters."""
    return float(len(text)) * size


def lines(text: str, room: int) -> tuple[str, ...]:
    return fonts.wrapped(text, 1, room, False, letters)


def test_a_line_ends_between_words() -> None:
    assert lines("Lumber Yard", 11) == ("Lumber Yard",)
    assert lines("Lumber Yard", 10) == ("Lumber", "Yard")
    assert lines("Loom\nPress", 20) == ("Loom", "Press")


def test_no_line_begins_with_a_question_mark_nor_ends_with_a_quotation_mark() -> None:
    assert lines("Qui a joué\u00a0?", 10) == ("Qui a", "joué\u00a0?")
    assert lines("Qui a joué ?", 10) == ("Qui a", "joué ?")
    assert lines("ou « Menu »", 8) == ("ou", "« Menu »")


def test_a_long_word_is_broken_where_its_language_does_so() -> None:
    assert lines("Befestigungsanlage", 12) == ("Befestigungs-", "anlage")
    assert lines("Befestigungsanlage", 18) == ("Befestigungsanlage",)
    assert lines("Gilde der Wissenschaftler.", 9) == ("Gilde der", "Wissen-", "schaftler.")


def test_other_long_words_stay_whole() -> None:
    assert lines("Caravansery", 5) == ("Caravansery",)


def test_only_words_that_are_said_have_a_place_to_break() -> None:
    names = " ".join(
        name
        for edition in EDITIONS
        for kind in ("card", "colour", "category")
        for name in printed_names(kind, "de", edition).values()
    )
    unknown = set(fonts.BREAKS) - set(names.split()) - {"Wiederherstellen", "zurücknehmen"}
    assert unknown == set()
