"""What people are told of an empty chair: which cards are its own, and what to do for it."""

from display.facts.city_facts import still_to_act
from display.table_state import EmptyChair, TableState
from display.words import Line, line
from engine import Build, BuildFromDiscard, BuildStage, Game, PayLoss, Phase, SeatAction


def told_for_chair(chair: EmptyChair | None, game: Game) -> Line | None:
    """What to do for the chair now, in a sentence; None if nothing is to be done. What it pays of a loss is asked."""
    if chair is None or chair.does is None or isinstance(chair.does, PayLoss):
        return None
    about: dict[str, object] = {"wonder": game.cities[chair.seat].wonder.id, "card": chair.card}
    match chair.does:
        case Build():
            do = "build"
        case BuildStage(stage=stage):
            do, about["stage"] = "stage", stage
        case BuildFromDiscard():
            do = "take" if chair.card else "take_nothing"
        case _:
            do = "discard"
    return line(f"chair.{do}", **about)


def chair_entry(state: TableState) -> SeatAction | None:
    """What ADVANCE books for the chair: it is awaited next, or everybody waits for it alone."""
    chair, game = state.chair, state.game
    if chair is None or game is None or state.questions:
        return None
    waited = still_to_act(state, game)
    first = state.shows if state.station else waited[0] if state.by_hand and waited else None
    return chair.entry(game) if waited == (chair.seat,) or first == chair.seat else None


def cards_to_take_out(state: TableState) -> tuple[str, ...]:
    """The chair's cards at the beginning of an age, before anybody has acted; empty at any other time."""
    chair, game = state.chair, state.game
    if chair is None or game is None or game.phase is not Phase.TURN or game.turn != 1:
        return ()
    return chair.hand if not set(game.pending) - {chair.seat} and len(chair.hand) > game.last_turn else ()


def others_to_add(game: Game, hand: tuple[str, ...]) -> dict[str, int]:
    """By colour: how many other cards of those that are drawn for the deck people shuffle into what is left of it."""
    cards, drawn = game.catalogue.cards, game.catalogue.drawn
    colours = [cards[card].colour for card in hand]
    there = {card.colour for card in game.age_cards}
    return {str(one): game.players + more - colours.count(one) for one, more in drawn.items() if one in there}
