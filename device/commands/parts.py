"""What `run` and `demo` are put together from."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from device.captures.recorder import Recorder
from device.errors import OutputFileError
from device.journal.journal import JOURNAL, Journal
from device.messages.events import Booked, Cleared, GameStarted
from device.panel.screen import Screen
from device.perception.pipeline import TableSceneReader
from device.settings.settings import state_directory
from device.sound import Announcer, Speaker
from display.menu import camera
from display.menu.setup import first_start
from display.window import Window
from vision.kit.codebook import Codebook
from vision.symbologies import finders, of_kit

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from device.app.main_loop import EventListener
    from device.messages.events import Event
    from device.messages.questions import Notice
    from device.perception.pipeline import SceneReader
    from device.reporting.output import Output
    from device.session.session import Session
    from device.settings.preferences import Preferences
    from device.settings.settings import Settings


def add_rig(parser: argparse.ArgumentParser) -> None:
    """The arguments that say what the camera looks at."""
    parser.add_argument("--rig", choices=("table", "station"), help="a camera over the table, or cards shown to it")
    parser.add_argument("--kit", choices=("fiducial", "qr", "both"), help="what is on the stickers")


def add_recorder(parser: argparse.ArgumentParser) -> None:
    """The argument that has the pictures kept that gave rise to questions."""
    parser.add_argument(
        "--record",
        type=Path,
        metavar="DIR",
        help="keep pictures that gave rise to questions, without hands and faces",
    )


def open_recorder(
    folder: Path | None, scene_reader: SceneReader, output: Output, stack: ExitStack, *, patient: bool
) -> tuple[Recorder, ...]:
    """Who keeps pictures, if somebody asked for it; what can be seen on the way to a station is for nobody to keep."""
    if folder is None:
        return ()
    if not isinstance(scene_reader, TableSceneReader):
        output.complain("record.table_only")
        return ()
    _try_out(folder)
    recorder = Recorder(folder, finders(of_kit("fiducial"), Codebook.load().codes), patient=patient)
    scene_reader.witness = recorder.witness
    return (stack.enter_context(closing(recorder)),)


def _try_out(folder: Path) -> None:
    """Somebody who wants pictures kept learns at once that they cannot be, not at the first question.

    Raises:
        OutputFileError: nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"a picture")
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(folder), reason=error.strerror) from error


def add_screen(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that has a screen."""
    parser.add_argument("--headless", action="store_true", help="no screen")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for everything that happens")
    parser.add_argument("--leaders", action="store_true", help="play with the Leaders expansion")
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished game")


def open_window(
    args: argparse.Namespace, settings: Settings, output: Output, stack: ExitStack, *, whole: bool = False
) -> Screen | None:
    """The screen, or the `whole` of it as set; where there is none a word about it, and None for part of a screen."""
    if args.headless:
        return None
    screen = settings.screen
    size = (screen.width, screen.height) if screen.width and screen.height else None
    full, hold = screen.fullscreen and whole, settings.buttons.hold
    found = Screen(lambda: Window(size, fullscreen=full, language=screen.language, hold=hold))
    if found.error:
        output.complain("screen.none", reason=output.words.error(found.error))
    return stack.enter_context(found) if found.up or whole else None


def open_herald(preferences: Preferences, stack: ExitStack) -> Announcer:
    """Sounds and voice, which nobody need hear."""
    return Announcer(stack.enter_context(Speaker(preferences.settings.sound.volume)), preferences)


def open_journal(settings: Settings, stack: ExitStack) -> Journal:
    """The journal of all games."""
    return stack.enter_context(closing(Journal(state_directory(settings) / JOURNAL)))


def sayer(output: Output, window: Screen | None) -> Callable[[Notice], None] | None:
    """Where there is no screen, notices are sentences on standard error."""
    if window is not None:
        return None
    return lambda notice: output.complain(output.words.error_key(notice.key), **notice.placeholders)


def warn(journal: Journal | None, output: Output) -> None:
    """What somebody in front of the terminal has to know even though it is on the screen, too."""
    if journal is not None and journal.lasting is not None:
        output.complain(journal.lasting.key)


def watching(window: Screen | None) -> Callable[[], bool]:
    """What says, picture by picture, whether the camera's view is on the screen."""
    return lambda: window is not None and camera.is_open(window.position.opened)


def focusing(window: Screen | None) -> Callable[[], bool]:
    """What says whether somebody in front of the screen waits for the picture to be sharp."""
    return lambda: window is not None and first_start.is_focusing(window.position.opened)


def freezing(scene_reader: SceneReader) -> EventListener:
    """Keeps the seats as they are from the start of a game to its end."""

    def listen(event: Event, session: Session) -> None:  # noqa: ARG001  a listener hears the state, too
        match event:
            case GameStarted() | Booked():
                scene_reader.begin()
            case Cleared():
                scene_reader.clear()

    return listen
