"""`wondertable kit-check`: passes cards under the camera; says what is missing, double or in a wrong place."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from device.cameras import UNREAL, open_camera
from device.commands.arguments import add_kit
from device.errors import CameraError
from device.features.kit_check.checker import KitChecker
from device.features.kit_check.painting import KitProgress, KitSummary, ShownSticker, panels, summary_panels
from device.features.kit_check.placement import FaultKind
from device.features.kit_check.sticker_words import StickerWords
from device.features.kit_check.tally import KitTally
from device.for_features.parts_of_box import add_box, part_of_box
from device.perception.pipeline import preview_of
from device.sound import Speaker
from display.errors import DisplayError
from display.messages.presses import Press
from display.window import Window
from vision.errors import FrameError
from vision.kit.codebook import Codebook
from vision.symbologies import finders, of_kit

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from device.cameras import Camera
    from device.features.kit_check.checker import CheckedSticker
    from device.features.kit_check.placement import PlacementFault
    from device.features.kit_check.tally import KitFindings
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from vision.frame import Frame

WRONG = 1


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "kit-check", help="pass the cards under the camera: is every sticker there, once, and in its place"
    )
    parser.add_argument("--camera", metavar="SPEC", help="as for `run`")
    add_kit(parser)
    add_box(parser)
    parser.add_argument("--headless", action="store_true", help="run without a screen")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each sticker, and the findings")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Watch until the pictures end or somebody ends it; the status is 1 if anything is wrong."""
    spec = args.camera or settings.camera.spec
    if spec in UNREAL:
        raise CameraError("kit_check_no_camera", camera=spec)
    with ExitStack() as stack:
        camera = stack.enter_context(open_camera(spec, settings.camera))
        screen = CheckScreen(settings, output, stack, headless=args.headless)
        return check_kit(args, camera, screen, settings, output)


def check_kit(args: argparse.Namespace, camera: Camera, screen: CheckScreen, settings: Settings, output: Output) -> int:
    """Check what a camera sees; returns the exit status."""
    codebook, sizes = Codebook.load(), settings.table.kit_sizes()
    looking = finders(of_kit(args.kit or settings.table.kit), codebook.codes)
    checker = KitChecker(codebook, looking, sizes)
    edition = args.edition or settings.play.edition
    tally = KitTally(part_of_box(codebook, edition, only=args.only, without=args.without))
    words = StickerWords(output.words, edition, sizes)
    output.say("kit_check.start")
    try:
        for frame in _frames(camera):
            for checked in _new(checker, frame):
                tally.add(checked)
                _tell(checked, tally, words, screen, output)
            if not screen.show(frame, count=tally.findings().checked):
                break
    except KeyboardInterrupt:
        pass  # the usual way to end it without a screen
    findings = tally.findings()
    lines = tuple(words.findings(findings))
    output.line({"event": "kit", **_codes(findings)})
    for line in lines:
        output.text(line)
    screen.summarise(KitSummary(lines[0], lines[1:], findings.good), camera)
    return 0 if findings.good else WRONG


def _frames(camera: Camera) -> Iterator[Frame]:
    while frame := camera.read():
        yield frame


def _new(checker: KitChecker, frame: Frame) -> tuple[CheckedSticker, ...]:
    try:
        return checker.look(frame)
    except FrameError:
        return ()


def _tell(checked: CheckedSticker, tally: KitTally, words: StickerWords, screen: CheckScreen, output: Output) -> None:
    """Name the sticker when it is read, and say it again when something is wrong with its place."""
    entry, times = checked.entry, tally.times(checked.entry)
    foreign = tally.kit.entry(entry.code) is None
    wrong = words.wrong(checked, tally)
    screen.sticker(ShownSticker(words.name(entry), words.note(entry), wrong, not wrong), alarm=bool(wrong))
    if checked.measured and not checked.fault:
        return
    output.text(f"{words.full(entry)}{': ' if wrong else ''}{wrong}")
    output.line(
        {
            "event": "checked",
            "code": entry.code,
            "kind": entry.kind,
            "id": entry.id,
            "times": times,
            "foreign": foreign,
            "fault": _fault(checked.fault),
        }
    )


