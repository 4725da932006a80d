"""Pages of the menu, each with a state. The tests draw every listed page at every size."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from device.features.bgstats.share import SharedGame, SharePage
from device.features.hall.page import LINKS, HallPage, ShownHall
from device.features.hall.table.host import HallAccess
from device.features.kit_check.pages import (
    EnrolmentListPage,
    EnrolmentMissingPage,
    EnrolmentPage,
    EnrolmentPartsPage,
    KitCheckPage,
    KitFindingsPage,
    ShownKit,
)
from device.features.kit_check.shown import BoxThing, KitCheck
from device.features.lookup.effects import EffectsPage
from device.features.lookup.pages import (
    DescriptionPage,
    LeadersPage,
    LookUpPage,
    OfferedLookUp,
    StructuresPage,
    SymbolsPage,
    WondersPage,
)
from device.features.lookup.price_list import PriceListPage
from device.features.plain_sheet.pages import (
    OfferedPlainSheet,
    SheetDonePage,
    SheetNamePage,
    SheetPlayersPage,
    SheetPointsPage,
    SheetSpellPage,
)
from device.features.statistics.pages import (
    NAME,
    PARTS,
    LeaguePage,
    LeagueRow,
    LeagueTable,
    SeasonPage,
    SeasonPartPage,
    ShownStatistics,
    shown_in,
)
from device.features.statistics.table import ROWS_ON_A_PAGE
from device.features.table_score.pages import (
    CountCoinsPage,
    CountTokensPage,
    CourtedPage,
    TableScore,
    TableScorePage,
    TableSheetPage,
)
from device.features.telephones.pages import FreeSeatPage, HotspotPage, PhonesPage
from device.features.telephones.wifi.hotspot import Hotspot
from device.for_features.photographs.counting import CountTable
from device.for_features.statistics.game_facts import GameFacts, PlayerFacts
from device.for_features.statistics.season import season
from display.menu.entry.cards import CopyLeaderPage, FromDiscardPage, RecruitPage
from display.menu.entry.past import ChangeTurnPage, PastPage, SwapPage
from display.menu.entry.payment import CoinsPage, PaymentPage, RefusedPage
from display.menu.entry.turn import EnterTurnPage, SeatCorrectionsPage, SeatsPage, SeatTurnPage
from display.menu.main.confirmations import EndTurnPage, LeaveGamePage, ReopenGamePage, ShutDownPage
from display.menu.main.main_menu import AboutPage, CameraPage, MainMenuPage, NoticesPage
from display.menu.main.settings import ScreenPage, SettingsPage
from display.menu.reference.city_cards import CityCardsPage
from display.menu.reference.history import HistoryPage, TurnPage, UndoToPage, history_turns
from display.menu.reference.past_games import KeptSheetPage, PastGamesPage
from display.menu.setup.boards import BoardsPage, EditionPage, PlayerCountPage
from display.menu.setup.chair import ChairCardsPage, ChairPage
from display.menu.setup.first_start import (
    ButtonsHintPage,
    FirstStartPage,
    FocusPage,
    HeardPage,
    LanguagePage,
    LoudspeakerPage,
    RigPage,
)
from display.menu.setup.first_turn import FirstTurnPage
from display.menu.setup.player_names import NamesPage, PlayerNamePage, SpellNamePage
from display.messages.plain_sheet import SheetRow
from display.messages.preview import Mark, Preview
from display.messages.questions import Notice
from display.table_state import (
    EmptyChair,
    PastGame,
    PastResult,
    TableState,
)
from engine import CATALOGUE, CATEGORIES, Build, CorrectCoins, FinalCity, Game, Phase, with_card, with_leader
from engine.bots import Chair, dealt_to_chair
from tests.display.sessions import (
    ABSENT_WITH_OTHERS,
    AGE_ENDS,
    LATE,
    MIDDLE,
    OPEN,
    OVER,
    PHONES,
    WONDERS,
    board,
    marks,
    played,
    table,
    with_telephones,
)

if TYPE_CHECKING:
    from device.for_features.statistics.season import Season
    from display.menu import Page

NAMES = ("Maximiliane", "Jo", "Вероніка", "Bartholomäus", "Ana", "Giancarlo", "Li")


OFFERED = {"lookup": OfferedLookUp(), "plain_sheet": OfferedPlainSheet()}
"""Features that are in the menu at all times."""
MOST_BUILT = 24
"""Structures: seven cards in each of three ages, and three from the discard pile."""


def chairs_age(players: int, age: int, expansions: tuple[str, ...] = ()) -> TableState:
    """The beginning of an age for people at a table with an empty chair."""
    seats = [(WONDERS[seat], "day") for seat in range(players)]
    game = Game.position(seats, age=age, turn=1, expansions=expansions)
    return TableState(game, marks(players), chair=EmptyChair(1, dealt_to_chair(game.setup, Chair(1, 3), age)))


def score_pages(players: int) -> dict[str, tuple[TableState, Page]]:
    """The pages that score a table as it lies."""
    game = played(players, OVER)
    cities = tuple(
        FinalCity(city.wonder.id, city.wonder.side, tuple((card, 1) for card in city.cards), (1,) * city.stages)
        for city in game.cities
    )
    remarks = (
        Notice("score.unread", {"wonder": "halicarnassus", "count": 2}),
        Notice("score.stage_unsure", {"stage": 2, "wonder": "alexandria", "picture": "score.picture"}),
        Notice("score.no_city", {"picture": "score.picture", "cards": ("card.shipowners_guild", "card.altar")}),
    )
    wonders = tuple(f"wonder.{city.wonder}" for city in cities)
    counted_cards = (
        Notice("score.unread", {"wonder": "halicarnassus", "count": 2}),
        Notice("score.unaccounted_each", {"wonders": wonders[:3], "missing": 1}),
        Notice("score.unaccounted_each", {"wonders": wonders[3:], "missing": 2}),
        Notice("score.discards", {"cards": 34, "count": 4}),
    )
    bent = Notice("lens.bends", {"picture": "score.picture", "percent": 17})
    tokens = tuple(city.conflict for city in game.cities)
    seen = TableScore(cities=cities, tokens=tokens, courted=((1, ("nebuchadnezzar", "plato")),), remarks=remarks)
    coins = (3,) * players
    counted = CountTable(coins, tuple(map(sum, tokens)))
    before = TableState(seats=marks(players))
    scores = {
        "looking": (TableScore(), TableScorePage()),
        "trouble": (TableScore(troubles=(Notice("score.no_board_seen"),)), TableScorePage()),
        "seen": (seen, TableScorePage()),
        "seen_counted": (replace(seen, remarks=counted_cards), TableScorePage()),
        "seen_bent": (replace(seen, remarks=(bent, *counted_cards[1:])), TableScorePage()),
        "seen_well": (replace(seen, remarks=()), TableScorePage()),
        "coins": (seen, CountCoinsPage()),
        "tokens": (seen, CountTokensPage(coins)),
        "tokens_other": (seen, CountTokensPage(coins, other=True)),
        "courted": (seen, CourtedPage(coins, coins)),
        "each": (replace(seen, counted=counted, each=(0,)), TableSheetPage()),
        "sheet": (replace(seen, remarks=(), counted=counted, game=game), TableSheetPage()),
    }
    return {
        f"score_{name}": (replace(before, features={"table_score": score}), page)
        for name, (score, page) in scores.items()
    }


def kit_check_pages() -> dict[str, tuple[TableState, Page]]:
    """The kit check: before the first card, with a good and a wrong one, and what was found."""
    none, few = KitCheck(), KitCheck(2, "Lighthouse", "Age III, 6+ players", "", 1, "All is well: 1 sticker", ())
    lines = tuple(f"{code:03d} Shipowners Guild (Age III, guild): it is 9 mm from the right edge" for code in range(9))
    wrong = KitCheck(
        5, "Shipowners Guild", "Age III, guild", "Slanted by 17 degrees", 41, "9 are wrong", lines, good=False
    )
    before = TableState(preview=marked())
    shown = {"start": None, "none": none, "good": few, "wrong": wrong}
    found: dict[str, tuple[TableState, Page]] = {}
    for name, check in shown.items():
        state = replace(before, features={"kit_check": ShownKit(check)})
        found |= {f"kit_{name}": (state, KitCheckPage()), f"kit_{name}_found": (state, KitFindingsPage())}
    return found


def enrolment_pages() -> dict[str, tuple[TableState, Page]]:
    """The owner’s cards are learned: at first, one kept, one that was shown before, and what is missing."""
    lines = ("Missing, Age I: fronts: " + ", ".join(["Shipowners Guild"] * 9), "Missing, backs: Age I") * 3
    first = KitCheck(0, "Lumber Yard", "Leave the mat empty for a moment.", "", 1, "0 of 139 shown", lines, good=False)
    kept = KitCheck(
        4, "Chamber of Commerce", "Kept: Lighthouse, 41 of 139 shown", "", 41, "41 of 139 shown", lines, good=False
    )
    said = "You have shown this as Chamber of Commerce already."
    again = KitCheck(5, "Lighthouse", "", said, 41, "41 of 139 shown", lines, good=False)
    names = ("Shipowners Guild", "Altar", "Chamber of Commerce", "Lighthouse", "Courthouse") * 5
    parts = ("Age I", "Age II", "Age III", "leaders", "backs", "boards", "tokens, discard mat")
    box = tuple(BoxThing(f"card.{n}", name, part, n % 3 > 0) for part in parts for n, name in enumerate(names))
    first, kept, again = (replace(check, box=box) for check in (first, kept, again))
    state = TableState(preview=marked())
    shown = {"start": None, "first": first, "kept": kept, "again": again}
    pages: dict[str, tuple[TableState, Page]]
    pages = {
        f"enrol_{name}": (replace(state, features={"kit_check": ShownKit(each)}), EnrolmentPage())
        for name, each in shown.items()
    }
    state = replace(state, features={"kit_check": ShownKit(kept)})
    further = {"missing": EnrolmentMissingPage(), "parts": EnrolmentPartsPage(), "list": EnrolmentListPage("Age I")}
    return {**pages, **{f"enrol_{name}": (state, page) for name, page in further.items()}}


def fights(state: TableState) -> int:
    """How many actions came before the first conflicts."""
    assert state.game is not None
    return next(one.first for one in history_turns(state.game) if one.conflicts)


def marked() -> Preview:
    """A view with a card, a board at the edge, and a card in an unclear place."""
    square = ((0.0, 0.0), (0.05, 0.0), (0.05, 0.09), (0.0, 0.09))

    def mark(name: str, x: float, y: float, sure: bool = True) -> Mark:
        return Mark(name, tuple((a + x, b + y) for a, b in square), sure)

    found = mark("card.shipowners_guild", 0.3, 0.3), mark("wonder.giza", 0.94, 0.9), mark("card.altar", 0.6, 0.5, False)
    return Preview(64, 36, bytes(64 * 36), found, unread=((0.45, 0.7), (0.2, 0.15)))


def laid_out(cities: int = 7) -> Preview:
    """A view of a full table: at every board overlapping cards that show little more than their stickers."""
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


SECOND = TableState(settings={"play.edition": "second"})


def past_page(state: TableState) -> PastPage:
    """The page that changes the first action."""
    assert state.game is not None
    return PastPage(0, state.game.actions[0], SeatTurnPage(0))


def effects_of(page: Page, state: TableState) -> EffectsPage:
    """The page with what everything does that this page names."""
    state = replace(state, features=OFFERED)
    return next(option.leads_to for option in page.menu(state).options if isinstance(option.leads_to, EffectsPage))


def sheet_rows(players: int) -> tuple[SheetRow, ...]:
    """A plain score sheet with Leaders."""
    names = ("Anna Katharina", "", "Maximiliane", "Вероніка", "Bo", "Mia", "Rui")
    return tuple(SheetRow(name, (-6, 11, 20, 18 + seat, 48, 7, 21, 5)) for seat, name in enumerate(names[:players]))


def kept_sheet(players: int) -> PastGame:
    """The same among the past games."""
    rows = sheet_rows(players)
    results = tuple(PastResult("", row.name, row.total, seat == 0, seat) for seat, row in enumerate(rows))
    return PastGame(7, "2026-10-03 20:15", True, results, tuple(row.points for row in rows))


@cache
def pages(players: int) -> dict[str, tuple[TableState, Page]]:
    """Name -> a state and a page for it."""
    before = TableState(seats=marks(players))
    first = TableState(played(players, 0), marks(players))
    poor = replace(first, game=played(players, 0).apply(CorrectCoins(0, 0)))
    second = TableState(played(players, MIDDLE), marks(players))
    late = TableState(played(players, LATE), marks(players))
    named = TableState(played(players, MIDDLE, NAMES[:players]), marks(players), names=NAMES[:players])
    conflicts = TableState(played(players, AGE_ENDS), marks(players))
    found: dict[str, tuple[TableState, Page]] = {
        "menu_before": (before, MainMenuPage()),
        "menu_before_all": (
            set_as(replace(before, features={"kit_check": ShownKit(), "table_score": TableScore()})),
            MainMenuPage(),
        ),
        "menu_all": (replace(set_as(table(players)), features={"table_score": TableScore()}), MainMenuPage()),
        **score_pages(players),
        **kit_check_pages(),
        **enrolment_pages(),
        "built": full_city(played(players, LATE), most_stages(players)),
        "built_leaders": full_city(with_leaders(players), 1),
        "built_few": (second, CityCardsPage(0)),
        "built_none": (first, CityCardsPage(0)),
        "built_pays": (table(players), CityCardsPage(0)),
        "history": (late, HistoryPage()),
        "history_none": (first, HistoryPage()),
        "history_turn": (late, TurnPage(0)),
        "history_conflicts": (late, TurnPage(fights(late))),
        "change": (late, ChangeTurnPage(0, players)),
        "change_seat": (late, past_page(late)),
        "change_swap": (late, SwapPage(0, late.game.actions[0])),
        "history_back": (late, UndoToPage(0)),
        "look_up": (late, LookUpPage()),
        "signs": (late, SymbolsPage()),
        "lookup_cards": (late, StructuresPage()),
        "lookup_leaders": (late, LeadersPage()),
        "lookup_wonders": (late, WondersPage()),
        **{
            f"printed_{card}": (late, DescriptionPage("card", card))
            for card in ("forum", "scientists_guild", "scriptorium")
        },
        "printed_most": (late, DescriptionPage("card", "east_trading_post")),
        "printed_leader": (late, DescriptionPage("leader", "nebuchadnezzar")),
        "printed_rome": (late, DescriptionPage("wonder", "rome", "B")),
        "printed_giza": (late, DescriptionPage("wonder", "giza", "B")),
        "camera": (replace(before, preview=marked()), CameraPage()),
        "camera_full": (replace(before, preview=laid_out()), CameraPage()),
        "camera_gone": (replace(late, camera="camera.gone"), CameraPage()),
        "camera_none": (late, CameraPage()),
        "camera_other": (replace(absent(late), game=None), CameraPage()),
        "about": (late, AboutPage()),
        "notices": (table(players), NoticesPage()),
        "notices_none": (late, NoticesPage()),
        "menu": (table(players), MainMenuPage()),
        "prices": (late, PriceListPage(1)),
        "effects_prices": (late, effects_of(PriceListPage(1), late)),
        "effects_many": (late, replace(effects_of(PriceListPage(1), late), first=5)),
        "effects_few": (second, effects_of(CityCardsPage(0), second)),
        "effects_none": (first, effects_of(CityCardsPage(0), first)),
        "effects_pays": (table(players), effects_of(CityCardsPage(0), table(players))),
        "prices_new": (named, PriceListPage(0)),
        "end_turn": (named, EndTurnPage(2, 3, Phase.TURN)),
        "menu_between_ages": (conflicts, MainMenuPage()),
        "share": (
            replace(late, features={"bgstats": SharedGame("https://example.org/" + "a" * 1500 + str(players))}),
            SharePage(),
        ),
        "leave": (late, LeaveGamePage()),
        "leave_over": (TableState(played(players, OVER), marks(players), finished=True), LeaveGamePage()),
        "reopen": (TableState(played(players, OVER), marks(players), finished=True), ReopenGamePage()),
        "season": (counted(), SeasonPage()),
        "season_counting": (before, SeasonPage()),
        **{f"season_{part.partition('.')[2]}": (counted(), SeasonPartPage(part)) for part in PARTS},
        "league": (league_state(), LeaguePage()),
        "league_next": (league_state(), LeaguePage(ROWS_ON_A_PAGE)),
        "league_bad": (league_state(problem=BAD_LEAGUE), LeaguePage()),
        "season_league": (league_state(), SeasonPage()),
        "past_games": (replace(before, past=past_games(players)), PastGamesPage()),
        "shut_down": (late, ShutDownPage()),
        "by_hand": (table(players), EnterTurnPage()),
        "by_hand_named": (named, EnterTurnPage()),
        "turn": (second, SeatTurnPage(1)),
        "turn_named": (named, SeatTurnPage(2)),
        "seats": (second, SeatsPage()),
        "seats_before": (before, SeatsPage()),
        "more": (second, SeatCorrectionsPage(1)),
        "cards_1": (first, SeatTurnPage(0)),
        "cards_2": (second, SeatTurnPage(1)),
        "cards_3": (late, SeatTurnPage(2)),
        "paying": paying(players),
        "refused": (second, RefusedPage(Build(1, "palace"), END)),
        "refused_named": (named, RefusedPage(Build(0, "siege_workshop"), END)),
        "refused_for_coins": (poor, RefusedPage(Build(0, "timber_yard"), END)),
        "refused_for_goods": (first, RefusedPage(Build(0, "siege_workshop"), END)),
        "coins": (second, CoinsPage(1)),
        "coins_far": (second, CoinsPage(1, far=True)),
        "names": (replace(before, names=(*NAMES[:2], *[""] * (players - 2))), NamesPage()),
        "names_none": (before, NamesPage()),
        "chair": (replace(before, seats=(replace(before.seats[0], empty=True), *before.seats[1:])), ChairPage()),
        "chair_refused": (replace(before, leaders=True), ChairPage()),
        "chair_deals": (chairs_age(players, 1), ChairCardsPage(deals=True)),
        "chair_deals_guilds": (chairs_age(players, 3), ChairCardsPage(deals=True)),
        "chair_deals_cities": (chairs_age(players, 3, ("cities",)), ChairCardsPage(deals=True)),
        "chair_holds": (chairs_age(players, 2), ChairCardsPage()),
        "naming": (second, SpellNamePage(1)),
        "called": (
            replace(named, former_names=("Anna Katharina", "Oleksandra", "Zoe", "Bo", "Mia", "Edu", "Rui")),
            PlayerNamePage(1),
        ),
        "naming_uk": (second, SpellNamePage(1, "Я", 1)),
        "naming_before": (before, SpellNamePage(1, "Maximilian", 2)),
        "set_up": (TableState(leaders=True), PlayerCountPage()),
        "boards": (TableState(leaders=True), BoardsPage(players)),
        "set_up_second": (SECOND, PlayerCountPage()),
        "boards_second": (SECOND, BoardsPage(players)),
        "boards_second_half": (SECOND, BoardsPage(players, (("giza", "day"), ("rhodes", "night")))),
        "lookup_olympia_day": (SECOND, DescriptionPage("wonder", "olympia", "day")),
        "lookup_olympia_night": (SECOND, DescriptionPage("wonder", "olympia", "night")),
        "lookup_decorators": (SECOND, DescriptionPage("card", "decorators_guild")),
        **{f"guide_{step}": (first, FirstTurnPage(step)) for step in range(4)},
        "guide_by_hand": (replace(first, by_hand=True), FirstTurnPage(2)),
        "guide_menu": (set_as(first), MainMenuPage()),
        "sheet_players": (before, SheetPlayersPage()),
        "sheet_name": (replace(before, former_names=("Anna Katharina", "Zoe")), SheetNamePage(players, 8)),
        "sheet_name_new": (before, SheetNamePage(players, 8)),
        "sheet_spell": (before, SheetNamePage(players, 8).typed("A").leads_to),
        "sheet_taken": (before, SheetSpellPage(1, "Anna Katharina", sheet=SheetNamePage(players, 8, sheet_rows(1)))),
        "sheet_military": (before, SheetPointsPage(players, 8, (), "Anna Katharina")),
        "sheet_points": (before, SheetPointsPage(players, 8, (), "", (18,))),
        "sheet_done": (before, SheetDonePage(sheet_rows(players))),
        "sheet_kept": (before, KeptSheetPage(kept_sheet(players))),
        "boards_last": (TableState(), BoardsPage(players, tuple(board(seat) for seat in range(players - 1)))),
        "boards_free_city": (TableState(), BoardsPage(2, (("giza", "A"), ("rhodes", "B")))),
        "discard_pile": (from_discard(players), FromDiscardPage(0, END)),
        "discard_pile_turn": (from_discard(players), SeatTurnPage(0)),
        "leaders": (recruiting(players), RecruitPage(1, END)),
        "leaders_turn": (recruiting(players), SeatTurnPage(1)),
        "court": (choosing_leader(players), CopyLeaderPage(0, END)),
        "free_city": (two_players(), SeatTurnPage(2)),
        **first_start(players),
        "menu_set": (set_as(table(players)), MainMenuPage()),
        "menu_set_before": (set_as(before), MainMenuPage()),
        "phones_off": (set_as(before), PhonesPage()),
        "phones_on": (replace(set_as(late, "phones.enter"), features=with_telephones(PHONES)), PhonesPage()),
        "phones_starting": (
            replace(set_as(before), features=with_telephones(replace(PHONES, place="", addresses=None))),
            PhonesPage(),
        ),
        "phones_no_network": (
            replace(set_as(before), features=with_telephones(replace(PHONES, place="", addresses=0))),
            PhonesPage(),
        ),
        "phones_trouble": (
            replace(set_as(before), features=with_telephones(replace(PHONES, place="", trouble="No space"))),
            PhonesPage(),
        ),
        **hotspots(before, late),
        **halls(before),
        "phones_free": (replace(set_as(before), features=with_telephones(PHONES)), FreeSeatPage()),
        "settings": (set_as(late, "sound.voice"), SettingsPage()),
        "settings_on": (set_as(before, "play.leaders", "play.cities", "play.live_scores"), SettingsPage()),
        "settings_screen": (set_as(late), ScreenPage()),
        "settings_before": (set_as(before), SettingsPage()),
        "settings_amiss": (set_as(before, amiss=True), SettingsPage()),
        "buttons_hint": (set_as(before), ButtonsHintPage()),
        "languages": (set_as(before), LanguagePage(SettingsPage())),
    }
    return {
        name: (replace(state, features={**OFFERED, **state.features}), page) for name, (state, page) in found.items()
    }


def hotspots(before: TableState, late: TableState) -> dict[str, tuple[TableState, Page]]:
    """The own Wi-Fi before it is open, while it opens and is open, and where it cannot be opened."""
    states = {
        "off": Hotspot("off"),
        "cuts": Hotspot("off", cuts="Wohnzimmer 5 GHz"),
        "starting": Hotspot("starting"),
        "stopping": Hotspot("stopping"),
        "open": OPEN,
        "refused": Hotspot("off", trouble="hotspot_not_allowed"),
        "trouble": Hotspot("off", trouble="Connection activation failed: IP configuration could not be reserved"),
    }
    pages = {
        f"hotspot_{name}": (replace(set_as(before), features=with_telephones(PHONES, state)), HotspotPage())
        for name, state in states.items()
    }
    return pages | {"phones_hotspot": (replace(set_as(late), features=with_telephones(PHONES, OPEN)), PhonesPage())}


@cache
def counted() -> TableState:
    """The statistics of many games with long names and high results."""
    boards = [(wonder.id, wonder.side) for wonder in CATALOGUE.wonders.values()]
    games = []
    for number in range(40):
        cities = tuple(
            PlayerFacts(
                seat,
                NAMES[(number + seat) % len(NAMES)] if number % 9 else "",
                *boards[(3 * number + 5 * seat) % len(boards)],
                dict.fromkeys(CATEGORIES, (number * 7 + seat * 3) % 19),
                seat,
                1 + seat,
            )
            for seat in range(3 + number % 5)
        )
        games.append(GameFacts(number, f"2026-{1 + number % 12:02}-17T20:00:00+00:00", None, "first", False, cities))
    return statistics(season(games))


def statistics(counted: Season, league: LeagueTable | None = None) -> TableState:
    """These statistics are known."""
    return TableState(features={NAME: ShownStatistics(counted, league)})


BAD_LEAGUE = Notice(
    "error.league_bad",
    {"file": "/etc/wondertable/league.toml", "reason": "Expected `str`, got `int` - at `$.players[...]`"},
)


def league_state(problem: Notice | None = None) -> TableState:
    """A league with many players, of whom some go on to the next round; or one whose file is wrong."""
    entrants = ("Maximiliane", "Jo", "Вероніка", "Bartholomäus", "Ana", "Giancarlo", "Li", "João", "Eva", "Hugo", "Bo")
    points = ("12345.67", "4110.5", "3210", "3111", "2121", "2112", "1221", "1113", "312", "123.33", "24")
    rows = tuple(
        LeagueRow(1 + number, name, 12, league_points, max(0, 11 - number), 654 - 7 * number)
        for number, (name, league_points) in enumerate(zip(entrants, points, strict=True))
    )
    rows = () if problem else rows
    goes_on = tuple(row.name for row in rows[:8])
    season = shown_in(counted()).season
    assert season is not None
    return statistics(season, LeagueTable("Spring tournament", rows, goes_on, problem))


def past_games(players: int) -> tuple[PastGame, ...]:
    """Games that were won, shared and left."""
    wonders = ("halicarnassus", "olympia", "giza", "rhodes", "babylon", "ephesus", "alexandria")[:players]
    names = ("Maximilian", "", "Zoe", "", "", "", "")
    won = tuple(
        PastResult(wonder, name, 61 - seat, seat == 0)
        for seat, (wonder, name) in enumerate(zip(wonders, names, strict=False))
    )
    shared = tuple(replace(result, total=48, won=True, name="") for result in won)
    left = tuple(replace(result, total=None, won=False) for result in won)
    found = ((won, True), (shared, True), (left, False), (tuple(replace(each, name="") for each in won), True))
    return tuple(
        PastGame(number, f"2026-11-{28 - number // 3:02} 2{number % 3}:15", finished, rows)
        for number, (rows, finished) in enumerate(found * 9, start=1)
    )


def halls(state: TableState) -> dict[str, tuple[TableState, Page]]:
    """How a table stands with a hall: every way, with the longest names that there are."""
    broker, reason = "mqtts://tournament-broker.example:8883", "[Errno 113] No route to host"
    found = {f"hall_{way}": HallAccess("table-of-the-champions", broker, way, reason) for way in LINKS}
    sending = found["hall_sending"] = HallAccess("table-12", broker, "connected", "", 12)
    pages: dict[str, tuple[TableState, Page]]
    pages = {
        name: (replace(set_as(state), features={"hall": ShownHall(hall)}), HallPage()) for name, hall in found.items()
    }
    return {
        **pages,
        "menu_hall": (
            set_as(replace(state, features={"hall": ShownHall(sending), "kit_check": ShownKit()})),
            MainMenuPage(),
        ),
    }


def set_as(state: TableState, *on: str, amiss: bool = False) -> TableState:
    """The state with settings, these of them switched on; `amiss`: neither loudspeaker nor voice."""
    screen = ("play.live_scores", "screen.flat", "screen.upside_down")
    play = ("play.leaders", "play.cities", "play.auto")
    switches = (*screen, "phones.on", "phones.enter", "sound.effects", "sound.voice", *play)
    settings = {
        **{name: name in on for name in switches},
        "screen.language": "en",
        "screen.greeted": True,
        "screen.guide": False,
        "screen.text": "normal",
        "screen.theme": "dark",
        "sound.volume": 0.5,
        "sound.output": "",
        "play.prefer": "left",
        "play.edition": "second",
        "play.rig": "station" if on else "table",
    }
    lacking = {"sound.effects": "menu.settings.no_sound", "sound.voice": "menu.settings.no_voice"} if amiss else {}
    return replace(state, features={**with_telephones(), **state.features}, settings=settings, setting_problems=lacking)


def absent(state: TableState) -> TableState:
    """The state if the camera that is set was never there, but another one is."""
    settings = {**state.settings, "camera.spec": "picamera2"}
    return replace(state, camera="camera.absent", camera_fault=ABSENT_WITH_OTHERS, settings=settings)


def first_start(players: int) -> dict[str, tuple[TableState, Page]]:
    """The pages of the first start, with pictures from out of focus to sharp."""
    unset = set_as(TableState())
    width, height = 96, 54
    grey = bytes(60 + (x * 3 + y * 2) % 160 for y in range(height) for x in range(width))
    views = {"none": None, "no_sticker": Preview(width, height, grey)}
    views |= {name: Preview(width, height, grey, sharpness=value) for name, value in (("blurred", 0.6), ("sharp", 1.3))}
    return {
        "first": (unset, FirstStartPage()),
        "first_by_hand": (replace(unset, by_hand=True), FirstStartPage()),
        "first_edition": (unset, EditionPage(RigPage())),
        "edition": (unset, EditionPage(PlayerCountPage())),
        "first_rig": (unset, RigPage()),
        "first_loudspeaker": (unset, LoudspeakerPage(FocusPage())),
        "first_heard": (unset, HeardPage(FocusPage())),
        "loudspeaker_named": (
            replace(unset, settings={**unset.settings, "sound.output": "Built-in Audio Analog Stereo"}),
            LoudspeakerPage(SettingsPage()),
        ),
        **{f"focus_{name}": (replace(unset, preview=view), FocusPage()) for name, view in views.items()},
        "focus_no_camera": (replace(unset, camera="camera.gone"), FocusPage()),
        "focus_other_camera": (absent(unset), FocusPage()),
    }


END = MainMenuPage()
"""The page that opens after an entry."""


def paying(players: int) -> tuple[TableState, Page]:
    """A page with several ways to pay, from a game played at random."""
    for rounds in range(20, 0, -1):
        game = played(players, rounds)
        for seat in game.to_act:
            for card in game.catalogue.cards:
                action = Build(seat, card)
                if game.can(action) and len(ways := game.ways(seat, card)) > 1 and ways[0].payment.total:
                    return TableState(game, marks(players)), PaymentPage(action, END)
    raise LookupError


def from_discard(players: int) -> TableState:
    """A turn at whose end seat 0 takes a card from the discard pile."""
    game = replace(played(players, LATE), phase=Phase.FROM_DISCARD, acting=(0,))
    return TableState(game, marks(players))


def recruiting(players: int) -> TableState:
    """Before the first turn with Leaders."""
    return TableState(with_leaders(players), marks(players))


def with_leaders(players: int) -> Game:
    """A game with that expansion, before its first action."""
    return Game.new([board(seat) for seat in range(players)], leaders=True)


def most_stages(players: int) -> int:
    """The seat with the most stages built."""
    return max(range(players), key=lambda seat: played(players, LATE).cities[seat].stages)


def full_city(game: Game, seat: int) -> tuple[TableState, Page]:
    """A city with as many cards as possible, with the longest names, and points shown."""
    city = game.cities[seat]
    longest = sorted(CATALOGUE.cards.values(), key=lambda card: (-len(card.id), card.id))
    for card in [card for card in longest if card.id not in city.built][: MOST_BUILT - len(city.cards)]:
        city = with_card(city, card)
    if game.setup.leaders:
        for leader in list(CATALOGUE.leaders.values())[:4]:
            city = with_leader(city, leader)
        city = replace(city, copied_leader="solomon")
    cities = (*game.cities[:seat], city, *game.cities[seat + 1 :])
    return TableState(replace(game, cities=cities), marks(len(cities)), live_scores=True), CityCardsPage(seat)


def choosing_leader(players: int) -> TableState:
    """The Courtesans Guild has three leaders on each side to choose from."""
    state = recruiting(players)
    game = state.game
    assert game is not None
    cities = list(game.cities)
    for place, leader in enumerate(list(CATALOGUE.leaders.values())[:6]):
        seat = (1, players - 1)[place % 2]
        cities[seat] = with_leader(cities[seat], leader)
    return replace(state, game=replace(game, cities=tuple(cities), phase=Phase.CHOOSE_LEADER, acting=(0,)))


def two_players() -> TableState:
    """Two players and the Free City."""
    game = Game.new([board(seat) for seat in range(3)], ("Anna", "Jo", ""), free_city=2)
    return TableState(game, marks(3))
