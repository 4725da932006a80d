"""A number for every action, the same in every game of an edition and its sets."""

from collections import Counter
from collections.abc import Iterable

from engine.game.dealing import CardPlay, Keep
from engine.game.game import Game
from engine.model.actions import (
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    Fight,
    Pass,
    PayLoss,
    Recruit,
)
from engine.model.catalogue import LEADERS

WITHOUT_CARD = ((None, None), (Fight, None), (BuildFromDiscard, None), (Pass, None), (PayLoss, None))
"""Waiting, the conflicts, taking nothing from the discard pile, recruiting no extra leader, paying a loss."""
WITH_STRUCTURE = (Build, BuildStage, Discard, Pass, BuildFromDiscard)
WITH_LEADER = (Recruit, BuildStage, Discard, ChooseLeader, Keep)


class ActionNumbers:
    """The numbers of all actions in the games of one edition and its sets.

    A number says what is done and with which card; whose turn it is says who does it. Where there are several ways to
    pay, the default has the number of the action itself, the next way `len(numbers)` more, and so on. So every action
    has a number, and that of the default does not depend on how many ways are looked at.
    """

    def __init__(self, game: Game) -> None:
        cards = [card.id for card in game.catalogue.cards.values() if card.set in game.sets]
        leaders = [*game.catalogue.leaders] if LEADERS in game.sets else []
        if game.setup.blank is not None:
            leaders.append(game.setup.blank.id)
        self.cards, self.leaders = tuple(cards), tuple(leaders)
        does: list[tuple[type | None, str | None]] = [
            *WITHOUT_CARD,
            *((kind, card) for card in cards for kind in WITH_STRUCTURE),
        ]
        does += [(kind, leader) for leader in leaders for kind in WITH_LEADER]
        self._numbers = {one: number for number, one in enumerate(does)}

    def __len__(self) -> int:
        """How many actions there are, not counting ways to pay."""
        return len(self._numbers)

    def of(self, plays: Iterable[CardPlay]) -> dict[int, CardPlay]:
        """The legal actions of a seat, as they were listed, by their numbers."""
        ways: Counter[int] = Counter()
        found = {}
        for play in plays:
            number = self._numbers[type(play.action), play.card or getattr(play.action, "card", None)]
            found[number + ways[number] * len(self)] = play
            ways[number] += 1
        return found

    def mask(self, plays: Iterable[CardPlay], ways: int = 1) -> list[bool]:
        """Which numbers are legal, for so many ways to pay: `ways` times `len` of them."""
        mask = [False] * (ways * len(self))
        for number in self.of(plays):
            if number < len(mask):
                mask[number] = True
        return mask
