"""The hall as a whole: tables, results, the round, the league; and what the page and the terminal show of them."""

from __future__ import annotations

import time
from threading import Lock
from typing import TYPE_CHECKING, Any

from device.features.hall.server.tables import HallTables
from device.for_features.errors import HallError, LeagueError
from device.for_features.hall.league_results import results_of_sheets
from device.for_features.hall.messages import MessageError
from device.for_features.league.league_file import last_change, read_league
from device.for_features.league.scoring import decimal
from device.for_features.league.standings import count_league
from display.words import city_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from device.features.hall.server.tables import KnownTable
    from device.for_features.hall.messages import HallCity, HallSeat, SheetMessage, TableMessage
    from device.for_features.hall.results import HallResults, HallRound, KeptSheet
    from device.for_features.league.league_file import LeagueFile
    from display.messages.questions import Notice
    from display.words import Words

Json = dict[str, Any]
DAY = 24 * 3600.0
LINKS = {
    "connecting": "hall.link.connecting",
    "refused": "hall.link.refused",
    "unreachable": "hall.link.unreachable",
    "results": "hall.link.results",
}
"""How the broker is reached -> what is said of it."""
KINDS = {"setup": "hall.kind.setup", "play": "hall.kind.play", "over": "hall.kind.over", "away": "hall.kind.away"}
"""What a table is at -> what is said of it."""
MOST_NAMED = 4
"""Troubles that the page names at once."""
MOST_RESULTS = 40
"""Of the latest games, where there is no league."""
NAMED_ANEW = 5.0
"""s after which it is seen again which troubles are still to be named."""


