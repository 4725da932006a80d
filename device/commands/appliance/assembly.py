"""The parts of the appliance that `run` and `demo` share, opened as the arguments and settings ask."""

import argparse
import logging
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from device.app.connections import EventListener
from device.commands.appliance.splash import window_shape
from device.feature import features, part
from device.journal.journal import JOURNAL, Journal
from device.panel.screen import Screen
from device.perception.pipeline import SceneReader
from device.perception.rig import KnownCards
from device.reporting.output import Output
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import Settings, state_directory
from device.sound import Announcer, Speaker
from display.drawing.theme import THEMES
from display.menu.main import main_menu
from display.menu.setup import first_start
from display.messages.events import Booked, Cleared, Event, GameOpened, GameStarted
from display.window import Window
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes


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
    return stack.enter_context(closing(screen)) if screen.up or appliance else None


def known_cards(pictures: Path, codebook: Codebook, sizes: KitSizes) -> KnownCards | None:
    """What knows the owner's cards without stickers, if a feature does."""
    for feature in features():
        if feature.knows_cards:
            try:
                known: KnownCards = part(feature.knows_cards)(pictures, codebook, sizes)
            except Exception as problem:  # stickers are read whatever it does
                logging.getLogger(__name__).warning("the feature %s knows no cards: %r", feature.name, problem)
            else:
                return known
    return None


def open_announcer(preferences: Preferences, stack: ExitStack) -> Announcer:
    """Sounds and the voice."""
    sound = preferences.settings.sound
    return Announcer(stack.enter_context(closing(Speaker(sound.volume, output=sound.output))), preferences)


def warn_if_not_saved(journal: Journal | None, output: Output) -> None:
    """Print that nothing is saved, if so, although the screen says it too."""
    if journal is not None and journal.lasting is not None:
        output.print_notice(journal.lasting)


def camera_is_shown(screen: Screen | None) -> Callable[[], bool]:
    """Returns a function that tells whether the camera's view is on the screen now."""
    return lambda: screen is not None and main_menu.is_camera_page_open(screen.position.opened)


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
