"""`wondertable run`: the appliance."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from device.appliance import Appliance
from device.bgstats import linker
from device.buttons import Buttons
from device.cameras import NO_CAMERA, LiveCamera, is_live, open_camera
from device.commands import demo
from device.commands.parts import (
    Reporter,
    add_recorder,
    add_rig,
    add_screen,
    freezing,
    open_herald,
    open_journal,
    open_recorder,
    open_window,
    resumed,
    sayer,
    tell_scores,
    watching,
)
from device.errors import CalibrationFileError, UnreadableGameError
from device.evening import Evening
from device.events import state_line
from device.eyes import Eyes, LiveEyes, NoEyes, PatientEyes
from device.heartbeat import Heartbeat
from device.lens import Lens, add_lens, lens_of
from device.lights import Buzzer, Lights
from device.names import remembered
from device.preferences import Preferences
from device.rig import ChangingSight, Rig
from device.settings import state_directory
from engine import Phase
from vision.codebook import Codebook
from vision.errors import CalibrationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.appliance import Listener
    from device.eyes import Sees
    from device.journal import Journal
    from device.output import Output
    from device.settings import Settings
    from vision.calibration import Calibration
    from vision.frame import GreyImage


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("run", help="watch the table: camera, buttons, screen")
    parser.add_argument(
        "--camera", metavar="SPEC", help="picamera2, v4l2:N, film:FILE, files:DIR, simulated or none; else as it is set"
    )
    parser.add_argument("--fps", type=_rate, metavar="F", help="pictures a second")
    parser.add_argument("--auto", action="store_true", help="ADVANCE presses itself where nothing is in doubt")
    parser.add_argument("--new", action="store_true", help="leave an unfinished game unfinished and begin another one")
    add_recorder(parser)
    add_rig(parser)
    add_lens(parser)
    add_screen(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Watch the table until the window is closed or the film is over.

    Films and folders are not kept in the journal unless they go on with a game that is there: they can be shown again.
    """
    spec = args.camera or ("simulated" if args.resume and _was_made_up(settings) else settings.camera.spec)
    if spec == "simulated":
        return demo.run(argparse.Namespace(**{"players": 4, "seed": 1, "fast": False} | vars(args)), settings, output)
    live = is_live(spec) or spec == NO_CAMERA
    with ExitStack() as stack:
        codebook, sizes = Codebook.load(), settings.table.kit_sizes()
        window = open_window(args, settings, output, stack, whole=live)
        heartbeat = Heartbeat()
        insist = not (window and window.up) and not heartbeat.heard  # a service waits for what is not there yet
        settings = _as_told(args, settings)
        rig = Rig(settings.play.rig, args.kit or settings.table.kit, codebook, sizes)
        watched = watching(window)
        looks = partial(Rig.sight, previews=window is not None, lens=_lens(args, settings, output), watched=watched)
        first = looks(rig)
        sight = ChangingSight(first)
        eyes = stack.enter_context(closing(_eyes(spec, args.fps, settings, sight, insist=insist)))
        journal = open_journal(settings, stack) if live or args.resume else None
        preferences = Preferences(settings, state_directory(settings) if live else None)
        play = settings.play
        evening = Evening(rig.umpire(), play.auto, play.prefer, window is not None, play.leaders, rig.setup())
        game_id = None
        if journal and not args.new:
            evening, game_id = _taken_up(evening, journal, sight, output)
        evening = Appliance(
            eyes,
            evening,
            journal=journal,
            game_id=game_id,
            options={"prefer": settings.play.prefer},
            known=remembered(journal) if journal else (),
            window=window,
            buttons=stack.enter_context(Buttons(settings.buttons)) if live else None,
            lights=stack.enter_context(closing(Lights(settings.lights))) if live else None,
            preferences=preferences,
            rigs=lambda name: _turned(replace(rig, name=name), looks, sight),
            herald=open_herald(preferences, stack) if live or window else None,
            listeners=(
                Reporter(output),
                freezing(sight),
                *_buzzers(settings, stack, live=live),
                *open_recorder(args.record, first, output, stack, patient=not live),
            ),
            say=sayer(output, None if heartbeat.heard else window),
            heartbeat=heartbeat,
            links=linker(journal, lambda: preferences.settings.screen.language),
            live=live,
        ).run()
    if evening.game is not None:
        if evening.game.phase is Phase.OVER:
            tell_scores(evening.game, output)
        output.line(state_line(evening.game))
    return 0


def _turned(rig: Rig, looks: Callable[[Rig], Sees], sight: ChangingSight) -> Rig:
    """The rig that was set up on the screen; the camera's next picture is seen in its way."""
    sight.turn_to(looks(rig))
    return rig


def _buzzers(settings: Settings, stack: ExitStack, *, live: bool) -> tuple[Listener, ...]:
    return (stack.enter_context(closing(Buzzer(settings.lights))),) if live else ()


def _as_told(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings for this evening: what the command line says goes before what is kept."""
    play = settings.play
    told = {"auto": args.auto or play.auto, "leaders": args.leaders or play.leaders, "rig": args.rig or play.rig}
    play = msgspec.structs.replace(play, **told)
    return msgspec.structs.replace(settings, play=play)


def _lens(args: argparse.Namespace, settings: Settings, output: Output) -> Callable[[GreyImage], Calibration | None]:
    """What bends a picture. A calibration that was not asked for and will not do stops nobody: it is said."""
    live = is_live(args.camera or settings.camera.spec)
    try:
        lens = lens_of(args.calibration, settings, own_camera=live)
    except CalibrationFileError as error:
        if args.calibration:
            raise
        output.fail(error)
        lens = Lens()

    def bends(image: GreyImage) -> Calibration | None:
        try:
            return lens.of(image)
        except CalibrationError as error:
            output.fail(error)
            return None

    return bends


def _taken_up(evening: Evening, journal: Journal, sight: Sees, output: Output) -> tuple[Evening, int | None]:
    """The evening of the unfinished game and its id, if there is one. One that cannot be read does not stop anybody."""
    game_id = _unfinished(journal)
    if game_id is None:
        return evening, None
    try:
        evening = resumed(evening, journal, game_id)
    except UnreadableGameError as error:  # an appliance that nobody administers begins anew instead
        output.fail(error)
        return evening, None
    sight.begin()
    return evening, game_id


def _unfinished(journal: Journal) -> int | None:
    """The game to go on with; a made-up one is for nobody at a real table."""
    game_id = journal.open_game()
    return None if game_id is None or "demo" in journal.game(game_id).options else game_id


def _was_made_up(settings: Settings) -> bool:
    """Whether the unfinished game is a demonstration's."""
    with ExitStack() as stack:
        journal = open_journal(settings, stack)
        game_id = journal.open_game()
        return game_id is not None and "demo" in journal.game(game_id).options


def _eyes(spec: str, fps: float | None, settings: Settings, sight: Sees, *, insist: bool) -> Eyes:
    if spec == NO_CAMERA:
        return NoEyes()
    if is_live(spec):
        return LiveEyes(LiveCamera(lambda: open_camera(spec, settings.camera, fps)), sight, insist=insist)
    return PatientEyes(open_camera(spec, settings.camera, fps), sight)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0 < rate <= 120:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 120 pictures a second")
    return rate
