"""The story of a finished game: everything that its record says, in one value and as plain values for JSON."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from device.for_features.story.close_conflicts import CloseConflict, close_conflicts
from device.for_features.story.coins import CoinAccount, CoinsPaid, coin_accounts, coins_paid
from device.for_features.story.payments import ChainSaving, DearPayment, chain_savings, dear_payments
from device.for_features.story.standings import LeadChange, Standing, last_lead_change, standings
from engine.game.game import Game
from engine.model.actions import BuildStage
from engine.model.state import LAST_AGE, Phase
from engine.scoring.outcome import Outcome, outcome_now


@dataclass(frozen=True, slots=True)
class BuriedCard:
    """The card under a stage. Its front was never seen; its back shows the age."""

    seat: int
    stage: int
    age: int
    turn: int
    leader: bool
    """True if it is a leader, which has no age."""


@dataclass(frozen=True, slots=True)
class Story:
    """What the record of a finished game says. Seats are numbered clockwise; the Free City is never scored."""

    outcome: Outcome
    standings: tuple[Standing, ...]
    lead_change: LeadChange | None
    paid: tuple[CoinsPaid, ...]
    accounts: tuple[CoinAccount, ...]
    chains: tuple[ChainSaving, ...]
    dear: tuple[DearPayment, ...]
    close: tuple[CloseConflict, ...]
    buried: tuple[BuriedCard, ...]
    never_built: Mapping[str, int]

    def saved_by_chains(self, seat: int) -> int:
        """Coins that chains saved a seat; structures that it could not have built otherwise are not counted."""
        return sum(chain.coins or 0 for chain in self.chains if chain.seat == seat)


@lru_cache(maxsize=2)
def story_of(game: Game) -> Story:
    """The story of a game, worked out once however often a screen is drawn; ValueError while it is not over."""
    if game.phase is not Phase.OVER:
        raise ValueError(game.phase)
    steps = standings(game)
    return Story(
        outcome=outcome_now(game),
        standings=steps,
        lead_change=last_lead_change(steps),
        paid=coins_paid(game),
        accounts=coin_accounts(game),
        chains=chain_savings(game),
        dear=dear_payments(game),
        close=close_conflicts(game),
        buried=buried_cards(game),
        never_built=never_built(game),
    )


def buried_cards(game: Game) -> tuple[BuriedCard, ...]:
    """The card under every stage, in the order in which they were built."""
    found = []
    for before, after in pairwise(game.states()):
        action = after.actions[-1]
        if isinstance(action, BuildStage):
            stage = action.stage or before.cities[action.seat].stages + 1
            found.append(BuriedCard(action.seat, stage, before.age, before.turn, before.phase is Phase.RECRUIT))
    return tuple(found)


def never_built(game: Game) -> dict[str, int]:
    """The structures of this game's decks that stand in no city, and how many copies of each.

    They lie under a stage or in the discard pile. Those that are drawn, as guilds, are left out: nobody knows which
    were dealt.
    """
    decks = {
        card.id: card.copies_until(LAST_AGE, game.players)
        for card in game.catalogue.cards.values()
        if card.set in game.sets and card.colour not in game.catalogue.drawn
    }
    built = Counter(card for city in game.cities for card in city.cards)
    return {card: copies - built[card] for card, copies in decks.items() if copies > built[card]}


def story_to_dict(story: Story) -> dict[str, Any]:
    """The story as plain values for JSON; points by seat as lists in the order of `players`."""
    players = [sheet.seat for sheet in story.outcome.sheets]
    return {
        "players": players,
        "winners": list(story.outcome.winners),
        "decided_by": str(story.outcome.decided_by),
        "standings": [
            {
                "age": one.age,
                "turn": one.turn,
                "after": str(one.after),
                "points": [dict(one.points[seat]) for seat in players],
                "totals": [one.totals[seat] for seat in players],
                "leading": list(one.leading),
            }
            for one in story.standings
        ],
        "lead_change": None if story.lead_change is None else _lead_change(story, story.lead_change),
        "paid": [asdict(one) for one in story.paid],
        "treasuries": [asdict(one) for one in story.accounts],
        "chains": [asdict(one) for one in story.chains],
        "dear_payments": [asdict(one) for one in story.dear],
        "close_conflicts": [asdict(one) for one in story.close],
        "buried": [asdict(one) for one in story.buried],
        "never_built": dict(story.never_built),
    }


def _lead_change(story: Story, change: LeadChange) -> dict[str, Any]:
    after = story.standings[change.index]
    return {
        "age": after.age,
        "turn": after.turn,
        "after": str(after.after),
        "from": list(change.before),
        "to": list(change.after),
    }
