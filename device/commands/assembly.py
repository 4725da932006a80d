"""The parts of an appliance, as the command line and the settings ask for them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from device.app.main_loop import MainLoop
from device.app.watchdog import Watchdog
from device.cameras import NO_CAMERA, LiveCamera, is_live, open_camera
from device.commands.parts import (
    focusing,
    freezing,
    open_herald,
    open_journal,
    open_recorder,
    open_window,
    sayer,
    warn,
    watching,
)
from device.errors import CalibrationFileError, UnreadableGameError
from device.journal.archive import known_players, resumed
from device.journal.bgstats import linker
from device.panel.buttons import Buttons
from device.panel.lights import Buzzer, Lights
from device.perception.lens_calibration import LensCalibration, lens_of
from device.perception.pipeline import LivePipeline, NoCameraPipeline, Pipeline, SequentialPipeline
from device.perception.rig import Rig, SwitchableSceneReader
from device.reporting.sentences import Reporter
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import state_directory
from vision.errors import CalibrationError
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from contextlib import ExitStack

    from device.app.main_loop import EventListener
    from device.journal.journal import Journal
    from device.perception.pipeline import SceneReader
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from vision.frame import GreyImage
    from vision.lens.calibration import Calibration


class Assembly:
    """Puts an appliance together. `spec`: the camera. What must be closed in the end is closed by `stack`."""

    def __init__(
        self, args: argparse.Namespace, settings: Settings, output: Output, spec: str, stack: ExitStack
    ) -> None:
        self._args, self._output, self._spec, self._stack = args, output, spec, stack
        self._live = is_live(spec) or spec == NO_CAMERA
        self._settings = _as_told(args, settings)
        self._window = open_window(args, settings, output, stack, whole=self._live)
        self._watchdog = Watchdog()
        self._preferences = Preferences(self._settings, state_directory(settings) if self._live else None)
        self._journal = open_journal(settings, stack) if self._live or args.resume else None
        codebook, sizes = Codebook.load(), settings.table.kit_sizes()
        self._rig = Rig(self._settings.play.rig, args.kit or settings.table.kit, codebook, sizes)
        self._lens = _lens(args, self._settings, output)

    def appliance(self) -> MainLoop:
        """Everything, plugged together; goes on with the unfinished game if there is one."""
        settings, live = self._settings, self._live
        pipeline = self._stack.enter_context(closing(self._pipeline()))
        session, game_id = self._session()
        say = sayer(self._output, None if self._watchdog.heard else self._window)
        if say is None:
            warn(self._journal, self._output)
        return MainLoop(
            pipeline,
            session,
            journal=self._journal,
            game_id=game_id,
            options={"prefer": settings.play.prefer},
            known=known_players(self._journal) if self._journal else (),
            window=self._window,
            buttons=self._stack.enter_context(Buttons(settings.buttons)) if live else None,
            lights=self._stack.enter_context(closing(Lights(settings.lights))) if live else None,
            preferences=self._preferences,
            rigs=self._turned,
            announcer=open_herald(self._preferences, self._stack) if live or self._window else None,
            listeners=self._listeners(),
            say=say,
            watchdog=self._watchdog,
            links=linker(self._journal, lambda: self._preferences.settings.screen.language),
            live=live,
        )

    @cached_property
    def _first(self) -> SceneReader:
        return self._looks(self._rig)

    @cached_property
    def _scene_reader(self) -> SwitchableSceneReader:
        return SwitchableSceneReader(self._first)

    def _looks(self, rig: Rig) -> SceneReader:
        return rig.scene_reader(previews=self._window is not None, lens=self._lens, watched=watching(self._window))

    def _turned(self, name: str) -> Rig:
        """The rig that was set up on the screen; the camera's next picture is seen in its way."""
        rig = replace(self._rig, name=name)
        self._scene_reader.turn_to(self._looks(rig))
        return rig

    def _pipeline(self) -> Pipeline:
        camera, fps, spec = self._settings.camera, self._args.fps, self._spec
        if spec == NO_CAMERA:
            return NoCameraPipeline()
        if not is_live(spec):
            return SequentialPipeline(open_camera(spec, camera, fps), self._scene_reader)
        # Somebody must be there to play by hand; a service waits for what is not there yet.
        insist = not (self._window and self._window.up) and not self._watchdog.heard
        live = LiveCamera(lambda: open_camera(spec, camera, fps))
        return LivePipeline(live, self._scene_reader, insist=insist, focusing=focusing(self._window))

    def _session(self) -> tuple[Session, int | None]:
        play, rig = self._settings.play, self._rig
        session = Session(rig.umpire(), play.auto, play.prefer, self._window is not None, play.leaders, rig.setup())
        if self._journal is None or self._args.new:
            return session, None
        return taken_up(session, self._journal, self._scene_reader, self._output)

    def _listeners(self) -> tuple[EventListener, ...]:
        buzzers = [Buzzer(self._settings.lights)] if self._live else []
        for buzzer in buzzers:
            self._stack.enter_context(closing(buzzer))
        recorders = open_recorder(self._args.record, self._first, self._output, self._stack, patient=not self._live)
        return Reporter(self._output), freezing(self._scene_reader), *buzzers, *recorders


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
        lens = LensCalibration()

    def bends(image: GreyImage) -> Calibration | None:
        try:
            return lens.of(image)
        except CalibrationError as error:
            output.fail(error)
            return None

    return bends


def taken_up(
    session: Session, journal: Journal, scene_reader: SceneReader, output: Output
) -> tuple[Session, int | None]:
    """The evening of the unfinished game and its id, if there is one. One that cannot be read does not stop anybody."""
    game_id = _unfinished(journal)
    if game_id is None:
        return session, None
    try:
        session = resumed(session, journal, game_id)
    except UnreadableGameError as error:  # an appliance that nobody administers begins anew instead
        output.fail(error)
        return session, None
    scene_reader.begin()
    return session, game_id


def _unfinished(journal: Journal) -> int | None:
    """The game to go on with; a made-up one is for nobody at a real table."""
    game_id = journal.open_game()
    return None if game_id is None or journal.game(game_id).made_up else game_id
