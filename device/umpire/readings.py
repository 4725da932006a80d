"""What the seats did, given what was seen: one search over the rounds of an age.

A reading says for every round what every seat did: laid this card, discarded, did something that nobody saw, or has not
acted yet. The rules bound it: a seat plays one card a round, nobody plays before all have played the round before, and
the engine plays every action. What was seen prices it, by one table of costs. The open round and the closed ones are
read alike; a round may be over on the table before it is in the record.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from heapq import heappop, heappush
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from device.umpire.expectations import LEADER_PHASES, in_playing_order, plays_seventh_card
from device.umpire.observations import Presence
from engine import (
    LAST_TURN,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    IllegalAction,
    Pass,
    Phase,
    Recruit,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from device.messages.events import Booked
    from device.umpire.backs_on_mat import BacksOnMat
    from device.umpire.new_cards import NewCard
    from engine import Action, Game, SeatAction


class Costs(NamedTuple):
    """How surprising each thing is. One surprise more than another reading needs is enough to prefer the other one."""

    late: float = 2.2
    """A card was read only after others had laid the next one. Of a hundred cards two are, by up to 3 s."""
    later: float = 0.6
    """And for each second by which it was read too late."""
    early: float = 3.5
    """A card was laid before others had laid theirs for the round before: hands are passed on only then."""
    together: float = 2.0
    """A seat laid two cards within the time in which hands are passed on: mostly it takes one of them back."""
    ahead: float = 1.5
    """A seat that others wait for has laid its next card. Two such seats leave no doubt that the round is over."""
    otherwise: float = 1.0
    """A seat did something else than is recorded of a closed turn: when that closed, nothing else was as likely."""
    gone: float = 1.2
    """A card was played, but is not read any more since a hand was over it: it took the card, or laid coins on it."""
    moved: float = 1.2
    """A card was played, but lies in another city now."""
    replaced: float = 1.0
    """A card was played, but is not read any more, and another one lies in its place: it may lie under that one."""
    unread: float = 0.5
    """A card was played, but is not read any more: coins, glare."""
    no_play: float = 5.0
    """A card lies in a city, but nobody has played it."""
    no_play_unread: float = 1.5
    """A card lay in a city, is not read any more, and nobody has played it."""
    read_later: float = 0.5
    """Of two cards of a city the one that was read later was laid first."""
    taken_back: float = 0.1
    """A card lay in a city and was taken back: people change their minds."""
    unsure: float = 1.0
    """A card lies so that another seat, or an older stage, is as likely."""
    hidden: float = 1.0
    """A discard cannot be seen on the mat, but a hand was there: of two laid in the same second one may lie on the other."""
    no_hand: float = 2.5
    """A discard cannot be seen on the mat, and no hand was there."""
    discard: float = 0.5
    """A seat has discarded: most of the time people build."""
    off_mat: float = 2.5
    """A card that was seen on the mat is not there any more, and nobody has built it from the discard pile."""
    surplus: float = 2.2
    """A card lies on the mat that nobody has discarded."""
    unseen: float = 3.2
    """A seat has played, and nothing of it was seen."""
    elsewhere: float = 3.0
    """A card lies in another city than its seat's."""
    illegal: float = 2.5
    """The rules forbid an action."""
    quiet: float = 3.0
    """At an age's end cards are thrown on the mat, nothing moves for long, and a seat has not acted."""
    nothing_taken: float = 1.5
    """A seat could have played something extra and did not."""


COSTS = Costs()
CLEAR = 1.4
"""A reading is believed if every other one costs so much more."""
WORST = 5.5
"""A reading that costs so much more than the best one is not followed."""
WIDTH, ALIKE, COMBINATIONS = 12, 4, 24
"""Readings that are kept from round to round, those of them that begin alike, and combinations of what the seats did that
are tried in a round."""
PASSED_ON = 1.8
"""s; nobody lays a card so soon after another seat's for the round before: hands are passed on and looked at."""
PASSED_ON_ALONE = 1.8
"""s; the same for a seat's own two cards."""
SETTLES = 3.0
"""s; what has lain for so long was not only put down."""
QUIET = 15.0
"""s for which nothing must have moved."""
LAST_CARDS = frozenset({Phase.TURN, Phase.SEVENTH})
WITH_CARDS = frozenset({Phase.TURN, Phase.SEVENTH, Phase.RECRUIT})
"""The phases in which whoever plays no card discards one."""
ENDED = frozenset({Phase.CONFLICTS, Phase.OVER})


PHASES = tuple(Phase)
Moment = tuple[int, int, int]
"""Age, turn and phase (its number) of a round: they compare as they are played."""


class Thing(NamedTuple):
    """A card that came to a city since the age began, or a back under a board, and that nothing earlier explains."""

    seat: int
    card: NewCard
    since: float
    """When it was read there first (camera time, s)."""
    maybe_since: float
    """Since when it may have lain there; minus infinity: since before anybody looked."""
    presence: Presence
    index: int = 0  # type: ignore[assignment]

    @property
    def code(self) -> int:
        """The code of its sticker."""
        return self.card.code


class Did(StrEnum):
    """What a seat did in a round."""

    LAID = "laid"
    IDLE = "idle"
    """It discarded; or took nothing, where a seat may take something."""
    UNSEEN = "unseen"
    OPEN = "open"
    """It has not acted yet."""
    SAID = "said"
    """Somebody has said what it did, and no card shows it."""


