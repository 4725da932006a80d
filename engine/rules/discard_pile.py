"""The discard pile: the cards that were put away, as far as they are known ("Scartare la Carta")."""

from collections.abc import Iterable, Mapping

from engine.model.actions import BuildFromDiscard, Discard, Pass, SeatAction
from engine.model.state import GameState, Phase, RemainingPhases

Pile = tuple[str | None, ...]
"""Ids; None: a card that nobody saw."""


def pile_after(state: GameState, actions: Mapping[int, SeatAction], remaining: RemainingPhases) -> Pile:
    """The pile once these actions have resolved; leaders are never in it.

    After the sixth turn, every seat puts its last card away that may not play it.
    """
    phase, pile = state.phase, state.pile
    if phase is Phase.FROM_DISCARD:
        return without(pile, actions.values())
    if phase is not Phase.TURN and phase is not Phase.SEVENTH:
        return pile
    for action in actions.values():
        if isinstance(action, Discard):
            pile += (action.card,)
        elif isinstance(action, Pass):
            pile += (None,)
    if phase is Phase.TURN and state.is_last_turn:
        keep = sum(len(seats) for due, seats in remaining if due is Phase.SEVENTH)
        pile += (None,) * (len(state.cities) - keep)
    return pile


def without(pile: Pile, actions: Iterable[SeatAction]) -> Pile:
    """The pile without the cards that these actions raise from it."""
    left = list(pile)
    for action in actions:
        if isinstance(action, BuildFromDiscard) and action.card is not None:
            known = action.card if action.card in left else None
            if known in left:
                left.remove(known)
    return tuple(left)


def may_be_in_pile(state: GameState, card: str) -> bool:
    """True if the pile holds this card, or one that nobody saw."""
    left = without(state.pile, state.pending.values())
    return card in left or None in left
