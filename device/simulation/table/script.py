"""Plays a dealt game on the tabletop: who reaches over it when, and what lies there afterwards.

The table does not run ahead of the screen: the cards of a turn are played once `follow` has named that turn.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from device.simulation.dealing.dealer import DealtGame, Move, Round
from device.simulation.table.reach import Reach
from device.simulation.table.tabletop import LEADERS, Scatter, SeatedBoard, Tabletop, Thing, ThingKind
from engine import Build, BuildFromDiscard, BuildStage, Discard, Pass, Phase, Recruit, known_board
from vision.kit import codebook
from vision.kit.codebook import Codebook
from vision.table.pose import Point, Pose

HOME_MM = 460.0
"""Distance from a board's lower edge to where the player's hands rest: out of the picture."""
HELD_BELOW_MM = 150.0
"""How far below the board's centre a player holds a card that is not played yet."""
HOLDING_HEIGHT_MM = 60.0
"""How high above the table such a card is held."""
WHITE = "white"
"""The colour of leaders."""

RoundKey = tuple[int, int, Phase]
"""Age, turn and phase: where a game is."""


@dataclass(frozen=True, slots=True)
class PlayPace:
    """How fast people are, in seconds; a pair is drawn between evenly."""

    think: tuple[float, float] = (0.8, 2.0)
    """From the end of a turn to the first card of the next one."""
    between: tuple[float, float] = (0.3, 1.6)
    """From one player's movement to the next player's."""
    reach: tuple[float, float] = (0.7, 1.1)
    rest: tuple[float, float] = (0.25, 0.6)
    apart: float = 1.8
    """From one card on the discard mat to the next."""
    hands: float = 0.4
    """Probability that a player puts the hand of cards down beside the board."""
    glimpses: float = 0.25
    """Probability that a player holds a card over the table's edge before playing, where the camera sees its front."""


HUMAN = PlayPace()
SHOWN = PlayPace(
    think=(0.2, 0.3), between=(0.08, 0.25), reach=(0.4, 0.5), rest=(0.1, 0.2), apart=1.5, hands=0.4, glimpses=0.15
)
"""For `demo`: a turn in three to four seconds, so that the winner is known within two minutes."""
FAST = PlayPace(
    think=(0.0, 0.0), between=(0.05, 0.15), reach=(0.25, 0.3), rest=(0.05, 0.1), apart=1.4, hands=0.3, glimpses=0.1
)
"""For `demo --fast`: everything happens, nothing takes long."""


