"""The game's side of the telephones: carries out what they ask for, and tells them what lies open on the table."""

from __future__ import annotations

import errno
import logging
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.features.telephones.game.access import PhoneAccess
from device.features.telephones.game.carrying_out import RequestRefusedError, boards_of, carry_out
from device.features.telephones.game.evening import LONGEST, NOTHING_ENTERED, Evening, EveningFile, digest, now
from device.features.telephones.game.link import PhoneLink, phone_socket
from device.features.telephones.game.menus import PhoneMenus
from device.features.telephones.game.price_list import ListsInRounds
from device.features.telephones.game.requests import AskMenu, KeepPlainSheet, KeepTable
from device.features.telephones.game.snapshot import PhoneFacts, moment, news_elsewhere, snapshot
from device.umpire.secret_entries import ABOUT_ENTRIES, entered_too_often, lies_otherwise
from display.facts.edition import EDITION
from display.facts.public_game import public_game
from display.menu.addition import page_elsewhere
from display.messages.intents import Enter
from display.messages.questions import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from device.for_features.local_link.server_process import ServerProcess
    from device.session.session import Session
    from display.messages.intents import Intent
    from display.table_state import TableState
    from engine import Game, SeatAction

KEEP_EVERY = 3.0
"""s between two scored tables that telephones have stored."""


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """Replies that wait until the evening is on the disk."""

    number: int
    request: int