class Deed(NamedTuple):
    """What a seat did in a round; `action` None while it has not acted, or nobody saw what it did."""

    seat: int
    did: Did
    action: SeatAction | None = None
    thing: Thing | None = None
    entry: Booked | None = None
    """What is recorded of it, if that is the same."""
    cost: float = 0.0
    since: float | None = None
    """Since when the seat may have acted, and `by`: when its card was read; None without a card."""
    by: float | None = None
    skipped: tuple[int, ...] = ()
    """Things of its city that were no plays."""
    forbidden: bool = False
    elsewhere: bool = False
    """The card lies in another city."""
    others: int | None = None
    """A thing of its city that another seat must have played."""

    @property
    def is_unseen(self) -> bool:
        """True if the seat has acted, and no card of its shows it."""
        return self.did in (Did.IDLE, Did.UNSEEN) and self.entry is None


class Round(NamedTuple):
    """A phase of a turn with what every seat did in it."""

    game: Game
    """Before anybody acted."""
    deeds: tuple[Deed, ...]

    @property
    def when(self) -> tuple[int, int, Phase]:
        """Age, turn and phase."""
        return self.game.age, self.game.turn, self.game.phase

    @property
    def plays(self) -> tuple[tuple[object, ...], ...]:
        """What tells it from another reading of the same round."""
        return tuple((deed.seat, deed.did, deed.thing and (deed.thing.seat, deed.thing.code, deed.thing.card.slot)) for deed in self.deeds)


class Reading(NamedTuple):
    """One way to explain what was seen."""

    cost: float
    rounds: tuple[Round, ...]
    game: Game
    """After its complete rounds."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a search goes by. `things`: by seat, in the order in which they were laid."""

    things: Mapping[int, tuple[Thing, ...]]
    mat: BacksOnMat
    began: float
    """When the table was seen first; what came before is not known."""
    now: float
    backs: Mapping[str, int]
    """Code of the backs by their id ("age_1", "leader")."""
    discarded: frozenset[int] = frozenset()
    """Seats that have acted in the open round without a card, since somebody said so."""
    acted: frozenset[tuple[int, int, str, int]] = frozenset()
    """(age, turn, phase, seat) of seats that have acted without a card, since somebody said so."""
    secret: frozenset[int] = frozenset()
    """Seats that have said on a telephone what they do in the open round."""
    confirmed: frozenset[tuple[int, int]] = frozenset()
    """(seat, code) of cards that belong to this seat, since somebody said so."""
    exceptions: frozenset[tuple[int, int]] = frozenset()
    """(seat, code) of cards that are played although the rules forbid it, since somebody said so."""
    last_event: float = -math.inf
    """When something was laid or taken last."""
    watched_from: Moment = (0, 0, 0)
    """The round that was open when the table was seen first. What was recorded before that stands but for the last round."""
    deadlines: list[float] = field(default_factory=list)
    """Times at which the answer may be another one, although nothing happens."""

    def passed(self, since: float, seconds: float) -> bool:
        """True if so many seconds have passed since then."""
        if self.now - since >= seconds - 1e-6:
            return True
        self.deadlines.append(since + seconds)
        return False


class Recorded(NamedTuple):
    """A round that is recorded: what every seat did, by seat. The open one may be recorded in part.

    `first`: the number of its first entry. `coins`: what somebody said about treasuries in it.
    """

    game: Game
    first: int
    entries: Mapping[int, Booked]
    coins: tuple[Booked, ...]

    @property
    def is_closed(self) -> bool:
        """True if every seat has acted."""
        return self.entries.keys() >= set(self.game.acting)


class _Mat(NamedTuple):
    """Of one back: how many cards should lie on the mat, and how many too few or too many were priced already."""

    due: int = 0
    """Cards that have been discarded since the table was seen first; those of the round that was open then may have been
    (`maybe`). Of both, `said`: nobody needs to see them."""
    maybe: int = 0
    said: int = 0
    lacking: float = 0
    surplus: int = 0


NO_TIMES: Mapping[int, float] = MappingProxyType({})
NO_MAT = _Mat()
NO_MATS: Mapping[str, _Mat] = MappingProxyType({})


class _Step(NamedTuple):
    """A round that may follow a node: what it costs, what lies on the mat before and after it."""

    cost: float
    node: _Node
    deeds: tuple[Deed, ...]
    mats: Mapping[str, _Mat]
    mat: _Mat
    is_end: bool

    def begins(self, number: int) -> object:
        """What happened in the round with this number."""
        rounds = self.node.rounds
        return rounds[number].plays if number < len(rounds) else Round(self.node.game, self.deeds).plays


@dataclass(frozen=True, slots=True)
class _Node:
    """A reading up to a round."""

    game: Game
    cost: float = 0.0
    used: frozenset[int] = frozenset()
    since: Mapping[int, float] = field(default_factory=lambda: NO_TIMES)
    """By seat, since when it may have made its last play of the round before; without a card it is not here."""
    by: Mapping[int, float] = field(default_factory=lambda: NO_TIMES)
    mats: Mapping[str, _Mat] = field(default_factory=lambda: NO_MATS)
    rounds: tuple[Round, ...] = ()
    begun: float = -math.inf
    """When the first card of the last round came."""
    ended: float = -math.inf
    """When the last card of the last round came."""
    is_end: bool = False


