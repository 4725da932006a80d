"""Lets a Raspberry Pi camera's focus and exposure settle on the table, then holds them.

A table does not move, and an autofocus or exposure that keeps changing spoils reading. `Settling` gets the metadata of
each picture and returns the controls to set. It never waits, so the camera's view can be shown meanwhile.
"""

from collections.abc import Collection, Mapping

Controls = dict[str, object]

MANUAL, AUTO = 0, 1  # libcamera's AfMode
START = 0  # AfTrigger
IDLE, FOCUSED, FAILED = 0, 2, 3  # AfState
CONVERGED = 2  # AeState; libcamera before 0.5 says AeLocked instead

SETTLED_FOR = 0.5
"""s for which the camera must report a settled exposure."""
SETTLE_WITHIN = 6.0
"""s after which focus and exposure are held even if they have not settled."""
LIGHT_CHANGED = 0.4
"""Share by which the picture's brightness must differ, for `CHANGED_FOR` seconds, before the exposure settles again."""
CHANGED_FOR = 3.0


class Settling:
    """Settles one camera. `known` are the names of its controls."""

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
        """True if focus and exposure are held."""
        return not self._focusing and not self._exposing

    def first(self) -> Controls:
        """The controls to set when the camera starts."""
        if "AfMode" not in self._known:
            return {}
        if self._focus == "auto":
            return {"AfMode": AUTO, "AfTrigger": START}
        return {"AfMode": MANUAL, "LensPosition": float(self._focus)}

    def again(self) -> Controls:
        """The controls that make it settle again."""
        self._begin()
        return self._freed() | self.first()

    def see(self, metadata: Mapping[str, object], brightness: float, now: float) -> Controls:
        """The controls to set after a picture of this mean brightness (0 to 255); usually none. `now` in s."""
        if self._began is None:
            self._began = now
        late = now - self._began >= SETTLE_WITHIN
        if self.steady:
            return self._watch_light(brightness, now)
        controls: Controls = {}
        if self._focusing and not self._triggered:
            self._triggered = True
            return self.first() if metadata.get("AfState") == IDLE else {}  # a trigger sent at the start may be lost
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
        """Hold the lens where it is; a failed search leaves it at a usable position."""
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
        """Settle again if a lamp was switched. A hand or a dark cloth changes the light less, or for a shorter time."""
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
