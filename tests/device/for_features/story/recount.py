"""A game told from its written record and the tables of facts alone, by brute force; independent of the engine.

Only for the base game of the first edition for three or more players, which is enough to check every rule of a story.
"""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import groupby
from types import SimpleNamespace

from tests.engine import plain_scorer
from tests.engine.plain_scorer import CARDS, DATA, WONDERS

PRINTED = json.loads((DATA / "base_cards.json").read_text("utf-8"))["cards"]
RAW, MANUFACTURED = "CSOW", "LGP"
VICTORY = {1: 1, 2: 3, 3: 5}


def ident(name: str) -> str:
    return name.lower().replace(" ", "_")


@dataclass
class Told:
    """What the record says, in plain values."""

    standings: list[tuple[int, int, str, list[int], list[dict[str, int]]]] = field(default_factory=list)
    leading: list[list[int]] = field(default_factory=list)
    paid: Counter = field(default_factory=Counter)
    bank: Counter = field(default_factory=Counter)
    chains: list[tuple[int, int, int, str, int | None]] = field(default_factory=list)
    dear: list[tuple[int, int, int, int]] = field(default_factory=list)
    close: set[tuple[int, int, int, bool, int, int, bool]] = field(default_factory=set)
    buried: list[tuple[int, int, int, int]] = field(default_factory=list)
    never_built: dict[str, int] = field(default_factory=dict)
    cities: list[SimpleNamespace] = field(default_factory=list)


def recount(record: str) -> Told:
    """Play the record line by line."""
    lines = [line for line in record.splitlines() if line and not line.startswith("#")]
    cities = [city(*line.split(" ")[2:4]) for line in lines if line.startswith("seat ")]
    start = next(place for place, line in enumerate(lines) if line.startswith("age "))
    told = Told(cities=cities)
    note(told, 1, 0, "start")
    fights = []
    steps = [(heading, list(group)) for heading, group in headed(lines[start:])]
    for place, (heading, actions) in enumerate(steps):
        words = heading.split(" ")
        age = int(words[1])
        if words[2] == "conflicts":
            fights.append((age, [shields(one) for one in cities]))
            fight(cities, age)
            note(told, age, 6, "conflicts")
            continue
        turn = int(words[3])
        if len(words) == 4:
            posts = [discounts(one) for one in cities]
        played(told, age, turn, actions, posts)
        following = steps[place + 1][0] if place + 1 < len(steps) else ""
        if not following.startswith(f"{' '.join(words[:4])} "):
            note(told, age, turn, "turn")
    told.close = set(close(cities, fights))
    told.never_built = never_built(cities)
    return told


def headed(lines: list[str]):
    heading = ""

    def under(line: str) -> str:
        nonlocal heading
        heading = line if line.startswith("age ") else heading
        return heading

    for above, group in groupby(lines, under):
        yield above, [line for line in group if line[0].isdigit() or line == "fight"]


def city(wonder: str, side: str) -> SimpleNamespace:
    return SimpleNamespace(
        wonder=SimpleNamespace(id=wonder, side=side),
        cards=[],
        raised=[],
        stages=0,
        coins=3,
        conflict=[],
        leaders=[],
        copied_leader=None,
    )


def note(told: Told, age: int, turn: int, after: str) -> None:
    totals = [plain_scorer.total(SimpleNamespace(cities=told.cities), seat) for seat in range(len(told.cities))]
    some = [
        {
            "military": sum(one.conflict),
            "treasury": one.coins // 3,
            "wonder": plain_scorer.wonder_points(one),
            "civilian": sum(plain_scorer.blue_or_yellow(one, card) for card in one.cards if colour(card) == "blue"),
            "commercial": sum(plain_scorer.blue_or_yellow(one, card) for card in one.cards if colour(card) == "yellow"),
        }
        for one in told.cities
    ]
    told.standings.append((age, turn, after, totals, some))
    told.leading.append(first(told.cities, totals))