class TableScript:
    """A whole game on a table. `advance` moves the time on, `follow` the game; the same deal and seed play the same."""

    def __init__(
        self,
        deal: DealtGame,
        *,
        seed: int = 0,
        pace: PlayPace = HUMAN,
        neatness: Scatter | None = None,
        backs: bool = True,
    ) -> None:
        """`backs`: the cards have stickers on their backs; without, a token is laid on the card of each stage."""
        self._backs = backs
        self.tabletop = Tabletop(seated(deal.seats), seed, scatter=neatness, backs=backs)
        self.sizes = self.tabletop.sizes
        self.rounds = deal.rounds
        self._game = deal.game
        self.pace = pace
        self.time = 0.0
        self.round: Round | None = None
        """The round that is being played, or was played last."""
        self._keys = [(round_.age, round_.turn, round_.phase) for round_ in self.rounds]
        self._random = random.Random(f"script {seed}")
        self._next = 0
        self._game_at: RoundKey | None = None
        self._leftovers: Sequence[Move] = ()
        self._free_from = 0.0
        self._mat_free_from = 0.0
        self._reaches: list[Reach] = []
        self._lying: dict[str, Thing] = {}
        self._stages = [0] * self.players
        cards = deal.game.catalogue.cards
        fronts = (entry for entry in Codebook.load() if entry.kind is codebook.StickerKind.CARD and entry.id in cards)
        self._colours = {entry.code: cards[entry.id].colour for entry in fronts}
        if deal.game.setup.free_city is not None:
            self._put("token", self.tabletop.token(deal.game.setup.free_city))
        for seat in self._who_lays_hands():
            self._put(f"hand {seat}", self.tabletop.hand(seat, 1))

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.tabletop.seated)

    @property
    def things(self) -> tuple[Thing, ...]:
        """What lies on the table now, the lowest first."""
        return self.tabletop.things

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """The arms that are over the table or will be soon."""
        return tuple(self._reaches)

    @property
    def busy(self) -> bool:
        """True while somebody still has to act in this round."""
        return bool(self._reaches)

    @property
    def waiting(self) -> bool:
        """True if the round is played: the next one begins when `follow` says that the game has gone on."""
        return not self.busy and not self._may_go_on()

    def follow(self, age: int, turn: int, phase: Phase) -> None:
        """Say where the recorded game is; may be called any number of times."""
        self._game_at = (age, turn, phase)

    def advance(self, time: float) -> None:
        """Move the table on to this time (s), which never goes back."""
        before, self.time = self.time, time
        if not self.busy and self._may_go_on():
            self._plan(max(time, self._free_from))
        for reach in self._reaches:
            if reach.name and reach.brings and before < reach.arrive <= time:
                self._put(reach.name, reach.brings)
            elif reach.name in self._lying and reach.takes and before < reach.leave <= time:
                self.tabletop.take(self._lying.pop(reach.name))
        self._reaches = [reach for reach in self._reaches if reach.end > time]

    def _may_go_on(self) -> bool:
        """True if the game has gone past the last round that was played."""
        if self._leftovers:
            return self._game_at != self._keys[self._next - 1]
        return self._next < len(self._keys) and self._game_at in self._keys[self._next :]

    def _plan(self, time: float) -> None:
        """Plan who does what and when: the leftovers of the last round, or else the next round."""
        start = time + self._drawn(self.pace.think)
        if self._leftovers:
            self._plan_leftovers(start)
            return
        self.round = self.rounds[self._next]
        self._next += 1
        self._leftovers = self.round.leftovers
        start = self._plan_hands(self.round, start)
        self._plan_glimpses(start)
        moves = list(self.round.moves)
        self._random.shuffle(moves)
        for move in moves:
            start += self._drawn(self.pace.between)
            if isinstance(move.action, Discard | Pass) and move.code is not None:
                start = max(start, self._mat_free_from)
                self._mat_free_from = start + self.pace.apart
            self._plan_move(self.round, move, start)

    def _plan_leftovers(self, start: float) -> None:
        round_ = self.rounds[self._next - 1]
        for leftover in self._leftovers:
            arm = self._whose_arm(leftover.seat, round_)
            self._bring(arm, f"pile {leftover.code}", self.tabletop.discard(round_.age), start)
            start += self.pace.apart / 2
        self._leftovers = ()

    def _plan_hands(self, round_: Round, start: float) -> float:
        """Some put their cards down when an age begins and pick them up before the last turn. Returns the end."""
        if round_.phase is not Phase.TURN:
            return start
        if round_.turn == self._game.last_turn:
            for seat in range(self.players):
                if f"hand {seat}" in self._lying:
                    start = self._take(seat, f"hand {seat}", start)
        elif round_.turn == 1 and round_.age > 1:
            for seat in self._who_lays_hands():
                self._bring(seat, f"hand {seat}", self.tabletop.hand(seat, round_.age), start)
                start += self._drawn(self.pace.between)
        return start

    def _plan_glimpses(self, start: float) -> None:
        """Some lean forward with the next turn's card in the hand, its front visible from above."""
        coming = self.rounds[self._next] if self._next < len(self.rounds) else None
        for move in coming.moves if coming and coming.phase is Phase.TURN else ():
            if move.code is None or move.seat not in self._game.player_seats:
                continue
            if self._random.random() < self.pace.glimpses:
                place = self.tabletop.boards[move.seat].pose.at(self._random.uniform(-150, 150), HELD_BELOW_MM)
                held = Thing(move.code, ThingKind.FRONT, place, 0, "held", move.seat, height=HOLDING_HEIGHT_MM)
                reach = self._reach(move.seat, place, start + self._drawn(self.pace.between), brings=held)
                self._reaches[-1] = replace(reach, leave=reach.arrive, takes=held)

    def _plan_move(self, round_: Round, move: Move, start: float) -> float:
        """Plan what a seat does; returns when its card lies there."""
        seat, tabletop = move.seat, self.tabletop
        arm = self._whose_arm(seat, round_)
        back = LEADERS if round_.phase is Phase.RECRUIT else round_.age
        match move.action:
            case Build() | Recruit():
                return self._bring(arm, f"card {move.code}", self._front(move), start)
            case BuildStage():
                self._stages[seat] += 1
                slot = self._stages[seat]
                laid = self._bring(arm, f"stage {seat} {slot}", tabletop.stage(seat, slot, back), start)
                if self._backs:
                    return laid
                token = tabletop.stage_token(seat, slot)
                return self._bring(arm, f"token {seat} {slot}", token, laid + self._drawn(self.pace.reach))
            case Discard() | Pass() if move.code is not None:
                return self._bring(arm, f"pile {move.code}", tabletop.discard(back), start)
            case BuildFromDiscard(card=str()):
                start = self._take(seat, f"pile {move.code}", start)
                return self._bring(seat, f"card {move.code}", self._front(move), start)
            case _:
                return start

    def _whose_arm(self, seat: int, round_: Round) -> int:
        """The seat of the person who acts: for the Free City, the player who controls it in this turn."""
        if seat != self._game.setup.free_city:
            return seat
        controller = replace(self._game, age=round_.age, turn=round_.turn).controller
        return seat if controller is None else controller

    def _front(self, move: Move) -> Thing:
        if move.code is None:
            raise ValueError(f"seat {move.seat} builds without a card")
        return self.tabletop.front(move.seat, move.code, self._colours.get(move.code, WHITE))

    def _bring(self, arm: int, name: str, thing: Thing, start: float) -> float:
        """Plan that the player at seat `arm` puts a thing down; returns when it lies there."""
        return self._reach(arm, thing.pose, start, name, brings=thing).arrive

    def _take(self, seat: int, name: str, start: float) -> float:
        """Plan that a player takes a thing away; returns when the arm is back."""
        thing = self._lying[name]
        return self._reach(seat, thing.pose, start, name, takes=thing).end

    def _reach(
        self,
        seat: int,
        place: Pose,
        start: float,
        name: str = "",
        *,
        brings: Thing | None = None,
        takes: Thing | None = None,
    ) -> Reach:
        arrive = start + self._drawn(self.pace.reach)
        leave = arrive + self._drawn(self.pace.rest)
        end = leave + self._drawn(self.pace.reach)
        reach = Reach(seat, self._home(seat), place, start, arrive, leave, end, brings, takes, name)
        self._reaches.append(reach)
        self._free_from = max(self._free_from, end)
        return reach

    def _home(self, seat: int) -> Point:
        board = self.tabletop.boards[seat].pose
        home = board.at(self._random.uniform(-60, 60), self.sizes.board_height / 2 + HOME_MM)
        return home.x, home.y

    def _who_lays_hands(self) -> Iterator[int]:
        return (seat for seat in self._game.player_seats if self._random.random() < self.pace.hands)

    def _put(self, name: str, thing: Thing) -> None:
        self._lying[name] = thing
        self.tabletop.put(thing)

    def _drawn(self, span: tuple[float, float]) -> float:
        return self._random.uniform(*span)


def seated(seats: Iterable[tuple[str, str]]) -> tuple[SeatedBoard, ...]:
    """The boards of these (wonder, side), with their codes."""
    codes = {
        (entry.id, entry.side): entry.code for entry in Codebook.load() if entry.kind is codebook.StickerKind.BOARD
    }
    boards = ((codes[seat], known_board(*seat)) for seat in seats)
    return tuple(SeatedBoard(code, len(board.stages)) for code, board in boards if board is not None)
