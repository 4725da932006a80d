"""Games and table states for the tests of the screens."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from functools import cache

from device.features.lookup.pages import OfferedLookUp
from device.features.story.screen import ToldStory
from device.features.telephones.game.access import PhoneAccess
from device.features.telephones.pages import ShownTelephones
from device.features.telephones.wifi.hotspot import Hotspot
from display.messages.camera_fault import CameraFault
from display.messages.presses import Press
from display.messages.preview import Mark, Preview
from display.messages.questions import Notice, Plan, Question
from display.table_state import EmptyChair, SeatMark, TableState
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    Discard,
    Fight,
    Game,
    Pass,
    Payment,
    Phase,
    Reason,
    action_to_dict,
)

WONDERS = ("giza", "rhodes", "olympia", "ephesus", "babylon", "halicarnassus", "alexandria")

OPEN = Hotspot("on", "Wondertable k3x7", "pb2mfn4qzw9r")
PHONES = PhoneAccess("192.168.178.123:8377", "k3x7wpb2mfn4qz", ("giza", "rhodes", "halicarnassus"), 2)


def with_telephones(access: PhoneAccess | None = None, wifi: Hotspot | None = None) -> dict[str, object]:
    """The features of a state in which telephones can join so."""
    return {"telephones": ShownTelephones(access, wifi)}


def board(seat: int) -> tuple[str, str]:
    return WONDERS[seat], "AB"[seat % 2]


def two_and_the_free_city() -> tuple[SeatMark, ...]:
    """Three boards, of which the last is the Free City's."""
    *players, last = marks(3)
    return *players, replace(last, free_city=True)


def marks(players: int) -> tuple[SeatMark, ...]:
    """The boards evenly round the table."""
    return tuple(SeatMark(*board(seat), math.tau * seat / players) for seat in range(players))


@cache
def played(players: int, rounds: int, names: tuple[str, ...] | None = None) -> Game:
    """A game played at random, after this many turns and conflicts."""
    chance = random.Random(players)
    game = Game.new([board(seat) for seat in range(players)], names)
    for _ in range(rounds):
        before = (game.age, game.turn, game.phase)
        while game.phase is not Phase.OVER and (game.age, game.turn, game.phase) == before:
            game = game.apply(_move(game, chance))
        while game.phase in {Phase.SEVENTH, Phase.FROM_DISCARD}:
            game = game.apply(_move(game, chance))
    return game


def _move(game: Game, chance: random.Random) -> object:
    if game.phase is Phase.CONFLICTS:
        return Fight()
    seat = game.to_act[0]
    if game.phase is Phase.FROM_DISCARD:
        return BuildFromDiscard(seat, None)
    if game.phase is Phase.SEVENTH:
        return Pass(seat)
    cards = [card.id for card in game.age_cards if game.can(Build(seat, card.id))]
    stage = [BuildStage(seat)] if game.can(BuildStage(seat)) else []
    return chance.choice(
        [*stage, *(Build(seat, card) for card in chance.sample(cards, min(3, len(cards)))), Discard(seat)]
    )


OPENING, MIDDLE, AGE_ENDS, LATE, OVER = 2, 9, 6, 18, 21
"""Numbers of turns and conflicts for `played`."""


@dataclass(frozen=True)
class Shot:
    """A state, how long it is shown, and what is pressed then."""

    state: TableState
    time: float = 0.0
    presses: tuple[Press, ...] = ()


def preview() -> Preview:
    width, height = 64, 36
    grey = bytes((40 + x * 2 + y) % 256 for y in range(height) for x in range(width))
    return Preview(width, height, grey)


def table(players: int) -> TableState:
    """The middle of a turn: some seats have acted, each in another way."""
    game = played(players, LATE)
    plans = {
        0: Plan("build", "haven", payment=Payment(2, 1, 0), ways=3, chosen=1),
        1: Plan("stage", None, 2, Payment(0, 4, 0)),
        players - 1: Plan("discard"),
    }
    notices = (Notice("notice.card_missing", {"card": "altar", "wonder": "olympia"}, 2),)
    return TableState(game, marks(players), plans=plans, notices=notices)


