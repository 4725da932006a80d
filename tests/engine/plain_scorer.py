"""A second scorer, independent of the engine: it counts from the tables of facts, as a person with a score pad does."""

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
for card in json.loads((DATA / "leader_guilds.json").read_text("utf-8"))["guilds"]:
    CARDS[card["name"].lower().replace(" ", "_")] = {**card, "colour": "purple"}
for wonder in json.loads((DATA / "rome.json").read_text("utf-8"))["wonders"]:
    WONDERS["rome", wonder["side"]] = wonder
LEADERS = {
    leader["name"].lower(): leader["effect"]
    for leader in json.loads((DATA / "leaders.json").read_text("utf-8"))["leaders"]
}
MOST = {"phryne": "blue", "cornelia": "yellow", "euryptyle": "red", "theano": "green", "makeda": "coins"}
"""Leaders of the second edition that bring 5 points for more of this than each neighbour has."""
CITIES = {"Ephesos": "ephesus", "Gizah": "giza", "Halikarnassos": "halicarnassus", "Rhodos": "rhodes"}
SECOND_POINTS = {}
"""The points of the second edition's blue structures."""
for card in json.loads((DATA / "second_cards.json").read_text("utf-8"))["cards"]:
    CARDS.setdefault(card["name"].lower().replace(" ", "_").replace("bazaar", "bazar"), card)
    if card["colour"] == "blue":
        SECOND_POINTS[card["name"].lower().replace(" ", "_")] = int(card["effect"].removeprefix("vp"))
for wonder in json.loads((DATA / "second_wonders.json").read_text("utf-8"))["wonders"]:
    for face in ("day", "night"):
        stages = [
            [
                {"kind": "vp", "n": row.get("points", 0)},
                *([{"kind": "science"}] if "science" in row else []),
            ]
            for row in wonder[face]
        ]
        city = CITIES.get(wonder["name"], wonder["name"].lower())
        WONDERS[city, face] = {"stages": [{"effects": effects} for effects in stages]}
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
    leaders = [*here.leaders, *([here.copied_leader] if here.copied_leader else [])]
    points += sum(leader_points(here, LEADERS[leader]) for leader in leaders if leader in LEADERS)
    points += sum(new_leader_points(here, beside, leader) for leader in leaders)
    more = 3 * ("aristotle" in leaders)
    named = [LEADERS[leader]["symbol"] for leader in leaders if LEADERS.get(leader, {}).get("kind") == "science"]
    changes = "aganice" in leaders, "enheduania" in leaders
    wild = sum(stage["kind"] == "science" for stage in stage_effects(here))
    guilds = [card for card in here.cards if card.endswith("_guild")]
    options = [[]]
    if any(stage["kind"] == "copy_neighbour_guild" for stage in stage_effects(here)):
        options += [[card] for city in beside for card in city.cards if card.endswith("_guild")]
    return points + max(
        sum(guild(here, beside, card) for card in guilds + copied)
        + science(here, named, wild + (guilds + copied).count("scientists_guild"), 7 + more, changes)
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
        second = city.wonder.side in {"day", "night"}
        return SECOND_POINTS[card] if second else CARDS[card]["effect"]["n"]
    match card:
        case "ludus":
            return colours(city, "red")
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
        case "decorators_guild":
            return 7 * (here.stages == len(WONDERS[here.wonder.id, here.wonder.side]["stages"]))
        case "builders_guild":
            return sum(city.stages for city in (here, *beside))
        case "shipowners_guild":
            return colours(here, "brown", "grey", "purple")
        case "architects_guild":
            return 3 * sum(colours(city, "purple") for city in beside)
        case "diplomats_guild":
            return sum(len(city.leaders) for city in beside)
        case "gamers_guild":
            return here.coins // 3
    return 0


def leader_points(city, effect: dict) -> int:
    match effect["kind"]:
        case "vp":
            return effect["n"]
        case "per_set":
            return effect["vp"] * min(colours(city, colour) for colour in effect["set"])
        case "per_own":
            counted = {
                "military victory tokens (any value)": sum(token > 0 for token in city.conflict),
                "wonder stages built": city.stages,
                "3 coins left at the end": city.coins // 3,
            }
            colour = effect["count"].removesuffix(" cards")
            return effect["vp"] * counted.get(effect["count"], colours(city, colour))
    return 0


def new_leader_points(city, beside, leader: str) -> int:
    """The points of a leader that only the second edition has."""
    if leader in MOST:
        counts = [each.coins if MOST[leader] == "coins" else colours(each, MOST[leader]) for each in (city, *beside)]
        return 5 * (counts[0] > max(counts[1:]))
    match leader:
        case "cynisca":
            return 6 * (-1 not in city.conflict)
        case "agrippina":
            return 7 * (len(city.leaders) == 1)
        case "gorgo":
            return sum(token * (city.conflict.count(token) // 2) for token in (1, 3, 5))
    return 0


def science(city, named: list[str], wild: int, a_set: int, changes: tuple[bool, bool]) -> int:
    """`changes`: one symbol may become another; one more counts of the most frequent."""
    may_change, one_more = changes
    printed = named + [CARDS[card]["effect"]["symbol"] for card in city.cards if CARDS[card]["colour"] == "green"]
    symbols = ("compass", "gear", "tablet")
    best = 0
    for chosen in product(symbols, repeat=wild):
        held = [*printed, *chosen]
        others = [[*held[:place], symbol, *held[place + 1 :]] for place in range(len(held)) for symbol in symbols]
        for each in [held, *(others if may_change else [])]:
            counts = [each.count(symbol) for symbol in symbols]
            most = [place for place in range(3) if one_more and counts[place] == max(counts) > 0]
            for more in most or [None]:
                now = [count + (place == more) for place, count in enumerate(counts)]
                best = max(best, sum(n * n for n in now) + a_set * min(now))
    return best
