"""What features add to the screen: a value of their own in `TableState.features`, which says what it offers."""

import logging
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Protocol

from display.menu.page import Option, Page
from display.table_state import TableState


class BesideTable(Protocol):
    """A frozen value that paints itself, into a box of any shape."""

    def __hash__(self) -> int:
        """Equal values look the same."""

    @property
    def is_wide(self) -> bool:
        """True if it needs more width than its height; beside the boards of a small screen it is left out, then."""

    def paint(self, canvas: Any) -> None:
        """Draw on the canvas; its ground is there already."""


class Addition:
    """A feature's value in the state for the screen. Derive a frozen dataclass; what is not needed may be left out."""

    __slots__ = ()

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """Options with the `group` of a place.

        Columns of the main menu: "enter" (to enter something, before a game), "look" (to read), "settings" (before the
        settings) and "appliance" (after them). "players": where a game without a camera is set up. "first_start": where
        the first start ends.
        """
        return ()

    def of_city(self, state: TableState, seat: int, others: tuple[Option, ...]) -> tuple[Option, ...]:
        """On the page of a city: what stands above SELECT, and perhaps one option above ADVANCE.

        The first one stands in the place of `others`, so its page offers these, too.
        """
        return ()

    def after_scoring(self, state: TableState) -> Page | None:
        """The page that SELECT opens beside the final scores."""
        return None

    def before_game(self, state: TableState) -> BesideTable | None:
        """What is shown before a game, beside the boards or what the camera sees, and on a screen of its own."""
        return None

    def after_game(self, state: TableState) -> BesideTable | None:
        """What is shown on a screen of its own, after the one with the final scores."""
        return None

    def elsewhere(self, state: TableState) -> Page | None:
        """The page that is also offered before a game away from the screen, to whoever acts at the camera."""
        return None

    def tone(self, state: TableState) -> tuple[int, str] | None:
        """A number, and a tone of the loudspeaker that is heard whenever the number is another one."""
        return None


def added_options(state: TableState, place: str, group: Hashable = None) -> tuple[Option, ...]:
    """What features offer at a place, in this `group` there."""
    offered = (option for options in _ask(state, "menu") for option in options)
    return tuple(replace(option, group=group) for option in offered if option.group == place)


def options_for_city(state: TableState, seat: int, others: tuple[Option, ...]) -> tuple[Option, ...]:
    """What a feature offers on the page of a city, in the place of `others`."""
    return next(_ask(state, "of_city", seat, others), ())


def page_after_scoring(state: TableState) -> Page | None:
    """What a feature offers beside the final scores."""
    return next(_ask(state, "after_scoring"), None)


def beside_table(state: TableState) -> BesideTable | None:
    """What a feature shows before a game."""
    return next(_ask(state, "before_game"), None)


def screen_after_game(state: TableState) -> BesideTable | None:
    """What a feature shows after the final scores."""
    return next(_ask(state, "after_game"), None)


def page_elsewhere(state: TableState) -> Page | None:
    """What a feature offers away from the screen."""
    return next(_ask(state, "elsewhere"), None)


def added_tone(state: TableState) -> tuple[int, str] | None:
    """What a feature lets be heard."""
    return next(_ask(state, "tone"), None)


def _ask(state: TableState, what: str, *more: object) -> Iterator[Any]:
    """What additions answer; one that fails is passed over."""
    for name, value in state.features.items():
        if isinstance(value, Addition):
            try:
                if answer := getattr(value, what)(state, *more):
                    yield answer
            except Exception as problem:  # whatever a feature does, the game goes on
                _warn_once(name, what, repr(problem))


@cache
def _warn_once(name: str, what: str, problem: str) -> None:
    logging.getLogger(__name__).warning("the feature %s fails in %s: %s", name, what, problem)
