"""Pages to change settings on the screen. A change takes effect at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.messages.intents import Change
from display.menu.page import Menu, Option, Page, Tile
from display.menu.setup.first_start import FocusPage, LanguagePage, rig_icon
from display.menu.setup.loudspeaker import OUTPUT, LoudspeakerPage, output_name
from display.words import Line, line

if TYPE_CHECKING:
    from display.table_state import TableState

VOLUMES = (0.25, 0.5, 0.75, 1.0)
VOLUME = "sound.volume"


@dataclass(frozen=True, slots=True)
class SettingsPage(Page):
    """Settings of the screen, sound, the game and the rig: a column each. Switches that are on are marked."""

    def menu(self, state: TableState) -> Menu:
        """Each setting with its value."""
        return Menu(line("menu.settings"), (*_screen(state), *_sound(state), *_play(state), *_rig(state)))


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
        _switch(state, "play.live_scores", "laurel", "screen"),
        _switch(state, "screen.flat", "flat", "screen"),
        _switch(state, "screen.upside_down", "redo", "screen"),
    )


def _sound(state: TableState) -> tuple[Option, ...]:
    loud = state.settings.get(VOLUME)
    percent = round(loud * 100) if isinstance(loud, float) else 0
    volume = Tile(line("menu.settings.volume"), line("menu.settings.percent", percent=percent), icon="loudspeaker")
    name = output_name(str(state.settings.get(OUTPUT, "")))
    output = Tile(line("menu.settings.output"), name, icon="loudspeaker")
    return (
        _switch(state, "sound.effects", "loudspeaker", "sound"),
        _switch(state, "sound.voice", "speech", "sound"),
        Option(volume, leads_to=VolumePage(), group="sound"),
        Option(output, leads_to=LoudspeakerPage(SettingsPage()), group="sound"),
    )


def _play(state: TableState) -> tuple[Option, ...]:
    return (
        _switch(state, "play.leaders", "crown", "play"),
        _either(state, "play.edition", ("first", "second"), "card", "play"),
        _switch(state, "play.auto", "play", "play"),
        _either(state, "play.prefer", ("left", "right"), "coin", "play"),
    )


def _rig(state: TableState) -> tuple[Option, ...]:
    if state.game is not None or state.without_camera:  # the rig cannot change during a game
        return ()
    rig = _either(state, "play.rig", ("table", "station"), rig_icon(state), "rig")
    return rig, Option(Tile(line("menu.settings.focus"), icon="camera"), leads_to=FocusPage(), group="rig")


def _switch(state: TableState, setting: str, icon: str, group: str) -> Option:
    """A switch; choosing it toggles it. If it cannot work now, its note says why."""
    on = state.settings.get(setting) is True
    problem = state.setting_problems.get(setting)
    note = line(problem or ("menu.settings.on" if on else "menu.settings.off"))
    tile = Tile(_name(setting), note, icon=icon, dim=problem is not None, chosen=on)
    return Option(tile, leads_to=SettingsPage(), intent=Change(setting, not on), group=group)


def _either(state: TableState, setting: str, values: tuple[str, str], icon: str, group: str) -> Option:
    """A setting with two values; choosing it takes the other one."""
    now = state.settings.get(setting)
    other = values[1] if now == values[0] else values[0]
    tile = Tile(_name(setting), line(f"menu.settings.{now}"), icon=icon)
    return Option(tile, leads_to=SettingsPage(), intent=Change(setting, other), group=group)


def _name(setting: str) -> Line:
    return line(f"menu.settings.{setting.partition('.')[2]}")
