"""Every printed thing has a name in each language of the rulebooks, without scanning errors."""

import re
from collections import Counter

import pytest

from engine import (
    CATALOGUE,
    CATEGORIES,
    EDITIONS,
    RESOURCES,
    Colour,
    UnknownName,
    name_source,
    printed_name,
    printed_names,
)
from engine.model.names import KINDS, LANGUAGES
from engine.scoring.score_sheets import LEADERS
from vision.kit.codebook import Codebook

WANTED = {
    "card": {card for edition in EDITIONS.values() for card in edition.cards},
    "wonder": {wonder.id for wonder in CATALOGUE.wonders.values()},
    "monument": {wonder.id for wonder in CATALOGUE.wonders.values()},
    "leader": {"semiramis", *(leader for edition in EDITIONS.values() for leader in edition.leaders)},
    "token": {"conflict", "victory", "defeat", "coin", "free_city", "frontier", "courtesan", "debt", "diplomacy"},
    "category": {*CATEGORIES, LEADERS, "cities"},
    "colour": {*map(str, Colour), "black"},
    "resource": set(RESOURCES),
}
LETTERS = {"uk": "[А-ЩЬЮЯҐЄІЇа-щьюяґєії' -]+"}  # noqa: RUF001  the alphabet is meant
LATIN = r"[A-Za-zÀ-ÿ' -]+"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_and_nothing_is_named_that_does_not_exist(language):
    assert {kind: set(printed_names(kind, language)) for kind in KINDS} == {kind: WANTED[kind] for kind in KINDS}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_things_of_a_kind_have_the_same_name(language, edition):
    for kind in KINDS:
        said = Counter(map(str.casefold, printed_names(kind, language, edition).values()))
        assert not [word for word, number in said.items() if number > 1], kind


def test_german_cards_of_the_second_edition_have_other_names():
    german, french = (
        [printed_name("card", "dispensary", language, edition) for edition in EDITIONS] for language in ("de", "fr")
    )
    assert german == ["Arzneiausgabe", "Krankenhaus"]
    assert french == ["Dispensaire"] * 2
    assert printed_names("card", "de", "second")["mine"] == "Mine"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_written_with_the_letters_of_its_language(language):
    for word in (word for kind in KINDS for word in printed_names(kind, language).values()):
        assert re.fullmatch(LETTERS.get(language, LATIN), word), word
        assert word == " ".join(word.split())
        assert word[0].isupper()
        assert not word.isupper()


def test_everything_in_the_codebook_that_can_be_played_is_named():
    for entry in Codebook.load().entries.values():
        if entry.kind in {"card", "leader", "token", "board"}:
            kind = {"board": "wonder"}.get(str(entry.kind), str(entry.kind))
            assert entry.id in printed_names(kind, "en")


def test_the_english_names_are_the_printed_ones():
    for edition in EDITIONS.values():
        assert all(printed_name("card", card.id, "en") == card.name for card in edition.cards.values())
        assert all(printed_name("leader", leader.id, "en") == leader.name for leader in edition.leaders.values())
        assert all(printed_name("wonder", wonder.id, "en") == wonder.name for wonder in edition.wonders.values())


@pytest.mark.parametrize(
    ("card", "language", "expected"),
    [
        ("quarry", "it", "Tagliapietre"),
        ("baths", "it", "Bagni"),
        ("vineyard", "it", "Vigneto"),
        ("lodge", "it", "Loggia"),
        ("sawmill", "it", "Segheria"),
        ("magistrates_guild", "it", "Gilda dei magistrati"),
        ("clay_pool", "pt", "Argileira"),
        ("guard_tower", "pt", "Torre de vigia"),
        ("spies_guild", "pt", "Guilda dos espiões"),
        ("altar", "uk", "Вівтар"),
        ("foundry", "uk", "Ливарний цех"),
    ],
)
def test_scanning_errors_are_corrected(card, language, expected):
    assert printed_name("card", card, language) == expected


def test_what_a_rulebook_prints_stays_even_if_the_word_is_odd():
    """Portuguese "Serralheria" is a locksmith's, not a sawmill ("Serraria"): the rulebook prints it so ("SERRALHERIA 3+
    4+"), and the cards have the rulebook's names."""
    assert printed_name("card", "sawmill", "pt") == "Serralheria"
    assert name_source("card", "sawmill", "pt") == "rulebook"


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_says_where_it_is_from(kind):
    allowed = {"rulebook", "printed", "published", "translated", "transliterated"}
    assert {name_source(kind, ident, language) for ident in WANTED[kind] for language in LANGUAGES} <= allowed


def test_names_that_no_rulebook_has_are_marked():
    """Leaders were only described in Italian; the base game's structures in four languages. German and French names are
    from listings of the cards; Spanish names of cards are our own."""
    assert name_source("leader", "plato", "it") == "rulebook"
    assert {name_source("leader", "plato", language) for language in ("pt", "uk")} == {"transliterated"}
    assert {name_source("card", "altar", language) for language in ("en", "it", "pt", "uk")} == {"rulebook"}
    assert {name_source("card", "altar", language) for language in ("de", "fr")} == {"published"}
    assert name_source("card", "altar", "es") == "translated"
    assert name_source("card", "gamers_guild", "uk") == "translated"


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        (("hat", "altar", "en"), "bad_field"),
        (("card", "hut", "en"), "unknown_card"),
        (("leader", "napoleon", "it"), "unknown_leader"),
        (("card", "altar", "la"), "bad_field"),
        (("card", "altar", "source"), "bad_field"),
    ],
)
def test_unknown_names_are_refused(asked, key):
    with pytest.raises(UnknownName) as refused:
        printed_name(*asked)
    assert refused.value.key == key