def recorded_rounds(states: Sequence[Game], entries: Sequence[Booked], first: int) -> tuple[Recorded, ...]:
    """The recorded rounds from the action numbered `first` on. `states`: the game before each action."""
    found: list[Recorded] = []
    for number in range(first, len(entries)):
        before, entry = states[number], entries[number]
        if not found or _key(found[-1].game) != _key(before) or (found[-1].entries and not before.pending):
            found.append(Recorded(before, number, {}, ()))
        if isinstance(entry.action, CorrectCoins):
            found[-1] = found[-1]._replace(coins=(*found[-1].coins, entry))
        elif not isinstance(entry.action, Fight):
            found[-1] = found[-1]._replace(entries={**found[-1].entries, entry.action.seat: entry})
    return tuple(found)


class Search:
    """Explains the evidence, from a recorded round on."""

    def __init__(self, evidence: Evidence, recorded: Sequence[Recorded], game: Game, *, codes_before: Mapping[str, int]) -> None:
        """`game`: as recorded, with the actions that are entered for its open round. `codes_before`: discards by back."""
        self._closed = max((moment(one.game) for one in recorded if one.is_closed), default=(0, 0, 0))
        self._evidence = evidence
        self._recorded = {_key(one.game): one for one in recorded}
        self._rounds = recorded
        self._game = game
        self._due = codes_before
        self.closed_cost = 0.0
        """What the closed rounds cost as they are recorded."""
        self._same = _same_cards([thing for things in evidence.things.values() for thing in things])

    def as_recorded(self) -> tuple[Reading, ...]:
        """The readings in which every closed round is as recorded, the best first."""
        node = self._start()
        for one in self._rounds:
            if one.is_closed:
                node = self._repeated(node, one)
        node = replace(node, game=self._game)
        self.closed_cost = node.cost
        nothing = tuple(Deed(seat, Did.OPEN) for seat in self._game.acting)
        return self._from(node) or (Reading(WORST, (*node.rounds, Round(self._game, nothing)), self._game),)

    def free(self, limit: float) -> tuple[Reading, ...]:
        """The readings in which only what people said is as recorded, the best first, if they cost less than that."""
        node = self._start()
        stands = [one for one in self._rounds if moment(one.game) < self._evidence.watched_from][:-1]
        for one in stands:
            if one.is_closed:
                node = self._repeated(node, one)
        if stands:
            following = self._rounds[len(stands)].game if len(stands) < len(self._rounds) else self._game
            node = replace(node, game=following)
        return self._from(node, limit)

    def _start(self) -> _Node:
        game = self._rounds[0].game if self._rounds else self._game
        return _Node(game, mats=MappingProxyType({back: _Mat(due) for back, due in self._due.items()}))

    # Rounds

    def _from(self, start: _Node, limit: float = math.inf) -> tuple[Reading, ...]:
        """Follow the cheapest readings from round to round. `limit`: more than this none may cost."""
        nodes, ended = [start], list[_Node]()
        while nodes:
            best = min((node.cost for node in ended), default=math.inf)
            bound = min(limit, best + WORST)
            steps = sorted(chain.from_iterable(self._steps(node, bound) for node in nodes), key=lambda step: step.cost)
            nodes = []
            kept: Counter[object] = Counter()
            for step in steps:
                best = min(best, steps[0].cost)
                if kept.total() >= WIDTH or step.cost > min(limit, best + WORST):
                    break
                begins = step.begins(len(start.rounds))
                node = self._played(self._node(step)) if kept[begins] < ALIKE else None
                if node is not None:
                    kept[begins] += 1
                    (ended if node.is_end else nodes).append(node)
        ended.sort(key=lambda node: node.cost)
        return tuple(Reading(node.cost, node.rounds, node.game) for node in ended)

    def _repeated(self, node: _Node, one: Recorded) -> _Node:
        """The node after a recorded round."""
        node = replace(node, game=one.game)
        if one.game.phase in ENDED:
            return node
        deeds = tuple(self._as_recorded(node, entry) for entry in one.entries.values())
        cost, mats, mat = self._price(node, deeds, {})
        return self._node(_Step(cost, node, deeds, mats, mat, False))

    def _steps(self, node: _Node, bound: float) -> Iterator[_Step]:
        """What may have happened in the next round."""
        game = node.game
        if game.phase in ENDED:
            fought = game.phase is Phase.CONFLICTS and _key(game) in self._recorded
            mat = node.mats.get(_back(game), _Mat())
            cost = node.cost if fought else node.cost + self._price_end(node, (), mat)
            yield _Step(cost, node, (), node.mats, mat, not fought)
            return
        options = [self._options(node, seat) for seat in game.acting]
        if not self._is_pressing(node, options):
            options = [[deed for deed in deeds if not deed.is_unseen] or deeds for deeds in options]
        known: dict[float | None, tuple[float, Mapping[str, _Mat]]] = {}
        for deeds in _combined(_without_pointless(options), bound - node.cost):
            cost, mats, mat = self._price(node, deeds, known)
            is_end = any(deed.did is Did.OPEN for deed in deeds)
            if is_end and cost <= bound:
                cost += self._price_end(node, deeds, mat)
            if cost <= bound:
                yield _Step(cost, node, deeds, mats, mat, is_end)

    def _node(self, step: _Step) -> _Node:
        """The node after a step."""
        node, deeds = step.node, step.deeds
        game = node.game
        laid = [deed for deed in deeds if deed.thing is not None]
        since, by = dict(node.since), dict(node.by)
        for deed in deeds:
            since.pop(deed.seat, None)
            by.pop(deed.seat, None)
            if deed.since is not None and deed.by is not None:
                since[deed.seat], by[deed.seat] = deed.since, deed.by
        times = [deed.by for deed in laid if deed.by is not None]
        extra = game.phase not in (Phase.TURN, Phase.RECRUIT)
        return _Node(
            game.apply(Fight()) if game.phase is Phase.CONFLICTS and not step.is_end else game,
            step.cost,
            node.used.union(*(deed.skipped for deed in deeds), *(self._same[deed.thing.index] for deed in laid if deed.thing)),
            since,
            by,
            {**step.mats, _back(game): step.mat},
            (*node.rounds, Round(game, deeds)),
            min(times) if times and not extra else node.begun,
            max([node.ended, *times]),
            step.is_end,
        )

    def _is_pressing(self, node: _Node, options: Sequence[Sequence[Deed]]) -> bool:
        """True if something says that seats have acted of which no card is seen: cards of the next round, or the mat."""
        game, evidence = node.game, self._evidence
        laid = sum(any(deed.did is Did.LAID for deed in deeds) for deeds in options)
        left = sum(
            thing.index not in node.used and thing.presence is not Presence.GONE
            for things in evidence.things.values()
            for thing in things
        )
        if left > laid or (game.turn == LAST_TURN and laid and game.phase in LAST_CARDS):
            return True
        code, due = evidence.backs.get(_back(game)), node.mats.get(_back(game), _Mat()).due
        return code is not None and evidence.mat.count(code, evidence.now).high > due

    def _played(self, node: _Node) -> _Node | None:
        """The node with its last round played by the engine; None if that is impossible."""
        if not node.rounds:
            return node
        game, deeds = node.rounds[-1]
        if game.phase in ENDED or node.game is not game:
            return node
        cost, played = node.cost, list[Deed]()
        recorded = self._recorded.get(_key(game))
        if recorded is not None and game is not self._game:
            for said in recorded.coins:
                game = game.apply(said.action)
        for deed in deeds:
            if deed.action is None and deed.did is not Did.UNSEEN:
                played.append(deed)
                continue
            if deed.seat in game.pending:
                played.append(deed)
                continue
            tried = _play(game, deed, self._evidence)
            if tried is None:
                return None
            game, action, forbidden = tried
            cost += COSTS.illegal if forbidden and not deed.forbidden else 0.0
            known = action if deed.did is not Did.UNSEEN else None
            played.append(deed._replace(action=known, forbidden=forbidden or deed.forbidden))
        before = node.rounds[-1].game
        return replace(node, game=game, cost=cost, rounds=(*node.rounds[:-1], Round(before, tuple(played))))

    # What a seat may have done

    def _options(self, node: _Node, seat: int) -> list[Deed]:
        evidence, game = self._evidence, node.game
        is_open = _key(game) == _key(self._game)
        recorded = self._recorded.get(_key(game))
        entry = recorded.entries.get(seat) if recorded else None
        said = (game.age, game.turn, str(game.phase), seat) in evidence.acted
        if entry is not None and (said or entry.alone or isinstance(entry.action, ChooseLeader)):
            return [self._as_recorded(node, entry)]
        if is_open and seat in evidence.discarded:
            return [Deed(seat, Did.SAID, _nothing(game, seat))]
        found = list(self._laid(node, seat, entry))
        if is_open and seat in evidence.secret and not found:
            return [Deed(seat, Did.SAID)]
        if entry is not None and not any(deed.entry is entry for deed in found):
            found.append(self._as_recorded(node, entry))
        if game.phase is Phase.CHOOSE_LEADER:
            return found or [Deed(seat, Did.OPEN)]
        lying = [thing for thing in self._unused(node, seat) if thing.presence is Presence.LIES and not _is_later(game, thing)]
        waits = sum(self._no_play(thing) for thing in lying)
        skipped = tuple(thing.index for thing in self._unused(node, seat) if thing.presence is not Presence.LIES)
        if not any(deed.did is Did.IDLE for deed in found):
            extra = COSTS.discard if game.phase in WITH_CARDS else COSTS.nothing_taken
            if game.phase is Phase.SEVENTH and not evidence.mat.was_reached(node.by.get(seat, -math.inf), evidence.now):
                extra = COSTS.no_hand
            found.append(Deed(seat, Did.IDLE, _nothing(game, seat), cost=extra, skipped=skipped))
        if game.phase in WITH_CARDS:
            found += self._in_other_cities(node, seat)
        if entry is not None and moment(game) <= self._closed:
            found = [deed if self._is_entry(deed, entry) else deed._replace(cost=deed.cost + COSTS.otherwise) for deed in found]
        if moment(game) > self._closed:
            if game.phase in WITH_CARDS:
                found.append(Deed(seat, Did.UNSEEN, cost=COSTS.unseen, skipped=skipped))
            found.append(Deed(seat, Did.OPEN, cost=waits))
        return found

    def _is_entry(self, deed: Deed, entry: Booked) -> bool:
        """True if the deed is what is recorded."""
        return deed.entry is entry or (deed.did is Did.IDLE and deed.action == _nothing_like(entry.action))

    def _laid(self, node: _Node, seat: int, entry: Booked | None) -> Iterator[Deed]:
        skipped: list[Thing] = []
        for thing in self._unused(node, seat)[:3]:
            yield self._deed(node, seat, entry, thing, skipped)
            beside = node.game.beside(seat) if len(skipped) == 1 and node.game.phase is Phase.TURN else ()
            if any(self._may_be_of(node, other, skipped[0]) for other in beside):
                yield self._deed(node, seat, entry, thing, ())._replace(others=skipped[0].index)
            if skipped and all(thing.maybe_since < other.since for other in skipped):
                kept = self._deed(node, seat, entry, thing, ())  # it may have come first, and been read later
                yield kept._replace(cost=kept.cost + COSTS.read_later)
            skipped.append(thing)

    def _deed(self, node: _Node, seat: int, entry: Booked | None, thing: Thing, skipped: Sequence[Thing]) -> Deed:
        """That a seat played this card, and the `skipped` ones were no plays."""
        cost = sum(map(self._no_play, skipped)) + self._played_cost(thing)
        if not thing.card.sure and (seat, thing.code) not in self._evidence.confirmed:
            cost += COSTS.unsure
        same = entry if entry is not None and _is_of(entry, thing) else None
        action = _action(node.game, thing, same)
        forbidden = same is None and self._is_forbidden(node.game, thing, action)
        return Deed(
            seat,
            Did.LAID,
            action,
            thing,
            same,
            cost + forbidden * COSTS.illegal,
            thing.maybe_since,
            thing.since,
            tuple(other.index for other in skipped),
            forbidden,
        )

    def _is_forbidden(self, game: Game, thing: Thing, action: SeatAction) -> bool:
        """True if the rules forbid a card by itself, and nobody has insisted."""
        if (thing.seat, thing.code) in self._evidence.exceptions:
            return False
        return _is_of_another_age(game, thing) or not game.can(action)

    def _in_other_cities(self, node: _Node, seat: int) -> Iterator[Deed]:
        """A card of this seat may lie in a neighbour's city, as one of two there."""
        game = node.game
        if game.phase is not Phase.TURN:
            return
        for beside in dict.fromkeys(game.beside(seat)):
            things = self._unused(node, beside)
            if len(things) < 2:
                continue
            for thing in things[:2]:
                if self._may_be_of(node, seat, thing):
                    action = Build(seat, thing.card.name)
                    yield Deed(seat, Did.LAID, action, thing, None, COSTS.elsewhere, thing.maybe_since, thing.since, elsewhere=True)

    def _may_be_of(self, node: _Node, seat: int, thing: Thing) -> bool:
        """True if a seat may have laid this card in a neighbour's city: it has laid none itself in this round."""
        if thing.card.slot is not None or thing.presence is not Presence.LIES or seat not in node.game.to_act:
            return False
        own = next((one for one in self._unused(node, seat) if one.presence is Presence.LIES), None)
        laid_later = own is None or own.since >= thing.since + PASSED_ON
        return laid_later and node.game.can(Build(seat, thing.card.name))

    def _as_recorded(self, node: _Node, entry: Booked) -> Deed:
        """The deed of a recorded action, with its card if that is known."""
        assert not isinstance(entry.action, CorrectCoins | Fight)
        seat = entry.action.seat
        if isinstance(entry.action, Discard | Pass) or getattr(entry.action, "card", "") is None:
            game = node.game
            said = entry.alone or (game.age, game.turn, str(game.phase), seat) in self._evidence.acted
            return Deed(seat, Did.SAID if said else Did.IDLE, entry.action, entry=entry)
        for thing in self._evidence.things.get(seat, ()):
            if thing.index not in node.used and _is_of(entry, thing):
                cost = 0.0 if entry.alone else self._played_cost(thing)
                return Deed(seat, Did.LAID, entry.action, thing, entry, cost, thing.maybe_since, thing.since)
        return Deed(seat, Did.SAID, entry.action, entry=entry)

    def _unused(self, node: _Node, seat: int) -> tuple[Thing, ...]:
        """The things of a city that fit this round and explain nothing yet, as they would be played."""
        game, used = node.game, node.used
        found = [thing for thing in self._evidence.things.get(seat, ()) if thing.index not in used and _fits(game, thing)]
        if len(found) > 1 and in_playing_order([thing.card for thing in found[:2]])[0] is not found[0].card:
            found[:2] = found[1::-1]
        return tuple(found)

    def _played_cost(self, thing: Thing) -> float:
        match thing.presence:
            case Presence.GONE:
                return COSTS.gone
            case Presence.MOVED:
                return COSTS.moved
            case Presence.REPLACED:
                return COSTS.replaced
            case Presence.UNREAD | Presence.MISSED:
                return COSTS.unread
        return 0.0

    def _no_play(self, thing: Thing) -> float:
        """What it costs that a card that lies or lay there is nobody's play."""
        if thing.presence in (Presence.GONE, Presence.MOVED, Presence.REPLACED):
            return COSTS.taken_back
        if thing.presence in (Presence.UNREAD, Presence.MISSED):
            return COSTS.no_play_unread
        return COSTS.no_play if self._evidence.passed(thing.since, SETTLES) else COSTS.no_play / 2

    # What a round costs

    def _price(
        self, node: _Node, deeds: Sequence[Deed], known: dict[float | None, tuple[float, Mapping[str, _Mat]]]
    ) -> tuple[float, Mapping[str, _Mat], _Mat]:
        """What the deeds of a round cost, and what lies on the mat after the round before, and after this one.

        `known`: the same for the round before, by when the first card of this one came.
        """
        laid = [deed for deed in deeds if deed.by is not None]
        first = min([deed.by for deed in laid if deed.by is not None], default=None)
        if node.game.phase not in WITH_CARDS:
            first = None
        if first not in known:
            known[first] = self._price_mat(node, first)
        before, mats = known[first]
        cost = node.cost + before + sum([deed.cost for deed in deeds])
        if node.since and laid:
            cost += self._out_of_order(node, laid)
        return cost, mats, self._expected(node.game, mats.get(_back(node.game), NO_MAT), deeds)

    def _out_of_order(self, node: _Node, laid: Sequence[Deed]) -> float:
        """What it costs that cards of this round came before others of the last one: the fewest that explain it."""
        if node.game.phase not in (Phase.TURN, Phase.RECRUIT):
            return 0.0
        pairs: list[tuple[int, int, float]] = []
        alone: set[int] = set()
        for deed in laid:
            assert deed.by is not None
            for seat, since in node.since.items():
                if seat != deed.seat and deed.by < since + PASSED_ON:
                    pairs.append((deed.seat, seat, since - deed.by))
                elif seat == deed.seat and deed.by < since + PASSED_ON_ALONE:
                    alone.add(seat)
        cost = 0.0
        while pairs:
            early, late = Counter(pair[0] for pair in pairs), Counter(pair[1] for pair in pairs)
            (first, most), (last, many) = early.most_common(1)[0], late.most_common(1)[0]
            if most > many:
                cost += COSTS.early
                pairs = [pair for pair in pairs if pair[0] != first]
            else:
                by = max(pair[2] for pair in pairs if pair[1] == last)
                cost += min(COSTS.late + COSTS.later * (by + PASSED_ON), COSTS.early + COSTS.late)
                alone.discard(last)
                pairs = [pair for pair in pairs if pair[1] != last]
        return cost + COSTS.together * len(alone)

    def _price_mat(self, node: _Node, first: float | None) -> tuple[float, Mapping[str, _Mat]]:
        """What it costs that the mat showed other cards, when the first card of the next round came, than it should."""
        game = next((one.game for one in reversed(node.rounds) if one.game.phase in WITH_CARDS), None)
        code = None if game is None else self._evidence.backs.get(_back(game))
        if first is None or game is None or code is None:
            return 0.0, node.mats
        back = _back(game)
        seen = self._evidence.mat
        low, high, most = seen.count(code, node.ended).low, seen.count(code, first).high, seen.most(code, first)
        leftovers = _leftovers(game, game.acting) if game.turn == LAST_TURN else 0
        cost, mat = self._mat_cost(node, leftovers, node.mats.get(back, NO_MAT), low, high, most, first, 0)
        return cost, {**node.mats, back: mat}

    def _mat_cost(
        self, node: _Node, leftovers: int, mat: _Mat, low: int, high: float, most: int, by: float, absorbed: int
    ) -> tuple[float, _Mat]:
        """What it costs that between `low` and `high` cards lie on the mat by a time (s), and what was priced.

        `most`: so many were seen there at once before.
        `leftovers`: so many cards may lie there besides. `absorbed`: so many cards too many are no surprise.
        """
        lacking = max(0.0, mat.due - mat.said - high)
        surplus = max(0, low - mat.due - mat.maybe - leftovers)
        cost = 0.0
        if lacking > mat.lacking and by > self._evidence.began:
            reached = self._evidence.mat.was_reached(node.begun - SETTLES, by)
            taken = min(lacking - mat.lacking, max(0.0, most - high))
            cost += taken * COSTS.off_mat
            cost += (lacking - mat.lacking - taken) * (COSTS.hidden if reached else COSTS.no_hand)
        if surplus > mat.surplus + absorbed:
            cost += (surplus - mat.surplus - absorbed) * COSTS.surplus
        return cost, mat._replace(lacking=max(lacking, mat.lacking), surplus=max(surplus, mat.surplus))

    def _price_end(self, node: _Node, deeds: Sequence[Deed], mat: _Mat) -> float:
        """What it costs if this is the last round of which anything was seen: what lies there besides."""
        evidence, game = self._evidence, node.game
        waiting = {deed.seat for deed in deeds if deed.did is Did.OPEN}
        acted = len(waiting) < len(deeds)
        counted = game
        if game.phase not in WITH_CARDS:
            counted = next((one.game for one in reversed(node.rounds) if one.game.phase in WITH_CARDS), game)
        elif waiting and not acted and node.rounds and _back(node.rounds[-1].game) != _back(game):
            counted = node.rounds[-1].game
        back = _back(counted)
        mat = mat if back == _back(game) else node.mats.get(back, NO_MAT)
        cost, code = 0.0, evidence.backs.get(back)
        if code is not None and counted.phase not in ENDED:
            seen = evidence.mat.count(code, evidence.now)
            done = [seat for seat in counted.acting if counted is not game or seat not in waiting]
            leftovers = _leftovers(counted, done) if counted.turn == LAST_TURN else 0
            surplus = max(0, seen.low - mat.due - mat.maybe - leftovers) - mat.surplus
            # whoever has not acted may have discarded; if it can be all of them, they have
            absorbed = 0 if counted is not game or (acted and surplus >= len(waiting)) else len(waiting)
            cost += min(surplus, absorbed) * COSTS.discard
            most = evidence.mat.most(code, evidence.now)
            cost += self._mat_cost(node, leftovers, mat, seen.low, seen.high, most, evidence.now, absorbed)[0]
        if waiting and self._is_quiet(node, deeds):
            cost += COSTS.quiet * len(waiting)
        used = node.used.union(*(deed.skipped for deed in deeds), *(self._same[deed.thing.index] for deed in deeds if deed.thing))
        return cost + self._gone_on(node, deeds, used, game, waiting)

    def _gone_on(
        self, node: _Node, deeds: Sequence[Deed], used: frozenset[int], game: Game, waiting: set[int]
    ) -> float:
        """What it costs that seats have laid their next cards while others are waited for."""
        cost = 0.0
        laid = {deed.seat: deed.thing.card for deed in deeds if deed.thing is not None}
        by = {**node.by, **{deed.seat: deed.by for deed in deeds if deed.by is not None}}
        for seat, things in self._evidence.things.items():
            newest = max((thing.since for thing in things if thing.index in used), default=-math.inf)
            for thing in things:
                if thing.index in used or thing.presence is not Presence.LIES:
                    continue
                if self._is_left_behind(game, thing, laid) or thing.since + PASSED_ON < newest:
                    cost += self._no_play(thing)
                    continue
                if seat in waiting and _fits(game, thing) and not _is_later(game, thing):
                    continue
                if waiting:
                    own = by.get(seat, -math.inf)
                    cost += COSTS.together if thing.since < own + PASSED_ON_ALONE else COSTS.ahead
                break
        return cost

    def _is_left_behind(self, game: Game, thing: Thing, laid: Mapping[int, NewCard]) -> bool:
        """True if a card is no play of a later round, for it is of an age that is over. `laid`: cards of this round."""
        if game.phase in ENDED:
            return thing.card.age == game.age
        brings = laid.get(thing.seat)
        may_come_from_discard = game.phase is Phase.FROM_DISCARD or (brings is not None and (brings.slot is not None or brings.is_leader))
        return thing.card.age is not None and thing.card.age < game.age and not may_come_from_discard

    def _is_quiet(self, node: _Node, deeds: Sequence[Deed]) -> bool:
        """True if cards were thrown on the mat at an age's end, some have acted, and nothing has moved for long."""
        game, evidence = node.game, self._evidence
        code = evidence.backs.get(_back(game))
        laid = [deed.by for deed in deeds if deed.by is not None] or [node.ended] * (game.phase is not Phase.TURN)
        if game.turn != LAST_TURN or game.phase not in WITH_CARDS or code is None or not laid:
            return False
        began = min(laid) - SETTLES
        came = evidence.mat.count(code, evidence.now).high > evidence.mat.count(code, began).high
        return came and evidence.passed(evidence.last_event, QUIET)

    def _expected(self, game: Game, mat: _Mat, deeds: Sequence[Deed]) -> _Mat:
        """What should lie on the mat after these deeds."""
        due, maybe, said = mat.due, mat.maybe, mat.said
        is_due = moment(game) >= self._evidence.watched_from
        may_have_lain = moment(game) == self._evidence.watched_from and self._evidence.watched_from > (0, 0, 0)
        for deed in deeds:
            if isinstance(deed.action, Discard) and deed.did in (Did.IDLE, Did.SAID) and is_due:
                maybe, due = maybe + may_have_lain, due + (not may_have_lain)
                said += deed.did is Did.SAID and not may_have_lain
            elif isinstance(deed.action, BuildFromDiscard) and deed.thing and deed.thing.card.age == game.age and is_due:
                due -= 1
        return mat if (due, maybe, said) == (mat.due, mat.maybe, mat.said) else mat._replace(due=due, maybe=maybe, said=said)