def crowded(players: int) -> TableState:
    """Long names, numbers of two digits, everybody has acted, coins to both sides."""
    names = tuple(f"Maximiliane {seat}" for seat in range(players))
    game = played(players, LATE, names)
    rich = (replace(city, coins=38, estate=replace(city.estate, shields=14)) for city in game.cities)
    game = replace(game, cities=tuple(rich))
    plans = {seat: Plan("build", "shipowners_guild", payment=Payment(4, 2, 0), ways=2) for seat in range(players)}
    return TableState(game, marks(players), plans=plans, ready=True)


def odd(players: int) -> TableState:
    """Everybody did something the rules forbid, as an exception."""
    state = crowded(players)
    plans = {
        seat: Plan("stage", None, 2, Payment(), exception=True) if seat % 2 else replace(plan, exception=True, ways=1)
        for seat, plan in state.plans.items()
    }
    return replace(state, plans=plans)


ABSENT = CameraFault("error.camera_refused", "v4l2:0", "Permission denied")
ABSENT_WITH_OTHERS = CameraFault("error.camera_absent", "picamera2", others=(("v4l2:2", "HD Pro Webcam C920"),))


def simulated(state: TableState) -> TableState:
    """A demonstration, with a card and a board read in the camera's picture."""
    square = ((0.0, 0.0), (0.02, 0.0), (0.02, 0.03), (0.0, 0.03))
    marks = tuple(
        Mark(name, tuple((a + x, b + y) for a, b in square))
        for name, x, y in (("card.shipowners_guild", 0.3, 0.3), ("wonder.giza", 0.7, 0.8))
    )
    return replace(state, simulated=True, preview=replace(preview(), marks=marks))


def told(state: TableState) -> TableState:
    """A state with something long to say to the whole table."""
    return replace(state, notices=(Notice("notice.journal_damaged"),))


def undone(state: TableState) -> TableState:
    """Somebody has just taken back a play with a long name."""
    play = action_to_dict(Build(0, "shipowners_guild")) | {"wonder": "halicarnassus"}
    return replace(state, can_redo=True, notices=(Notice("notice.undone", {"undone": play}),))


def corrected(state: TableState, *seats: int) -> TableState:
    """The record has just followed the table in these cities, with long names."""
    did = {seat: action_to_dict(Build(seat, "shipowners_guild")) | {"wonder": "halicarnassus"} for seat in seats}
    key = "notice.corrected" if len(seats) == 1 else "notice.corrected_several"
    return replace(state, notices=(Notice(key, {"turn": 5, "did": did, "count": len(seats)}),))


def doubt(players: int, *choices: str, seat: int = 1) -> TableState:
    reasons = (Reason("not_affordable", {"missing": 3}), Reason("already_built", {"card": "palace"}))
    placeholders = {"card": "palace", "reasons": reasons, "missing": 3}
    asked = Question(seat, "not_affordable", placeholders, choices, 0)
    return TableState(played(players, LATE), marks(players), questions=(asked,))


def over(players: int) -> TableState:
    return TableState(played(players, OVER), marks(players), finished=True, features={"story": ToldStory()})


def shown(players: int, rounds: int, cards: int = 0) -> TableState:
    """A station after this many turns, with this many cards shown in the open turn."""
    game = played(players, rounds)
    for seat in range(cards):
        game = game.apply(_move(game, random.Random(seat)))
    return TableState(game, marks(players), station=True, shows=game.to_act[0])


def wrong_past(players: int) -> TableState:
    """The question whether three past actions are to be corrected."""
    asked = Question(None, "correct_past", {"changes": PAST}, ("correct", "leave"))
    return TableState(played(players, LATE), marks(players), questions=(asked,))


