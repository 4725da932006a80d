"""Pages to change settings on the screen. A change takes effect at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from display.menu.page import Menu, Option, Page, Tile
from display.menu.setup.first_start import OUTPUT, FocusPage, LanguagePage, LoudspeakerPage, output_name
from display.messages.intents import Change
from display.table_state import TableState
from display.words import line

VOLUMES = (0.25, 0.5, 0.75, 1.0)
SWITCH: tuple[bool | str, ...] = (False, True)
VOICES = (*SWITCH, "plays")
"""What the voice says: nothing, questions and results, or also what everybody plays."""
NAMED: Mapping[tuple[str, object], str] = {("sound.voice", True): "voice_on", ("sound.voice", "plays"): "voice_plays"}
"""What a value of a setting is called, where it is not "on" or "off" or by its own name."""


@dataclass(frozen=True, slots=True)
class SettingsPage(Page):
    """Settings of the screen, sound, the game and the rig: a column each. Switches that are on are marked."""

    def menu(self, state: TableState) -> Menu:
        return Menu(line("menu.settings"), (*_screen(state), *_sound(state), *_play(state), *_rig(state)))


@dataclass(frozen=True, slots=True)
class ScreenPage(Page):
    """How the screen looks, and how it lies."""

    def menu(self, state: TableState) -> Menu:
        shown = (
            _setting(state, "screen.text", "info", ("normal", "large"), then=self),
            _setting(state, "screen.theme", "sun", ("dark", "light"), then=self),
            _setting(state, "screen.flat", "flat", then=self),
            _setting(state, "screen.upside_down", "redo", then=self),
        )
        return Menu(line("menu.settings.screen"), shown)


def _screen(state: TableState) -> tuple[Option, ...]:
    spoken = line(f"language.{state.settings.get('screen.language')}")
    language = Tile(line("menu.settings.language"), spoken, icon="globe")
    return (
        Option(language, leads_to=LanguagePage(SettingsPage()), group="screen"),
        Option(Tile(line("menu.settings.screen"), icon="flat"), leads_to=ScreenPage(), group="screen"),
        _setting(state, "play.live_scores", "laurel", group="screen"),
    )


def _sound(state: TableState) -> tuple[Option, ...]:
    name = output_name(str(state.settings.get(OUTPUT, "")))
    output = Tile(line("menu.settings.output"), name, icon="loudspeaker")
    return (
        _setting(state, "sound.effects", "loudspeaker", group="sound"),
        _setting(state, "sound.voice", "speech", VOICES, group="sound"),
        _setting(state, "sound.volume", "loudspeaker", VOLUMES, group="sound"),
        Option(output, leads_to=LoudspeakerPage(SettingsPage()), group="sound"),
    )


def _play(state: TableState) -> tuple[Option, ...]:
    return (
        _setting(state, "play.leaders", "mark.white", group="play"),
        _setting(state, "play.cities", "mark.black", group="play"),
        _setting(state, "play.edition", "card", ("first", "second"), group="play"),
        _setting(state, "play.auto", "play", group="play"),
        _setting(state, "play.prefer", "coin", ("left", "right"), group="play"),
    )


def _rig(state: TableState) -> tuple[Option, ...]:
    if state.game is not None or state.without_camera:  # the rig cannot change during a game
        return ()
    icon = "station" if state.settings.get("play.rig") == "station" else "camera"
    rig = _setting(state, "play.rig", icon, ("table", "station"), group="rig")
    return rig, Option(Tile(line("menu.settings.focus"), icon="camera"), leads_to=FocusPage(), group="rig")


def _setting(
    state: TableState,
    setting: str,
    icon: str,
    values: tuple[bool | float | str, ...] = SWITCH,
    *,
    group: str = "",
    then: Page | None = None,
) -> Option:
    """A setting; choosing it takes the next one of its values and opens `then`. If it cannot work, its note says why.

    What is on is marked as chosen.
    """
    now, problem = state.settings.get(setting, values[0]), state.setting_problems.get(setting)
    following = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
    name = setting.partition(".")[2]
    said = NAMED.get((setting, now)) or (("off", "on")[now] if isinstance(now, bool) else now)
    note = line(problem or f"menu.settings.{said}")
    if isinstance(now, float):
        note = line("menu.settings.percent", percent=round(now * 100))
    tile = Tile(
        line(f"menu.settings.{name}"), note, icon=icon, dim=problem is not None, chosen=bool(now) and values[0] is False
    )
    return Option(tile, leads_to=then or SettingsPage(), intent=Change(setting, following), group=group or setting)
