"""A second scorer that uses nothing of the engine's: from the tables of facts, as a person with a pad would do it."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

DATA = Path(__file__).parent / "data"
CARDS = {
    card["name"].lower().replace(" ", "_"): card
    for card in json.loads((DATA / "base_cards.json").read_text("utf-8"))["cards"]
}
WONDERS = {
    (wonder["name"].lower(), wonder["side"]): wonder
    for wonder in json.loads((DATA / "wonders.json").read_text("utf-8"))["wonders"]
}
NEIGHBOURS = {
    "workers_guild": ("brown", 1),
    "craftsmens_guild": ("grey", 2),
    "traders_guild": ("yellow", 1),
    "philosophers_guild": ("green", 1),
    "spies_guild": ("red", 1),
    "magistrates_guild": ("blue", 1),
}


def total(game, seat: int) -> int:
    """A seat's points at the end."""
    here = game.cities[seat]
    beside = [game.cities[(seat + 1) % len(game.cities)], game.cities[seat - 1]]
    points = sum(here.conflict) + here.coins // 3 + wonder_points(here)
    points += sum(blue_or_yellow(here, card) for card in here.cards)
    wild = sum(stage["kind"] == "science" for stage in stage_effects(here))
    guilds = [card for card in here.cards if card.endswith("_guild")]
    options = [[]]
    if any(stage["kind"] == "copy_neighbour_guild" for stage in stage_effects(here)):
        options += [[card] for city in beside for card in city.cards if card.endswith("_guild")]
    return points + max(
        sum(guild(here, beside, card) for card in guilds + copied)
        + science(here, wild + (guilds + copied).count("scientists_guild"))
        for copied in options
    )


def stage_effects(city) -> list[dict]:
    printed = WONDERS[city.wonder.id, city.wonder.side]["stages"][: city.stages]
    return [effect for stage in printed for effect in stage["effects"]]


def wonder_points(city) -> int:
    return sum(effect["n"] for effect in stage_effects(city) if effect["kind"] == "vp")


def colours(city, *wanted: str) -> int:
    return sum(CARDS[card]["colour"] in wanted for card in city.cards)


def blue_or_yellow(city, card: str) -> int:
    if CARDS[card]["colour"] == "blue":
        return CARDS[card]["effect"]["n"]
    match card:
        case "haven":
            return colours(city, "brown")
        case "lighthouse":
            return colours(city, "yellow")
        case "chamber_of_commerce":
            return 2 * colours(city, "grey")
        case "arena":
            return city.stages
    return 0


def guild(here, beside, card: str) -> int:
    if card in NEIGHBOURS:
        colour, each = NEIGHBOURS[card]
        return each * sum(colours(city, colour) for city in beside)
    match card:
        case "strategists_guild":
            return sum(city.conflict.count(-1) for city in beside)
        case "builders_guild":
            return sum(city.stages for city in (here, *beside))
        case "shipowners_guild":
            return colours(here, "brown", "grey", "purple")
    return 0


def science(city, wild: int) -> int:
    printed = [CARDS[card]["effect"]["symbol"] for card in city.cards if CARDS[card]["colour"] == "green"]
    best = 0
    for chosen in product(("compass", "gear", "tablet"), repeat=wild):
        counts = [(*printed, *chosen).count(symbol) for symbol in ("compass", "gear", "tablet")]
        best = max(best, sum(n * n for n in counts) + 7 * min(counts))
    return best
