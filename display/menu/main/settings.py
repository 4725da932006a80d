"""Pages to change settings on the screen. A change takes effect at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Option, Page, Tile
from display.menu.setup.first_start import FocusPage, LanguagePage, rig_icon
from display.menu.setup.loudspeaker import OUTPUT, LoudspeakerPage, output_name
from display.messages.intents import Change
from display.words import Line, line

if TYPE_CHECKING:
    from display.table_state import TableState

VOLUMES = (0.25, 0.5, 0.75, 1.0)
VOLUME = "sound.volume"
VOICES: tuple[bool | str, ...] = (False, True, "plays")


@dataclass(frozen=True, slots=True)
class SettingsPage(Page):
    """Settings of the screen, sound, the game and the rig: a column each. Switches that are on are marked."""

    def menu(self, state: TableState) -> Menu:
        """Each setting with its value."""
        return Menu(line("menu.settings"), (*_screen(state), *_sound(state), *_play(state), *_rig(state)))


@dataclass(frozen=True, slots=True)
class ScreenPage(Page):
    """How the screen looks, and how it lies."""

    def menu(self, state: TableState) -> Menu:
        """Size of text, colours, lying flat, upside down."""
        return Menu(
            line("menu.settings.screen"),
            (
                _either(state, "screen.text", ("normal", "large"), "info", group="text", back=self),
                _either(state, "screen.theme", ("dark", "light"), "sun", group="theme", back=self),
                _switch(state, "screen.flat", "flat", group="flat", back=self),
                _switch(state, "screen.upside_down", "redo", group="upside_down", back=self),
            ),
        )


@dataclass(frozen=True, slots=True)
class VolumePage(Page):
    """Asks how loud sounds and voice are."""

    def menu(self, state: TableState) -> Menu:
        """Four volumes."""
        now = state.settings.get(VOLUME)
        return Menu(
            line("menu.settings.volume"),
            tuple(
                Option(
                    Tile(line("menu.settings.percent", percent=round(volume * 100)), chosen=volume == now),
                    leads_to=SettingsPage(),
                    intent=Change(VOLUME, volume),
                )
                for volume in VOLUMES
            ),
        )


def _screen(state: TableState) -> tuple[Option, ...]:
    spoken = line(f"language.{state.settings.get('screen.language')}")
    language = Tile(line("menu.settings.language"), spoken, icon="globe")
    return (
        Option(language, leads_to=LanguagePage(SettingsPage()), group="screen"),
        Option(Tile(line("menu.settings.screen"), icon="flat"), leads_to=ScreenPage(), group="screen"),
        _switch(state, "play.live_scores", "laurel", group="screen"),
    )


def _sound(state: TableState) -> tuple[Option, ...]:
    loud = state.settings.get(VOLUME)
    percent = round(loud * 100) if isinstance(loud, float) else 0
    volume = Tile(line("menu.settings.volume"), line("menu.settings.percent", percent=percent), icon="loudspeaker")
    name = output_name(str(state.settings.get(OUTPUT, "")))
    output = Tile(line("menu.settings.output"), name, icon="loudspeaker")
    return (
        _switch(state, "sound.effects", "loudspeaker", group="sound"),
        _voice(state),
        Option(volume, leads_to=VolumePage(), group="sound"),
        Option(output, leads_to=LoudspeakerPage(SettingsPage()), group="sound"),
    )


def _voice(state: TableState) -> Option:
    """What the voice says: nothing, questions and results, or also what everybody plays; choosing it takes the next."""
    problem, now = state.setting_problems.get("sound.voice"), state.settings.get("sound.voice", False)
    following = VOICES[(VOICES.index(now) + 1) % len(VOICES)] if now in VOICES else False
    said = "menu.settings.off" if not now else "menu.settings.voice_on" if now is True else "menu.settings.voice_plays"
    tile = Tile(_name("sound.voice"), line(problem or said), icon="speech", dim=problem is not None, chosen=bool(now))
    return Option(tile, leads_to=SettingsPage(), intent=Change("sound.voice", following), group="sound")


def _play(state: TableState) -> tuple[Option, ...]:
    return (
        _switch(state, "play.leaders", "mark.white", group="play"),
        _switch(state, "play.cities", "mark.black", group="play"),
        _either(state, "play.edition", ("first", "second"), "card", group="play"),
        _switch(state, "play.auto", "play", group="play"),
        _either(state, "play.prefer", ("left", "right"), "coin", group="play"),
    )


def _rig(state: TableState) -> tuple[Option, ...]:
    if state.game is not None or state.without_camera:  # the rig cannot change during a game
        return ()
    rig = _either(state, "play.rig", ("table", "station"), rig_icon(state), group="rig")
    return rig, Option(Tile(line("menu.settings.focus"), icon="camera"), leads_to=FocusPage(), group="rig")


def _switch(state: TableState, setting: str, icon: str, *, group: str, back: Page | None = None) -> Option:
    """A switch; choosing it toggles it and shows the page `back`. If it cannot work now, its note says why."""
    on = state.settings.get(setting) is True
    problem = state.setting_problems.get(setting)
    note = line(problem or ("menu.settings.on" if on else "menu.settings.off"))
    tile = Tile(_name(setting), note, icon=icon, dim=problem is not None, chosen=on)
    return Option(tile, leads_to=back or SettingsPage(), intent=Change(setting, not on), group=group)


def _either(
    state: TableState, setting: str, values: tuple[str, str], icon: str, *, group: str, back: Page | None = None
) -> Option:
    """A setting with two values; choosing it takes the other one and shows the page `back`."""
    now = state.settings.get(setting)
    other = values[1] if now == values[0] else values[0]
    tile = Tile(_name(setting), line(f"menu.settings.{now}"), icon=icon)
    return Option(tile, leads_to=back or SettingsPage(), intent=Change(setting, other), group=group)


def _name(setting: str) -> Line:
    return line(f"menu.settings.{setting.partition('.')[2]}")
