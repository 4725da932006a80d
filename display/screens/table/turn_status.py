"""The middle of the table screen: age, turn, and whom everybody waits for."""

from dataclasses import dataclass, replace

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.theme import Colour
from display.facts.chair_facts import told_for_chair
from display.facts.city_facts import notice_text, passing_notice, shows_notice, still_to_act
from display.facts.names import SeatName, seat_name
from display.screens.signs.seat_banner import draw_banner
from display.table_state import TableState
from display.words import Line
from engine import Game

Said = tuple[str, "Colour", str | None]
"""Words, their colour, and the icon before them."""
MOST_NAMED = 3
"""Seats that are named if they are waited for; more are counted, and those whose names are too long together."""
MOST_LETTERS = 60
EM = 1 / 19
"""Of what is said at most, against the screen's height."""


@dataclass(frozen=True, slots=True)
class TurnStatus:
    """What the middle shows; `names` are of the seats everybody waits for."""

    age: int
    turn: int
    phase: str
    names: tuple[SeatName, ...]
    turns: int
    """In an age."""
    camera: str | None = None
    notice: Line | None = None
    notice_seat: SeatName | None = None
    """The seat that the notice is about; None: the whole table."""
    told: Line | None = None
    """What people are to do for the empty chair."""


def content(state: TableState, game: Game) -> TurnStatus:
    """What the middle shows of a game."""
    names = tuple(seat_name(game, seat) for seat in still_to_act(state, game))
    status = TurnStatus(game.age, game.turn, str(game.phase), names, game.last_turn, state.camera)
    told = told_for_chair(state.chair, game)
    if told is not None and state.chair is not None and passing_notice(state) is None:
        return replace(status, told=told, names=(seat_name(game, state.chair.seat),))
    few = bool(names) and 2 * len(names) < len(game.acting)
    untold = (one for one in state.notices if one.seat is None or not shows_notice(state, game, one.seat))
    for notice in sorted(untold, key=lambda notice: (notice.lasting, notice.seat is not None)):
        if notice.lasting and few:  # for whom everybody waits is more important then
            continue
        name = None if notice.seat is None else seat_name(game, notice.seat)
        lasts = name is not None or notice.lasting  # anything else passes soon; then the camera's trouble is shown
        camera = state.camera if lasts else None
        return replace(status, notice=notice_text(notice), notice_seat=name, camera=camera)
    return status


def told(state: TableState, game: Game) -> TurnStatus | None:
    """Only what has just happened, for screens that do not show the turn; None if nothing has."""
    notice = passing_notice(state)
    return TurnStatus(game.age, game.turn, str(game.phase), (), game.last_turn, notice=notice) if notice else None


def table_notice(state: TableState) -> Line | None:
    """What there is to say to the whole table: rather what passes soon than what lasts."""
    notices = sorted((one for one in state.notices if one.seat is None), key=lambda notice: notice.lasting)
    return notice_text(notices[0]) if notices else None


def paint_notice(canvas: Canvas, notice: Line) -> None:
    """A notice where no game is on."""
    _say(canvas, canvas.box, canvas.say(notice.key, **dict(notice.placeholders)), canvas.theme.ask, "info")


def paint(canvas: Canvas, status: TurnStatus) -> None:
    """Side by side if the middle is a flat strip, else one above the other; alone what is too long to stand there."""
    box = canvas.box.inset(canvas.box.h * 0.06, canvas.box.h * 0.04)
    if box.w > 6 * box.h:
        age, turn, rest = box.columns(0.8, 0.8, 1.6, gap=box.h * 0.3)
    else:
        top, rest = box.cut_top(min(box.h * 0.42, box.w * 0.23), box.h * 0.06)
        age, turn = top.columns(1.0, 0.9, gap=box.h * 0.1)
    words = said(canvas, status)
    if words is not None and not canvas.fits(words[0], canvas.tools.smallest, _beside_sign(canvas, rest)[1]):
        _status(canvas, box, status)
        return
    _age(canvas, age, status.age)
    _turn(canvas, turn, status.turn, status.turns)
    _status(canvas, rest, status)


def paint_turn(canvas: Canvas, status: TurnStatus) -> None:
    """Age and turn alone, one above the other."""
    box = canvas.box.middle(canvas.box.w * 0.84, min(canvas.box.h, canvas.box.w * 0.72))
    age, turn = box.rows(1.0, 1.0, gap=box.h * 0.1)
    _age(canvas, age, status.age)
    _turn(canvas, turn, status.turn, status.turns)


def paint_status(canvas: Canvas, status: TurnStatus) -> None:
    """Only whom everybody waits for, or what there is to say."""
    _status(canvas, canvas.box.inset(canvas.box.w * 0.08, canvas.box.h * 0.12), status)