class Hall:
    """Messages come in by `take`, in one thread; `shown` may be called by any."""

    def __init__(
        self,
        results: HallResults,
        words: Words,
        *,
        prefix: str = "wondertable",
        league: Path | None = None,
        since: float | None = None,
        keys: Mapping[str, bytes] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`since`: Unix time (s); sheets of earlier games do not count. None: a day before the results were begun.

        `keys`: those of the tables; then only sheets that a table has signed are believed.

        Raises:
            LeagueError: the league's file is wrong.
        """
        self._results, self._words, self._clock, self._league_file = results, words, clock, league
        self._tables = HallTables(prefix, results.began - DAY if since is None else since, keys)
        self._sheets: list[KeptSheet] | None = None
        self._round: HallRound | None = results.round()
        self._league: LeagueFile | None = _league_of(league) if league else None
        self._league_changed = last_change(league)
        self._league_trouble = ""
        self._standings: Json | None = None
        self._conflicts: list[str] = []
        """What clashes in the standings, or keeps them from being read, in words; named as long as it is so."""
        self._link = ("connecting", "")
        self._tiles: dict[str, tuple[KnownTable, Json]] = {}
        self._shown: Json = {}
        self._shown_for: object = None
        self._lock = Lock()
        self.revision = 0
        """Another number after everything that changes what is shown."""

    def take(self, topic: str, payload: bytes, *, retained: bool, signature: str = "") -> SheetMessage | None:
        """Take in a message; returns a sheet that is new. What counts is on the disk after the next `settle`.

        Raises:
            HallError: the results cannot be written; the message must not be confirmed.
        """
        with self._lock:
            now = self._clock()
            self.revision += 1
            sheet = self._tables.hear(topic, payload, now, retained=retained, signature=signature)
            if sheet is None:
                return None
            try:
                if not self._results.take(sheet):
                    return None
            except MessageError as problem:
                self._tables.name_unreadable(sheet.table, problem, now)
                return None
            self._sheets = self._standings = None
            return sheet

    def settle(self) -> None:
        """What was taken is on the disk on return; before that no message may be confirmed.

        Raises:
            HallError: the results cannot be written, and none of them is kept.
        """
        with self._lock:
            try:
                self._results.commit()
            except HallError:
                self._sheets = self._standings = None
                raise

    def look_around(self) -> None:
        """See whether a round has begun or the league's file has changed."""
        try:
            found = self._results.round()
        except HallError:  # it is said where the results are shown
            found = self._round
        changed = last_change(self._league_file)
        with self._lock:
            if found != self._round:
                self._round = found
                self.revision += 1
            if self._league_file is not None and changed != self._league_changed:
                self._league_changed = changed
                self._read_league(self._league_file)

    def tell_link(self, link: str, reason: str = "") -> None:
        """How the broker is reached: connecting, connected, refused, unreachable."""
        with self._lock:
            if (link, reason) != self._link:
                self._link = link, reason
                self.revision += 1

    def shown(self) -> Json:
        """What is shown, in words: for the page and for the terminal."""
        with self._lock:
            now, words = self._clock(), self._words
            asked = self.revision, now // NAMED_ANEW
            if asked == self._shown_for:
                return self._shown
            tables = [self._table(one) for one in self._tables.listed()]
            if self._standings is None:
                self._standings = self._counted(now)
            named = [_said(words, notice) for notice in self._tables.named(now)]
            if self._league_trouble:
                named.insert(0, self._league_trouble)
            named = self._conflicts + named
            link, reason = self._link
            up = "" if link == "connected" else words.say(LINKS[link], reason=reason)
            self._shown_for = asked
            self._shown = {
                "title": (self._league.name if self._league else "") or words.say("hall.title"),
                "language": words.language,
                "round": _round(words, self._round),
                "trouble": up,
                "tables": tables,
                "counts": words.say("hall.tables", count=len(tables)),
                "named": named[:MOST_NAMED],
                **self._standings,
            }
            return self._shown

    def _read_league(self, path: Path) -> None:
        """The league as it is written now; while it is wrong, the former one counts and that is said."""
        self.revision += 1
        try:
            self._league, self._league_trouble = _league_of(path), ""
        except LeagueError as problem:
            self._league_trouble = self._words.error(problem)
        self._standings = None

    def _counted(self, now: float) -> Json:
        """The standings of the league; without one, the latest results."""
        words, league = self._words, self._league
        if self._sheets is None:
            try:
                self._sheets, doubled = self._results.sheets()
            except HallError as problem:
                self._conflicts = [words.error(problem)]
                return {"heading": words.say("hall.latest"), "heads": [], "rows": [], "note": ""}
            self._tables.name_doubled(doubled, now)
        self._conflicts = []
        if league is None:
            return {
                "heading": words.say("hall.latest"),
                "heads": [],
                "rows": [self._result(one) for one in self._sheets[::-1][:MOST_RESULTS]],
                "note": words.say("hall.games", count=len(self._sheets)),
            }
        from_hall, conflicts = results_of_sheets(self._sheets, league)
        self._conflicts = [
            words.say("hall.conflict", **conflict.placeholders(words.listed(conflict.players)))
            for conflict in conflicts
        ]
        missing = len(self._sheets) - len(from_hall) - len(conflicts)
        counted = count_league(league, None, from_hall)
        return {
            "heading": words.say("hall.standings"),
            "heads": [words.say(f"league.head.{name}") for name in ("tables", "points")],
            "rows": [[str(one.place), one.name, str(one.tables), decimal(one.points)] for one in counted.players],
            "note": words.say("hall.without_names", count=missing) if missing else "",
        }

    def _result(self, sheet: SheetMessage) -> list[str]:
        ranked = sorted(sheet.cities, key=lambda city: city.place)
        return [sheet.table, *(f"{_called(city, self._words)} {city.total}" for city in ranked)]

    def _table(self, seen: KnownTable) -> Json:
        known = self._tiles.get(seen.name)
        if known is None or known[0] is not seen:
            known = self._tiles[seen.name] = seen, self._tile(seen)
        return known[1]

    def _tile(self, seen: KnownTable) -> Json:
        state, words = seen.state, self._words
        assert state is not None
        kind = state.stage if seen.is_up else "away"
        return {
            "name": seen.name,
            "kind": kind,
            "badge": words.say(KINDS[kind]),
            "moment": _moment(state, words) if seen.is_up else "",
            "said": _said_of(state, words),
            "since": seen.since if kind == "play" and (state.waiting or state.questions) else None,
            "rows": _rows(state, words),
        }


def _league_of(path: Path) -> LeagueFile:
    """The league of a file that can be counted. Raises `LeagueError`."""
    league = read_league(path)
    count_league(league)
    return league


def _moment(state: TableMessage, words: Words) -> str:
    if state.stage != "play":
        return ""
    if state.phase == "turn":
        return words.say("hall.moment", age=words.say(f"age.{state.age}"), turn=state.turn)
    return words.say("hall.moment_of_age", age=words.say(f"age.{state.age}"), phase=state.phase)


def _said_of(state: TableMessage, words: Words) -> str:
    """Whom the table waits for, or what else it is at."""
    if state.stage == "setup":
        return words.say("hall.setting_up", players=len(state.seats)) if state.seats else words.say("hall.empty")
    if state.stage == "over":
        return "" if state.winners else words.say("hall.scoring")
    if state.questions:
        return words.say("hall.question")
    if not state.waiting:
        return words.say("hall.nobody_awaited")
    if len(state.waiting) == len(state.seats):
        return words.say("hall.all_awaited")
    return words.say("hall.awaits", names=words.listed(_called(state.seats[seat], words) for seat in state.waiting))


def _rows(state: TableMessage, words: Words) -> list[list[str]]:
    """Player and wonder of each seat, or the wonder alone; points; whether it won or leads. The first one comes first.

    Nothing while points are not public; the Free City never has any.
    """
    first = state.winners or state.leader
    scored = [(number, seat, seat.points) for number, seat in enumerate(state.seats) if seat.points is not None]
    ranked = sorted(scored, key=lambda row: (row[0] not in first, -row[2], row[0]))
    return [
        [
            seat.name or words.say(f"wonder.{seat.wonder}"),
            words.say(f"wonder.{seat.wonder}") if seat.name else "",
            str(points),
            "won" if number in state.winners else "leads" if number in first else "",
        ]
        for number, seat, points in ranked
    ]


def _called(seat: HallSeat | HallCity, words: Words) -> str:
    return city_name(words.say, seat.name, seat.wonder)


def _round(words: Words, found: HallRound | None) -> Json | None:
    if found is None:
        return None
    return {
        "text": words.say("league.round", round=found.number),
        "ends": found.ends,
        "over": words.say("hall.time_up"),
    }


def _said(words: Words, notice: Notice) -> str:
    inside = notice.placeholders.get("problem")
    if inside is not None:
        problem = words.say(inside.key, **inside.placeholders)  # type: ignore[attr-defined]
        return words.say(notice.key, **{**notice.placeholders, "problem": problem})
    return words.say(notice.key, **notice.placeholders)
