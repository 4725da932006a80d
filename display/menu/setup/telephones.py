"""Telephones: switching them on, the code by which they join, freeing a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import seat_side
from display.messages.intents import Change, FreeSeat, LookForWifi, NextAddress, RenewSecret, SwitchHotspot
from display.words import Line, line

if TYPE_CHECKING:
    from collections.abc import Hashable

    from display.table_state import Hotspot, PhoneAccess, TableState

ON, ENTER = "phones.on", "phones.enter"


@dataclass(frozen=True, slots=True)
class JoinCode:
    """The address for a telephone as a QR code, and the same in letters: the `place` and the `secret`.

    `wifi`: the own Wi-Fi that telephones have to join first: the text of its code, its name and its passphrase.
    """

    link: str
    place: str
    secret: str
    wifi: tuple[str, str, str] | None = None


def join_code(state: TableState) -> JoinCode | None:
    """The code by which telephones join now; None while they cannot."""
    phones, wifi = state.phones, state.hotspot
    if phones is None or not phones.link:
        return None
    own = (wifi.code, wifi.name, wifi.passphrase) if wifi is not None and wifi.code else None
    return JoinCode(phones.link, phones.place, phones.secret, own)


@dataclass(frozen=True, slots=True)
class PhonesPage(Page):
    """The code for telephones, and what can be changed of them."""

    timeout = None

    def menu(self, state: TableState) -> Menu:
        """Switches first; then what there is to do while telephones are on."""
        return Menu(line("menu.phones"), (*_switches(state), *_while_on(state)), body=_body(state), large_body=True)


@dataclass(frozen=True, slots=True)
class FreeSeatPage(Page):
    """Asks which seat another telephone may take."""

    def menu(self, state: TableState) -> Menu:
        """The seats that belong to a telephone."""
        taken = state.phones.taken if state.phones else ()
        return Menu(
            line("menu.phones.free"),
            tuple(Option(_seat_of(state, wonder), leads_to=PhonesPage(), intent=FreeSeat(wonder)) for wonder in taken),
        )


def _seat_of(state: TableState, wonder: str) -> Tile:
    """The seat with that wonder."""
    seat = next((seat for seat, mark in enumerate(state.seats) if mark.wonder == wonder), None)
    return Tile(line(f"wonder.{wonder}"), icon="person") if seat is None else seat_side(state, seat)


@dataclass(frozen=True, slots=True)
class HotspotPage(Page):
    """Opens an own Wi-Fi for telephones, after saying what it is and which connection it would end; or closes it."""

    def menu(self, state: TableState) -> Menu:
        """What is to be known, and the switch."""
        wifi = state.hotspot
        assert wifi is not None
        on = wifi.state in ("on", "starting")
        switch = Tile(line("menu.hotspot.off" if on else "menu.hotspot.on"), icon="power", chosen=on)
        option = Option(switch, leads_to=PhonesPage() if on else HotspotPage(), intent=SwitchHotspot(on=not on))
        codes = Option(Tile(line("menu.hotspot.codes"), icon="right"), leads_to=PhonesPage())
        options = (codes, option) if wifi.state == "on" else () if wifi.state == "stopping" else (option,)
        return Menu(line("menu.hotspot"), options, body=_about_wifi(wifi))

    def current(self, state: TableState) -> Page | None:
        """Open while there is the hardware, and telephones are on."""
        return self if state.hotspot is not None and state.phones is not None else None


def _about_wifi(wifi: Hotspot) -> Line:
    if wifi.state == "on":
        return line("menu.hotspot.open", name=wifi.name, passphrase=wifi.passphrase)
    if wifi.state != "off":
        return line("menu.hotspot.starting" if wifi.state == "starting" else "menu.hotspot.stopping")
    if wifi.trouble:
        return line("error.hotspot_refused", reason=wifi.trouble)
    return line("menu.hotspot.cuts", connection=wifi.cuts) if wifi.cuts else line("menu.hotspot.explained")


def _body(state: TableState) -> Hashable:
    phones = state.phones
    if phones is None:
        return line("menu.phones.explained")
    return join_code(state) or _waiting(phones)


def _waiting(phones: PhoneAccess) -> Line:
    """Why there is no code yet."""
    if phones.trouble:
        return line("menu.phones.trouble", reason=phones.trouble)
    if phones.port:
        if phones.holder:
            return line("menu.phones.port_held", port=phones.port, holder=phones.holder)
        return line("menu.phones.port_taken", port=phones.port)
    if phones.fails:
        return line("menu.phones.fails")
    return line("menu.phones.starting" if phones.addresses is None else "menu.phones.no_network")


def _switches(state: TableState) -> tuple[Option, ...]:
    on = state.phones is not None
    enter = state.settings.get(ENTER) is True
    switch = Tile(line("menu.phones.off" if on else "menu.phones.on"), icon="power", chosen=on)
    entering = Tile(line("menu.phones.enter"), icon="check" if enter else "pencil", chosen=enter)
    return (
        Option(switch, leads_to=PhonesPage(), intent=Change(ON, not on), group="switch"),
        Option(entering, leads_to=PhonesPage(), intent=Change(ENTER, not enter), group="enter"),
    )


def _while_on(state: TableState) -> tuple[Option, ...]:
    phones = state.phones
    if phones is None:
        return ()
    renew = Option(Tile(line("menu.phones.renew"), icon="redo"), PhonesPage(), RenewSecret(), group="code")
    other = Option(Tile(line("menu.phones.address"), icon="globe"), PhonesPage(), NextAddress(), group="code")
    free = Option(Tile(line("menu.phones.free"), icon="person"), leads_to=FreeSeatPage(), group="seat")
    wifi = Option(Tile(line("menu.hotspot"), icon="globe"), HotspotPage(), LookForWifi(), group="wifi")
    several = phones.addresses is not None and phones.addresses > 1
    own = state.hotspot is not None
    return renew, *((other,) if several else ()), *((wifi,) if own else ()), *((free,) if phones.taken else ())
