"""The game is said in every language: no key is missing, no placeholder lost, no letter unknown."""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections import Counter

import pygame
import pytest

from display.drawing import fonts
from display.words import Words, known_language, languages
from engine.model import names
from tests.display.catalogues import TRANSLATED, catalogue, english, filled, forms, to_translate

NUMBERS = range(1, 201)
SAME = {("fr", "effect.points"), ("fr", "hall.tables")}
"""Texts that are the same words in English."""


def test_there_are_seven_languages() -> None:
    assert set(languages()) == {"en", *TRANSLATED}
    assert {language.partition("_")[0] for language in languages()} == set(names.LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_to_translate(language: str) -> None:
    assert list(to_translate(language)) == []


@pytest.mark.parametrize("language", languages())
def test_every_key_is_there_once_and_certain(language: str) -> None:
    entries = catalogue(language)
    assert [key for key, number in Counter(entry.msgid for entry in entries).items() if number > 1] == []
    assert [entry.msgid for entry in entries if entry.fuzzy or entry.obsolete or not all(forms(entry))] == []


@pytest.mark.parametrize("language", languages())
def test_a_count_has_as_many_forms_as_the_language(language: str) -> None:
    rule = catalogue(language).metadata["Plural-Forms"]
    number = int(re.fullmatch(r"nplurals=(\d); plural=.*;", rule)[1])
    choose = gettext.c2py(rule.partition("plural=")[2].rstrip(";"))
    assert {choose(count) for count in NUMBERS} == set(range(number))
    for entry in catalogue(language):
        assert len(forms(entry)) == (number if entry.msgid_plural else 1), entry.msgid


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_in_what_the_english_does_and_ends_like_it(language: str) -> None:
    source = {entry.msgid: forms(entry) for entry in catalogue("en")}
    for entry in catalogue(language):
        ours = source.get(entry.msgid, [""])
        for text in forms(entry):
            assert filled(text) == filled(ours[-1]), entry.msgid
            assert text.endswith(".") == ours[-1].endswith("."), entry.msgid
            assert text.endswith(" ") == ours[-1].endswith(" "), entry.msgid


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_was_left_in_english(language: str) -> None:
    for entry in catalogue(language):
        words = re.findall(r"\b[a-z]{3,}", re.sub(r"\{\w+\}|wondertable", "", entry.comment))
        same = (language, entry.msgid) in SAME or len(words) < 2
        assert english(entry) != entry.comment or same, entry.msgid


def test_no_ukrainian_word_has_latin_letters_that_only_look_right() -> None:
    for entry in catalogue("uk"):
        for word in re.findall(r"\w+", re.sub(r"\{\w+\}", " ", english(entry))):
            scripts = {unicodedata.name(letter).split()[0] for letter in word if letter.isalpha()}
            assert len(scripts & {"LATIN", "CYRILLIC"}) < 2, (entry.msgid, word)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("language", languages())
def test_the_typeface_has_every_letter(language: str, bold: bool) -> None:
    pygame.font.init()
    said = {letter for entry in catalogue(language) for text in forms(entry) for letter in text}
    printed = (names.printed_names(kind, language[:2]) for kind in names.KINDS)
    said |= {letter for family in printed for name in family.values() for letter in name}
    letters = "".join(sorted(said - {"\n"}))
    assert [letter for letter in letters if not letter.isprintable() and letter != "\u00a0"] == []
    shapes = fonts.font(20, bold).metrics(letters)
    assert [letter for letter, shape in zip(letters, shapes, strict=True) if shape is None] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", {1: "1 player", 2: "2 players", 5: "5 players", 21: "21 players"}),
        ("de", {0: "0 Personen", 1: "1 Person", 2: "2 Personen"}),
        ("es", {0: "0 jugadores", 1: "1 jugador", 2: "2 jugadores"}),
        ("fr", {0: "0 joueur", 1: "1 joueur", 2: "2 joueurs"}),
        ("it", {1: "1 giocatore", 2: "2 giocatori", 5: "5 giocatori"}),
        ("pt_BR", {0: "0 jogador", 1: "1 jogador", 2: "2 jogadores", 5: "5 jogadores"}),
        ("uk", {1: "1 гравець", 3: "3 гравці", 5: "5 гравців", 11: "11 гравців", 21: "21 гравець", 22: "22 гравці"}),
    ],
)
def test_players_are_counted_as_the_language_counts(language: str, said: dict[int, str]) -> None:
    words = Words(language)
    assert {count: words.say("screen.seats.players", count=count) for count in said} == said


def test_whatever_is_counted_chooses_the_form() -> None:
    assert Words().say("reason.too_few_coins", missing=1) == "1 coin short."
    assert Words("uk").say("reason.too_few_coins", missing=5) == "Бракує 5 монет."


def test_names_are_those_of_the_rulebook_in_that_language() -> None:
    assert Words("it").say("reason.unknown_card", card="lumber_yard") == "Carta sconosciuta: Cantiere d'abbattimento."
    assert Words("pt_BR").say("wonder.giza") == "Gizé"
    assert Words("de").say("card.haven") == "Hafen"
    assert Words("fr").say("card.tree_farm") == "Friche"
    assert Words("es").say("leader.hannibal") == "Aníbal"
    assert Words("uk").say("wonder.rhodes") == "Родос"


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("pt", "pt_BR"),
        ("pt-BR", "pt_BR"),
        ("pt_PT.UTF-8", "pt_BR"),
        ("IT", "it"),
        ("de_AT.UTF-8", "de"),
        ("es-MX", "es"),
        ("fr_CH", "fr"),
        ("uk_UA", "uk"),
        ("x", None),
        ("", None),
    ],
)
def test_a_language_may_be_asked_for_in_many_ways(asked: str, known: str | None) -> None:
    assert known_language(asked) == known
