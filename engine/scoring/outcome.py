"""How a game ended: ranks, winners and what decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.model.state import GameState, Phase
from engine.scoring.score_sheets import ScoreSheet, score_sheets


class DecidedBy(StrEnum):
    """What decided a game."""

    POINTS = "points"
    COINS = "coins"
    """Several seats had the most points; one of them had the most coins."""
    SHARED = "shared"
    """Several seats had the most points and the same number of coins."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    sheets: tuple[ScoreSheet, ...]
    """One for each player, by seat."""
    ranks: Mapping[int, int]
    """Seat -> rank from 1; seats with the same points and coins share one."""
    winners: tuple[int, ...]
    """The seats of rank 1."""
    beaten_by_coins: tuple[int, ...] = ()
    """Seats with as many points as the winners, but fewer coins."""

    @property
    def decided_by(self) -> DecidedBy:
        """What decided the game."""
        if len(self.winners) > 1:
            return DecidedBy.SHARED
        return DecidedBy.COINS if self.beaten_by_coins else DecidedBy.POINTS


def outcome(state: GameState) -> Outcome | None:
    """How the game ended; None while it is not over."""
    return outcome_now(state) if state.phase is Phase.OVER else None


def outcome_now(state: GameState) -> Outcome:
    """How the game would end if it ended now: most points win, then most coins; the rest is shared."""
    sheets = score_sheets(state)
    strength = {sheet.seat: (sheet.total, sheet.coins) for sheet in sheets}
    ranks = {seat: 1 + sum(other > own for other in strength.values()) for seat, own in strength.items()}
    winners = tuple(seat for seat, rank in ranks.items() if rank == 1)
    most = max(sheet.total for sheet in sheets)
    beaten = tuple(sheet.seat for sheet in sheets if sheet.total == most and ranks[sheet.seat] > 1)
    return Outcome(sheets, ranks, winners, beaten)


def winners(state: GameState) -> tuple[int, ...]:
    """The seats that would win if the game ended now."""
    return outcome_now(state).winners
