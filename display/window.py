"""The window: what changed is drawn, keys and touches become presses, of which what is held is one long press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from types import TracebackType

import pygame

from display.drawing.box import Box
from display.drawing.canvas import MARKS, Tools
from display.drawing.panel import Panel, shifted
from display.drawing.renderer import Renderer
from display.drawing.theme import DARK, THEMES, Theme
from display.drawing.turned_screen import TurnedScreen
from display.facts.edition import shown_edition
from display.facts.names import named_players
from display.first_picture import open_surface, quarter_turns, splash
from display.messages.intents import Intent
from display.messages.presses import Hold, Press, Typed, UserInput
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START, Position
from display.navigation.reveal import is_revealing
from display.screens import demonstration
from display.screens.layout import compose
from display.table_state import TableState
from display.words import Words

PRESSES = (
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
)
"""Events of people."""
KEYS = {
    pygame.K_SPACE: Press.ADVANCE,
    pygame.K_RETURN: Press.SELECT,
    pygame.K_KP_ENTER: Press.SELECT,
    pygame.K_LEFT: Press.LEFT,
    pygame.K_RIGHT: Press.RIGHT,
    pygame.K_BACKSPACE: Press.UNDO,
    pygame.K_u: Press.UNDO,
    pygame.K_1: Press.UNDO,
    pygame.K_2: Press.LEFT,
    pygame.K_3: Press.SELECT,
    pygame.K_4: Press.RIGHT,
    pygame.K_5: Press.ADVANCE,
    pygame.K_ESCAPE: Press.QUIT,
    pygame.K_q: Press.QUIT,
}
"""Key -> press."""
HELD = frozenset({Press.ADVANCE})
"""Presses that have a long form; all others take effect as soon as the key or the finger goes down."""
FINGER = -1
"""Stands for the finger among the keys."""
HOLD = 3.0
"""Default duration of a long press, in seconds."""


class Keyboard:
    """Turns keys and a finger that go down and up into presses. `hold` and `clock` in seconds."""

    def __init__(self, hold: float = HOLD, clock: Callable[[], float] = monotonic) -> None:
        self._hold, self._clock = hold, clock
        self._down: dict[int, tuple[Press, float]] = {}

    def down(self, key: int, touched: UserInput | None = None) -> tuple[UserInput, ...]:
        """A key went down, or the finger on what was `touched`: the press, unless it may become a long one."""
        pressed = touched or KEYS.get(key)
        if pressed is None:
            return ()
        if not isinstance(pressed, Press) or pressed not in HELD:
            return (pressed,)
        self._down[key] = pressed, self._clock()
        return ()

    def up(self, key: int) -> tuple[UserInput, ...]:
        """A key or the finger came up: the press, if that was not returned before."""
        long = self.held()
        down = self._down.pop(key, None)
        return long if down is None else (*long, down[0])

    def held(self) -> tuple[UserInput, ...]:
        """The presses that have become long since the last call."""
        long = [key for key, (_, since) in self._down.items() if self._clock() - since >= self._hold]
        return tuple(Hold(self._down.pop(key)[0]) for key in long)


class Window:
    """A pygame window, or the whole screen. A context manager; `close` may be called twice."""

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        *,
        fullscreen: bool = False,
        language: str = "en",
        hold: float = HOLD,
        rotate: int | None = 0,
        theme: Theme = DARK,
        marks: tuple[str, ...] = MARKS,
        strict: bool = False,
    ) -> None:
        """Open the window; DisplayError if there is no screen.

        `size` in px (None: that of the screen, or a default on a desktop). A key that is held for `hold` seconds is a
        long press. `rotate`: degrees clockwise by which the picture is turned on the screen (0, 90, 180, 270); None: 90
        if it fills a screen that is higher than wide. `theme`: until the settings in the state say which. `marks`: what
        the buttons carry. `strict`: whatever does not fit raises LayoutError.
        """
        self._surface = open_surface(size, fullscreen=fullscreen)
        self._turn = quarter_turns(self._surface, rotate, fullscreen=fullscreen)
        self._screen = TurnedScreen(self._surface, self._turn)
        self.tools = Tools(Words(language), self._screen.upright.get_height(), theme, strict, marks)
        self.position: Position = START
        self._state: TableState | None = None
        self._renderer = Renderer(self._screen)
        self._keyboard = Keyboard(hold)
        self._panels: tuple[Panel, ...] = ()
        self._closed = False
        self.show_panels(splash)
        self._shown = False

    def show(self, state: TableState, time: float) -> int:
        """Show `state` at `time` (seconds), drawing only what changed; returns how many panels were drawn."""
        self._shown = True
        self._set_look(state)
        position = update_position(self.position, state, time)
        if position == self.position and self._state is not None and _alike(state, self._state):
            return 0
        self.position, self._state = position, state
        self._panels = self._composed(state, position)
        return self._renderer.draw(self._panels, self.tools)

    def _composed(self, state: TableState, position: Position) -> tuple[Panel, ...]:
        """The panels of the whole screen; in a demonstration beside the simulated table, if there is room."""
        width, height = self._screen.upright.get_size()
        parts = demonstration.parts(width, height) if state.simulated else None
        high = parts[1].pixels[3] if parts else height
        if self.tools.screen != high:
            self.tools = replace(self.tools, screen=high)
            self._renderer.clear()
        if parts is None:
            return compose(state, position, width, height)
        table, beside = parts
        screen = compose(replace(state, aside=False), position, beside.pixels[2], high)
        return *demonstration.panels(table, state, position), *shifted(screen, beside.x, beside.y)

    def show_panels(self, arrange: Callable[[Box], tuple[Panel, ...]]) -> int:
        """Show panels that are not of a game, drawing only what changed; returns how many were drawn."""
        self._state, self._shown = None, True
        self._panels = arrange(Box(0, 0, *self._screen.upright.get_size()))
        return self._renderer.draw(self._panels, self.tools)

    def _set_look(self, state: TableState) -> None:
        """Use what is set and the names of edition and players; when one of it changes, draw everything again."""
        settings, tools, players = state.settings, self.tools, named_players(state.game)
        words = tools.words
        wanted = str(settings.get("screen.language", words.language)), shown_edition(state).edition
        if wanted != (words.language, words.edition) or dict(players) != words.players:
            words = Words(*wanted, players)
        theme = THEMES.get(str(settings.get("screen.theme")), tools.theme)
        large = settings.get("screen.text", "large" if tools.large else "normal") == "large"
        tools = replace(tools, words=words, theme=theme, large=large)
        turn = (self._turn + 2 * (settings.get("screen.upside_down") is True)) % 4
        if tools != self.tools or turn != self._screen.turn:
            self.tools = tools
            self._use(turn)

    def _use(self, turn: int) -> None:
        """Draw everything, turned by so many quarter turns."""
        self._screen = TurnedScreen(self._surface, turn)
        self.tools = replace(self.tools, screen=self._screen.upright.get_height())
        self._renderer = Renderer(self._screen)
        self._state = None

    def press(self, user_input: UserInput, state: TableState, time: float) -> Intent | None:
        """Let a press take effect on what is shown; returns what it asks of the table."""
        self.position, intent = handle_press(update_position(self.position, state, time), state, user_input, time)
        self._state = None
        return intent

    def busy(self, state: TableState) -> bool:
        """True while conflicts or the scoring are still being revealed."""
        return is_revealing(self.position, state)

    def presses(self) -> tuple[UserInput, ...]:
        """Keys, clicks and touches since the last call; none that came before anything could be pressed."""
        if not self._shown:
            pygame.event.clear(PRESSES)
        found: list[UserInput] = []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                found.append(Press.QUIT)
            elif event.type == pygame.KEYDOWN:
                found += self._typed(event) or self._keyboard.down(event.key)
            elif event.type == pygame.KEYUP:
                found += self._keyboard.up(event.key)
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not getattr(event, "touch", False):
                found += self._clicked(*event.pos)
            elif event.type == pygame.FINGERDOWN:  # all that a touch is without a desktop; with one, SDL adds a click
                found += self._touched(event.x, event.y)
            elif event.type in {pygame.MOUSEBUTTONUP, pygame.FINGERUP}:
                found += self._keyboard.up(FINGER)
            elif event.type == pygame.WINDOWSIZECHANGED:
                self._surface = pygame.display.get_surface() or self._surface
                self._use(self._screen.turn)
            elif event.type in {pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED}:
                self._renderer.clear()
                self._state = None
        return *found, *self._keyboard.held()

    def _typed(self, event: pygame.event.Event) -> tuple[UserInput, ...]:
        """The letter that was typed, where a name is entered; the backspace stays UNDO, which removes a letter."""
        opened = self.position.opened
        if opened is None or not opened.page.takes_text:
            return ()
        if event.key in {pygame.K_RETURN, pygame.K_KP_ENTER}:
            return (Typed("\n"),)
        text = getattr(event, "unicode", "")
        return (Typed(text),) if text and text.isprintable() else ()

    def close(self) -> None:
        """Release the screen."""
        if not self._closed:
            self._closed = True
            pygame.display.quit()

    def __enter__(self) -> Window:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _clicked(self, x: int, y: int) -> list[UserInput]:
        width, height = self._surface.get_size()
        return self._touched((x + 0.5) / width, (y + 0.5) / height)

    def _touched(self, x: float, y: float) -> list[UserInput]:
        """What is at this point of the screen; `x` and `y` from 0 to 1."""
        point = self._screen.upright_point(x, y)
        touched = [panel.touch for panel in self._panels if panel.touch is not None and panel.box.has(*point)]
        return [one for touch in touched for one in self._keyboard.down(FINGER, touch)]


def _alike(new: TableState, old: TableState) -> bool:
    """True if both look the same. Bearings may differ a little: where seats are shown is part of the position."""
    if new is old:
        return True
    if [(mark.wonder, mark.side) for mark in new.seats] != [(mark.wonder, mark.side) for mark in old.seats]:
        return False
    return replace(new, seats=old.seats) == old