def _same_cards(things: Sequence[Thing]) -> Mapping[int, tuple[int, ...]]:
    """The numbers of all things that are the same card as this one: it may have lain in several cities."""
    fronts: dict[int, list[int]] = {}
    for thing in things:
        if thing.card.slot is None:
            fronts.setdefault(thing.code, []).append(thing.index)
    return {thing.index: (thing.index,) if thing.card.slot is not None else tuple(fronts[thing.code]) for thing in things}


def _without_pointless(options: Sequence[Sequence[Deed]]) -> list[list[Deed]]:
    """The options but for those of seats that have laid a card with the first of this round: it is of this round."""
    first = min([deed.by for deeds in options for deed in deeds if deed.by is not None], default=math.inf)
    found = []
    for deeds in options:
        at_once = any(deed.by is not None and deed.by < first + PASSED_ON and not deed.cost for deed in deeds)
        found.append([deed for deed in deeds if not (at_once and deed.is_unseen)])
    return found


def _combined(options: Sequence[Sequence[Deed]], bound: float) -> Iterator[tuple[Deed, ...]]:
    """Combinations of one deed of each seat, the likeliest first, as far as they cost less than `bound`."""
    ordered = [sorted([deed for deed in deeds if deed.cost <= bound], key=_likelihood) for deeds in options]
    if not all(ordered):
        return
    likely = [[_likelihood(deed) for deed in deeds] for deeds in ordered]
    first = tuple(0 for _ in ordered)
    heap = [(sum(each[0] for each in likely), first)]
    seen = {first}
    found = 0
    while heap and found < COMBINATIONS and len(seen) < 8 * COMBINATIONS:
        sum_of, chosen = heappop(heap)
        deeds = tuple([each[index] for each, index in zip(ordered, chosen, strict=True)])
        if sum([deed.cost for deed in deeds]) <= bound and not _is_contradictory(deeds):
            found += 1
            yield deeds
        for place, index in enumerate(chosen):
            each = likely[place]
            if index + 1 < len(each):
                following = (*chosen[:place], index + 1, *chosen[place + 1 :])
                if following not in seen:
                    seen.add(following)
                    heappush(heap, (sum_of + each[index + 1] - each[index], following))


