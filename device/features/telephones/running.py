"""Telephones while the appliance runs: what they ask of the table and enter, and what they are told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature, SecretEntries
from device.features.telephones.command import forget_where_to_join, tell_where_to_join
from device.features.telephones.game.host import PhoneHost
from device.features.telephones.game.link import phone_socket, server_command
from device.features.telephones.game.requests import LENT
from device.features.telephones.lent_pictures import LentPictures
from device.features.telephones.pages import (
    FreeSeat,
    LookForWifi,
    NextAddress,
    RenewSecret,
    ShownTelephones,
    SwitchHotspot,
)
from device.features.telephones.settings import PhoneSettings
from device.features.telephones.wifi.hotspot import HotspotHost
from device.for_features.local_link.server_process import ServerProcess, runs_as_service
from device.umpire.station.station_umpire import StationUmpire
from display.messages.events import Booked, GameOpened, GameStarted, TurnClosed
from display.messages.intents import EndTurn

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

    from device.app.running_features import Appliance, Present
    from device.session.session import Session
    from display.messages.events import Event
    from display.messages.intents import Intent
    from display.messages.questions import Notice
    from display.table_state import TableState


class RunningTelephones(RunningFeature):
    """Telephones, switched on or off, and an own Wi-Fi. Where no service runs their server it is started here.

    A film has telephones only if the command line asks for them, and needs no Wi-Fi. `host`, `wifi`: instead of those
    that are opened otherwise.
    """

    def __init__(self, appliance: Appliance, host: PhoneHost | None = None, wifi: HotspotHost | None = None) -> None:
        super().__init__(appliance)
        self._wanted = self._settings
        self._given: frozenset[int] = frozenset()
        """The seats whose entries the session has had from here."""
        self._host, self._wifi, self._lent = host, wifi, None if host else self._lend()
        if host is None and appliance.folder and (appliance.live or "--phones" in appliance.given):
            self._host = self._open(appliance.folder)
            self._wifi = HotspotHost(appliance.folder, time.monotonic) if appliance.live else None

    @property
    def _settings(self) -> PhoneSettings:
        return self.appliance.preferences.settings.section("phones", PhoneSettings)

    def _open(self, folder: Path) -> PhoneHost:
        wanted, rig, socket = self._wanted, self.appliance.rig, phone_socket(folder)
        command = server_command(socket, wanted.port, config=self.appliance.config, kit=rig.kit if rig else None)
        server = None if runs_as_service() else ServerProcess(command)
        host = PhoneHost(folder, enters=wanted.enter, socket=socket, server=server, announce=self._tell_address)
        host.switch(on=wanted.on)
        return host

    def _lend(self) -> LentPictures | None:
        """What lends the owner's pictures to the process that reads telephones' photographs."""
        appliance = self.appliance
        if not appliance.live or appliance.folder is None or appliance.rig is None or appliance.rig.pictures is None:
            return None
        lent = LentPictures(appliance.rig.pictures, phone_socket(appliance.folder).parent / LENT)
        if appliance.rig.is_station and self._wanted.on:
            lent.renew()
        return lent

    def _tell_address(self, address: str) -> None:
        """Print where telephones join, if there is no screen to show it."""
        if not self.appliance.has_screen and self.appliance.folder:
            tell_where_to_join(address, self.appliance.complain, self.appliance.folder)

    def _heed_settings(self) -> None:
        """Switch them on or off as somebody has chosen since."""
        wanted = self._settings
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if self._host:
            self._host.switch(on=wanted.on)
            self._host.enters = wanted.enter

    def entries(self, session: Session) -> SecretEntries | None:
        """What was entered on telephones."""
        self._heed_settings()
        self._forget(session)
        if self._host is None:
            return None
        in_secret = self._host.in_secret(session)
        self._given = frozenset(in_secret)
        return SecretEntries(in_secret, self._host.by_phone, self._host.acted())

    def asks(self, session: Session) -> tuple[Intent, ...]:
        """What telephones ask of the table."""
        self._forget(session)
        return self._host.intents(session) if self._host else ()

    def ahead_of(self, intent: Intent) -> tuple[Intent, ...]:
        """An end of the turn counts what was entered."""
        return self._host.reveal() if self._host and isinstance(intent, EndTurn) else ()

    def _forget(self, session: Session) -> None:
        """What the session has dropped does not count: somebody has said so, or it is booked."""
        dropped, self._given = self._given - session.in_secret.keys(), self._given & session.in_secret.keys()
        if self._host and dropped:
            self._host.forget(dropped)

    def value(self, present: Present) -> ShownTelephones:
        """How telephones join."""
        del present
        self._heed_settings()
        return ShownTelephones(self._host.access() if self._host else None, self._wifi.access if self._wifi else None)

    def press(self, what: Hashable) -> None:
        """Do what the pages ask for."""
        host, wifi = self._host, self._wifi
        match what:
            case RenewSecret() if host:
                host.renew()
            case FreeSeat(wonder) if host:
                host.free(wonder)
            case NextAddress() if host:
                host.next_address()
            case LookForWifi() if wifi:
                wifi.look()
            case SwitchHotspot(on) if wifi:
                wifi.switch(on=on)

    def hear(self, event: Event, session: Session) -> None:
        """Lend the owner's pictures anew at each turn of a station's game."""
        begins = isinstance(event, GameStarted | GameOpened | TurnClosed | Booked)
        if self._lent and begins and isinstance(session.umpire, StationUmpire):
            if self._wanted.on:
                self._lent.renew()
            else:
                self._lent.close()

    def follow(self, state: TableState, revealed: int) -> None:
        """Tell what lies open, and close the own Wi-Fi once nobody needs it."""
        if self._host is None:
            return
        self._host.tell(state, revealed)
        if self._wifi:
            on = self._host.access() is not None
            self._wifi.watch(phones=on, over=state.finished and not state.is_review)

    def notices(self) -> tuple[Notice, ...]:
        """What everybody is told once."""
        return self._host.notices() if self._host else ()

    def close(self) -> None:
        """Hang up, close the Wi-Fi, and leave nothing behind by which somebody could join."""
        for part in (self._wifi, self._host, self._lent):
            if part:
                part.close()
        if self.appliance.folder:
            forget_where_to_join(self.appliance.folder)
