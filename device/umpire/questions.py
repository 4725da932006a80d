"""Questions about cards that do not fit: too many at a seat, or other cards than were entered by hand."""

from collections.abc import Mapping, Sequence

from device.times import NEXT_TURN_AFTER, PUT_RIGHT_WITHIN
from device.umpire.expectations import LEADER_PHASES, may_follow
from device.umpire.hands_passed_on import shows_two
from device.umpire.new_cards import EnteredCard, NewCard
from device.umpire.proposals import propose
from display.messages.questions import Question
from engine import BuildStage, Game
from vision.scene import Scene

NOT_ACTED = "not_acted"
"""The kind of the question whether a seat without a card has discarded, although the discard mat does not show it."""
NOT_ACTED_SEVERAL = "not_acted_several"
"""The same for several seats."""
DISCARDED, WAIT = "discarded", "wait"
STAGE = "stage"
"""The answer that it has built its next stage, whose card or token is not seen."""
ONE_DISCARDED = "wonder:"
"""The answers: they have, not yet, only this one has (followed by the wonder's id)."""
CARD = "card:"
"""The answer that this card is what they have played in this turn (followed by the card's id)."""
OWNER = "owner:"
"""The same with several seats (followed by the card's id, a colon and the wonder's)."""
IN_NO_CITY = "no_city"
"""The answer that a card is nobody's: it was discarded face up, or is left over."""
MOST_OWNERS = 4
"""Such answers that are offered."""
TWO_CARDS = "two_cards"
"""The kind of the question which of a seat's new cards is for this turn; the answers are CARD, or to take one back."""
ENTERED_OTHERWISE = "entered_otherwise"
"""The kind of the question whether a card is for the next turn or replaces what was entered by hand."""
NEXT_CARD, INSTEAD = "next_card", "instead"
"""The answers to it."""


def too_many_cards(scene: Scene, game: Game, cards_of: Mapping[int, tuple[NewCard, ...]]) -> tuple[Question, ...]:
    """Questions about seats with two cards in one turn, once hands have had time to take one of them back."""
    questions = []
    for seat, cards in cards_of.items():
        two = shows_two(game, seat, cards) and not is_for_next_turn(game, cards)
        if two and cards[1].since + PUT_RIGHT_WITHIN <= scene.time:
            placeholders = {"card": cards[0].name, "other": cards[1].name}
            proposals = ((card, propose(game, seat, card, 0, exception=False)) for card in cards)
            first = [f"{CARD}{card.name}" for card, proposal in proposals if proposal.action is not None]
            others = dict.fromkeys(first[:MOST_OWNERS]) if seat not in game.pending else (NEXT_CARD,)
            choices = ("take_back", *others)
            questions.append(Question(seat, TWO_CARDS, placeholders, choices))
    return tuple(questions)


def not_acted(game: Game, seats: Sequence[int], elsewhere: Sequence[tuple[str, int]]) -> tuple[Question, ...]:
    """The question about the seats that have not acted while the table has gone on to the next turn, if there are any.

    The first answer is that all of them have discarded; with several seats one can be named. A single one may also have
    built a stage that nobody sees. `elsewhere`: ids of cards in cities that have several, or recorded for the last
    turn, each with a seat that may have played it, the likeliest first.
    """
    wonders = {seat: game.cities[seat].wonder.id for seat in seats}
    if not wonders:
        return ()
    if len(wonders) == 1:
        stage = (STAGE,) if game.can(BuildStage(seats[0])) else ()
        cards = list(dict.fromkeys(f"{CARD}{card}" for card, _ in elsewhere))[:MOST_OWNERS]
        choices = (DISCARDED, *stage, *cards, WAIT)
        return (Question(seats[0], NOT_ACTED, {"wonder": wonders[seats[0]]}, choices),)
    owners = list(dict.fromkeys(f"{OWNER}{card}:{wonders[seat]}" for card, seat in elsewhere))[:MOST_OWNERS]
    named = [f"{ONE_DISCARDED}{wonder}" for wonder in wonders.values()]
    choices = (DISCARDED, *owners, *named, WAIT)
    return (Question(None, NOT_ACTED_SEVERAL, {"wonder_ids": ",".join(wonders.values())}, choices),)


def asked_seats(game: Game, question: Question) -> frozenset[int]:
    """The seats of which a question asks whether they have acted."""
    if question.seat is not None:
        return frozenset({question.seat})
    wonders = str(question.placeholders["wonder_ids"]).split(",")
    return frozenset(seat for seat, city in enumerate(game.cities) if city.wonder.id in wonders)


def is_for_next_turn(game: Game, cards: Sequence[NewCard]) -> bool:
    """True if a seat's second card belongs to the turn after that of the first. No leader phase follows another."""
    return game.phase not in LEADER_PHASES and cards[1].since - cards[0].since >= NEXT_TURN_AFTER


def entered_otherwise(
    game: Game,
    new_cards: Mapping[int, tuple[NewCard, ...]],
    entered: Mapping[int, EnteredCard | None],
    confirmed: frozenset[tuple[int, int]],
) -> frozenset[int]:
    """The seats whose cards lie where something else was entered by hand."""
    return frozenset(
        seat
        for seat, card in entered.items()
        if new_cards[seat]
        and not (card and card.lies)
        and not may_follow(game, seat, card.card if card else None, new_cards[seat])
        and (seat, new_cards[seat][0].code) not in confirmed
    )
