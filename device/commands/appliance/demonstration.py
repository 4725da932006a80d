"""A demonstration: a whole game plays itself, through a simulated camera and the real pipeline."""

import argparse
import time
from contextlib import ExitStack, closing
from typing import Any

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.app.running_features import Appliance, RunningFeatures
from device.commands.appliance.assembly import (
    open_announcer,
    open_journal,
    open_screen,
    seat_keeper,
    warn_if_not_saved,
)
from device.commands.appliance.comparison_report import ComparisonReport
from device.commands.appliance.options import given_options
from device.errors import NothingToResumeError
from device.journal.archive import resumed
from device.journal.journal import Journal
from device.perception.pipeline import SequentialPipeline
from device.perception.rig import STATION, TABLE, Rig
from device.reporting.output import Output
from device.reporting.sentences import Reporter
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import Settings
from device.simulation.dealing.dealer import deal
from device.simulation.demo_players import DemoPlayers
from device.simulation.players_at_station import PlayersAtStation
from device.simulation.players_at_table import PlayersAtTable
from device.simulation.rendering.imaging import IMAGINGS
from display.screens.demonstration import NEXT
from vision.kit.codebook import Codebook
from vision.kit.symbols import Symbology

FIDUCIAL = Symbology.FIDUCIAL.value
SECOND = "second"
"""The edition that has further expansions."""


def play_demonstration(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Play, then compare the recorded game with the dealt one. The status is 1 if they differ."""
    with ExitStack() as stack:
        journal = open_journal(settings, stack)
        game_id = _unfinished(journal) if args.resume else None
        options = journal.game(game_id).options if game_id is not None else _options(args, settings)
        demo = options["demo"]
        leaders, edition = demo.get("leaders", False), demo.get("edition", "first")
        sets = tuple(demo.get("sets", ()))
        dealt = deal(
            demo["players"], demo["seed"], leaders=leaders, edition=edition, expansions=sets, prefer=options["prefer"]
        )
        screen = open_screen(args, settings, output, stack)
        if screen is not None:
            warn_if_not_saved(journal, output)
        rig, preferences, shown = _rig(demo, settings), Preferences(settings), screen is not None
        session = Session(rig.umpire(), True, options["prefer"], shown, leaders, rig.setup(), expansions=sets)
        beside = shown and rig.name == TABLE
        given, complain = given_options(args), output.complain
        appliance = Appliance(preferences, journal, None, live=False, given=given, rig=rig, complain=complain)
        features = stack.enter_context(closing(RunningFeatures(appliance)))
        scene_reader = rig.scene_reader(
            previews=shown, camera_is_shown=lambda: beside, searches=False, listener=features.watch
        )
        if game_id is not None:
            session = resumed(session, journal, game_id)
            scene_reader.start_game()
        in_real_time = screen is not None and not args.fast
        clock = time.monotonic if in_real_time else None
        backs = not demo.get("without_backs", False)
        players: DemoPlayers
        if rig.name == STATION:
            symbology = Symbology.QR if rig.kit == Symbology.QR else Symbology.FIDUCIAL
            players = PlayersAtStation(
                dealt, fast=args.fast, shown=shown, symbology=symbology, clock=clock, upto=session.game, backs=backs
            )
        else:
            imaging = IMAGINGS[demo.get("imaging", "clean")]
            players = PlayersAtTable(
                dealt, fast=args.fast, shown=shown, clock=clock, upto=session.game, backs=backs, imaging=imaging
            )
        report = ComparisonReport(dealt.game, output)
        main_loop = MainLoop(
            session,
            Inputs(
                SequentialPipeline(players, scene_reader),
                simulated=beside,
            ),
            Outputs(
                screen=screen,
                announcer=open_announcer(preferences, stack) if in_real_time else None,
                listeners=(Reporter(output), report, players, seat_keeper(scene_reader)),
                print_notice=None if shown else output.print_notice,
                features=features,
            ),
            Storage(
                journal=journal,
                game_id=game_id,
                options=options,
                preferences=preferences,
            ),
        )
        players.sit_down(main_loop)
        try:
            main_loop.run()
        except KeyboardInterrupt:
            report.status(players.game, left=True)
            raise
    status = report.status(players.game, left=main_loop.left)
    for step, command in NEXT.items():
        output.text(f"{output.words.say(f'demo.next.{step}')}: {command}")
    return status


def _rig(demo: dict[str, Any], settings: Settings) -> Rig:
    """The rig of a demonstration. Demonstrations of older versions name none: they have a camera over the table."""
    return Rig(demo.get("rig", TABLE), demo.get("kit", FIDUCIAL), Codebook.load(), settings.table.kit_sizes())


def _unfinished(journal: Journal) -> int:
    game_id = journal.open_game()
    if game_id is None or not journal.game(game_id).is_demo:
        raise NothingToResumeError("nothing_to_resume")
    return game_id


def _options(args: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    leaders = args.leaders or settings.play.leaders
    edition = args.edition or (SECOND if args.sets else settings.play.edition)
    sets = {*args.sets, *(settings.play.expansions if edition == SECOND else ())}
    rig = args.rig or settings.play.rig
    kit = args.kit or settings.table.kit if rig == STATION else FIDUCIAL  # the simulated table has only these
    return {
        "demo": {
            "players": args.players,
            "seed": args.seed,
            "leaders": leaders,
            "edition": edition,
            "sets": sorted(sets),
            "rig": rig,
            "kit": kit,
            "without_backs": args.without_backs,
            "imaging": args.imaging,
        },
        "prefer": settings.play.prefer,
    }
