"""The appliance: camera, buttons, screen, journal and main loop, put together as arguments and settings ask."""

import argparse
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import cached_property

import msgspec

from device.app.chair_player import ChairPlayer
from device.app.connections import EventListener, Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.app.running_features import Appliance, RunningFeatures
from device.app.service import Watchdog, stop_on_sigterm, switch_off
from device.cameras import NO_CAMERA, LiveCamera, is_live, open_camera
from device.cameras.present import cameras_here
from device.commands.appliance.assembly import (
    camera_is_shown,
    focus_is_shown,
    known_cards,
    open_announcer,
    open_journal,
    open_screen,
    seat_keeper,
    warn_if_not_saved,
)
from device.commands.appliance.options import given_options, with_options
from device.errors import CalibrationFileError, CameraError, UnreadableGameError
from device.journal.archive import known_players, resumed
from device.journal.journal import Journal
from device.panel.pins import Buttons, Buzzer, Lights
from device.perception.lens_calibration import LensCalibration, lens_of
from device.perception.pipeline import LivePipeline, NoCameraPipeline, Pipeline, SceneReader, SequentialPipeline
from device.perception.rig import Rig, SwitchableSceneReader
from device.reporting.json_lines import state_line
from device.reporting.output import Output
from device.reporting.sentences import Reporter, print_scores
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import Settings, pictures_directory, state_directory
from engine import Phase
from vision.errors import CalibrationError
from vision.frame import GreyImage
from vision.kit.codebook import Codebook
from vision.lens.calibration import Calibration

FAILED = 1


