"""`wondertable demo`: plays a whole game by itself, through a simulated camera and the real pipeline."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from device.app.main_loop import MainLoop
from device.commands.comparison_report import ComparisonReport
from device.commands.parts import (
    add_recorder,
    add_rig,
    add_screen,
    freezing,
    open_herald,
    open_journal,
    open_recorder,
    open_window,
    sayer,
    warn,
    watching,
)
from device.errors import NothingToResumeError
from device.journal.archive import resumed
from device.journal.bgstats import linker
from device.perception.pipeline import SequentialPipeline
from device.perception.rig import STATION, TABLE, Rig
from device.reporting.sentences import Reporter
from device.session.session import Session
from device.settings.preferences import Preferences
from device.simulation.dealing.dealer import deal
from device.simulation.players_at_station import PlayersAtStation
from device.simulation.players_at_table import PlayersAtTable
from vision.kit.codebook import Codebook
from vision.kit.symbols import Symbology

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from device.journal.journal import Journal
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from device.simulation.dealing.dealer import DealtGame
    from engine import Game

FIDUCIAL = Symbology.FIDUCIAL.value


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("demo", help="play a whole game through a simulated camera, and compare")
    parser.add_argument("--players", type=int, choices=range(2, 8), default=4, metavar="N", help="2 to 7; else 4")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which game is dealt")
    parser.add_argument("--fast", action="store_true", help="as fast as this machine reads")
    add_recorder(parser)
    add_rig(parser)
    add_screen(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Play, then compare what was booked with what was dealt; the status is 1 at the first difference."""
    with ExitStack() as stack:
        journal = open_journal(settings, stack)
        game_id = _unfinished(journal) if args.resume else None
        options = journal.game(game_id).options if game_id is not None else _options(args, settings)
        leaders = options["demo"].get("leaders", False)
        dealt = deal(options["demo"]["players"], options["demo"]["seed"], leaders=leaders)
        window = open_window(args, settings, output, stack)
        if window is not None:
            warn(journal, output)
        rig = _rig(options["demo"], settings)
        shown, preferences = window is not None, Preferences(settings)
        session = Session(rig.umpire(), True, options["prefer"], shown, leaders, rig.setup())
        scene_reader = rig.scene_reader(previews=shown, watched=watching(window))
        recorder = open_recorder(args.record, scene_reader, output, stack, patient=True)
        if game_id is not None:
            session = resumed(session, journal, game_id)
            scene_reader.begin()
        clock = time.monotonic if window and not args.fast else None
        night = _night(rig, dealt, fast=args.fast, clock=clock, upto=session.game)
        verdict = ComparisonReport(dealt.game, output)
        appliance = MainLoop(
            night.attend(SequentialPipeline(night.camera, scene_reader), shown=shown),
            session,
            journal=journal,
            game_id=game_id,
            options=options,
            window=window,
            preferences=preferences,
            announcer=open_herald(preferences, stack) if window and not args.fast else None,
            listeners=(Reporter(output), verdict, night, freezing(scene_reader), *recorder),
            say=sayer(output, window),
            links=linker(journal, lambda: preferences.settings.screen.language),
        )
        night.sit_down(appliance)
        try:
            appliance.run()
        except KeyboardInterrupt:
            verdict.status(night.game, left=True)
            raise
    return verdict.status(night.game, left=appliance.left)


def _rig(demo: dict[str, Any], settings: Settings) -> Rig:
    """The rig of a demonstration; those of older programs had a camera over the table."""
    return Rig(demo.get("rig", TABLE), demo.get("kit", FIDUCIAL), Codebook.load(), settings.table.kit_sizes())


def _night(
    rig: Rig, dealt: DealtGame, *, fast: bool, clock: Callable[[], float] | None, upto: Game | None
) -> PlayersAtTable | PlayersAtStation:
    if rig.name == STATION:
        symbology = Symbology.QR if rig.kit == Symbology.QR else Symbology.FIDUCIAL
        return PlayersAtStation(dealt, fast=fast, symbology=symbology, clock=clock, upto=upto)
    return PlayersAtTable(dealt, fast=fast, clock=clock, upto=upto)


def _unfinished(journal: Journal) -> int:
    game_id = journal.open_game()
    if game_id is None or not journal.game(game_id).made_up:
        raise NothingToResumeError("nothing_to_resume")
    return game_id


def _options(args: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    leaders = args.leaders or settings.play.leaders
    rig = args.rig or settings.play.rig
    kit = args.kit or settings.table.kit if rig == STATION else FIDUCIAL  # the table of a demonstration has no others
    return {
        "demo": {"players": args.players, "seed": args.seed, "leaders": leaders, "rig": rig, "kit": kit},
        "prefer": settings.play.prefer,
    }
