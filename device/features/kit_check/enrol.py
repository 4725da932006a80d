"""`wondertable enrol`: shows the owner's cards to the camera once, so that a station knows them without stickers."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from device.cameras import UNREAL, open_camera
from device.errors import CameraError, SettingsError
from device.features.kit_check.card_pictures import keep_counts
from device.features.kit_check.command import CheckScreen
from device.features.kit_check.enrolment import LiveEnrolment
from device.features.kit_check.painting import KitSummary, ShownSticker
from device.features.kit_check.shown_box import PictureOutcome, Shown
from device.for_features.card_art.copies import COUNTED, CopyCounter
from device.for_features.card_art.finder import ArtFinder, StoredCards
from device.settings.settings import pictures_directory
from display.messages.presses import Press
from vision.errors import FrameError
from vision.kit.boxes import EDITIONS, FURTHER_SETS, SETS
from vision.kit.codebook import Codebook
from vision.tracking.station import StationReader, StationTracker

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from device.cameras import Camera
    from device.features.kit_check.enroller import Hindrance
    from device.for_features.card_art.references import Design
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from vision.frame import Frame

MISSING = 1
STEPS = {Press.LEFT: -1, Press.RIGHT: 1}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "enrol", help="show every card to the camera once, so that a station knows them without stickers"
    )
    parser.add_argument("--camera", metavar="SPEC", help="as for `run`")
    parser.add_argument("--edition", choices=EDITIONS, help="default: from the settings")
    parser.add_argument("--without-leaders", action="store_true", help="only the base game")
    parser.add_argument("--sets", choices=FURTHER_SETS, nargs="+", default=[], help="further expansions, as for `run`")
    parser.add_argument("--card", metavar="ID", help="begin with this one, also if it was shown before")
    parser.add_argument("--missing", action="store_true", help="only say what is missing")
    parser.add_argument("--count", action="store_true", help="count the copies: show every card once")
    parser.add_argument("--headless", action="store_true", help="run without a screen")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each thing, and what is missing")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Take pictures until everything was shown or somebody ends it; the status is 1 while something is missing."""
    live = LiveEnrolment(
        Codebook.load(),
        settings.table.kit_sizes(),
        pictures_directory(settings),
        edition=args.edition or settings.play.edition,
        sets=(*(SETS[:1] if args.without_leaders else SETS), *(args.sets or settings.play.expansions)),
        language=settings.screen.language,
    )
    if args.card:
        live.enrolment.choose(_named(args.card, live))
    if args.missing:
        return _tell_missing(live, output)
    spec = args.camera or settings.camera.spec
    if spec in UNREAL:
        raise CameraError("kit_check_no_camera", camera=spec)
    with ExitStack() as stack:
        camera = stack.enter_context(open_camera(spec, settings.camera))
        if args.count:
            screen = CheckScreen(settings, output, stack, headless=args.headless, family="copies")
            return count(live, pictures_directory(settings), camera, screen, output)
        screen = CheckScreen(settings, output, stack, headless=args.headless, family="enrol")
        return enrol(live, camera, screen, output)


def enrol(live: LiveEnrolment, camera: Camera, screen: CheckScreen, output: Output) -> int:
    """Learn what a camera sees; returns the exit status."""
    output.say("enrol.start")
    wanted: Design | None = None
    try:
        while live.enrolment.wanted is not None and (frame := camera.read()):
            if live.enrolment.wanted != wanted:
                wanted = live.enrolment.wanted
                output.say("menu.enrol.show", name=live.name(wanted))
            _tell(_look(live, frame), live, screen, output)
            shown = live.shown
            screen.name(ShownSticker(shown.name, shown.note, shown.wrong, not shown.wrong))
            if not screen.show(frame, shown=live.enrolment.count, of=len(live.enrolment.box)):
                break
            _press(screen, live, output)
    except KeyboardInterrupt:
        pass  # the usual way to end it without a screen
    status = _tell_missing(live, output)
    lines = tuple(live.missing())
    screen.summarise(KitSummary(live.shown.title, lines, not lines), camera)
    return status