def run_appliance(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Watch the table until the window is closed or the film is over.

    A game read from a film or a folder is stored only with `--resume`: the pictures can be read again.
    """
    spec = args.camera or ("simulated" if args.resume and _open_game_is_demo(settings) else settings.camera.spec)
    if spec == "simulated":
        from device.commands.appliance.demonstration import play_demonstration  # noqa: PLC0415  only this needs it

        return play_demonstration(args, settings, output)
    with ExitStack() as stack:
        appliance = _Appliance(args, settings, output, spec, stack).main_loop()
        stack.enter_context(stop_on_sigterm(appliance.stop))
        try:
            session = appliance.run()
        except CameraError as error:
            output.fail(error)
            output.print_cameras(cameras_here())
            return FAILED
    if session.game is not None:
        if session.game.phase is Phase.OVER:
            print_scores(session.game, output)
        output.line(state_line(session.game))
    if appliance.shut_down:
        switch_off()
    return 0


class _Appliance:
    """Puts the appliance together. `spec`: the camera. `stack` closes the parts in the end."""

    def __init__(
        self, args: argparse.Namespace, settings: Settings, output: Output, spec: str, stack: ExitStack
    ) -> None:
        self._args, self._output, self._spec, self._stack = args, output, spec, stack
        self._live = is_live(spec) or spec == NO_CAMERA
        self._settings = _with_arguments(args, settings)
        self._screen = open_screen(args, settings, output, stack, appliance=self._live)
        self._watchdog = Watchdog()
        self._preferences = Preferences(self._settings, state_directory(settings) if self._live else None)
        self._journal = open_journal(settings, stack) if self._live or args.resume else None
        codebook, sizes = Codebook.load(), settings.table.kit_sizes()
        kit, pictures = self._settings.table.kit, pictures_directory(settings)
        known = known_cards(pictures, codebook, sizes)
        self._rig = Rig(self._settings.play.rig, kit, codebook, sizes, pictures, known)
        self._lens = _lens(args, self._settings, output)
        self._unreadable = False

    def main_loop(self) -> MainLoop:
        """The main loop with everything connected; it continues the unfinished game if there is one."""
        inputs = self._inputs()
        session, game_id = self._session()
        return MainLoop(session, inputs, self._outputs(), self._storage(game_id))

    def _inputs(self) -> Inputs:
        pipeline = self._stack.enter_context(closing(self._pipeline()))
        buttons = self._stack.enter_context(closing(Buttons(self._settings.buttons))) if self._live else None
        return Inputs(
            pipeline,
            buttons,
            self._switch_rig,
            self._switch_camera,
            self._live,
            chair=ChairPlayer(),
        )

    def _outputs(self) -> Outputs:
        screen, live, stack = self._screen, self._live, self._stack
        print_notice = None if screen and not self._watchdog.heard else self._output.print_notice
        if print_notice is None:
            warn_if_not_saved(self._journal, self._output)
        return Outputs(
            screen=screen,
            lights=stack.enter_context(closing(Lights(self._settings.lights))) if live else None,
            announcer=open_announcer(self._preferences, stack) if live or screen else None,
            listeners=self._listeners(),
            print_notice=print_notice,
            print_fault=self._output.print_fault,
            watchdog=self._watchdog,
            features=self._features,
        )

    def _storage(self, game_id: int | None) -> Storage:
        journal, preferences = self._journal, self._preferences
        return Storage(
            journal=journal,
            game_id=game_id,
            unreadable=self._unreadable,
            preferences=preferences,
            known_names=known_players(journal) if journal else (),
        )

    @cached_property
    def _features(self) -> RunningFeatures:
        appliance = Appliance(
            self._preferences,
            self._journal,
            state_directory(self._settings),
            self._live,
            config=self._args.config,
            given=given_options(self._args),
            rig=self._rig,
            lens=self._lens,
            has_screen=self._screen is not None,
            complain=self._output.complain,
        )
        return self._stack.enter_context(closing(RunningFeatures(appliance)))

    @cached_property
    def _scene_reader(self) -> SwitchableSceneReader:
        return SwitchableSceneReader(self._scene_reader_of(self._rig))

    def _scene_reader_of(self, rig: Rig) -> SceneReader:
        shown = camera_is_shown(self._screen)
        previews, listener = self._screen is not None, self._features.watch
        return rig.scene_reader(previews=previews, lens=self._lens, camera_is_shown=shown, listener=listener)

    def _switch_rig(self, name: str) -> Rig:
        """The rig that was chosen on the screen; pictures are read for it from the next one on."""
        rig = replace(self._rig, name=name)
        self._scene_reader.switch_to(self._scene_reader_of(rig))
        return rig

    def _switch_camera(self, spec: str) -> None:
        """Open this camera from the next attempt on."""
        self._spec = spec

    def _pipeline(self) -> Pipeline:
        camera, fps, spec = self._settings.camera, self._args.fps, self._spec
        if spec == NO_CAMERA:
            return NoCameraPipeline()
        if not is_live(spec):
            return SequentialPipeline(open_camera(spec, camera, fps), self._scene_reader)
        # Without a screen nobody could play on by hand; a service waits for a camera that comes later.
        camera_needed = not (self._screen and self._screen.up) and not self._watchdog.heard
        live = LiveCamera(lambda: open_camera(self._spec, camera, fps))
        reader, focusing = self._features.reader(self._scene_reader), focus_is_shown(self._screen)
        return LivePipeline(live, reader, camera_needed=camera_needed, keep_focusing=focusing)

    def _session(self) -> tuple[Session, int | None]:
        play, rig = self._settings.play, self._rig
        session = Session(rig.umpire(), play.auto, play.prefer, self._screen is not None, play.leaders, rig.setup())
        session = replace(session, expansions=play.expansions)
        if self._journal is None or self._args.new:
            return session, None
        try:
            return resume_unfinished(session, self._journal, self._scene_reader)
        except UnreadableGameError as error:  # nobody may be there to repair it
            self._output.fail(error)
            self._unreadable = True
            return session, None

    def _listeners(self) -> tuple[EventListener, ...]:
        output, stack = self._output, self._stack
        buzzers = [stack.enter_context(closing(Buzzer(self._settings.lights)))] if self._live else []
        return Reporter(output), seat_keeper(self._scene_reader), *buzzers


def resume_unfinished(session: Session, journal: Journal, scene_reader: SceneReader) -> tuple[Session, int | None]:
    """The session of the unfinished game, and its id, if there is one; a demonstration's game is not continued.

    Raises `UnreadableGameError` if it cannot be read.
    """
    game_id = journal.open_game()
    if game_id is None or journal.game(game_id).is_demo:
        return session, None
    session = resumed(session, journal, game_id)
    scene_reader.start_game()
    return session, game_id


def _open_game_is_demo(settings: Settings) -> bool:
    with ExitStack() as stack:
        journal = open_journal(settings, stack)
        game_id = journal.open_game()
        return game_id is not None and journal.game(game_id).is_demo


def _with_arguments(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings; what the arguments say goes first."""
    settings = with_options(args, settings)
    play = settings.play
    changes = {
        "auto": args.auto or play.auto,
        "leaders": args.leaders or play.leaders,
        "cities": "cities" in args.sets or play.cities,
        "edition": args.edition or play.edition,
        "rig": args.rig or play.rig,
    }
    table = msgspec.structs.replace(settings.table, kit=args.kit or settings.table.kit)
    return msgspec.structs.replace(settings, play=msgspec.structs.replace(play, **changes), table=table)


def _lens(args: argparse.Namespace, settings: Settings, output: Output) -> Callable[[GreyImage], Calibration | None]:
    """Returns a function from a picture to its calibration. A stored one that does not fit is reported and left out.

    Raises `CalibrationFileError` if the calibration that `--calibration` names cannot be read.
    """
    live = is_live(args.camera or settings.camera.spec)
    try:
        lens = lens_of(args.calibration, settings, own_camera=live)
    except CalibrationFileError as error:
        if args.calibration:
            raise
        output.fail(error)
        lens = LensCalibration()

    def calibration_of(image: GreyImage) -> Calibration | None:
        try:
            return lens.of(image)
        except CalibrationError as error:
            output.fail(error)
            return None

    return calibration_of
