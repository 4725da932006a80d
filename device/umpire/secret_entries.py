"""What seats have entered on telephones, secret until all have acted, beside what lies on the table.

No question says what was entered: it stands on the big screen, and others may still be thinking.
"""

from collections.abc import Iterable, Mapping, Sequence

from device.times import PUT_RIGHT_WITHIN
from device.umpire.new_cards import NewCard
from device.umpire.questions import DISCARDED, ENTERED_OTHERWISE, INSTEAD, NEXT_CARD
from device.umpire.ruling import Situation, UmpireMemory
from display.messages.questions import Plan, Question
from engine import Build, BuildFromDiscard, CorrectCoins, Discard, Game, Recruit, SeatAction, action_to_dict
from vision.scene import Scene

DISCARD_OTHERWISE = "discard_otherwise"
"""The kind of the question whether a seat has discarded, as the table shows, or what was entered for it counts."""
ABOUT_ENTRIES = frozenset({ENTERED_OTHERWISE, DISCARD_OTHERWISE})
"""The kinds of questions about seats whose entry is not what lies there."""
ENTERED_TOO_OFTEN = "entered_too_often"
"""The kind of the question to seats that have entered a card of which there are not so many copies."""
TOO_MANY_GUILDS = "too_many_guilds"
"""The engine's reason against a guild that cannot have been dealt beside the others."""
AS_ENTERED = "as_entered"
"""The answer that the entry counts; the other one is that it has discarded."""


def fits_plan(entry: SeatAction, plan: Plan) -> bool:
    """True if what was entered is what lies there, whatever is paid for it."""
    row = action_to_dict(entry)
    return row["do"] == plan.do and (plan.card is None or row["card"] == plan.card)


def lies_otherwise(in_secret: Mapping[int, SeatAction], plans: Mapping[int, Plan]) -> frozenset[int]:
    """The seats in whose cities something else lies than was entered for them."""
    return frozenset(seat for seat in in_secret.keys() & plans.keys() if not fits_plan(in_secret[seat], plans[seat]))


def laid_late(situation: Situation, cards: Mapping[int, Sequence[NewCard]], memory: UmpireMemory) -> frozenset[int]:
    """The seats whose new card may belong to the turn before, in which they entered another one that nobody has seen.

    All entries are booked at once, before their cards lie on the table. Nothing was entered for the open turn yet.
    """
    latest = {booked.seat: booked for booked in situation.entries if not isinstance(booked.action, CorrectCoins)}
    return frozenset(
        seat
        for seat, entered in situation.by_phone.items()
        if seat in situation.game.to_act
        and seat not in situation.in_secret
        and cards.get(seat)
        and (seat, cards[seat][0].code) not in memory.confirmed
        and isinstance(entered, Build | BuildFromDiscard | Recruit)
        and (booked := latest.get(seat)) is not None
        and booked.code is None
        and entered.card is not None
        and getattr(booked.action, "card", None) == entered.card
    )


def questions_where_cards_differ(
    scene: Scene, seats: Iterable[int], cards: Mapping[int, Sequence[NewCard]], *, at_once: bool
) -> tuple[Question, ...]:
    """Whether the first card of these seats is for the next turn or replaces what was entered.

    `at_once`: do not wait until hands have had time to take it back, for somebody wants to go on.
    """
    return tuple(
        Question(seat, ENTERED_OTHERWISE, {"card": cards[seat][0].name}, (NEXT_CARD, INSTEAD))
        for seat in sorted(seats)
        if at_once or cards[seat][0].since + PUT_RIGHT_WITHIN <= scene.time
    )


def questions_where_discards_differ(
    game: Game, in_secret: Mapping[int, SeatAction], discarding: Iterable[int]
) -> tuple[Question, ...]:
    """Whether seats have discarded, as the table shows or somebody said, or something else counts that was entered."""
    return tuple(
        Question(seat, DISCARD_OTHERWISE, {"wonder": game.cities[seat].wonder.id}, (AS_ENTERED, DISCARDED))
        for seat in sorted(in_secret.keys() & discarding)
        if not isinstance(in_secret[seat], Discard)
    )


def entered_too_often(game: Game, in_secret: Mapping[int, SeatAction]) -> frozenset[int]:
    """The seats whose entries the rules allow one by one, but not together: of one card there are not so many copies.

    Nobody knows who of them has entered it by mistake. `game` has what was booked for other seats of the open phase. If
    there is one guild more than were dealt, every seat that has entered a guild may be wrong.
    """
    seats, refused, guilds = sorted(in_secret), set[int](), frozenset[str | None]()
    for seat in seats:
        reasons = game.verify(in_secret[seat])
        if any(reason.key == TOO_MANY_GUILDS for reason in reasons):
            guilds = game.catalogue.guilds
        if reasons:
            refused.add(seat)
        elif seat != seats[-1]:  # the last one would close the phase
            game = game.apply(in_secret[seat])
    named = {seat: getattr(entry, "card", None) for seat, entry in in_secret.items()}
    cards = ({named[seat] for seat in refused} | guilds) - {None}
    return frozenset(seat for seat in seats if seat in refused or named[seat] in cards)
