"""The phases of a game."""

from enum import StrEnum


class Phase(StrEnum):
    """What the game waits for."""

    RECRUIT = "recruit"
    """Every player's leader, before the age's first turn (Leaders)."""
    TURN = "turn"
    """Every seat's card of this turn."""
    COURT = "court"
    """Which neighbour's leader the Courtesans Guild copies (Leaders)."""
    EXTRA_LEADER = "extra_leader"
    """One more leader, at once (Rome B)."""
    SEVENTH = "seventh"
    """The seventh card of whoever may play it (Babylon B)."""
    FROM_DISCARD = "from_discard"
    """A structure out of the discard pile (Halicarnassus, Solomon)."""
    CONFLICTS = "conflicts"
    """The fights at the end of the age."""
    OVER = "over"
    """Nothing any more: the final scoring."""