def _likelihood(deed: Deed) -> float:
    """An order in which to try deeds: what lies there first, then what nobody did."""
    return deed.cost + (0.3 if deed.did is Did.IDLE else 0.2 if deed.did is Did.OPEN else 0.0)


def moment(game: Game) -> Moment:
    """When in the course of a game its open round is."""
    return game.age, game.turn, PHASES.index(game.phase)


def _is_contradictory(deeds: Sequence[Deed]) -> bool:
    """True if two seats would have played one and the same card, or nobody one that somebody must have played."""
    fronts = [deed.thing.code for deed in deeds if deed.thing is not None and deed.thing.card.slot is None]
    if len(set(fronts)) < len(fronts):
        return True
    others = {deed.others for deed in deeds if deed.others is not None}
    return bool(others) and not others <= {deed.thing.index for deed in deeds if deed.elsewhere and deed.thing}


def _key(game: Game) -> tuple[object, ...]:
    return game.age, game.turn, game.phase, game.acting


def _back(game: Game) -> str:
    return "leader" if game.phase is Phase.RECRUIT else f"age_{game.age}"


def _leftovers(game: Game, seats: Iterable[int]) -> int:
    """How many cards these seats leave over at the end of the age: those that may play a seventh one leave none."""
    return sum(not plays_seventh_card(game, seat) for seat in seats)


