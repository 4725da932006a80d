"""Focus and exposure of a Raspberry Pi camera: let them find the table, then hold them.

Hunting autofocus and breathing exposure spoil reading, and a table does not move. Works on the metadata that comes with
each picture and answers with the controls to set; waits for nothing, so that the view can be shown meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

Controls = dict[str, object]

MANUAL, AUTO = 0, 1  # libcamera's AfMode
START = 0  # AfTrigger
IDLE, FOCUSED, FAILED = 0, 2, 3  # AfState
CONVERGED = 2  # AeState; libcamera before 0.5 says AeLocked instead

SETTLED_FOR = 0.5
"""s for which the exposure must say that it is settled."""
PATIENCE = 6.0
"""s after which focus and exposure are held as they are."""
LIGHT_CHANGED = 0.4
"""Share by which the picture's brightness must differ, for `CHANGED_FOR` seconds, before exposure settles anew."""
CHANGED_FOR = 3.0


class Settling:
    """One camera's way from start to steady; `known` are the names of the controls it has."""

    def __init__(self, known: Collection[str], focus: float | str = "auto") -> None:
        self._known = known
        self._focus = focus
        self._begin()

    def _begin(self) -> None:
        self._began: float | None = None
        self._settled_since: float | None = None
        self._changed_since: float | None = None
        self._steady_brightness: float | None = None
        self._focusing = "AfMode" in self._known and self._focus == "auto"
        self._triggered = False
        self._exposing = True

    @property
    def steady(self) -> bool:
        """Focus and exposure are held."""
        return not self._focusing and not self._exposing

    def first(self) -> Controls:
        """What to set when the camera starts."""
        if "AfMode" not in self._known:
            return {}
        if self._focus == "auto":
            return {"AfMode": AUTO, "AfTrigger": START}
        return {"AfMode": MANUAL, "LensPosition": float(self._focus)}

    def again(self) -> Controls:
        """What to set for it to find the table anew."""
        self._begin()
        return self._freed() | self.first()

    def see(self, metadata: Mapping[str, object], brightness: float, now: float) -> Controls:
        """What to set after a picture of this mean brightness (0 to 255); mostly nothing. `now` in s."""
        if self._began is None:
            self._began = now
        late = now - self._began >= PATIENCE
        if self.steady:
            return self._watch_light(brightness, now)
        controls: Controls = {}
        if self._focusing and not self._triggered:
            self._triggered = True
            return self.first() if metadata.get("AfState") == IDLE else {}  # one that comes with the start may be lost
        if self._focusing and (late or metadata.get("AfState") in {FOCUSED, FAILED}):
            controls |= self._hold_focus(metadata)
        if self._exposing and not self._focusing and (late or self._is_exposed(metadata, now)):
            controls |= self._hold_exposure(metadata, brightness)
        return controls

    def _is_exposed(self, metadata: Mapping[str, object], now: float) -> bool:
        if not metadata.get("AeLocked") and metadata.get("AeState") != CONVERGED:
            self._settled_since = None
            return False
        if self._settled_since is None:
            self._settled_since = now
        return now - self._settled_since >= SETTLED_FOR

    def _hold_focus(self, metadata: Mapping[str, object]) -> Controls:
        """The lens where it is: a search that failed has put it back to a sensible place."""
        self._focusing = False
        if "LensPosition" not in metadata:
            return {}
        return {"AfMode": MANUAL, "LensPosition": metadata["LensPosition"]}

    def _hold_exposure(self, metadata: Mapping[str, object], brightness: float) -> Controls:
        self._exposing = False
        self._steady_brightness = brightness
        wanted = {name: metadata[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in metadata}
        held: Controls = {"AeEnable": False, **wanted}
        return {name: value for name, value in held.items() if name in self._known}

    def _watch_light(self, brightness: float, now: float) -> Controls:
        """Somebody switched the lamp: settle anew. A hand or a dark cloth is not that much, or not that long."""
        steady = self._steady_brightness or 1.0
        if abs(brightness - steady) < LIGHT_CHANGED * steady:
            self._changed_since = None
            return {}
        if self._changed_since is None:
            self._changed_since = now
        if now - self._changed_since < CHANGED_FOR:
            return {}
        self._exposing, self._began, self._settled_since, self._changed_since = True, now, None, None
        return self._freed()

    def _freed(self) -> Controls:
        free: Controls = {"ExposureTime": 0, "AnalogueGain": 0.0, "AeEnable": True, "AwbEnable": True}
        return {name: value for name, value in free.items() if name in self._known}
