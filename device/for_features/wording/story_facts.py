"""The story of a finished game as screens, telephones and the command line tell it, in two or three sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.for_features.story.standings import Moment
from display.facts.names import seat_name
from display.words import Line, line
from engine import CorrectCoins, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.for_features.story.story import Story
    from display.facts.names import SeatName
    from engine import Game

LEAD = {
    Moment.START: "story.lead.turn",
    Moment.LEADERS: "story.lead.leaders",
    Moment.TURN: "story.lead.turn",
    Moment.CONFLICTS: "story.lead.conflicts",
}


def has_story(game: Game) -> bool:
    """True if the game is over and its actions are known; those of a table that was only counted are not.

    Coins are corrected there, too.
    """
    return game.phase is Phase.OVER and not all(isinstance(action, CorrectCoins) for action in game.actions)


def story_sentences(game: Game, story: Story) -> tuple[Line, ...]:
    """Who won and by what; the last change of the lead; who paid a neighbour most; what a shield was worth."""
    return (_won(game, story), _lead(game, story), _paid(game, story), *_what_mattered(game, story))


def names_of(game: Game, seats: Iterable[int]) -> tuple[SeatName, ...]:
    """What several seats are called."""
    return tuple(seat_name(game, seat) for seat in seats)


def _won(game: Game, story: Story) -> Line:
    """Who won with how many points, and in which category the winner was furthest ahead of the next player."""
    sheets = {sheet.seat: sheet for sheet in story.outcome.sheets}
    first = story.outcome.winners[0]
    total = sheets[first].total
    if len(story.outcome.winners) > 1:
        return line("story.won.shared", names=names_of(game, story.outcome.winners), count=total)
    rest = [sheet for seat, sheet in sheets.items() if seat != first]
    second = max(rest, key=lambda sheet: (sheet.total, sheet.coins))
    name, other, ahead = seat_name(game, first), seat_name(game, second.seat), total - second.total
    if not ahead:
        return line("story.won.coins", name=name, other=other, count=total)
    leads = {category: points - second.points[category] for category, points in sheets[first].points.items()}
    best = max(leads, key=lambda category: leads[category])
    return line("story.won", name=name, other=other, count=total, ahead=ahead, category=best, more=leads[best])


def _lead(game: Game, story: Story) -> Line:
    change = story.lead_change
    if change is None:
        return line("story.lead.never")
    at = story.standings[change.index]
    before, after = names_of(game, change.before), names_of(game, change.after)
    return line(LEAD[at.after], age=at.age, turn=at.turn, before=before, after=after)


def _paid(game: Game, story: Story) -> Line:
    if not story.paid:
        return line("story.paid.none")
    most = story.paid[0]
    return line("story.paid", count=most.coins, payer=seat_name(game, most.payer), taker=seat_name(game, most.taker))


def _what_mattered(game: Game, story: Story) -> tuple[Line, ...]:
    """A shield that would have decided the game; else one that would have brought points; else what chains saved."""
    deciding = [one for one in story.close if one.decides]
    brought = [one for one in story.close if one.gain]
    dearest = max(deciding or brought, key=lambda one: (one.gain, one.gain + one.loss, one.age), default=None)
    if dearest is not None:
        key = "story.shield.decides" if deciding else "story.shield.points"
        name, other = seat_name(game, dearest.seat), seat_name(game, dearest.other)
        return (line(key, age=dearest.age, name=name, other=other, count=dearest.gain),)
    saved, seat = max(((story.saved_by_chains(seat), -seat) for seat in range(len(game.cities))), default=(0, 0))
    return (line("story.saved_most", name=seat_name(game, -seat), count=saved),) if saved else ()