def first(cities: list[SimpleNamespace], totals: list[int]) -> list[int]:
    strength = [(total, one.coins) for total, one in zip(totals, cities, strict=True)]
    return [seat for seat, own in enumerate(strength) if own == max(strength)]


def colour(card: str) -> str:
    return CARDS[card]["colour"]


def played(told: Told, age: int, turn: int, actions: list[str], posts: list[list[dict]]) -> None:
    """All actions of a phase together: pay, place, then take coins."""
    cities, effects = told.cities, {}
    before = deepcopy(cities)
    for line in actions:
        seat_word, what, *rest = line.split(" ")
        seat, pays = int(seat_word), payment(rest)
        here = cities[seat]
        judge(told, before, (age, turn, seat), what, rest, pays, posts[seat])
        left, right = (seat + 1) % len(cities), (seat - 1) % len(cities)
        for taker, coins in ((left, pays["left"]), (right, pays["right"])):
            told.paid[seat, taker] += coins
            cities[taker].coins += coins
        told.bank[seat] -= pays["bank"]
        here.coins -= sum(pays.values())
        effects[seat] = []
        if what == "discard":
            gain(told, seat, 3)
        elif what == "stage":
            effects[seat] = WONDERS[here.wonder.id, here.wonder.side]["stages"][here.stages]["effects"]
            here.stages += 1
            told.buried.append((seat, here.stages, age, turn))
        elif what == "build" or (what == "build_from_discard" and rest[0] != "nothing"):
            here.cards.append(rest[0])
            if what == "build_from_discard":
                here.raised.append(rest[0])
            effects[seat] = [CARDS[rest[0]]["effect"]]
    for seat, new in effects.items():
        for effect in new:
            if effect["kind"] == "coins":
                gain(told, seat, effect["n"])
            elif effect["kind"] == "per" and effect["coins"]:
                gain(told, seat, effect["coins"] * counted(cities, seat, effect))


def gain(told: Told, seat: int, coins: int) -> None:
    told.cities[seat].coins += coins
    told.bank[seat] += coins


def counted(cities: list[SimpleNamespace], seat: int, effect: dict) -> int:
    step = {"left": 1, "self": 0, "right": -1}
    whose = [cities[(seat + step[who]) % len(cities)] for who in effect["who"]]
    if effect["count"] == "wonder stages":
        return sum(one.stages for one in whose)
    return sum(plain_scorer.colours(one, effect["count"].removesuffix(" cards")) for one in whose)


def payment(words: list[str]) -> dict[str, int]:
    pays = {"left": 0, "right": 0, "bank": 0}
    if "pays" in words:
        pairs = [word for word in words[words.index("pays") + 1 :] if word != "exception"]
        pays |= {side: int(coins) for side, coins in zip(pairs[::2], pairs[1::2], strict=True)}
    return pays


def judge(
    told: Told,
    cities: list[SimpleNamespace],
    when: tuple[int, int, int],
    what: str,
    rest: list[str],
    pays: dict[str, int],
    posts: list[dict],
) -> None:
    """Chains and dear payments, from the cities before the phase."""
    age, turn, seat = when
    here, paid = cities[seat], sum(pays.values())
    if what == "build":
        if "free" in rest:
            return
        card = CARDS[rest[0]]
        chained = any(ident(name) in here.cards and ident(name) not in here.raised for name in card["chain_from"])
        cost = cheapest(cities, seat, card["cost"]["resources"], posts)
        cost = None if cost is None else cost + card["cost"]["coins"]
        if chained and not paid:
            told.chains.append((seat, age, turn, rest[0], cost))
            return
        cost = 0 if chained else cost
    elif what == "stage":
        cost = cheapest(cities, seat, WONDERS[here.wonder.id, here.wonder.side]["stages"][here.stages]["cost"], posts)
    else:
        return
    assert cost is not None
    if paid > cost:
        told.dear.append((seat, age, turn, paid - cost))


def effects_of(one: SimpleNamespace) -> list[dict]:
    return [*(CARDS[card]["effect"] for card in one.cards), *plain_scorer.stage_effects(one)]


