"""Takes the pictures of the pages for telephones: `python -m tests.browser.pictures docs/pictures/phones`."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from display.messages.intents import Advance, Enter, Rename
from display.words import Words
from engine import Phase
from tests.browser.people import NARROW, TALL, TELEVISION, PersonWithPhone, address_on_screen, browser
from tests.device.features.telephones.server.served import ServedTable, served
from tests.device.for_features.photographs.finished_tables import finished_table
from tests.journeys.test_by_hand import MANY, any_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Game

NAMES = ("Ada", "", "Maximiliane", "", "Вероніка")
SIZES = {"360x640": NARROW, "390x844": TALL}


def play(site: ServedTable, chance: random.Random, until: Callable[[Game], bool]) -> None:
    """Play at random as far as that."""
    while not until(site.table.session.game):
        game = site.table.session.game
        over = game.phase is Phase.CONFLICTS
        site.do(Advance() if over else Enter(any_move(game, game.to_act[0], chance)))


def main(folder: Path) -> None:
    """Every page at every size; the middle of a game, and its end."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(3)
    with browser() as chromium, served(seats=MANY[:5]) as site:
        for seat, name in enumerate(NAMES):
            site.do(Rename(seat, name))
        people = {
            size: PersonWithPhone(chromium, address_on_screen(site), size=pixels, dark=size == "390x844")
            for size, pixels in SIZES.items()
        }
        address = address_on_screen(site).replace("/#", "/?overlay#")
        television = chromium.new_page(viewport={"width": TELEVISION[0], "height": TELEVISION[1]})
        take(people, folder, "join")
        for number, person in enumerate(people.values()):
            person.sit(3 + number, MANY[3 + number][0])
        site.do(Advance())
        play(site, chance, lambda game: (game.age, game.turn) == (2, 4))
        for name in ("city", "prices", "table"):
            for person in people.values():
                person.show(name)
                if name == "prices":
                    person.page.locator("button.card.green").first.click()
            take(people, folder, name)
        television.goto(address)
        television.get_by_role("heading", name="Olympia").wait_for()
        play(site, chance, lambda game: game.phase is Phase.OVER)
        with site.lock:
            site.table.revealed = 9
        for person in people.values():
            person.show("table")
            person.page.get_by_text(Words("en").say("phones.scores")).wait_for()
            person.page.evaluate("scrollTo(0, 0)")
        take(people, folder, "scores")
        television.screenshot(path=folder / "overlay-scores-1920x1080.png")
        score_from_photographs(people, folder)


def score_from_photographs(people: dict[str, PersonWithPhone], folder: Path) -> None:
    """The page that scores a table, with a photograph of a made-up table and one that is none."""
    table = finished_table(3, 1)
    with TemporaryDirectory() as made:
        photograph, text = table.from_above(Path(made) / "table.jpg"), Path(made) / "text.jpg"
        text.write_text("no photograph")
        for person in people.values():
            person.page.set_default_timeout(120_000)
            person.show("join")
            person.page.get_by_role("link", name=Words("en").say("phones.score_table")).click()
            person.page.locator("#page h2").first.wait_for()
            person.page.locator("#album").set_input_files([photograph, text])
            person.page.locator("li .bad").wait_for()
            person.page.locator("#score").wait_for()
    take(people, folder, "score-photographs")
    for person in people.values():
        for city in table.dealt.game.cities:
            person.page.locator(f"#coins-{city.wonder.id}").fill(str(city.coins))
        seen = person.page.get_by_role("heading", name=Words("en").say("phones.photo_seen"))
        seen.evaluate("node => node.scrollIntoView()")
        person.page.evaluate("scrollBy(0, -70)")
    take(people, folder, "score-cities")
    for person in people.values():
        person.page.locator("#score").click()
        person.page.locator("#sheet").wait_for()
        person.page.wait_for_timeout(500)
    take(people, folder, "score-sheet")


def take(people: dict[str, Any], folder: Path, name: str) -> None:
    """A picture of each telephone."""
    for size, person in people.items():
        person.page.wait_for_timeout(300)
        person.page.evaluate("document.activeElement.blur()")
        person.page.screenshot(path=folder / f"{name}-{size}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
