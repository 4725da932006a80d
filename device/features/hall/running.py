"""Tells the hall about this table while the appliance runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.features.hall.page import ShownHall
from device.features.hall.table.broker import broker_of, table_of
from device.features.hall.table.host import HallHost, hall_socket, publisher_command
from device.features.hall.table.settings import HallSettings
from device.for_features.errors import HallError
from device.for_features.hall.signatures import read_key
from device.for_features.local_link.server_process import ServerProcess, runs_as_service

if TYPE_CHECKING:
    from device.app.running_features import Appliance, Present
    from display.table_state import TableState


class RunningHall(RunningFeature):
    """Open where the settings name a broker. A service, or a process beside this one, sends."""

    def __init__(self, appliance: Appliance) -> None:
        super().__init__(appliance)
        wanted = appliance.preferences.settings.section("hall", HallSettings)
        self._host: HallHost | None = None
        self._trouble = ""
        """Why the publisher ends whenever it is started: its key cannot be read."""
        if appliance.live and wanted.broker and (folder := appliance.folder):
            table, broker, socket = table_of(wanted), broker_of(wanted).address, hall_socket(folder)
            command = publisher_command(socket, folder, appliance.config)
            server = None if runs_as_service() else ServerProcess(command)
            try:
                if wanted.key_file:
                    read_key(Path(wanted.key_file).expanduser())
            except HallError as problem:
                self._trouble = "{file}: {reason}".format(**problem.placeholders)
            self._host = HallHost(socket, table=table, broker=broker, names=wanted.names, server=server)

    def value(self, present: Present) -> ShownHall | None:
        """How the table stands with the hall."""
        del present
        if self._host is None:
            return None
        access = self._host.access()
        if self._trouble and access.link == "starting":
            access = replace(access, link="trouble", reason=self._trouble)
        return ShownHall(access)

    def follow(self, state: TableState, revealed: int) -> None:
        """Tell what lies open."""
        if self._host:
            self._host.tell(state, revealed)

    def close(self) -> None:
        """Hang up."""
        if self._host:
            self._host.close()
