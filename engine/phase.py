"""The phases of a game."""

from enum import StrEnum


class Phase(StrEnum):
    """What the game waits for."""

    TURN = "turn"
    """Every seat's card of this turn."""
    SEVENTH = "seventh"
    """The seventh card of whoever may play it (Babylon B)."""
    FROM_DISCARD = "from_discard"
    """A structure out of the discard pile (Halicarnassus)."""
    CONFLICTS = "conflicts"
    """The fights at the end of the age."""
    OVER = "over"
    """Nothing any more: the final scoring."""
