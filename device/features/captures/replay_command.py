"""`wondertable replay RECORD`: shows a saved game turn by turn, with the final scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.features.captures.replay import compare_questions
from device.for_features.errors import RecordFileError
from device.reporting.json_lines import state_line
from device.reporting.sentences import print_cities, print_scores
from device.umpire.table import TableUmpire
from engine import Phase, RecordError, read_record
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from device.reporting.output import Output
    from device.settings.settings import Settings
    from engine import Game


AFTER = {
    Phase.TURN: "replay.after_turn",
    Phase.RECRUIT: "replay.after_recruit",
    Phase.CONFLICTS: "replay.after_conflicts",
    Phase.OVER: "replay.after_end",
}
"""Heading of a state, by the phase that ended with it."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "replay",
        help="replay game records to the final scores, or a folder that `run --record` wrote to its questions",
    )
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORD")
    parser.add_argument("--json", action="store_true", help="print one JSON object per state")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Replay every record. If one is broken, report it, replay the others, and return 1."""
    status = 0
    for path in args.records:
        try:
            if path.is_dir():
                status = max(status, _replay_pictures(path, settings, output))
                continue
            game = read_record(_text(path))
        except RecordFileError as error:  # names the file itself
            output.fail(error)
            status = 1
            continue
        except RecordError as error:
            output.complain("replay.broken", record=str(path), what=output.words.error(error))
            status = 1
            continue
        output.use_names(game)
        output.say("replay.record", record=str(path))
        for after, state in states(game):
            output.line(
                {"record": path.name, "age": state.age, "turn": state.turn, "phase": state.phase} | state_line(state)
            )
            _tell(after, state, output)
        if game.phase is Phase.OVER:
            print_scores(game, output)
    return status


def _replay_pictures(folder: Path, settings: Settings, output: Output) -> int:
    """Show the recorded pictures to the umpire. Returns 1 if a question is no longer asked."""
    status = 0
    for moment in compare_questions(folder, TableUmpire(Codebook.load(), settings.table.kit_sizes())):
        output.line({"picture": moment.picture, "then": moment.then, "now": moment.now})
        output.say("replay.picture", picture=moment.picture)
        for asking in moment.now:
            said = output.words.question(asking.kind, asking.filled)
            key = "replay.asked" if asking in moment.then else "replay.asked_now"
            output.say(key, seat=asking.seat, question=said)
        for asking in moment.then:
            if asking not in moment.now:
                said = output.words.question(asking.kind, asking.filled)
                output.say("replay.not_asked", seat=asking.seat, question=said)
                status = 1
    return status


def states(game: Game) -> Iterator[tuple[Game | None, Game]]:
    """Pairs (the game as a phase began, the game after it), for every phase, up to the last state.

    The first is None if nothing was done before.
    """
    moments = game.states()
    state = before = next(moments)
    for state in moments:
        if not state.pending:
            yield before, state
            before = state
    if state.pending:
        yield state, state
    if not game.actions:
        yield None, state


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordFileError("record_unreadable", record=str(path), reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise RecordFileError("record_not_text", record=str(path)) from error


def _after(done: Game | None, game: Game) -> str:
    """Key of a state's heading, which names the phase that has ended."""
    if done is None:
        return "replay.before"
    corrected = (done.age, done.turn, done.phase) == (game.age, game.turn, game.phase) and game.phase is not Phase.OVER
    if game.pending or corrected:
        return "replay.during"
    return AFTER.get(done.phase, "replay.after_phase")


def _tell(done: Game | None, game: Game, output: Output) -> None:
    when = done or game
    output.say(_after(done, game), age=when.age, turn=when.turn, phase=when.phase)
    print_cities(game, "replay.city", output)
