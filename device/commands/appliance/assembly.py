"""The parts of the appliance that `run` and `demo` share, opened as the arguments and settings ask."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from device.captures.recorder import Recorder
from device.commands.appliance.splash import window_shape
from device.durable_file import make_folder
from device.errors import OutputFileError
from device.journal.journal import JOURNAL, Journal
from device.panel.screen import Screen
from device.perception.kit_check import KitCheckSceneReader
from device.perception.pipeline import TableSceneReader
from device.photographs.live_table import LiveTable
from device.reporting.enrolment import EnrolmentOnScreen, EnrolmentRequests, LiveEnrolment
from device.reporting.sticker_words import LiveKitCheck
from device.settings.settings import state_directory
from device.sound import Announcer, Speaker
from device.umpire.station import StationUmpire
from display.drawing.theme import THEMES
from display.menu.main import information
from display.menu.main.enrolment import is_enrolment_open
from display.menu.main.kit_check import is_kit_check_open
from display.menu.setup import first_start
from display.messages.events import Booked, Cleared, GameOpened, GameStarted, TurnClosed
from display.window import Window
from vision.kit.boxes import FURTHER_SETS, SETS, box
from vision.kit.codebook import Codebook
from vision.kit.symbols import Symbology
from vision.reading.reader import Reader
from vision.symbologies import finders, of_kit

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from device.app.connections import EventListener, TableScorer
    from device.perception.card_pictures import LentPictures
    from device.perception.pipeline import SceneReader
    from device.perception.rig import Rig
    from device.reporting.output import Output
    from device.session.session import Session
    from device.settings.preferences import Preferences
    from device.settings.settings import Settings
    from display.messages.events import Event
    from display.messages.questions import Notice
    from vision.frame import GreyImage
    from vision.lens.calibration import Calibration


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


def table_scorer(rig: Rig, *, wait: bool, lens: Callable[[GreyImage], Calibration | None] | None = None) -> TableScorer:
    """Scores the table that lies before the camera. `wait`: the camera waits until its picture is read."""
    codes = rig.codebook.codes
    also = finders([symbology for symbology in of_kit(rig.kit) if symbology is not Symbology.FIDUCIAL], codes)
    return LiveTable(Reader(rig.codebook), rig.codebook, rig.sizes, also=also, lens=lens, wait=wait)


def open_announcer(preferences: Preferences, stack: ExitStack) -> Announcer:
    """Sounds and the voice."""
    sound = preferences.settings.sound
    return Announcer(stack.enter_context(Speaker(sound.volume, output=sound.output)), preferences)


def open_recorder(
    folder: Path | None, scene_reader: SceneReader, output: Output, stack: ExitStack, *, wait: bool
) -> tuple[Recorder, ...]:
    """The recorder, if `--record` asks for it. `wait`: let the camera wait until the pictures are written.

    At a station nothing is recorded: its pictures show cards on their way to the mat.

    Raises:
        OutputFileError: nothing can be written into the folder.
    """
    if folder is None:
        return ()
    if not isinstance(scene_reader, TableSceneReader):
        output.complain("record.table_only")
        return ()
    _check_writable(folder)
    recorder = Recorder(folder, finders(of_kit("fiducial"), Codebook.load().codes), wait=wait)
    scene_reader.listener = recorder.note_frame
    return (stack.enter_context(closing(recorder)),)


def _check_writable(folder: Path) -> None:
    """Fail now, not at the first question."""
    try:
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"a picture")
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(folder), reason=error.strerror) from error


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


def kit_check_is_shown(screen: Screen | None) -> Callable[[], bool]:
    """Returns a function that tells whether a kit check goes on on the screen."""
    return lambda: screen is not None and is_kit_check_open(screen.position.opened)


def with_kit_check(reader: SceneReader, rig: Rig, preferences: Preferences, screen: Screen | None) -> SceneReader:
    """The same reader; while the page of the kit check is open, pictures go to a kit check."""
    looking = finders(of_kit(rig.kit), rig.codebook.codes)

    def begin() -> LiveKitCheck:
        chosen = preferences.settings
        return LiveKitCheck(
            rig.codebook, looking, rig.sizes, edition=chosen.play.edition, language=chosen.screen.language
        )

    return KitCheckSceneReader(reader, begin, kit_check_is_shown(screen))


def with_enrolment(
    reader: SceneReader, rig: Rig, preferences: Preferences, screen: Screen | None, requests: EnrolmentRequests
) -> SceneReader:
    """The same reader; while the page of the owner's cards is open somewhere, pictures go to their enrolment."""
    if (folder := rig.pictures) is None:
        return reader

    def is_open() -> bool:
        return requests.is_open or (screen is not None and is_enrolment_open(screen.position.opened))

    def begin() -> EnrolmentOnScreen:
        chosen = preferences.settings
        sets = (*(SETS if chosen.play.leaders else SETS[:1]), *chosen.play.expansions)
        language = chosen.screen.language
        live = LiveEnrolment(rig.codebook, rig.sizes, folder, edition=chosen.play.edition, sets=sets, language=language)
        return EnrolmentOnScreen(live, requests, language)

    return KitCheckSceneReader(reader, begin, is_open)


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


def picture_lender(lent: LentPictures, are_phones_on: Callable[[], bool]) -> EventListener:
    """A listener that lends the owner's pictures to the reader of photographs, at each turn of a station's game."""

    def listen(event: Event, session: Session) -> None:
        if isinstance(session.umpire, StationUmpire) and isinstance(
            event, GameStarted | GameOpened | TurnClosed | Booked
        ):
            if are_phones_on():
                lent.renew()
            else:
                lent.close()

    return listen
