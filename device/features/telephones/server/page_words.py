"""The words of the pages in one language, with what the pages have to know of cards and boards."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING

from device.features.telephones.game.turn_words import words_of
from device.features.telephones.server.photographs import LONGEST_PHOTOGRAPH, MOST_TOGETHER
from device.for_features.wording import effect_words
from display.facts.names import spoken
from display.words import languages
from engine import BASE, CATEGORIES, COLOURS, EDITIONS, RESOURCES, printed_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from display.words import Words
    from engine import Catalogue, Effect, Wonder

PAGE_KEYS = (
    "phones.acted",
    "phones.add_board",
    "phones.add_card",
    "phones.add_city",
    "phones.any_symbol",
    "phones.as_shields",
    "phones.awaited",
    "phones.back",
    "phones.bank",
    "phones.boards",
    "phones.boards_help",
    "phones.built",
    "phones.by_chain",
    "phones.cards_and_stages",
    "phones.change_boards",
    "phones.code",
    "phones.code_help",
    "phones.coins",
    "phones.conflict",
    "phones.connecting",
    "phones.debt",
    "phones.diplomacy",
    "phones.do_build",
    "phones.do_build_from_discard",
    "phones.do_recruit",
    "phones.do_stage",
    "phones.entered",
    "phones.for_free",
    "phones.for_free_city",
    "phones.free",
    "phones.go",
    "phones.go_on",
    "phones.guide_back",
    "phones.guide_blue",
    "phones.guide_brown",
    "phones.guide_cards",
    "phones.guide_done",
    "phones.guide_enter",
    "phones.guide_green",
    "phones.guide_grey",
    "phones.guide_hand",
    "phones.guide_next",
    "phones.guide_purple",
    "phones.guide_red",
    "phones.guide_skip",
    "phones.guide_title",
    "phones.guide_yellow",
    "phones.keep_game",
    "phones.keep_page",
    "phones.keep_picture",
    "phones.kept",
    "phones.language",
    "phones.learn_camera",
    "phones.leave",
    "phones.lost",
    "phones.menu_for_seats",
    "phones.moment",
    "phones.name_of",
    "phones.neighbours",
    "phones.next_game",
    "phones.next_hand",
    "phones.next_stage",
    "phones.no_build_from_discard",
    "phones.no_discard",
    "phones.no_pass",
    "phones.no_token",
    "phones.nobody",
    "phones.none",
    "phones.not_payable",
    "phones.own",
    "phones.page_city",
    "phones.page_join",
    "phones.page_more",
    "phones.page_prices",
    "phones.page_table",
    "phones.pay",
    "phones.photo_again",
    "phones.photo_back",
    "phones.photo_choose",
    "phones.photo_count",
    "phones.photo_counting",
    "phones.photo_courted",
    "phones.photo_each",
    "phones.photo_enough",
    "phones.photo_help",
    "phones.photo_nearer",
    "phones.photo_no_score",
    "phones.photo_order",
    "phones.photo_queued",
    "phones.photo_read",
    "phones.photo_reading",
    "phones.photo_remove",
    "phones.photo_score",
    "phones.photo_seen",
    "phones.photo_sending",
    "phones.photo_take",
    "phones.photo_waiting",
    "phones.photograph",
    "phones.photographs",
    "phones.pick_seat",
    "phones.plain_add",
    "phones.plain_help",
    "phones.plain_new",
    "phones.plain_sheet",
    "phones.production",
    "phones.remove",
    "phones.revealed",
    "phones.save",
    "phones.science",
    "phones.score_table",
    "phones.scores",
    "phones.seats_taken",
    "phones.sells",
    "phones.setting_up",
    "phones.shields",
    "phones.so_far",
    "phones.stages",
    "phones.start",
    "phones.sure",
    "phones.take_back",
    "phones.taken",
    "phones.to_prices",
    "phones.tokens",
    "phones.total",
    "phones.turn_cards",
    "phones.turn_help",
    "phones.turn_or",
    "phones.turn_record",
    "phones.two_players",
    "phones.waiting_for",
    "phones.watch",
    "phones.why_built",
    "phones.why_coins",
    "phones.why_scarce",
    "phones.why_unsold",
    "phones.winner",
    "phones.your_name",
    "phones.your_turn",
)
"""What the pages say. The script leaves out the "phones."."""
SHARED_KEYS = (
    *(f"resource.{letter}" for letter in RESOURCES),
    *(f"colour.{colour}" for colour in COLOURS),
    *(f"category.{category}" for category in (*CATEGORIES, "leaders", "cities")),
    *(f"age.{age}" for age in (1, 2, 3)),
    *(f"board_side.{side}" for side in ("day", "night")),
    *(f"symbol.{symbol}" for symbol in ("compass", "gear", "tablet")),
    "error.photo_too_large",
    *(f"menu.players.{edition}" for edition in (*EDITIONS, "leaders")),
    "menu.main.enrol",
    "menu.main.sheet",
    "menu.sheet.player",
    *(f"deed.{deed}" for deed in ("stage", "pass", "build_from_discard")),
    "reason.no_copy_left",
    "reason.too_many_guilds",
    "reason.must_chain",
)
"""What the pages say in the words of the screen."""


@lru_cache(maxsize=16)
def page_words(language: str) -> bytes:
    """JSON for the pages in a language of the catalogues, worked out once for each."""
    words = words_of(language)
    said = {key: words.say(key) for key in (*PAGE_KEYS, *SHARED_KEYS)}
    for family in ("card", "leader", "wonder"):
        names = printed_names(family, language.partition("_")[0])
        said |= {f"{family}.{ident}": name for ident, name in names.items()}
    second = printed_names("card", language.partition("_")[0], "second")
    told = {
        "language": language,
        "second": {f"card.{ident}": name for ident, name in second.items() if name != said[f"card.{ident}"]},
        "languages": {one: words.say(f"language.{one}") for one in languages()},
        "words": said,
        "colours": _colours(),
        "longest": LONGEST_PHOTOGRAPH,
        "together": MOST_TOGETHER,
        "boards": {name: sorted(edition.wonders) for name, edition in EDITIONS.items()},
        "expansion": sorted({board.id for board in _boards() if board.set != BASE}),
        "effects": {name: _effects(edition, words) for name, edition in EDITIONS.items()},
        "stages": _stages(words),
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _boards() -> list[Wonder]:
    return [board for edition in EDITIONS.values() for board in edition.wonders.values()]


def _effects(edition: Catalogue, words: Words) -> dict[str, list[str]]:
    """What every structure and leader does: what it produces, then sentences."""
    cards = {card.id: card.effects for card in edition.cards.values()}
    leaders = {leader.id: leader.effects for leader in edition.leaders.values()}
    return {name: _said(effects, words) for name, effects in (cards | leaders).items()}


def _stages(words: Words) -> dict[str, list[list[str]]]:
    """What each stage of a board does, by wonder and side."""
    return {f"{board.id} {board.side}": [_said(stage.effects, words) for stage in board.stages] for board in _boards()}


def _said(effects: Iterable[Effect], words: Words) -> list[str]:
    return [" ".join(effect_words.units(effects)), *(spoken(one, words) for one in effect_words.lines(effects))]


def _colours() -> dict[str, str]:
    """Colour of every structure; leaders are white."""
    cards = {card.id: str(card.colour) for edition in EDITIONS.values() for card in edition.cards.values()}
    return dict.fromkeys((leader for edition in EDITIONS.values() for leader in edition.leaders), "white") | cards
