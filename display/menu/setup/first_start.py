"""Pages of the first start, which need no keyboard: the language, the rig, the loudspeaker, focusing the camera."""

from dataclasses import dataclass
from typing import ClassVar

from display.menu.addition import added_options
from display.menu.open_page import OpenPage
from display.menu.page import Menu, Option, Page, Tile
from display.menu.setup.boards import EditionPage
from display.menu.setup.cameras import FocusView, other_cameras
from display.menu.setup.first_turn import OFFER
from display.messages.intents import Change, TrySound
from display.messages.presses import Press
from display.table_state import TableState
from display.words import Line, languages, line

OUTPUTS = {
    "": "menu.loudspeaker.automatic",
    "headphones": "menu.loudspeaker.headphones",
    "usb": "menu.loudspeaker.usb",
    "hdmi": "menu.loudspeaker.hdmi",
}
"""Parts of the names of sound outputs, with what people call them; "": the system's own choice."""
OUTPUT = "sound.output"
RIGS = ("table", "station")
GREETED = Change("screen.greeted", True, also=OFFER)


@dataclass(frozen=True, slots=True)
class ButtonHints:
    """What the buttons do, one or two of them at a time; below it what they do in menus."""

    rows: tuple[tuple[tuple[Press, ...], Line], ...]
    menus: Line


HINTS = ButtonHints(
    (
        ((Press.UNDO,), line("menu.hint.undo")),
        ((Press.LEFT, Press.RIGHT), line("menu.hint.left_right")),
        ((Press.SELECT,), line("menu.hint.select")),
        ((Press.ADVANCE,), line("menu.hint.advance")),
    ),
    line("menu.hint.menus"),
)


@dataclass(frozen=True, slots=True)
class ButtonsHintPage(Page):
    """Says what the buttons do, until any of them is pressed; then opens `then`, or closes."""

    then: Page | None = None
    timeout: ClassVar[float | None] = None
    any_button: ClassVar[bool] = True

    def menu(self, state: TableState) -> Menu:
        go_on = Option(Tile(line("menu.hint.ok"), icon="play"), leads_to=self.then)
        return Menu(line("menu.hint"), (go_on,), body=HINTS, large_body=True)


@dataclass(frozen=True, slots=True)
class LanguagePage(Page):
    """Asks for the language; `then` opens next."""

    then: Page

    def menu(self, state: TableState) -> Menu:
        options = tuple(
            Option(tile, leads_to=self.then, intent=Change("screen.language", language), group=column)
            for language, tile, column in _languages(state)
        )
        return Menu(line("menu.first.language"), options)


@dataclass(frozen=True, slots=True)
class RigPage(Page):
    """Asks whether the camera hangs over the table or looks at a station."""

    timeout: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        """Both rigs, each with a description; the one that is set over SELECT."""
        now = state.settings.get("play.rig")
        rigs = sorted(RIGS, key=lambda rig: rig == now)
        can_sound = OUTPUT in state.settings and "sound.effects" not in state.setting_problems
        then = LoudspeakerPage(FocusPage()) if can_sound else FocusPage()
        options = []
        for rig in rigs:
            name, described = line(f"menu.settings.{rig}"), line(f"menu.first.{rig}")
            tile = Tile(name, described, icon="camera" if rig == "table" else "station", chosen=rig == now)
            options.append(Option(tile, leads_to=then, intent=Change("play.rig", rig)))
        return Menu(line("menu.first.rig"), tuple(options))


@dataclass(frozen=True, slots=True)
class LoudspeakerPage(Page):
    """Asks which sound output is used; a tone is played on the chosen one. `then` opens next."""

    then: Page

    def menu(self, state: TableState) -> Menu:
        """The usual outputs, and the one that a settings file names."""
        now = str(state.settings.get(OUTPUT, ""))
        outputs = OUTPUTS if now in OUTPUTS else (*OUTPUTS, now)
        options = []
        for output in outputs:
            tile = Tile(output_name(output), icon="loudspeaker", chosen=output == now)
            intent = TrySound() if output == now else Change(OUTPUT, output)
            options.append(Option(tile, leads_to=HeardPage(self.then), intent=intent))
        return Menu(line("menu.loudspeaker"), tuple(options))


@dataclass(frozen=True, slots=True)
class HeardPage(Page):
    """Asks whether the tone was heard; `then` opens next."""

    then: Page

    def menu(self, state: TableState) -> Menu:
        heard = Option(Tile(line("menu.loudspeaker.yes"), icon="check"), leads_to=self.then)
        again = Option(Tile(line("menu.loudspeaker.again"), icon="loudspeaker"), leads_to=self, intent=TrySound())
        other = Option(Tile(line("menu.loudspeaker.other"), icon="undo"), leads_to=LoudspeakerPage(self.then))
        return Menu(line("menu.loudspeaker.heard"), (heard, again, other))


def output_name(output: str) -> Line:
    """What people call a sound output."""
    return line(OUTPUTS[output]) if output in OUTPUTS else line("menu.loudspeaker.named", output=output)


@dataclass(frozen=True, slots=True)
class FocusPage(Page):
    """Shows the camera's view while somebody turns the lens."""

    timeout: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        """Done, highlighted once the picture is sharp, dim before; at the first start also with what features offer."""
        finder = FocusView.of(state)
        words = line("menu.focus.done" if finder.sharp else "menu.focus.anyway")
        tile = Tile(words, icon="check" if finder.sharp else "play", dim=not finder.sharp, chosen=finder.sharp)
        options: tuple[Option, ...] = (Option(tile, intent=GREETED),)
        if state.settings.get("screen.greeted") is False:
            options = (*options, *added_options(state, "first_start"))
        return Menu(line("menu.focus"), (*other_cameras(state, self), *options), body=finder)


def is_focus_page_open(opened: OpenPage | None) -> bool:
    """True while the focus page is open."""
    return opened is not None and isinstance(opened.page, FocusPage)


@dataclass(frozen=True, slots=True)
class FirstStartPage(Page):
    """The first page that a new appliance shows."""

    timeout: ClassVar[float | None] = None
    may_close: ClassVar[bool] = False

    def menu(self, state: TableState) -> Menu:
        """The languages. Without a camera only the hint about the buttons follows, and the question for the edition."""
        edition = EditionPage(also=GREETED) if state.without_camera else EditionPage(RigPage())
        return LanguagePage(ButtonsHintPage(edition)).menu(state)


def first_start_due(state: TableState) -> bool:
    """True if the pages of the first start must be shown now."""
    return state.game is None and state.settings.get("screen.greeted") is False


def _languages(state: TableState) -> tuple[tuple[str, Tile, int], ...]:
    """Each language with its tile, which has its own name, and its column.

    The language that is set has the column over SELECT for itself: so the framed one is also the one that SELECT, with
    its tick, and the enter key take.
    """
    now = state.settings.get("screen.language")
    others = [language for language in languages() if language != now]
    first, second = -(-len(others) // 3), -(-2 * len(others) // 3)
    shares = (
        others[:first],
        [str(now)] if len(others) < len(languages()) else [],
        others[first:second],
        others[second:],
    )
    return tuple(
        (language, Tile(line(f"language.{language}"), icon="globe", chosen=language == now), column)
        for column, share in enumerate(shares)
        for language in share
    )
