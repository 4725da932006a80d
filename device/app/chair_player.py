"""Plays for the empty chair. A thread of its own searches, so that the screen never waits for it."""

import logging
import threading
from random import Random, SystemRandom

from device.session.session import Session
from display.table_state import EmptyChair
from engine import Build, BuildFromDiscard, BuildStage, CardPlay, Discard, Game, PayLoss
from engine.bots import Chair, Searcher, chair_play, hand_of_chair
from engine.game.dealing import Hand

Moment = tuple[Chair, tuple[object, ...]]
"""The chair, and what tells the open phase from any other."""
SEARCH = Searcher(seconds=1.0)
SEEDS = 1 << 32
PLAYS = (Build, BuildStage, Discard, BuildFromDiscard, PayLoss)
"""What a chair does."""


def new_seed() -> int:
    """The seed of a chair's cards."""
    return SystemRandom().randrange(SEEDS)


class ChairPlayer:
    """Knows what the chair does in the open phase once that is found.

    What it has once found for a moment stays, so that after an undo people are told the same again.
    """

    def __init__(self, searcher: Searcher = SEARCH) -> None:
        self._searcher = searcher
        self._found: dict[Moment, CardPlay | None] = {}
        self._thinks_of: Moment | None = None
        self._known: tuple[Game, Moment, Hand] | None = None
        """The game that was looked at last, its moment, and what the chair holds in it."""

    def look(self, session: Session) -> EmptyChair | None:
        """The chair and what people are to do for it now; None if there is none in this game."""
        game, chair = session.game, session.setup.chair
        if game is None or chair is None:
            self._found.clear()
            return None
        if self._known is None or self._known[0] is not game or self._known[1][0] != chair:
            self._known = game, (chair, _before_phase(game)), hand_of_chair(game, chair)
        _, moment, hand = self._known
        if moment not in self._found and self._thinks_of is None:
            self._thinks_of = moment
            threading.Thread(target=self._think, args=(moment, game, chair), name="empty-chair", daemon=True).start()
        does, card = self._found.get(moment) or (None, None)
        return EmptyChair(chair.seat, hand, does if isinstance(does, PLAYS) else None, card)

    def _think(self, moment: Moment, game: Game, chair: Chair) -> None:
        found: CardPlay | None = None
        try:
            found = chair_play(game, chair, self._searcher, Random(chair.seed))
        except Exception:  # people then enter something for the chair; the game goes on
            logging.getLogger(__name__).exception("the empty chair finds nothing to do")
        self._found[moment] = found
        self._thinks_of = None


def _before_phase(game: Game) -> tuple[object, ...]:
    """What tells the open phase from any other, whatever others have given in it."""
    for seat in game.pending:
        game = game.without_pending(seat)
    return game.phase, game.actions
