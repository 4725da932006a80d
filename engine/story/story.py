"""The story of a finished game: everything that its record says, in one value and as plain values for JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from engine.model.state import Phase
from engine.scoring.outcome import outcome_now
from engine.story.buried import BuriedCard, buried_cards, never_built
from engine.story.close_conflicts import CloseConflict, close_conflicts
from engine.story.coins import CoinAccount, CoinsPaid, coin_accounts, coins_paid
from engine.story.payments import ChainSaving, DearPayment, chain_savings, dear_payments
from engine.story.standings import LeadChange, Standing, last_lead_change, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game.game import Game
    from engine.scoring.outcome import Outcome


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


def story_of(game: Game) -> Story:
    """The story of a game; ValueError while it is not over."""
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
