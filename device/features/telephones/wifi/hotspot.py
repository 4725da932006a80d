"""The game's side of the own Wi-Fi: open, while telephones are on, until the game is over or somebody closes it."""

from __future__ import annotations

import json
import logging
import queue
import re
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.durable_file import make_folder, write_durably
from device.features.telephones.game.evening import word
from device.features.telephones.wifi import network_manager
from device.features.telephones.wifi.network_manager import HotspotError
from device.untrusted import NotUnderstoodError, read_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from device.features.telephones.wifi.network_manager import WifiDevice

FILE = "hotspot.json"
"""In the state directory, while the Wi-Fi is open: so a program that starts after a crash closes it."""
PASSPHRASE, NAME, PROFILE = 12, 4, 8
"""Letters. WPA asks for 8 at least; 12 of these are 59 bits."""
AFTER_GAME = 600.0
"""s for which it stays open after a game's end, for the scores and their picture."""
CHECKED_EVERY = 20.0
"""s after which it is asked whether the Wi-Fi is still open."""
ENDS_WITHIN = 8.0
"""s; less than the service has for its end."""


@dataclass(frozen=True, slots=True)
class Hotspot:
    """An own Wi-Fi for telephones. `state`: off, starting, on or stopping.

    `name`, `passphrase`: while it is on. `cuts`: the connection that the hardware carries now, and that would end.
    `trouble`: why it could not be opened, or has ended; a key, or in the system's words.
    """

    state: str
    name: str = ""
    passphrase: str = ""
    cuts: str = ""
    trouble: str = ""

    @property
    def code(self) -> str:
        """The text of the QR code by which telephones join it; "" while it is not on."""
        if self.state != "on":
            return ""
        name, passphrase = (re.sub(r"([\\;,:\"])", r"\\\1", word) for word in (self.name, self.passphrase))
        return f"WIFI:T:WPA;S:{name};P:{passphrase};;"


class HotspotHost:
    """Does everything in a thread of its own. `access` says how it stands; None: there is nothing to offer.

    `folder` keeps what has to be undone.
    """

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self._folder, self._file, self._clock = folder, folder / FILE, clock
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._access: Hotspot | None = None
        self._over_since: float | None = None
        self._checked_at = clock()
        self._wanted = False
        self._thread = threading.Thread(target=self._work, name="hotspot", daemon=True)
        if network_manager.is_there():
            self._jobs.put(self._undo)
            self._jobs.put(self._find)
            self._thread.start()

    @property
    def access(self) -> Hotspot | None:
        """How the own Wi-Fi stands."""
        return self._access

    def look(self) -> None:
        """Ask again what hardware there is, and what it carries."""
        self._jobs.put(self._find)

    def switch(self, *, on: bool) -> None:
        """Open the Wi-Fi, with another name and passphrase than ever before, or close it."""
        if on == self._wanted or (on and self._access is None):
            return
        self._wanted, self._checked_at = on, self._clock()
        self._jobs.put(self._open if on else self._close)

    def watch(self, *, phones: bool, over: bool) -> None:
        """In every round: close it once telephones are off or the game is over, and notice if it has gone by itself.

        `phones`: telephones are switched on. `over`: a finished game is still up.
        """
        now = self._clock()
        left, began = not over and self._over_since is not None, self._over_since
        self._over_since = None if not over else now if began is None else began
        ended = left or (self._over_since is not None and now - self._over_since > AFTER_GAME)
        if self._wanted and (not phones or ended):
            self.switch(on=False)
        elif self._wanted and now - self._checked_at > CHECKED_EVERY:
            self._checked_at = now
            self._jobs.put(self._check)

    def close(self) -> None:
        """Close the Wi-Fi. May be called twice."""
        if not self._thread.is_alive():
            return
        self.switch(on=False)
        self._jobs.put(None)
        self._thread.join(ENDS_WITHIN)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as problem:  # beside the game: nothing may end it
                logging.getLogger(__name__).warning("the own Wi-Fi: %r", problem)

    def _find(self) -> None:
        if self._access is not None and self._access.state != "off":
            return
        try:
            device = network_manager.wifi_device()
        except HotspotError:
            device = None
        self._access = None if device is None else Hotspot("off", cuts=device.connection)

    def _open(self) -> None:
        if not self._wanted:
            return
        ssid, passphrase = f"Wondertable {word(NAME)}", word(PASSPHRASE)
        self._access = Hotspot("starting")
        try:
            self._undo()
            device = _usable_device()
            profile = f"wondertable-{word(PROFILE)}"
            self._remember(profile, device.uuid)
            network_manager.open_wifi(profile, device.name, ssid, passphrase)
        except (HotspotError, OSError) as problem:
            self._give_up(problem)
            return
        self._access = Hotspot("on", ssid, passphrase)

    def _close(self) -> None:
        if self._access is not None and self._access.state != "off":
            self._access = Hotspot("stopping")
        try:
            self._undo()
        except HotspotError as problem:
            self._give_up(problem)
            return
        self._access = Hotspot("off")
        self._find()

    def _check(self) -> None:
        """It may have gone by itself: the hardware was pulled out, somebody closed it elsewhere, it crashed."""
        kept = self._kept()
        if self._access is None or self._access.state != "on" or kept is None:
            return
        with suppress(HotspotError):
            if network_manager.is_open(kept[0]):
                return
        self._give_up(HotspotError("hotspot_ended"))

    def _give_up(self, problem: HotspotError | OSError) -> None:
        """Undo what was begun, and say why; what cannot be undone now is undone at the next start."""
        with suppress(HotspotError):
            self._undo()
        reason = problem.reason if isinstance(problem, HotspotError) else problem.strerror or str(problem)
        logging.getLogger(__name__).warning("no own Wi-Fi: %s", reason)
        self._wanted = False
        self._access = Hotspot("off", trouble=reason)

    def _undo(self) -> None:
        """Close what this program, or one before that crashed, has opened, and bring back what was there before.

        Raises `HotspotError`: it may still be open.
        """
        kept = self._kept()
        if kept is None:
            return
        profile, before = kept
        try:
            network_manager.close_wifi(profile)
        except HotspotError as problem:
            if not problem.unknown:
                raise
        if before:
            with suppress(HotspotError):
                network_manager.connect(before)
        with suppress(OSError):
            self._file.unlink()

    def _remember(self, profile: str, before: str) -> None:
        """Written before anything is opened: a crash in between leaves a name to close, not a Wi-Fi that stays."""
        make_folder(self._folder)
        write_durably(self._file, json.dumps({"profile": profile, "before": before}).encode(), mode=0o600)

    def _kept(self) -> tuple[str, str] | None:
        try:
            row = read_json(self._file.read_bytes(), dict[str, str])
            return row["profile"], row["before"]
        except (OSError, NotUnderstoodError, KeyError):
            return None


def _usable_device() -> WifiDevice:
    """The hardware for the Wi-Fi. Raises `HotspotError`."""
    device = network_manager.wifi_device()
    if device is None:
        raise HotspotError("hotspot_no_wifi")
    return device