def count(live: LiveEnrolment, folder: Path, camera: Camera, screen: CheckScreen, output: Output) -> int:
    """Count the copies of each card that a camera sees until somebody ends it, and keep the counts."""
    codebook, edition = Codebook.load(), live.edition
    box = {
        min(copy.code for copy in codebook.copies(live.enrolment.entry(design))): design
        for design in live.enrolment.box
    }
    printed = {code: len(live.enrolment.box[design]) for code, design in box.items() if design.kind in COUNTED}
    counter, tracker = CopyCounter(codebook, edition), StationTracker(codebook)
    reader = StationReader((), otherwise=ArtFinder(StoredCards(folder, codebook).recogniser))
    output.say("copies.start")
    try:
        while frame := camera.read():
            with suppress(FrameError):
                scene = tracker.update(frame.time, reader.read(frame))
                code = counter.look(scene)
                if Press.UNDO in screen.pressed:
                    code = counter.undo()
                elif counter.must_be_shown_again(scene):
                    screen.name(ShownSticker(output.words.say("notice.show_again"), "", "", good=False))
                if code in printed:
                    words = {"name": live.name(box[code]), "count": counter.counts[code], "of": printed[code]}
                    output.say("copies.counted", **words)
                    screen.sticker(ShownSticker(output.words.say("copies.counted", **words)), alarm=False)
            if not screen.show(frame, shown=counter.counts.total(), of=sum(printed.values())):
                break
    except KeyboardInterrupt:
        pass  # the usual way to end it without a screen
    keep_counts(folder, edition, counter.counts)
    for code, of in printed.items():
        if counter.counts[code] != of:
            output.say("copies.counted", name=live.name(box[code]), count=counter.counts[code], of=of)
        output.line({"event": "copies", **_row(box[code]), "count": counter.counts[code], "of": of})
    return 0


def _look(live: LiveEnrolment, frame: Frame) -> Shown | Hindrance | None:
    try:
        return live.look(frame)
    except FrameError:
        return None


def _press(screen: CheckScreen, live: LiveEnrolment, output: Output) -> None:
    for press in screen.pressed:
        if isinstance(press, Press) and press in STEPS:
            live.step(STEPS[press])
        elif press is Press.UNDO:
            _tell(live.was_wrong_before(), live, screen, output)


def _tell(found: Shown | Hindrance | None, live: LiveEnrolment, screen: CheckScreen, output: Output) -> None:
    if found is None:
        return
    screen.tone(alarm=bool(live.shown.wrong))
    if not isinstance(found, Shown):
        output.text(live.shown.wrong)
        output.line({"event": "hindrance", "kind": found})
        return
    output.text(live.words_for(found))
    kept = found.outcome is not PictureOutcome.SHOWN_AS
    other = _row(found.other) if found.other else None
    output.line({"event": "enrolled", **_row(found.design), "kept": kept, "outcome": found.outcome, "other": other})


def _tell_missing(live: LiveEnrolment, output: Output) -> int:
    missing = live.enrolment.missing
    output.text(live.shown.title)
    for line in live.missing():
        output.text(line)
    rows = [_row(design) for design in missing]
    output.line({"event": "enrolment", "shown": live.enrolment.count, "of": len(live.enrolment.box), "missing": rows})
    return MISSING if missing else 0


def _row(design: Design) -> dict[str, str | None]:
    return {"kind": design.kind, "id": design.id, "side": design.side or None}


def _named(id_: str, live: LiveEnrolment) -> Design:
    """The design with this id, or `id.side`, or `kind.id`."""
    for design in live.enrolment.box:
        if id_ in (design.id, f"{design.id}.{design.side}", design.name):
            return design
    raise SettingsError("unknown_thing", id=id_)
