"""Pages of the menu with the evenings they belong to; whatever is listed here is drawn at every size."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from device.messages.preview import Mark, Preview
from display.menu import MainMenu
from display.menu.about import About, Notices
from display.menu.camera import CameraView
from display.menu.entry.cards import CardChoice, FromDiscard, LeaderChoice, NeighbourLeader
from display.menu.entry.coins import Treasury
from display.menu.entry.payment import Paying, Refusal
from display.menu.entry.turn import ByHand, SeatMore, Seats, SeatTurn
from display.menu.leaving import Leaving
from display.menu.reference.city_cards import Built
from display.menu.reference.history import History, TakingBack, TurnPage, chapters
from display.menu.reference.lookup import Cards, Leaders, LookUp, Printed, Signs, Wonders
from display.menu.settings import SettingsPage, Volumes
from display.menu.setup.boards import Boards, SettingUp
from display.menu.setup.first_start import FirstStart, Focusing, Languages, Rigs
from display.menu.setup.player_names import Called, Naming
from display.menu.share import Share
from display.menu.shutting_down import ShuttingDown
from display.table_state import TableState
from engine import CATALOGUE, Build, CorrectCoins, Game, Phase, with_card, with_leader
from tests.display.sessions import AGE_ENDS, LATE, MIDDLE, board, marks, played, table

if TYPE_CHECKING:
    from display.menu import Page

NAMES = ("Maximiliane", "Jo", "Вероніка", "Bartholomäus", "Ana", "Giancarlo", "Li")


MOST_BUILT = 24
"""Structures: three turns of seven, and three more out of the discard pile."""


def fights(state: TableState) -> int:
    """How many actions came before the first conflicts."""
    assert state.game is not None
    return next(one.first for one in chapters(state.game) if one.conflicts)


def marked() -> Preview:
    """A view with a card, a board at the edge, and something that lies badly."""
    square = ((0.0, 0.0), (0.05, 0.0), (0.05, 0.09), (0.0, 0.09))

    def mark(name: str, x: float, y: float, sure: bool = True) -> Mark:
        return Mark(name, tuple((a + x, b + y) for a, b in square), sure)

    found = mark("card.shipowners_guild", 0.3, 0.3), mark("wonder.giza", 0.94, 0.9), mark("card.altar", 0.6, 0.5, False)
    return Preview(64, 36, bytes(64 * 36), found)


def laid_out(cities: int = 7) -> Preview:
    """A view of a full table: by every board a pile of cards, each showing little more than its sticker."""
    cards = iter(CATALOGUE.cards)
    found = []
    for seat in range(cities):
        x, y = 0.5 + 0.36 * math.sin(math.tau * seat / cities), 0.5 - 0.36 * math.cos(math.tau * seat / cities)
        names = [f"wonder.{board(seat)[0]}", *(f"card.{next(cards)}" for _ in range(8))]
        for place, name in enumerate(names):
            left, top = x + 0.035 * (place % 3), y + 0.03 * (place // 3)
            square = ((left, top), (left + 0.012, top), (left + 0.012, top + 0.021), (left, top + 0.021))
            found.append(Mark(name, square, sure=(seat, place) not in {(2, 4), (5, 7)}))
    return Preview(64, 36, bytes(64 * 36), tuple(found))


def pages(players: int) -> dict[str, tuple[TableState, Page]]:
    """A state and a page for it, by name."""
    before = TableState(seats=marks(players))
    first = TableState(played(players, 0), marks(players))
    poor = replace(first, game=played(players, 0).apply(CorrectCoins(0, 0)))
    second = TableState(played(players, MIDDLE), marks(players))
    late = TableState(played(players, LATE), marks(players))
    named = TableState(played(players, MIDDLE, NAMES[:players]), marks(players), names=NAMES[:players])
    conflicts = TableState(played(players, AGE_ENDS), marks(players))
    return {
        "menu_before": (before, MainMenu()),
        "built": standing(played(players, LATE), most_stages(players)),
        "built_leaders": standing(with_leaders(players), 1),
        "built_few": (second, Built(0)),
        "built_none": (first, Built(0)),
        "built_pays": (table(players), Built(0)),
        "history": (late, History()),
        "history_none": (first, History()),
        "history_turn": (late, TurnPage(0)),
        "history_conflicts": (late, TurnPage(fights(late))),
        "history_back": (late, TakingBack(0)),
        "look_up": (late, LookUp()),
        "signs": (late, Signs()),
        "lookup_cards": (late, Cards()),
        "lookup_leaders": (late, Leaders()),
        "lookup_wonders": (late, Wonders()),
        **{f"printed_{card}": (late, Printed("card", card)) for card in ("forum", "scientists_guild", "scriptorium")},
        "printed_most": (late, Printed("card", "east_trading_post")),
        "printed_leader": (late, Printed("leader", "nebuchadnezzar")),
        "printed_rome": (late, Printed("wonder", "rome", "B")),
        "printed_giza": (late, Printed("wonder", "giza", "B")),
        "camera": (replace(before, preview=marked()), CameraView()),
        "camera_full": (replace(before, preview=laid_out()), CameraView()),
        "camera_gone": (replace(late, camera="camera.gone"), CameraView()),
        "camera_none": (late, CameraView()),
        "about": (late, About()),
        "notices": (table(players), Notices()),
        "notices_none": (late, Notices()),
        "menu": (table(players), MainMenu()),
        "menu_between_ages": (conflicts, MainMenu()),
        "share": (replace(late, link="https://example.org/" + "a" * 1500 + str(players)), Share()),
        "leave": (late, Leaving()),
        "shut_down": (late, ShuttingDown()),
        "by_hand": (table(players), ByHand()),
        "by_hand_named": (named, ByHand()),
        "turn": (second, SeatTurn(1)),
        "turn_named": (named, SeatTurn(2)),
        "seats": (second, Seats()),
        "seats_before": (before, Seats()),
        "more": (second, SeatMore(1)),
        "cards_1": (first, CardChoice(0, END)),
        "cards_2": (second, CardChoice(1, END)),
        "cards_3": (late, CardChoice(2, END)),
        "paying": paying(players),
        "refused": (second, Refusal(Build(1, "palace"), END)),
        "refused_for_coins": (poor, Refusal(Build(0, "timber_yard"), END)),
        "refused_for_goods": (first, Refusal(Build(0, "siege_workshop"), END)),
        "coins": (second, Treasury(1)),
        "coins_far": (second, Treasury(1, far=True)),
        "naming": (second, Naming(1)),
        "called": (replace(named, known=("Anna Katharina", "Oleksandra", "Zoe", "Bo", "Mia", "Edu", "Rui")), Called(1)),
        "naming_uk": (second, Naming(1, "Я", 1)),
        "naming_before": (before, Naming(1, "Maximilian", 2)),
        "set_up": (TableState(leaders=True), SettingUp()),
        "boards": (TableState(leaders=True), Boards(players)),
        "boards_last": (TableState(), Boards(players, tuple(board(seat) for seat in range(players - 1)))),
        "boards_free_city": (TableState(), Boards(2, (("giza", "A"), ("rhodes", "B")))),
        "discard_pile": (from_discard(players), FromDiscard(0, END)),
        "discard_pile_turn": (from_discard(players), SeatTurn(0)),
        "leaders": (recruiting(players), LeaderChoice(1, END)),
        "leaders_turn": (recruiting(players), SeatTurn(1)),
        "court": (courting(players), NeighbourLeader(0, END)),
        "free_city": (two_players(), SeatTurn(2)),
        **first_start(players),
        "menu_set": (set_as(table(players)), MainMenu()),
        "menu_set_before": (set_as(before), MainMenu()),
        "settings": (set_as(late, "sound.voice"), SettingsPage()),
        "settings_before": (set_as(before), SettingsPage()),
        "settings_amiss": (set_as(before, amiss=True), SettingsPage()),
        "volumes": (set_as(before), Volumes()),
        "languages": (set_as(before), Languages(SettingsPage())),
    }


def set_as(state: TableState, *on: str, amiss: bool = False) -> TableState:
    """The evening of an appliance that can be set, with these switched on."""
    switches = ("play.live_scores", "screen.flat", "sound.effects", "sound.voice", "play.leaders", "play.auto")
    settings = {
        **{name: name in on for name in switches},
        "screen.language": "en",
        "screen.greeted": True,
        "sound.volume": 0.5,
        "play.prefer": "left",
        "play.rig": "station" if on else "table",
    }
    lacking = {"sound.effects": "menu.settings.no_sound", "sound.voice": "menu.settings.no_voice"} if amiss else {}
    return replace(state, settings=settings, amiss=lacking)


def first_start(players: int) -> dict[str, tuple[TableState, Page]]:
    """What an appliance asks at first; the lens from far out to sharp."""
    nobody = set_as(TableState())
    width, height = 96, 54
    grey = bytes(60 + (x * 3 + y * 2) % 160 for y in range(height) for x in range(width))
    views = {"none": None, "no_sticker": Preview(width, height, grey)}
    views |= {name: Preview(width, height, grey, sharpness=value) for name, value in (("blurred", 0.6), ("sharp", 1.3))}
    return {
        "first": (nobody, FirstStart()),
        "first_by_hand": (replace(nobody, by_hand=True), FirstStart()),
        "first_rig": (nobody, Rigs()),
        **{f"focus_{name}": (replace(nobody, preview=view), Focusing()) for name, view in views.items()},
        "focus_no_camera": (replace(nobody, camera="camera.gone"), Focusing()),
    }


END = MainMenu()
"""Where a page is said to lead afterwards."""


def paying(players: int) -> tuple[TableState, Page]:
    """A page with as many ways to pay as a game somebody played at random has."""
    for rounds in range(20, 0, -1):
        game = played(players, rounds)
        for seat in game.to_act:
            for card in game.catalogue.cards:
                action = Build(seat, card)
                if game.can(action) and len(ways := game.ways(seat, card)) > 1 and ways[0].payment.total:
                    return TableState(game, marks(players)), Paying(action, END)
    raise LookupError


def from_discard(players: int) -> TableState:
    """A turn at whose end a card comes out of the discard pile."""
    game = replace(played(players, LATE), phase=Phase.FROM_DISCARD, acting=(0,))
    return TableState(game, marks(players))


def recruiting(players: int) -> TableState:
    """Before the first turn with Leaders."""
    return TableState(with_leaders(players), marks(players))


def with_leaders(players: int) -> Game:
    """A game with that expansion, before its first action."""
    return Game.new([board(seat) for seat in range(players)], leaders=True)


def most_stages(players: int) -> int:
    """The seat that has built most of its wonder."""
    return max(range(players), key=lambda seat: played(players, LATE).cities[seat].stages)


def standing(game: Game, seat: int) -> tuple[TableState, Page]:
    """A city in which as much stands as ever can, with the longest names, and points that may be seen."""
    city = game.cities[seat]
    longest = sorted(CATALOGUE.cards.values(), key=lambda card: (-len(card.id), card.id))
    for card in [card for card in longest if card.id not in city.built][: MOST_BUILT - len(city.cards)]:
        city = with_card(city, card)
    if game.setup.leaders:
        for leader in list(CATALOGUE.leaders.values())[:4]:
            city = with_leader(city, leader)
        city = replace(city, courted="solomon")
    cities = (*game.cities[:seat], city, *game.cities[seat + 1 :])
    return TableState(replace(game, cities=cities), marks(len(cities)), live_scores=True), Built(seat)


def courting(players: int) -> TableState:
    """The Courtesans Guild has three leaders on each side to choose from."""
    state = recruiting(players)
    game = state.game
    assert game is not None
    cities = list(game.cities)
    for place, leader in enumerate(list(CATALOGUE.leaders.values())[:6]):
        seat = (1, players - 1)[place % 2]
        cities[seat] = with_leader(cities[seat], leader)
    return replace(state, game=replace(game, cities=tuple(cities), phase=Phase.COURT, acting=(0,)))


def two_players() -> TableState:
    """Two players and the Free City."""
    game = Game.new([board(seat) for seat in range(3)], ("Anna", "Jo", ""), free_city=2)
    return TableState(game, marks(3))
