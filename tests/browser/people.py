"""People with telephones: a real browser whose pages read what the screen shows and press what a person would."""

from __future__ import annotations

import io
import json
import shutil
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import zxingcpp
from PIL import Image

from device.features.telephones.pages import PhonesPage, ShownTelephones
from display.menu import OpenPage
from display.navigation.position import START
from display.table_state import TableState
from display.window import Window
from display.words import Words
from engine import Build, BuildFromDiscard, BuildStage, ChooseLeader, Discard, Pass, Recruit, chosen_way
from tests.display.drawn import screenshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine import Game, SeatAction
    from tests.device.features.telephones.server.served import ServedTable

CHROMIUM = shutil.which("chromium") or ""
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
"""The rules of accessibility, as `npm ci` in this folder brings them."""
NARROW, TALL, TELEVISION = (360, 640), (390, 844), (1920, 1080)
SLOWEST = 10_000
"""ms that a page may take for anything."""


@contextmanager
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only where it is installed

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def address_on_screen(site: ServedTable) -> str:
    """What a telephone's camera reads on the big screen."""
    with site.lock:
        state = TableState(
            features={"telephones": ShownTelephones(site.table.host.access())}, settings={"phones.on": True}
        )
    with Window((800, 480), strict=True) as window:
        window.position = START.__class__(**{**_fields(START), "opened": OpenPage(PhonesPage())})
        window.show(state, 0.0)
        picture = Image.open(io.BytesIO(screenshot(window))).convert("RGB")
    (code,) = zxingcpp.read_barcodes(picture)
    return code.text


def _fields(position: Any) -> dict[str, Any]:
    return {name: getattr(position, name) for name in position.__dataclass_fields__}


class PersonWithPhone:
    """One telephone. `seat` None: somebody who watches. `stops_clock`: `page.clock` says how time passes on it."""

    def __init__(
        self,
        browser: Any,
        address: str,
        *,
        size: tuple[int, int] = TALL,
        language: str = "en",
        dark: bool = False,
        stops_clock: bool = False,
    ) -> None:
        self.words = Words(language)
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language.replace("_", "-"),
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        self.page = self.context.new_page()
        if stops_clock:
            self.page.clock.install()
        self.page.set_default_timeout(SLOWEST)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on(
            "console", lambda said: self.problems.append(said.text) if "Content Security" in said.text else None
        )
        self.page.goto(address)
        self.page.wait_for_selector("nav button")
        self.seat = -1

    def sit(self, seat: int, wonder: str) -> None:
        """Take a seat."""
        self.page.get_by_role("button", name=self.words.say(f"wonder.{wonder}")).first.click()
        self.page.locator("nav button", has_text=self.words.say("phones.page_more")).wait_for()
        self.seat = seat

    def show(self, name: str) -> None:
        """Open a page: join, city, prices, table."""
        self.page.locator("nav button", has_text=self.words.say(f"phones.page_{name}")).click()

    def press(self, text: str, number: int = 0) -> None:
        """Press the button that begins like this; of several the one with this number."""
        self.page.locator(f"main button:has-text({text!r})").nth(number).click()

    def enter(self, game: Game, action: SeatAction) -> None:
        """Enter what was played, as a person finds it on the pages. `game`: before it."""
        self.hear_of(game)
        self._ask(lambda: self._press_for(game, action))

    def hear_of(self, game: Game) -> None:
        """Wait until the page shows this phase of the game; read what the others have played, and go on."""
        phase = f".{game.age}.{game.turn}.{game.phase}.{''.join(map(str, game.acting))}"
        self.page.locator(f"body[data-moment$={phase!r}]").wait_for()
        if self.page.locator("#next").is_visible():
            self.page.locator("#next").click()

    def go_on(self) -> None:
        """Leave the conflicts."""
        self._ask(lambda: self.press(self.words.say("phones.go_on")))

    def _ask(self, press: Callable[[], None]) -> None:
        """Press until the table takes it.

        On a busy machine the page may still show the turn before, or its prices; then the table refuses.
        """
        end, refused = time.monotonic() + SLOWEST / 1000, "not asked"
        while refused and time.monotonic() < end:
            with self.page.expect_response(lambda response: response.url.endswith("/ask")) as answer:
                press()
            refused = answer.value.json().get("refused")
        assert not refused, refused

    def _press_for(self, game: Game, action: SeatAction) -> None:
        say = self.words.say
        match action:
            case Discard() | Pass():
                word = say("phones.no_discard" if isinstance(action, Discard) else "phones.no_pass")
                self.press(word)
                self.press(word)
            case BuildFromDiscard(card=None):
                self.press(say("phones.no_build_from_discard"))
                self.press(say("phones.no_build_from_discard"))
            case ChooseLeader(card=card):
                self.show("city")
                self.press(say(f"leader.{card}"))
            case BuildStage():
                self.show("city")
                self.press(say("phones.do_stage"), chosen_way(action, game.stage_ways(action.seat)) or 0)
            case Build(card=card):
                self._open(say(f"card.{card}"))
                self.press(say("phones.do_build") + ":", chosen_way(action, game.ways_for(action)) or 0)
            case BuildFromDiscard(card=card):
                self._open(say(f"card.{card}"))
                self.press(say("phones.do_build_from_discard") + ":")
            case Recruit(card=card):
                self._open(say(f"leader.{card}"))
                self.press(say("phones.do_recruit") + ":")

    def _open(self, name: str) -> None:
        if self.page.locator("nav [aria-current]").inner_text() != self.words.say("phones.page_prices"):
            self.show("prices")
        exact = self.page.locator("main button.card").filter(has=self.page.locator(f".name:text-is({name!r})"))
        exact.click()

    def close(self) -> None:
        """Put the telephone away."""
        self.context.close()


def violations(person: PersonWithPhone) -> list[tuple[str, str]]:
    """Serious violations, each with the first element that it names. The script comes in past the page's policy."""
    session = person.context.new_cdp_session(person.page)
    session.send("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
    ran = session.send(
        "Runtime.evaluate",
        {
            "expression": "axe.run().then((r) => JSON.stringify(r.violations))",
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    return [
        (each["id"], each["nodes"][0]["html"][:120])
        for each in json.loads(ran["result"]["value"])
        if each["impact"] in ("serious", "critical")
    ]
