"""Reports a game's events as sentences for people or lines of `--json`."""

from collections.abc import Mapping

from device.reporting.json_lines import as_lines
from device.reporting.output import Output
from device.session.session import Session
from display.messages.events import (
    Asked,
    Booked,
    ConflictsResolved,
    Corrected,
    Event,
    GameOpened,
    GameStarted,
    Redone,
    Refused,
)
from display.words import Words
from engine import Action, Fight, Game, Payment, action_to_dict, score_sheets, winners


class Reporter:
    """Prints events: JSON lines, or sentences for people."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def __call__(self, event: Event, session: Session) -> None:
        """Report an event."""
        for line in as_lines(event):
            self._output.line(line)
        if session.game is not None:
            self._output.use_names(session.game)
        if not self._output.json:
            for said in sentences(event, session, self._output.words):
                self._output.text(said.rstrip())


def sentences(event: Event, session: Session, words: Words) -> tuple[str, ...]:
    """An event in words; nothing if only the journal needs it."""
    said: tuple[str, ...]
    match event:
        case Refused(key, placeholders):
            said = (words.say(key, **placeholders),)
        case GameStarted(seats) | GameOpened(seats):
            wonders = (words.say("history.seat", wonder=wonder, side=side) for wonder, side in seats)
            key = "event.seats" if isinstance(event, GameStarted) else "event.opened"
            said = (words.say(key, wonders=words.listed(wonders)),)
        case ConflictsResolved(age, tokens):
            fights = (f"{words.city(_wonder(seat, session))} {sum(won):+d}" for seat, won in enumerate(tokens))
            said = (words.say("event.conflicts", age=age, tokens=words.listed(fights)),)
        case Asked(question):
            asked = words.question(question.kind, question.placeholders)
            said = (words.say("event.question", wonder=_wonder(question.seat, session), words=asked),)
        case Booked(action):
            said = () if isinstance(action, Fight) else (action_sentence(action, _wonder(event.seat, session), words),)
        case Corrected(age, turn, action):
            did = action_sentence(action, _wonder(action.seat, session), words)
            said = (words.say("event.corrected" if turn else "event.corrected_leaders", age=age, turn=turn, said=did),)
        case Redone(_, step):
            again = tuple(text for booked in step for text in sentences(booked, session, words))
            said = (words.say("event.redo", **as_lines(event)[0]), *again)
        case _:
            said = tuple(_plain(line, session, words) for line in as_lines(event))
    return said


def _plain(line: Mapping[str, object], session: Session, words: Words) -> str:
    """The sentence for an event, with the values of its JSON line."""
    leaders = line["event"] == "turn_closed" and line["turn"] == 0
    key = "event.leaders_closed" if leaders else f"event.{line['event']}"
    return words.say(key, **line, wonder=_wonder(line.get("seat"), session))


def action_sentence(action: Action, wonder: str, words: Words) -> str:
    """An action in words; one recorded against the rules is marked."""
    said = words.action(action_to_dict(action) | {"wonder": wonder}, _paid(getattr(action, "pays", None), words))
    return words.say("event.exception", said=said) if getattr(action, "exception", False) else said


def print_scores(game: Game, output: Output) -> None:
    """The final scores for people."""
    best = winners(game)
    for sheet in score_sheets(game):
        seat = sheet.seat
        parts = output.words.listed(
            f"{output.words.say(f'category.{category}')} {points}" for category, points in sheet.points.items()
        )
        key = "replay.winner" if seat in best else "replay.score"
        output.say(key, seat=seat, wonder=game.cities[seat].wonder.id, total=sheet.total, parts=parts)


def print_cities(game: Game, key: str, output: Output) -> None:
    """What lies in each city, by a sentence of the catalogue, with its leaders if it has any."""
    words = output.words
    for seat, city in enumerate(game.cities):
        said = words.say(
            key,
            seat=seat,
            wonder=city.wonder.id,
            side=city.wonder.side,
            coins=city.coins,
            stages=city.stages,
            shields=city.estate.shields,
            structures=words.listed(words.say(f"card.{card}") for card in city.cards) or "-",
        )
        leaders = words.listed(words.say(f"leader.{leader}") for leader in city.leaders)
        output.text(words.say("city.leaders", said=said, leaders=leaders) if leaders else said)


def _wonder(seat: object, session: Session) -> str:
    if not isinstance(seat, int):
        return ""
    return session.game.cities[seat].wonder.id if session.game else session.setup.seats[seat][0]


def _paid(pays: Payment | None, words: Words) -> str:
    coins = {"left": pays.left, "right": pays.right, "bank": pays.bank} if pays else {}
    parts = [words.say(f"event.paid.{side}", count=count) for side, count in coins.items() if count]
    return words.say("event.paid", coins=words.listed(parts)) if parts else ""
