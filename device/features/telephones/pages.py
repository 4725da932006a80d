"""Telephones: switching them on, the code by which they join, freeing a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.features.telephones.join_code import JoinCode
from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import seat_side
from display.menu.setup.first_start import GREETED
from display.messages.intents import Change, FeatureIntent
from display.words import Line, line

if TYPE_CHECKING:
    from collections.abc import Hashable

    from device.features.telephones.game.access import PhoneAccess
    from device.features.telephones.wifi.hotspot import Hotspot
    from display.table_state import TableState

NAME = "telephones"
ON, ENTER = "phones.on", "phones.enter"


@dataclass(frozen=True, slots=True)
class RenewSecret:
    """Only telephones that scan the code again may go on."""


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Another telephone may take the seat of this wonder."""

    wonder: str


@dataclass(frozen=True, slots=True)
class NextAddress:
    """Show telephones another address of this machine."""


@dataclass(frozen=True, slots=True)
class LookForWifi:
    """Ask what hardware there is for an own Wi-Fi, and what it carries now."""


@dataclass(frozen=True, slots=True)
class SwitchHotspot:
    """Open an own Wi-Fi for telephones, or close it."""

    on: bool


@dataclass(frozen=True, slots=True)
class ShownTelephones(Addition):
    """`access`: how telephones join; None while they are switched off.

    `wifi`: an own Wi-Fi for them; None where there is no hardware for it.
    """

    access: PhoneAccess | None = None
    wifi: Hotspot | None = None

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """The page; where people set up a game without a camera too, and, switched on at once, at the first start."""
        if not state.settings:
            return ()
        tile = Tile(line("menu.main.phones"), icon="speech")
        first = Tile(line("menu.first.phones"), line("menu.first.phones.note"), icon="speech", dim=True)
        return (
            Option(tile, leads_to=PhonesPage(), group="settings"),
            Option(tile, leads_to=PhonesPage(), group="players"),
            Option(first, intent=Change(ON, True, also=GREETED), group="first_start"),
        )

    def before_game(self, state: TableState) -> JoinCode | None:
        """The code by which telephones join now; None while they cannot."""
        del state
        phones, wifi = self.access, self.wifi
        if phones is None or not phones.link:
            return None
        own = (wifi.code, wifi.name, wifi.passphrase) if wifi is not None and wifi.code else None
        return JoinCode(phones.link, phones.place, phones.secret, own)


def shown_telephones(state: TableState) -> ShownTelephones:
    """What is known of telephones."""
    shown = state.features.get(NAME)
    return shown if isinstance(shown, ShownTelephones) else ShownTelephones()


def _asks(what: Hashable) -> FeatureIntent:
    return FeatureIntent(NAME, what)


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
        access = shown_telephones(state).access
        taken = access.taken if access else ()
        return Menu(
            line("menu.phones.free"),
            tuple(
                Option(_seat_of(state, wonder), leads_to=PhonesPage(), intent=_asks(FreeSeat(wonder)))
                for wonder in taken
            ),
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
        wifi = shown_telephones(state).wifi
        assert wifi is not None
        on = wifi.state in ("on", "starting")
        switch = Tile(line("menu.hotspot.off" if on else "menu.hotspot.on"), icon="power", chosen=on)
        option = Option(switch, leads_to=PhonesPage() if on else HotspotPage(), intent=_asks(SwitchHotspot(on=not on)))
        codes = Option(Tile(line("menu.hotspot.codes"), icon="right"), leads_to=PhonesPage())
        options = (codes, option) if wifi.state == "on" else () if wifi.state == "stopping" else (option,)
        return Menu(line("menu.hotspot"), options, body=_about_wifi(wifi))

    def current(self, state: TableState) -> Page | None:
        """Open while there is the hardware, and telephones are on."""
        shown = shown_telephones(state)
        return self if shown.wifi is not None and shown.access is not None else None


def _about_wifi(wifi: Hotspot) -> Line:
    if wifi.state == "on":
        return line("menu.hotspot.open", name=wifi.name, passphrase=wifi.passphrase)
    if wifi.state != "off":
        return line("menu.hotspot.starting" if wifi.state == "starting" else "menu.hotspot.stopping")
    if wifi.trouble:
        return line("error.hotspot_refused", reason=wifi.trouble)
    return line("menu.hotspot.cuts", connection=wifi.cuts) if wifi.cuts else line("menu.hotspot.explained")


def _body(state: TableState) -> Hashable:
    shown = shown_telephones(state)
    if shown.access is None:
        return line("menu.phones.explained")
    return shown.before_game(state) or _waiting(shown.access)


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
    on = shown_telephones(state).access is not None
    enter = state.settings.get(ENTER) is True
    switch = Tile(line("menu.phones.off" if on else "menu.phones.on"), icon="power", chosen=on)
    entering = Tile(line("menu.phones.enter"), icon="check" if enter else "pencil", chosen=enter)
    return (
        Option(switch, leads_to=PhonesPage(), intent=Change(ON, not on), group="switch"),
        Option(entering, leads_to=PhonesPage(), intent=Change(ENTER, not enter), group="enter"),
    )


def _while_on(state: TableState) -> tuple[Option, ...]:
    shown = shown_telephones(state)
    phones = shown.access
    if phones is None:
        return ()
    renew = Option(Tile(line("menu.phones.renew"), icon="redo"), PhonesPage(), _asks(RenewSecret()), group="code")
    other = Option(Tile(line("menu.phones.address"), icon="globe"), PhonesPage(), _asks(NextAddress()), group="code")
    free = Option(Tile(line("menu.phones.free"), icon="person"), leads_to=FreeSeatPage(), group="seat")
    wifi = Option(Tile(line("menu.hotspot"), icon="globe"), HotspotPage(), _asks(LookForWifi()), group="wifi")
    several = phones.addresses is not None and phones.addresses > 1
    own = shown.wifi is not None
    return renew, *((other,) if several else ()), *((wifi,) if own else ()), *((free,) if phones.taken else ())
