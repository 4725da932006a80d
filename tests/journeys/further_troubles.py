"""Troubles that hide cards, turn them over, or befall several players at once; each is planned for one move of a game.

They are drawn beside those of `tests.journeys.troubled_play`, and called as these are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.simulation.table.tabletop import LEADERS
from engine import Build, BuildStage, Discard, Phase, Recruit
from tests.journeys.troubled_table import SIZES, Cover
from vision.scene import Place
from vision.table.pose import Pose, back_area, front_area

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.dealing.dealer import Move, Round
    from tests.journeys.troubled_play import TroubledGame
    from tests.journeys.troubled_table import Card

UNDER_BOARD = 54.0
"""mm by which a stage's card is pushed farther than it should be, so that nothing of it is seen."""
A_TURN = (8.0, 20.0)
"""s for which a sleeve's glare hides a new card."""
ENTERED_AFTER = (2.0, 6.0)
"""s until somebody whose card has no sticker enters it by keys."""
EXACTLY = 0.4
"""mm by which the cards of a packet or of a squared pile lie apart at most."""
SQUARING = 2.0
"""s for which hands are at the pile that they square up."""


# A stage's card


def stage_hidden(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """The stage's card is pushed wholly under the board at once: nothing of it is ever seen."""
    card = game.new_stage(each, move)
    card.sticker, card.cover = card.sticker.at(0.0, -UNDER_BOARD), Cover.CARD
    game.at(at, lambda: game.table.put(card))


def stage_pushed_under(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """The stage's card is laid as it should be, and pushed wholly under the board a little later."""
    card = game.new_stage(each, move)
    game.at(at, lambda: game.table.put(card))

    def push() -> None:
        if card in game.table.cards:
            game.table.move(card, card.sticker.at(0.0, -UNDER_BOARD))
            card.cover = Cover.CARD

    game.at(at + game._soon(), push)


# Any card


def flipped(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """The card is laid with the wrong side up and turned over."""
    assert move.code is not None
    right = game.new_card(each, move)
    if right.is_front:
        centre = front_area(right.sticker, SIZES).pose
        wrong = game.table.lost_discard(_back_of(each), back_sticker(centre))
    else:
        centre = back_area(right.sticker, SIZES).pose
        wrong = game.table.lost_front(move.code, front_sticker(centre))
    at = game._thrown_at(at) if right.place is Place.DISCARD else at
    game.at(at, lambda: game.table.put(wrong))
    turned = at + game._soon()
    game.at(turned, lambda: game.table.take(wrong))
    game.at(turned + game.random.uniform(0.3, 1.0), lambda: game.table.put(right))


def damaged(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """The card's sticker is damaged or missing: it is never read, and its player enters it by keys."""
    card = game.new_card(each, move)
    card.cover = Cover.DAMAGED
    at = game._thrown_at(at) if card.place is Place.DISCARD else at
    game.at(at, lambda: game.table.put(card))
    game.at(at + game.random.uniform(*ENTERED_AFTER), lambda: game.enter(each, move))


def wrong_age(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """A card of another age is laid by mistake, taken back, and the right one laid."""
    right = game.new_card(each, move)
    age = game.random.choice([age for age in (1, 2, 3) if age != each.age])
    if right.is_front:
        assert right.seat is not None
        lying = {card.code for card in game.table.cards}
        codes = [code for code in game.cards_of(age) if code not in lying | game._used]
        wrong = game.table.front(right.seat, game.random.choice(codes or game.cards_of(age)))
        if game.random.random() < 0.6:
            wrong.sticker = game._near(right.sticker, 5.0)
    else:
        wrong = game.table.lost_discard(age, right.sticker)
    at = game._thrown_at(at) if right.place is Place.DISCARD else at
    game.at(at, lambda: game.table.put(wrong))
    away = at + game._soon()
    game.at(away, lambda: game.table.take(wrong))
    game.at(away + game.random.uniform(0.5, 2.0), lambda: game.table.put(right))


# A card in a city


def half_under(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """The card is laid half under another one, which hides its sticker, and pulled out a little later."""
    card = _tucked(game, move)
    game.at(at, lambda: game.table.put(card))
    game.at(at + 1.0 + game._soon(), lambda: game.pull_out(card))


def half_under_left(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """The same, and it stays there until somebody is asked about it."""
    card = _tucked(game, move)
    game.tucked.append(card)
    game.at(at, lambda: game.table.put(card))


def glare_for_a_turn(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """A sleeve's glare hides the new card's sticker from the beginning, for about a turn."""
    card = game.new_card(each, move)
    card.cover = Cover.GLARE
    game.at(at, lambda: game.table.put(card))
    game.at(at + game.random.uniform(*A_TURN), lambda: game.table.hide([card], None))


def changed_later(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """Somebody sees what the others have laid, takes the own card back and lays another one."""
    right = game.new_card(each, move)
    wrong = game.table.front(move.seat, game._wrong_code(each, move))
    if game.random.random() < 0.6:
        wrong.sticker = game._near(right.sticker, 5.0)
    game.at(at, lambda: game.table.put(wrong))
    away = game.all_laid(each, at) + game.random.uniform(0.3, 1.5)
    game.at(away, lambda: game.table.take(wrong))
    game.at(away + game.random.uniform(0.4, 1.5), lambda: game.table.put(right))


def swapped(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """Two players lay their cards in each other's cities and swap them."""
    other = game.random.choice(game.still_to_build(each, move))
    game.leave_out(each, other)
    pairs = [(move.seat, other.seat, move.code), (other.seat, move.seat, other.code)]
    away = at + 1.0 + game._soon()
    for seat, there, code in pairs:
        assert code is not None
        wrong, right = game.table.front(there, code), game.table.front(seat, code)
        game.at(at + game.random.uniform(0.0, 1.0), lambda wrong=wrong: game.table.put(wrong))
        game.at(away, lambda wrong=wrong: game.table.take(wrong))
        game.at(away + game.random.uniform(0.5, 1.0), lambda right=right: game.table.put(right))


# The discard mat


def packet(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """All who discard in this turn give their cards to one of them, who throws them exactly on each other.

    The cards that are left over at an age's end are thrown in the same way.
    """
    if len(each.leftovers) > 1:
        game.packed.add(game.dealt.rounds.index(each))
        game.happens()
    if not isinstance(move.action, Discard):
        game._play(each, move, at)
        return
    others = [other for other in game.still_to_play(each, move) if isinstance(other.action, Discard)]
    for other in others:
        game.leave_out(each, other)
    game.throw(game._thrown_at(at), _back_of(each), 1 + len(others))


def pile_squared(game: TroubledGame, each: Round, move: Move, at: float) -> None:
    """Somebody squares up the pile on the mat: each card lies exactly on the one below."""
    lifted = game._lifted_at(at)

    def square() -> None:
        pile = sorted(game.table.pile(), key=lambda card: card.order)
        if not pile:
            return
        home = game.table.tabletop.mat.pose.at(-10.0, 10.0, game.random.uniform(-0.1, 0.1))
        game.table.hand(game.table.mat.sticker, SQUARING, 160.0)
        game.table.hide([card for card in pile if card.cover is Cover.COINS], None)
        for card in pile:
            card.sticker = nearly(game, back_sticker(home))

    game.at(lifted, square)
    game._is_lifted(lifted, lifted + SQUARING + 0.3)
    game._play(each, move, at)


def nearly(game: TroubledGame, at: Pose) -> Pose:
    """This place, but for what hands cannot help."""
    x, y = (game.random.uniform(-EXACTLY, EXACTLY) for _ in range(2))
    return at.at(x, y, game.random.uniform(-0.01, 0.01))


def back_sticker(centre: Pose) -> Pose:
    """Where the sticker of a card is that lies face down with its middle there."""
    inset = SIZES.card_inset + SIZES.sticker.side / 2
    return centre.at(SIZES.card_width / 2 - inset, SIZES.card_height / 2 - inset)


def front_sticker(centre: Pose) -> Pose:
    """Where the sticker of a card is that lies face up with its middle there."""
    inset = SIZES.card_inset + SIZES.sticker.side / 2
    return centre.at(SIZES.card_width / 2 - inset, inset - SIZES.card_height / 2)


def _tucked(game: TroubledGame, move: Move) -> Card:
    """The new card, under another one of its city."""
    assert move.code is not None
    card = game.table.front(move.seat, move.code)
    over = game.random.choice([other for other in game.table.city(move.seat) if not other.hidden])
    card.sticker = over.sticker.at(game.random.uniform(-40.0, -15.0), game.random.uniform(20.0, 60.0))
    card.cover = Cover.CARD
    return card


def _back_of(each: Round) -> int:
    return LEADERS if each.phase is Phase.RECRUIT else each.age


AT_STAGE = (stage_hidden, stage_pushed_under)
AT_CITY = (half_under, half_under_left, glare_for_a_turn, changed_later, swapped)
AT_CARD = (flipped, damaged, wrong_age)
AT_PILE = (packet,)
AT_ANY_TIME = (pile_squared,)
ALL = (*AT_STAGE, *AT_CITY, *AT_CARD, *AT_PILE, *AT_ANY_TIME)
LEFT_LYING = (stage_hidden, damaged, half_under_left, packet)
"""Hands leave it as it is, so that one answer is due, or one key."""
NEEDS = {
    half_under: lambda game, _, move: any(not card.hidden for card in game.table.city(move.seat)),
    half_under_left: lambda game, _, move: any(not card.hidden for card in game.table.city(move.seat)),
    swapped: lambda game, each, move: bool(game.still_to_build(each, move)),
    packet: lambda game, each, move: (
        (
            isinstance(move.action, Discard)
            and any(isinstance(other.action, Discard) for other in game.still_to_play(each, move))
        )
        or (len(each.leftovers) > 1 and game.dealt.rounds.index(each) not in game.packed)
    ),
    pile_squared: lambda game, *_: len(game.table.pile()) > 1,
    wrong_age: lambda _, each, __: each.phase in (Phase.TURN, Phase.SEVENTH),
    damaged: lambda _, each, __: each.phase in (Phase.TURN, Phase.RECRUIT),
}


def possible(game: TroubledGame, each: Round, move: Move) -> list[Callable[..., None]]:
    """The kinds that may befall this move."""
    kinds: list[Callable[..., None]] = list(AT_ANY_TIME)
    if isinstance(move.action, BuildStage):
        kinds += AT_STAGE
    if isinstance(move.action, Build | Recruit):
        kinds += AT_CITY
    if isinstance(move.action, Build | Recruit | BuildStage | Discard) and move.code is not None:
        kinds += AT_CARD
    if each.phase is Phase.TURN:
        kinds += AT_PILE
    return [kind for kind in kinds if NEEDS.get(kind, lambda *_: True)(game, each, move)]
