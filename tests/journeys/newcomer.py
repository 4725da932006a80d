"""A newcomer who presses a wrong key in every fourth step, until the first turn is booked:

python -m tests.journeys.newcomer
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from device.messages.presses import Press
from display.navigation.navigation import active_buttons
from tests.journeys.key_tour import FIRST_TURN, KeyTour
from tests.journeys.playthrough import MOMENT, Playthrough

if TYPE_CHECKING:
    from display.menu import OpenPage
    from display.menu.columns import Indices
    from engine import Game

KEYS = (Press.UNDO, Press.LEFT, Press.SELECT, Press.RIGHT, Press.ADVANCE)
COLUMNS = KEYS[1:]
EVERY = 4
"""In every step of this number a wrong key is pressed first."""


class Wrong:
    """Counts what wrong keys did, which begin after so many steps."""

    def __init__(self, after: int = 0) -> None:
        self.steps, self.dead, self.spread = -after, 0, 0

    def is_due(self) -> bool:
        """True in every fourth step."""
        self.steps += 1
        return self.steps % EVERY == 0


class Newcomer(KeyTour):
    """Without a camera, by five keys, from the first start on."""

    def __init__(self, folder: Path, after: int) -> None:
        self.wrong = Wrong(after)
        super().__init__(folder)

    def press(self, *presses: Press) -> None:
        """Press these keys, every fourth after wrong ones."""
        for press in presses:
            if self.wrong.is_due():
                press_wrongly(self, self.wrong, press)
            super().press(press)


class BeforeTheCamera(Playthrough):
    """With a camera over the table that sees the boards and the cards."""

    def __init__(self) -> None:
        self.wrong = Wrong()
        super().__init__(auto=False)

    def step(self) -> None:
        """The next thing that is laid or pressed, after wrong keys."""
        press_wrongly(self, self.wrong, Press.ADVANCE)


def what_is_up(play: Playthrough) -> tuple[OpenPage | None, object, Game | None, object]:
    """All that a press could change, except the time of the last press."""
    position, session = play.fake_screen.position, play.main_loop.session
    opened = position.opened
    return (opened and (opened.page, opened.path), position.screen, session.game, session.setup.seats)  # type: ignore[return-value]


def push(play: Playthrough, press: Press) -> None:
    """One key, and a moment."""
    play.buttons.push(press)
    play.wait(0.2)


def press_wrongly(play: Playthrough, wrong: Wrong, wanted: Press) -> None:
    """Every key that does nothing, and one that opens a column which nobody wanted."""
    before = play.buttons.count
    shown = what_is_up(play)
    state = play.fake_screen.state
    for press in KEYS:
        if press not in active_buttons(play.fake_screen.position, state):
            push(play, press)
            assert what_is_up(play) == shown, f"{press} does nothing here, and yet changed {shown}"
            wrong.dead += 1
    opened = play.fake_screen.position.opened
    columns: tuple[Indices, ...] = (
        opened.columns(opened.page.menu(state)) if opened and not opened.page.any_button else ()
    )
    other = next(
        (key for key, inside in zip(COLUMNS, columns, strict=False) if len(inside) > 1 and key != wanted), None
    )
    if other:
        push(play, other)
        assert what_is_up(play) != shown, "it is seen that a column has opened"
        push(play, Press.UNDO)
        assert what_is_up(play) == shown, "one press goes back"
        wrong.spread += 1
    play.buttons.count = before


def without_a_camera(folder: Path, after: int = 0) -> Newcomer:
    """From the first start to the first turn that is booked."""
    user = Newcomer(folder, after)
    user.first_start()
    user.set_up()
    user.skip_the_guide()
    for card in FIRST_TURN:
        user.enter(card)
    user.close_pages()
    return user


def with_a_camera() -> BeforeTheCamera:
    """From the boards to the first turn that is booked."""
    user = BeforeTheCamera()
    user.step()
    user.press(Press.ADVANCE)
    for seat, card in enumerate(FIRST_TURN):
        user.lay(seat, card)
        user.step()
    user.wait(8 * MOMENT)
    if user.game.turn == 1:
        user.press(Press.ADVANCE)
    return user


def main() -> None:
    """Print the counts."""
    with tempfile.TemporaryDirectory() as folder:
        keys = without_a_camera(Path(folder))
        camera = with_a_camera()
        for name, user in (("five keys, no camera", keys), ("camera", camera)):
            wrong = user.wrong
            sys.stdout.write(
                f"{name:22} {user.buttons.count:3} presses, {user.now:3.0f} s with a moment for each; wrong: "
                f"{wrong.dead} keys that do nothing, {wrong.spread} columns opened and closed\n"
            )
        keys.close()
        camera.close()


if __name__ == "__main__":
    main()
