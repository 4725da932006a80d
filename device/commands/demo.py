"""`wondertable demo`: plays a whole game by itself, through a simulated camera and the real pipeline."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from device.appliance import Appliance
from device.bgstats import linker
from device.commands.parts import (
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
    warn,
    watching,
)
from device.commands.telling import Reporter
from device.commands.verdict import Verdict
from device.errors import NothingToResumeError
from device.evening import Evening
from device.eyes import PatientEyes
from device.preferences import Preferences
from device.rig import STATION, TABLE, Rig
from device.simulation.dealer import deal
from device.simulation.night import Night
from device.simulation.station_night import StationNight
from vision.codebook import Codebook
from vision.symbols import Symbology

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from device.journal import Journal
    from device.output import Output
    from device.settings import Settings
    from device.simulation.dealer import DealtGame
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
        evening = Evening(rig.umpire(), True, options["prefer"], shown, leaders, rig.setup())
        sight = rig.sight(previews=shown, watched=watching(window))
        recorder = open_recorder(args.record, sight, output, stack, patient=True)
        if game_id is not None:
            evening = resumed(evening, journal, game_id)
            sight.begin()
        clock = time.monotonic if window and not args.fast else None
        night = _night(rig, dealt, fast=args.fast, clock=clock, upto=evening.game)
        verdict = Verdict(dealt.game, output)
        appliance = Appliance(
            night.attend(PatientEyes(night.camera, sight), shown=shown),
            evening,
            journal=journal,
            game_id=game_id,
            options=options,
            window=window,
            preferences=preferences,
            herald=open_herald(preferences, stack) if window and not args.fast else None,
            listeners=(Reporter(output), verdict, night, freezing(sight), *recorder),
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
) -> Night | StationNight:
    if rig.name == STATION:
        symbology = Symbology.QR if rig.kit == Symbology.QR else Symbology.FIDUCIAL
        return StationNight(dealt, fast=fast, symbology=symbology, clock=clock, upto=upto)
    return Night(dealt, fast=fast, clock=clock, upto=upto)


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