def _age(canvas: Canvas, box: Box, age: int) -> None:
    """The word, and the numeral on a gold plate."""
    theme = canvas.theme
    said, gap = canvas.say("screen.table.age"), box.h * 0.12
    word, numeral = box.columns(1.0, 1.25, gap=gap)
    if canvas.width(said, canvas.tools.smallest) > word.w:
        word, numeral = box.cut_left(canvas.width(said, canvas.tools.smallest) + 1.0, gap)
    canvas.text(word, said, box.h * 0.46, colour=theme.dim, align="right")
    plate = numeral.middle(min(numeral.w, numeral.h * 1.25), numeral.h * 0.92)
    plate = type(box)(numeral.x, plate.y, plate.w, plate.h)
    canvas.plate(plate, theme.gold, plate.h * 0.2)
    canvas.number(
        plate.inset(plate.w * 0.08, 0), canvas.say(f"age.{age}"), plate.h * 0.88, colour=theme.ink, align="centre"
    )


def _turn(canvas: Canvas, box: Box, turn: int, turns: int) -> None:
    """The number of the turn, and a bead for each turn of the age."""
    word, beads = box.middle(box.w, box.h * 0.86).rows(1.25, 0.6, gap=box.h * 0.08)
    text = canvas.say("screen.table.turn", turn=turn, turns=turns) if turn else canvas.say("screen.table.leaders")
    canvas.text(word, text, word.h, bold=True, align="centre")
    size = min(beads.h, beads.w / (turns * 1.5))
    strip = beads.middle(size * (turns * 1.5 - 0.5), size)
    for place in range(turns):
        bead = type(box)(strip.x + place * size * 1.5, strip.y, size, size)
        canvas.plate(bead, canvas.theme.gold if place < turn else canvas.theme.line, size / 2)


def _status(canvas: Canvas, box: Box, status: TurnStatus) -> None:
    words, colour, sign = said(canvas, status) or _waited_for(canvas, status)
    size = canvas.tools.height * EM
    if sign is not None:
        _say(canvas, box, words, colour, sign)
    elif status.names and box.w > 4.5 * box.h:
        banners, box = box.cut_left(min(box.w * 0.5, box.h * 0.7 * len(status.names)), box.h * 0.25)
        _banners(canvas, banners, status.names)
        canvas.paragraph(box, words, size, colour=colour)
    elif status.names and status.told is None:
        banners, box = box.rows(1.0, 1.15, gap=box.h * 0.04)
        _banners(canvas, banners, status.names)
        canvas.paragraph(box, words, size, colour=colour, align="centre", top=True)
    else:
        canvas.paragraph(box, words, size, colour=colour, align="centre")


def _say(canvas: Canvas, box: Box, words: str, colour: Colour, sign: str) -> None:
    """The words after an icon."""
    icon, box = _beside_sign(canvas, box)
    canvas.icon(icon.middle(icon.w, icon.w), sign, colour)
    canvas.paragraph(box, words, canvas.tools.height * EM, colour=canvas.theme.text)


def _beside_sign(canvas: Canvas, box: Box) -> tuple[Box, Box]:
    """The place of an icon, and that of the words after it."""
    size = canvas.tools.height * EM
    return box.cut_left(size * 1.1, size * 0.25)


def _banners(canvas: Canvas, box: Box, names: tuple[SeatName, ...]) -> None:
    """The banners of those who are awaited, side by side."""
    size = min(box.h, box.w / len(names), canvas.tools.height / 8)
    strip = box.middle(size * len(names), size)
    for place, name in zip(strip.columns(*[1.0] * len(names)), names, strict=True):
        draw_banner(canvas, place, name)


def said(canvas: Canvas, status: TurnStatus) -> Said | None:
    """What is wrong with the camera, what has happened, or what to do for the empty chair; None if there is nothing."""
    theme = canvas.theme
    if status.camera is not None:
        return canvas.error(status.camera), theme.bad, "camera"
    if (notice := status.notice) is not None:
        words, name = canvas.say(notice.key, **dict(notice.placeholders)), status.notice_seat
        words = canvas.say("screen.table.at_seat", name=name.text(canvas.say), words=words) if name else words
        return words, theme.ask, "info"
    if status.told is not None:
        return canvas.say(status.told.key, **dict(status.told.placeholders)), theme.gold, None
    return None


def _waited_for(canvas: Canvas, status: TurnStatus) -> Said:
    theme = canvas.theme
    if not status.names:
        return canvas.say("screen.table.all_acted"), theme.good, None
    names = [name.text(canvas.say) for name in status.names]
    key = f"screen.table.phase.{status.phase}"
    if len(names) <= MOST_NAMED and sum(map(len, names)) <= MOST_LETTERS:
        return canvas.say(key, names=canvas.tools.words.listed(names)), theme.dim, None
    return canvas.say("screen.table.waiting_many", count=len(names)), theme.dim, None