class PhoneHost:
    """Serves telephones while it is switched on. `enters`: they may enter what is played.

    `folder` keeps the evening, and the socket lies there where the system gives no other place. `server`: a process to
    keep running; None where a service does. `announce` hears the address for telephones whenever it is another one.
    """

    def __init__(
        self,
        folder: Path,
        *,
        enters: bool = False,
        clock: Callable[[], float] = now,
        socket: Path | None = None,
        server: ServerProcess | None = None,
        announce: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._server, self._announce, self._announced = server, announce, ""
        self.enters = enters
        self._socket = socket or phone_socket(folder)
        self._file = EveningFile(folder)
        self._evening: Evening = self._file.read(clock())
        self._clock = clock
        self._link: PhoneLink | None = None
        self._unwritten: list[_Unwritten] = []
        self._said: tuple[object, ...] = ()
        self._lists = ListsInRounds()
        self._address = 0
        self._menus = PhoneMenus()
        self._shown: TableState | None = None
        """What the screen showed last; menus are about it."""
        self._kept_at = -KEEP_EVERY
        self._by_phone: Mapping[int, SeatAction] = NOTHING_ENTERED
        self._booking = False
        """Entries are being booked, and are still in the file."""
        self._clashing: frozenset[int] = frozenset()
        """The seats of which at least one has to enter something else before anything is booked."""
        self._clash_told = True
        self._checked: tuple[Game | None, Mapping[int, SeatAction]] = (None, NOTHING_ENTERED)
        """The game and the entries of which that is known."""
        self.trouble: str | None = None
        """Why the socket cannot be opened, in the system's words; None if all is well."""

    @property
    def is_on(self) -> bool:
        """True while a server may connect."""
        return self._link is not None

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self._evening

    def switch(self, *, on: bool) -> None:
        """Open the socket, or close it."""
        if on and self._link is None:
            try:
                self._socket.parent.mkdir(parents=True, exist_ok=True)
                self._link = PhoneLink(self._socket)
            except OSError as problem:
                self.trouble = problem.strerror or str(problem)
                logging.getLogger(__name__).warning("no telephones: %s: %s", self._socket, self.trouble)
                return
            self.trouble, self._said = None, ()
            self._file.write(self._evening)  # a program that starts again has the same code
            self._link.greet(self._evening.secret)
        elif not on:
            self.trouble = None
        if not on and self._link is not None:
            self._link.close()
            self._link = None
            self._unwritten.clear()
            if self._server is not None:
                self._server.keep(wanted=False)

    def renew(self) -> None:
        """Another secret: who has the old one is out."""
        self._keep(self._evening.renewed())
        if self._link is not None:
            self._link.greet(self._evening.secret)

    def free(self, wonder: str) -> None:
        """Another telephone may take this seat."""
        self._keep(self._evening.freed(wonder))

    def next_address(self) -> None:
        """Show another one of this machine's addresses."""
        self._address += 1

    def access(self) -> PhoneAccess | None:
        """How telephones reach the pages; None while they are switched off."""
        if self._link is None:
            return PhoneAccess("", "", trouble=self.trouble) if self.trouble else None
        listening = self._link.listening
        known = listening.addresses if listening else []
        address = known[self._address % len(known)] if known else ""
        place = f"{address}:{listening.port}" if listening and address else ""
        taken = tuple(sorted(self._evening.seats))
        access = PhoneAccess(place, self._evening.secret, taken, len(known) if listening else None)
        if why := self._link.cannot_listen:
            return replace(
                access,
                port=why.port,
                holder=why.holder,
                trouble="" if why.error == errno.EADDRINUSE else os.strerror(why.error),
            )
        return replace(access, fails=self._server is not None and self._server.fails)

    def acted(self) -> frozenset[int]:
        """The seats that have entered something for the open phase, in secret. None while telephones are off."""
        return frozenset(self._evening.entered) - self._clashing if self.is_on else frozenset()

    def notices(self) -> tuple[Notice, ...]:
        """What the screen tells everybody once: that a card was entered more often than it exists."""
        if self._clash_told:
            return ()
        self._clash_told = True
        return (Notice("notice.entered_too_often"),)

    def intents(self, session: Session) -> tuple[Intent, ...]:
        """What telephones ask of the table now; what they ask of their seats is done at once."""
        if self._link is None:
            return ()
        game = session.game
        if self._server is not None:
            self._server.keep(wanted=True, serving=self._link.is_up)
        if game is None and self._clock() - self._evening.started > LONGEST:
            self._begin_evening(self._link)
        evening = self._evening.at_boards(boards_of(session), on=game is not None)
        if evening.game != self._evening.game:
            self._by_phone = NOTHING_ENTERED
            self._menus.forget()
        evening = evening.at_moment(moment(game, evening.game) if game else "")
        self._keep(evening.without_entries(game.pending) if game else evening, write=self._booking)
        self._booking = False
        found: list[Intent] = []
        for request in self._link.exchange():
            if isinstance(request, KeepTable | KeepPlainSheet) and not self._may_keep():
                self._link.reply(request.id, "too_fast")
                continue
            if isinstance(request, AskMenu):
                found += self._menu(request, session)
                continue
            try:
                evening, intent = carry_out(request, session, self._evening, enters=self.enters)
            except RequestRefusedError as refusal:
                self._link.reply(request.id, refusal.key, **refusal.placeholders)
                continue
            self._keep(evening, write=False)
            found += [intent] if intent else []
            self._unwritten.append(_Unwritten(self._file.write(self._evening), request.id))
        self._confirm()
        return (*found, *self._book(self._due(session)))

    def in_secret(self, session: Session) -> Mapping[int, SeatAction]:
        """What was entered for the phase that is open now; for the umpire only."""
        game, evening = session.game, self._evening
        if self._link is None or game is None or moment(game, evening.game) != evening.moment:
            return NOTHING_ENTERED
        return evening.entered

    @property
    def by_phone(self) -> Mapping[int, SeatAction]:
        """What was booked last of what each seat of the game has entered."""
        return self._by_phone

    def forget(self, seats: Iterable[int]) -> None:
        """What these seats have entered does not count: somebody has said so, or it is booked."""
        for seat in self._evening.entered.keys() & set(seats):
            self._keep(self._evening.with_entry(seat, None), write=False)
            self._booking = True

    def _menu(self, request: AskMenu, session: Session) -> tuple[Intent, ...]:
        """Show a telephone the menu; what it chooses there is asked of the table."""
        assert self._link is not None
        wonder, state = self._evening.wonder_of(request.phone), self._shown
        if request.page:
            wonder = digest(request.phone)
        elif not self.enters or wonder not in dict(boards_of(session)):
            self._link.reply(request.id, "not_your_seat" if self.enters else "only_watching")
            return ()
        if state is None or (request.page and page_elsewhere(state) is None):
            self._link.reply(request.id, "too_late")
            return ()
        before = self._menus.attended(wonder or "")
        answer = self._menus.ask(request, wonder or "", state)
        again = answer.intent is not None
        self._link.reply(request.id, "too_late" if answer.late else None, menu=answer.menu, again=again)
        after = self._menus.attended(wonder or "")
        looks = (after[0],) if after else (before[1],) if before else ()
        return (*looks, answer.intent) if answer.intent else looks

    def _may_keep(self) -> bool:
        """True if a scored table may be stored now: a server that floods the journal must not slow down the game."""
        now = self._clock()
        if not 0 <= now - self._kept_at < KEEP_EVERY:
            self._kept_at = now
            return True
        return False

    def reveal(self) -> tuple[Enter, ...]:
        """Book everything that was entered for the open phase: somebody closes the turn."""
        return self._book(self.acted())

    def _begin_evening(self, link: PhoneLink) -> None:
        """The program runs on from one evening to the next: who knew the old secret is out."""
        self._keep(Evening.begin(self._clock()))
        link.greet(self._evening.secret)

    def _due(self, session: Session) -> frozenset[int]:
        """The seats whose entry is booked now: all once nobody is awaited, before that those whose card lies open.

        Where the table shows something else, the umpire asks first.
        """
        game, entered, ruling = session.game, self._evening.entered, session.ruling
        if game is None or not entered:
            self._clashing = frozenset()
            return frozenset()
        asked = {question.seat for question in ruling.questions if question.kind in ABOUT_ENTRIES}
        asked |= lies_otherwise(entered, ruling.plans)
        complete = not game.to_act_without({*ruling.plans, *entered, *session.memory.discarded})
        self._look_for_clash(game, entered if complete else NOTHING_ENTERED)
        complete = complete and not self._clashing
        return frozenset(seat for seat in entered if seat not in asked and (complete or seat in ruling.plans))

    def _look_for_clash(self, game: Game, entered: Mapping[int, SeatAction]) -> None:
        """Know the seats whose entries cannot be booked together. Nobody learns of it before all have entered."""
        if self._checked[0] is game and self._checked[1] == entered:
            return
        self._checked = game, entered
        before, self._clashing = self._clashing, entered_too_often(game, entered) if entered else frozenset()
        self._clash_told = not self._clashing - before

    def _book(self, seats: frozenset[int]) -> tuple[Enter, ...]:
        """The intents that book what these seats have entered.

        The file forgets it in the next round only: until then it is not in the journal yet.
        """
        entered = self._evening.entered
        if seats:
            self._by_phone = {**self._by_phone, **{seat: entered[seat] for seat in seats}}
        for seat in seats:
            self._keep(self._evening.with_entry(seat, None), write=False)
            self._booking = True
        return tuple(Enter(entered[seat]) for seat in sorted(seats))

    def tell(self, state: TableState, revealed: int) -> None:
        """Tell telephones the state of the table, if it has changed. `revealed`: steps of the scoring."""
        if self._link is None:
            return
        self._shown = state
        evening, access = self._evening, self.access()
        if access is not None and access.link and access.link != self._announced:
            self._announced = access.link
            self._announce(access.link)
        known = (evening.game, frozenset(evening.seats), self.acted())
        facts = PhoneFacts(*known, self.enters, revealed, self._clashing)
        sitting = {seat for seat, mark in enumerate(state.seats) if mark.wonder in evening.seats}
        self._lists.work(public_game(state.game) if state.game else None, sitting)
        moment_told = (state.game, state.seats, state.names, state.questions, frozenset(state.plans), facts)
        set_up = (state.ready, state.by_hand, state.leaders, state.settings.get(EDITION))
        said = (*moment_told, *set_up, state.finished, self._lists.known, news_elsewhere(state))
        if said != self._said:
            self._said = said
            self._link.publish(snapshot(state, facts, self._lists.known))
        self._link.flush()

    def close(self) -> None:
        """Hang up, and keep the evening."""
        self.switch(on=False)
        if self._server is not None:
            self._server.close()
        self._file.close()

    def _keep(self, evening: Evening, *, write: bool = True) -> None:
        changed, self._evening = evening != self._evening, evening
        if write and (changed or self._booking):
            self._file.write(evening)

    def _confirm(self) -> None:
        """Answer the requests whose effect is on the disk."""
        written = self._file.written
        for waiting in self._unwritten:
            if waiting.number <= written and self._link is not None:
                self._link.reply(waiting.request)
        self._unwritten = [waiting for waiting in self._unwritten if waiting.number > written]