def _fits(game: Game, thing: Thing) -> bool:
    """True if this round is about cards of this kind. A card of a later age waits for it."""
    card = thing.card
    if game.phase is Phase.CHOOSE_LEADER:
        return False
    if game.phase in LEADER_PHASES:
        return card.is_leader
    if card.is_leader:
        return False
    if game.phase is Phase.FROM_DISCARD:
        return card.slot is None and (card.age or 0) <= game.age
    return card.age is None or card.age <= game.age or game.turn < LAST_TURN


def _is_later(game: Game, thing: Thing) -> bool:
    """True for a card of a later age: it waits for that."""
    return not thing.card.is_leader and (thing.card.age or 0) > game.age


def _is_of(entry: Booked, thing: Thing) -> bool:
    """True if the thing is the card of a recorded action."""
    if isinstance(entry.action, BuildStage):
        return thing.card.slot is not None and entry.action.stage in (None, thing.card.slot)
    if thing.card.slot is not None:
        return False
    return entry.code == thing.code or (getattr(entry.action, "card", None) == thing.card.name)


def _action(game: Game, thing: Thing, entry: Booked | None) -> SeatAction:
    if entry is not None:
        return entry.action  # type: ignore[return-value]
    seat, card = thing.seat, thing.card
    if game.phase is Phase.FROM_DISCARD:
        return BuildFromDiscard(seat, card.name)
    if card.slot is not None:
        return BuildStage(seat, card.slot)
    return Recruit(seat, card.name) if card.is_leader else Build(seat, card.name)


