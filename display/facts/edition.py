"""Which edition of the game the table shows."""

from display.table_state import TableState
from engine import BASE, EDITIONS, LEADERS, Catalogue, edition_of, known_board

EDITION = "play.edition"
"""The key of the setting."""


def shown_edition(state: TableState) -> Catalogue:
    """The edition that is played, or that the boards on the table belong to, or that is set for playing by hand."""
    if state.game is not None:
        return state.game.catalogue
    boards = [(mark.wonder, mark.side) for mark in state.seats if known_board(mark.wonder, mark.side)]
    return edition_of(boards[:1]) if boards else edition_by_hand(state)


def shown_sets(state: TableState) -> tuple[str, ...]:
    """The game itself, Leaders, and the expansions of the game at the table, or else of the settings."""
    if state.game is not None:
        return (BASE, LEADERS, *state.game.catalogue.played)
    known = shown_edition(state).expansions
    return (BASE, LEADERS, *(name for name in known if state.settings.get(f"play.{name}")))


def edition_by_hand(state: TableState) -> Catalogue:
    """The edition that is set in the settings, for boards that no camera sees."""
    return EDITIONS.get(str(state.settings.get(EDITION)), EDITIONS["first"])
