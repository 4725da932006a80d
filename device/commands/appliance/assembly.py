"""The parts of the appliance that `run` and `demo` share, opened as the arguments and settings ask."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from device.commands.appliance.splash import window_shape
from device.journal.journal import JOURNAL, Journal
from device.panel.screen import Screen
from device.settings.settings import state_directory
from device.sound import Announcer, Speaker
from display.drawing.theme import THEMES
from display.menu.main import information
from display.menu.setup import first_start
from display.messages.events import Booked, Cleared, GameOpened, GameStarted
from display.window import Window
from vision.kit.boxes import FURTHER_SETS, SETS, box

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from device.app.connections import EventListener
    from device.perception.pipeline import SceneReader
    from device.perception.rig import Rig
    from device.reporting.output import Output
    from device.session.session import Session
    from device.settings.preferences import Preferences
    from device.settings.settings import Settings
    from display.messages.events import Event
    from display.messages.questions import Notice


def open_journal(settings: Settings, stack: ExitStack) -> Journal:
    """The journal of all games."""
    return stack.enter_context(closing(Journal(state_directory(settings) / JOURNAL)))


def open_screen(
    args: argparse.Namespace, settings: Settings, output: Output, stack: ExitStack, *, appliance: bool = False
) -> Screen | None:
    """The screen, filled unless `--window` or the settings say otherwise. None with `--headless`, and where none opens.

    `appliance`: it stays to be opened again later if none opens now.
    """
    if args.headless:
        return None
    shape, language, hold = window_shape(args, settings), settings.screen.language, settings.buttons.hold
    screen = Screen(
        lambda: Window(
            shape.size,
            fullscreen=shape.fullscreen,
            language=language,
            hold=hold,
            rotate=shape.rotate,
            theme=THEMES[settings.screen.theme],
            marks=settings.buttons.marks,
        )
    )
    if screen.error:
        output.complain("screen.none", reason=output.words.error(screen.error))
    return stack.enter_context(screen) if screen.up or appliance else None


def open_announcer(preferences: Preferences, stack: ExitStack) -> Announcer:
    """Sounds and the voice."""
    sound = preferences.settings.sound
    return Announcer(stack.enter_context(Speaker(sound.volume, output=sound.output)), preferences)


def notice_printer(output: Output, screen: Screen | None) -> Callable[[Notice], None] | None:
    """Prints notices on standard error if there is no screen to show them."""
    return output.print_notice if screen is None else None


def warn_if_not_saved(journal: Journal | None, output: Output) -> None:
    """Print that nothing is saved, if so, although the screen says it too."""
    if journal is not None and journal.lasting is not None:
        output.print_notice(journal.lasting)


def camera_is_shown(screen: Screen | None) -> Callable[[], bool]:
    """Returns a function that tells whether the camera's view is on the screen now."""
    return lambda: screen is not None and information.is_camera_page_open(screen.position.opened)


def focus_is_shown(screen: Screen | None) -> Callable[[], bool]:
    """Returns a function that tells whether somebody watches on the screen how sharp the picture is now."""
    return lambda: screen is not None and first_start.is_focus_page_open(screen.position.opened)


def seat_keeper(scene_reader: SceneReader) -> EventListener:
    """A listener that keeps the seats where they are while a game is on."""

    def listen(event: Event, session: Session) -> None:  # noqa: ARG001  required by the protocol
        match event:
            case GameStarted() | GameOpened() | Booked():
                scene_reader.start_game()
            case Cleared():
                scene_reader.end_game()

    return listen


def card_namer(rig: Rig) -> EventListener:
    """A listener that says which copies of cards may lie on the table, to what knows cards there by their pictures."""

    def listen(event: Event, session: Session) -> None:  # noqa: ARG001  required by the protocol
        game = session.game
        if game is None:
            rig.in_play.playable, rig.in_play.recorded = None, frozenset()
            return
        cards = box(rig.codebook, game.setup.edition, (*SETS, *FURTHER_SETS))
        rig.in_play.playable = frozenset(
            card.code for card in cards if (card.players or 0) <= len(game.cities) and card.age in (None, game.age)
        )
        rig.in_play.recorded = frozenset(entry.code for entry in session.entries if entry.code is not None)

    return listen