def changing(players: int) -> TableState:
    """The question whether a past action is changed although five later ones no longer fit."""
    unfit = ";".join(f"{age},2,halicarnassus,build,shipowners_guild," for age in (1, 2, 2, 3, 3))
    asked = Question(None, "change_past", {"unfit": unfit}, ("change", "leave"), chosen=1)
    return TableState(played(players, LATE), marks(players), questions=(asked,))


PAST = (
    "1,1,halicarnassus,build,timber_yard,build,clay_pit;1,1,alexandria,build,east_trading_post,discard,;"
    "2,4,ephesus,stage,,discard,"
)
"""Three corrections of past actions."""


def chair_table(players: int) -> TableState:
    """A turn in which the third seat is awaited."""
    mid = table(players)
    return replace(mid, plans={seat: plan for seat, plan in mid.plans.items() if seat != 2})


def with_chair(state: TableState, does: Build | BuildStage, card: str) -> TableState:
    """The state with an empty chair at the third seat, where people are told what to do for it."""
    return replace(state, chair=EmptyChair(2, ("baths", card), does, card))


@cache
def shots(players: int) -> dict[str, Shot]:
    """Every screen by name."""
    mid = table(players)
    conflicts = TableState(played(players, AGE_ENDS), marks(players))
    found = {
        "waiting": Shot(TableState(preview=preview())),
        "waiting_looking": Shot(TableState(preview=replace(preview(), sharpness=1.2))),
        "waiting_nothing": Shot(TableState()),
        "waiting_by_hand": Shot(TableState(by_hand=True)),
        "no_camera": Shot(TableState(camera="camera.gone")),
        "never_a_camera": Shot(TableState(camera="camera.absent", camera_fault=ABSENT)),
        "other_camera": Shot(TableState(camera="camera.absent", camera_fault=ABSENT_WITH_OTHERS)),
        "table_never_a_camera": Shot(TableState(played(players, MIDDLE), marks(players), camera="camera.absent")),
        "first_boards": Shot(TableState(seats=marks(players)[:2])),
        "seats": Shot(TableState(seats=marks(players), ready=True)),
        "waiting_phones": Shot(TableState(preview=preview(), features=with_telephones(PHONES))),
        "waiting_hotspot": Shot(TableState(preview=preview(), features=with_telephones(PHONES, OPEN))),
        "waiting_by_hand_phones": Shot(TableState(by_hand=True, features=with_telephones(PHONES))),
        "waiting_told": Shot(told(TableState(preview=preview()))),
        "waiting_hotspot_told": Shot(told(TableState(preview=preview(), features=with_telephones(PHONES, OPEN)))),
        "other_camera_told": Shot(told(TableState(camera="camera.absent", camera_fault=ABSENT_WITH_OTHERS))),
        "seats_told": Shot(told(TableState(seats=marks(players), ready=True))),
        "seats_two": Shot(TableState(seats=two_and_the_free_city(), ready=True)),
        "seats_phones": Shot(TableState(seats=marks(players), ready=True, features=with_telephones(PHONES))),
        "seats_hotspot": Shot(TableState(seats=marks(players), ready=True, features=with_telephones(PHONES, OPEN))),
        "join": Shot(
            TableState(seats=marks(players), ready=True, features=with_telephones(PHONES)), presses=(Press.RIGHT,)
        ),
        "join_hotspot": Shot(
            TableState(seats=marks(players), ready=True, features=with_telephones(PHONES, OPEN)), presses=(Press.RIGHT,)
        ),
        "seats_empty_chair": Shot(
            TableState(
                seats=(*marks(players)[:2], *(replace(one, empty=True) for one in marks(players)[2:])), ready=True
            )
        ),
        "table_empty_chair": Shot(with_chair(chair_table(players), Build(2, "scriptorium"), "scriptorium")),
        "table_empty_chair_stage": Shot(with_chair(chair_table(players), BuildStage(2, 3), "scriptorium")),
        "station_empty_chair": Shot(with_chair(shown(players, MIDDLE, 2), Build(2, "scriptorium"), "scriptorium")),
        "table_start": Shot(TableState(played(players, 0), marks(players))),
        "table_opening": Shot(TableState(played(players, OPENING), marks(players))),
        "table": Shot(mid),
        "table_crowded": Shot(crowded(players)),
        "table_flat": Shot(replace(crowded(players), flat=True)),
        "city_flat": Shot(replace(crowded(players), flat=True), presses=(Press.RIGHT,) * (players // 2 + 1)),
        "question_flat": Shot(replace(doubt(players, "take_back", "exception", seat=players - 2), flat=True)),
        "seats_flat": Shot(TableState(seats=marks(players), ready=True, flat=True)),
        "table_by_hand": Shot(TableState(played(players, MIDDLE), marks(players), camera="camera.gone")),
        "station_waiting": Shot(TableState(station=True)),
        "station_start": Shot(shown(players, 0)),
        "station": Shot(shown(players, MIDDLE, 2)),
        "station_again": Shot(
            replace(shown(players, MIDDLE, 1), notices=(Notice("notice.shown_before", {"card": "baths"}),))
        ),
        "city": Shot(mid, presses=(Press.RIGHT,)),
        "simulated": Shot(simulated(mid)),
        "simulated_aside": Shot(replace(simulated(mid), aside=True)),
        "simulated_over": Shot(simulated(over(players)), time=60.0),
        "simulated_next": Shot(replace(simulated(over(players)), aside=True), time=60.0),
        "city_undone": Shot(undone(mid), presses=(Press.RIGHT,)),
        "corrected": Shot(corrected(mid, 0)),
        "corrected_several": Shot(corrected(mid, 0, 1, 2)),
        "city_last": Shot(mid, presses=(Press.RIGHT,) * players),
        "city_live": Shot(replace(crowded(players), live_scores=True), presses=(Press.RIGHT,) * 2),
        "built": Shot(mid, presses=(Press.RIGHT,) * 2 + (Press.SELECT,)),
        "table_exceptions": Shot(odd(players)),
        "city_exception": Shot(odd(players), presses=(Press.RIGHT,) * 2),
        "military": Shot(mid, presses=(Press.LEFT,)),
        "conflict_first": Shot(conflicts, time=0.1),
        "conflict_flying": Shot(conflicts, time=0.5),
        "conflict": Shot(conflicts, time=4.0),
        "conflicts": Shot(conflicts, time=60.0),
        "military_fought": Shot(conflicts, presses=(Press.LEFT,)),
        "city_between_ages": Shot(conflicts, presses=(Press.RIGHT,) * 2),
        "city_over": Shot(over(players), time=60.0, presses=(Press.RIGHT,) * 3),
        "scoring_start": Shot(over(players)),
        "scoring_science": Shot(over(players), time=12.6),
        "scoring_guilds": Shot(over(players), time=17.6),
        "scoring_military": Shot(over(players), time=2.6),
        "scoring_civilian": Shot(over(players), time=10.1),
        "scoring_commercial": Shot(over(players), time=15.1),
        "scoring": Shot(over(players), time=60.0),
        "story": Shot(over(players), time=60.0, presses=(Press.RIGHT,)),
        "question": Shot(doubt(players, "take_back", "exception")),
        "question_promised": Shot(doubt(players, "take_back", "exception"), time=1.0, presses=(Press.LEFT,)),
        "question_many": Shot(
            doubt(players, "way:2:0", "way:0:2", "card:palace", "card:haven", "wonder:giza", "take_back")
        ),
        "question_none": Shot(doubt(players)),
        "question_change": Shot(changing(players)),
        "question_past": Shot(wrong_past(players)),
    }
    lookup = {"lookup": OfferedLookUp()}
    return {
        name: replace(shot, state=replace(shot.state, features=lookup | {**shot.state.features}))
        for name, shot in found.items()
    }