def _nothing(game: Game, seat: int) -> SeatAction:
    """What a seat does that plays no card."""
    if game.phase is Phase.FROM_DISCARD:
        return BuildFromDiscard(seat, None)
    return Pass(seat) if game.phase is Phase.EXTRA_LEADER else Discard(seat)


def _nothing_like(action: Action) -> Action | None:
    """The action itself if nothing was played with it."""
    return action if isinstance(action, Discard | Pass) or getattr(action, "card", "") is None else None


def _play(game: Game, deed: Deed, evidence: Evidence) -> tuple[Game, SeatAction, bool] | None:
    """The game after a deed, its action with its payment, and whether the rules forbid it; None if it is impossible."""
    action = deed.action or _nothing(game, deed.seat)
    said = deed.thing is not None and (deed.seat, deed.thing.code) in evidence.exceptions
    for tried, forbidden in _tries(action, deed.entry):
        try:
            after = game.apply(tried)
        except IllegalAction:
            continue
        return after, _last_action(after, game, deed.seat), forbidden and not said
    if deed.did is Did.LAID:
        try:
            return game.apply(_nothing(game, deed.seat)), action, not said
        except IllegalAction:
            return None
    return None


def _tries(action: SeatAction, entry: Booked | None) -> Iterator[tuple[SeatAction, bool]]:
    """The action as it is recorded, paid anew, and against the rules."""
    yield action, bool(getattr(action, "exception", False)) and entry is None
    if isinstance(action, Build | BuildStage | Recruit) and not action.exception:
        if entry is not None:
            yield replace(action, pays=None), False
        if isinstance(action, Build) and action.free:
            yield replace(action, pays=None, free=False), False
        yield replace(action, pays=None, exception=True), True


def _is_of_another_age(game: Game, thing: Thing) -> bool:
    if thing.card.is_leader or game.phase is Phase.FROM_DISCARD:
        return False
    return thing.card.age not in (None, game.age)


def _last_action(after: Game, before: Game, seat: int) -> SeatAction:
    return after.actions[len(before.actions)]  # type: ignore[return-value]
