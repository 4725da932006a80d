"""`wondertable run`: the appliance."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING

from device.app.shutdown import switch_off, told_to_end
from device.commands import demo
from device.commands.assembly import Assembly
from device.commands.parts import add_recorder, add_rig, add_screen, open_journal
from device.perception.lens_calibration import add_lens
from device.reporting.json_lines import state_line
from device.reporting.sentences import tell_scores
from engine import Phase

if TYPE_CHECKING:
    from device.reporting.output import Output
    from device.settings.settings import Settings


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
    with ExitStack() as stack:
        appliance = Assembly(args, settings, output, spec, stack).appliance()
        stack.enter_context(told_to_end(appliance.stop))
        session = appliance.run()
    if session.game is not None:
        if session.game.phase is Phase.OVER:
            tell_scores(session.game, output)
        output.line(state_line(session.game))
    if appliance.shut_down:
        switch_off()
    return 0


def _was_made_up(settings: Settings) -> bool:
    """Whether the unfinished game is a demonstration's."""
    with ExitStack() as stack:
        journal = open_journal(settings, stack)
        game_id = journal.open_game()
        return game_id is not None and journal.game(game_id).made_up


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0 < rate <= 120:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 120 pictures a second")
    return rate