def discounts(one: SimpleNamespace) -> list[dict]:
    return [effect for effect in effects_of(one) if effect["kind"] == "discount"]


def units(one: SimpleNamespace, *, tradable: bool) -> list[str]:
    """Each unit as the letters between which it is a choice."""
    found = [WONDERS[one.wonder.id, one.wonder.side]["initial_resource"]]
    for effect in effects_of(one):
        if effect["kind"] == "produce" and (effect["tradable"] or not tradable):
            options = effect["options"]
            found += list(options[0]) if len(options) == 1 else ["".join(options)]
    return found


def cheapest(cities: list[SimpleNamespace], seat: int, cost: str, posts: list[dict]) -> int | None:
    """Coins to neighbours: every letter of the cost from every unit that gives it, tried one after another."""
    left, right = cities[(seat + 1) % len(cities)], cities[(seat - 1) % len(cities)]
    sources = [(unit, "self") for unit in units(cities[seat], tradable=False)]
    sources += [(unit, "left") for unit in units(left, tradable=True)]
    sources += [(unit, "right") for unit in units(right, tradable=True)]

    def price(letter: str, side: str) -> int:
        cheaper = [post["price"] for post in posts if letter in post["resources"] and side in post["from"]]
        return 0 if side == "self" else min([2, *cheaper])

    best: dict[tuple[int, ...], int] = {(): 0}
    for letter in cost:
        following: dict[tuple[int, ...], int] = {}
        for used, coins in best.items():
            for place, (unit, side) in enumerate(sources):
                if letter in unit and place not in used:
                    now = tuple(sorted((*used, place)))
                    following[now] = min(following.get(now, 99), coins + price(letter, side))
        best = following
    return min(best.values(), default=None)


def shields(one: SimpleNamespace) -> int:
    return sum(effect["n"] for effect in effects_of(one) if effect["kind"] == "shields")


def edge(ours: int, theirs: int, age: int) -> list[int]:
    return [] if ours == theirs else [VICTORY[age]] if ours > theirs else [-1]


def fight(cities: list[SimpleNamespace], age: int) -> None:
    strength = [shields(one) for one in cities]
    for seat, one in enumerate(cities):
        for other in ((seat + 1) % len(cities), seat - 1):
            one.conflict += edge(strength[seat], strength[other], age)
        one.raised = []


def close(cities: list[SimpleNamespace], fights: list[tuple[int, list[int]]]):
    """Try one shield more for every seat against each neighbour in every age."""
    count = len(cities)
    ended = first(cities, totals_of(cities))
    for age, strength in fights:
        for seat in range(count):
            for other in ((seat + 1) % count, (seat - 1) % count):
                ours, theirs = strength[seat], strength[other]
                gain = sum(edge(ours + 1, theirs, age)) - sum(edge(ours, theirs, age))
                if not gain:
                    continue
                changed = deepcopy(cities)
                for one, old, new in (
                    (changed[seat], edge(ours, theirs, age), edge(ours + 1, theirs, age)),
                    (changed[other], edge(theirs, ours, age), edge(theirs, ours + 1, age)),
                ):
                    for token in old:
                        one.conflict.remove(token)
                    one.conflict += new
                loss = sum(edge(theirs, ours, age)) - sum(edge(theirs, ours + 1, age))
                decides = first(changed, totals_of(changed)) != ended
                yield age, seat, other, ours < theirs, gain, loss, decides


def totals_of(cities: list[SimpleNamespace]) -> list[int]:
    return [plain_scorer.total(SimpleNamespace(cities=cities), seat) for seat in range(len(cities))]


def never_built(cities: list[SimpleNamespace]) -> dict[str, int]:
    lying: Counter = Counter()
    for row in PRINTED:
        if row["colour"] != "purple":
            lying[ident(row["name"])] += row["count_per_players"][str(len(cities))]
    lying.subtract(card for one in cities for card in one.cards if colour(card) != "purple")
    return {card: copies for card, copies in lying.items() if copies}
