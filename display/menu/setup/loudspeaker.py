"""Pages to choose the loudspeaker and to hear whether it is the right one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import Change, TrySound
from display.words import Line, line

if TYPE_CHECKING:
    from display.table_state import TableState

OUTPUTS = {
    "": "menu.loudspeaker.automatic",
    "headphones": "menu.loudspeaker.headphones",
    "usb": "menu.loudspeaker.usb",
    "hdmi": "menu.loudspeaker.hdmi",
}
"""Parts of the names of sound outputs, with what people call them; "": the system's own choice."""
OUTPUT = "sound.output"


@dataclass(frozen=True, slots=True)
class LoudspeakerPage(Page):
    """Asks which sound output is used; a tone is played on the chosen one. `then` opens next."""

    then: Page

    def menu(self, state: TableState) -> Menu:
        """The usual outputs, and the one that a settings file names."""
        now = str(state.settings.get(OUTPUT, ""))
        outputs = OUTPUTS if now in OUTPUTS else (*OUTPUTS, now)
        return Menu(
            line("menu.loudspeaker"),
            tuple(
                Option(
                    Tile(output_name(output), icon="loudspeaker", chosen=output == now),
                    leads_to=HeardPage(self.then),
                    intent=TrySound() if output == now else Change(OUTPUT, output),
                )
                for output in outputs
            ),
        )


@dataclass(frozen=True, slots=True)
class HeardPage(Page):
    """Asks whether the tone was heard; `then` opens next."""

    then: Page

    def menu(self, state: TableState) -> Menu:
        return Menu(
            line("menu.loudspeaker.heard"),
            (
                Option(Tile(line("menu.loudspeaker.yes"), icon="check"), leads_to=self.then),
                Option(Tile(line("menu.loudspeaker.again"), icon="loudspeaker"), leads_to=self, intent=TrySound()),
                Option(Tile(line("menu.loudspeaker.other"), icon="undo"), leads_to=LoudspeakerPage(self.then)),
            ),
        )


def output_name(output: str) -> Line:
    """What people call a sound output."""
    return line(OUTPUTS[output]) if output in OUTPUTS else line("menu.loudspeaker.named", output=output)