def _fault(fault: PlacementFault | None) -> dict[str, object] | None:
    match fault:
        case None:
            return None
        case found if found.kind is FaultKind.SLANT:
            return {"kind": found.kind, "degrees": round(found.slant)}
        case found if found.kind is FaultKind.PLACE:
            right, edge = round(found.from_right, 1), round(found.from_edge, 1)
            return {"kind": found.kind, "from_right": right, "from_edge": edge}
        case found:
            return {"kind": found.kind}


def _codes(findings: KitFindings) -> dict[str, object]:
    return {
        "missing": [entry.code for entry in findings.missing],
        "double": [entry.code for entry in findings.double],
        "foreign": [entry.code for entry in findings.foreign],
        "faults": [{"code": entry.code, "fault": _fault(fault)} for entry, fault in findings.faults],
        "backs": [{"code": back.entry.code, "shown": back.shown, "needed": back.needed} for back in findings.backs],
        "unseen": list(findings.unseen),
        "checked": findings.checked,
        "measured": findings.measured,
    }


class CheckScreen:
    """A window that names what is shown, and a loudspeaker; neither with `headless` or where no window opens.

    `family`: the first part of the keys of its words.
    """

    def __init__(
        self, settings: Settings, output: Output, stack: ExitStack, *, headless: bool, family: str = "kit_check"
    ) -> None:
        self._say, self._family = output.words.say, family
        self.pressed: tuple[object, ...] = ()
        """What was pressed while the last picture was shown."""
        self._window: Window | None = None
        self._speaker: Speaker | None = None
        self._sticker = ShownSticker(self._say(f"{family}.title"), note=self._say(f"{family}.start"))
        if headless:
            return
        wanted = settings.screen
        size = (wanted.width, wanted.height) if wanted.width and wanted.height else None
        rotate = wanted.rotate if isinstance(wanted.rotate, int) else None
        try:
            self._window = stack.enter_context(Window(size, language=wanted.language, rotate=rotate))
        except DisplayError as problem:
            output.complain("screen.none", reason=output.words.error(problem))
        if self._window and settings.sound.effects:
            self._speaker = stack.enter_context(closing(Speaker(settings.sound.volume, output=settings.sound.output)))

    def sticker(self, sticker: ShownSticker, *, alarm: bool) -> None:
        """Name this one from now on, with a tone."""
        self.name(sticker)
        self.tone(alarm=alarm)

    def name(self, sticker: ShownSticker) -> None:
        """Name this one from now on."""
        self._sticker = sticker

    def tone(self, *, alarm: bool) -> None:
        """Say that something was taken in, or that something is wrong."""
        if self._speaker:
            self._speaker.tone("question" if alarm else "booked")

    def show(self, frame: Frame, **progress: object) -> bool:
        """Draw what has changed; False once somebody wants to end the check."""
        if self._window is None:
            return True
        words = KitProgress(self._say(f"{self._family}.shown", **progress), self._say(f"{self._family}.hint"))
        preview = preview_of(frame)
        self._window.show_panels(lambda box: panels(box, self._sticker, words, preview))
        return not self._ended()

    def summarise(self, summary: KitSummary, camera: Camera) -> None:
        """Show the findings until somebody ends the program; the camera goes on and keeps the time."""
        if self._window is None:
            return
        self._window.show_panels(lambda box: summary_panels(box, summary))
        while not self._ended() and camera.read():
            pass

    def _ended(self) -> bool:
        assert self._window is not None
        self.pressed = tuple(self._window.presses())
        return any(press in (Press.QUIT, Press.ADVANCE) for press in self.pressed)
