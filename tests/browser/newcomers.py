"""Newcomers with telephones, who press something wrong now and then, to the first turn that is booked."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tests.browser.people import PersonWithPhone, address_on_screen
from tests.device.features.telephones.server.served import served

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.device.features.telephones.server.served import ServedTable

FIRST_TURN = ("Lumber Yard", "Stone Pit", "Clay Pool")
"""English names, in the order of the seats."""
MEANT = ("leave", "start", "guide_next", "guide_skip")
"""Whoever presses these means it."""
SETTLES = 150
"""ms in which a page shows what a press has changed."""
BUTTONS = "main button:visible, nav button:visible"
SHOWN = """document.body.innerText
+ [...document.querySelectorAll('main button, main select, main option, nav button')]
.map((one) => [one.ariaPressed, one.ariaExpanded, one.ariaCurrent, one.value].join()).join()"""
"""All that can be read on a page."""


class NewcomerWithPhone(PersonWithPhone):
    """Somebody who has never seen these pages. `wrong`: how often wrong presses did nothing, or something seen."""

    def __init__(self, browser: Any, site: ServedTable, after: int, every: int) -> None:
        super().__init__(browser, address_on_screen(site))
        self.site, self.presses, self._steps, self.every = site, 0, -after, every
        self.wrong = {"nothing": 0, "seen": 0}
        self._before: Callable[[], Any] | None = None

    def step(self, find: Callable[[], Any]) -> None:
        """Press what is wanted; in every so many steps something else first."""
        self._steps += 1
        find().wait_for()
        if self._steps % self.every == 0:
            self._press_wrongly(find)
        find().click()
        self.presses, self._before = self.presses + 1, find

    def button(self, key: str, **values: Any) -> Callable[[], Any]:
        """A button with these words."""
        words = self.words.say(f"phones.{key}", **values)
        return lambda: self.page.locator("main button, nav button").filter(has_text=words).first

    def card(self, name: str) -> Callable[[], Any]:
        """A card in the list."""
        return lambda: self.page.locator("main button.card").filter(has=self.page.locator(f".name:text-is({name!r})"))

    def _press_wrongly(self, wanted: Callable[[], Any]) -> None:
        """Press every other button of the page as it is now, one after the other, and come back."""
        here = self.page.locator("nav [aria-current]").inner_text()
        mine, words = wanted().inner_text(), self._words()
        left_out = (here, *(self.words.say(f"phones.{key}") for key in MEANT))
        for text in dict.fromkeys(words):
            now = self._words()
            if text == mine or text in left_out or text not in now:
                continue
            with self.site.lock:
                session = self.site.table.session
            shown = self.page.evaluate(SHOWN)
            found = self.page.locator(BUTTONS).nth(now.index(text))
            if found.is_enabled():
                found.click()
            self.page.wait_for_timeout(SETTLES)
            with self.site.lock:
                after = self.site.table.session
            is_seen = self.page.evaluate(SHOWN) != shown
            self.wrong["seen" if is_seen else "nothing"] += 1
            same = (after.game, after.setup, after.in_secret) == (session.game, session.setup, session.in_secret)
            assert is_seen or same, f"{text!r} changed the game, and nobody sees it"
            with self.site.lock:
                self.site.table.session = session
            self._come_back(here, wanted)

    def _words(self) -> list[str]:
        """The buttons that can be seen, in their order, once the page has shown what was pressed last."""
        words: list[str] | None = None
        while words != (words := self.page.locator(BUTTONS).all_inner_texts()):
            self.page.wait_for_timeout(SETTLES)
        return words

    def _come_back(self, here: str, wanted: Callable[[], Any]) -> None:
        """The page where the wanted button is."""
        self.page.locator("nav button", has_text=here).click()
        self.page.wait_for_timeout(SETTLES)
        leave, back = self.button("leave")(), self.page.locator("#keep-boards")
        if back.is_visible():
            back.click()
        if not wanted().is_visible() and leave.is_visible():  # somebody else's seat
            leave.click()
        elif not wanted().is_visible() and self._before:
            self._before().click()
        wanted().wait_for()


def three_telephones(chromium: Any, every: int) -> dict[str, Any]:
    """From the code on the screen to the first turn: the counts."""
    begun = time.monotonic()
    with served(seats=()) as site:
        table = site.table
        people = [NewcomerWithPhone(chromium, site, after, every) for after in range(3)]
        people[0].step(lambda: people[0].page.locator("#edition-first"))
        people[0].step(people[0].button("save"))
        site.until(lambda: len(table.session.setup.seats) == 3)
        for (wonder, _), person in zip(table.session.setup.seats, people, strict=True):
            name = person.words.say(f"wonder.{wonder}")
            person.step(lambda person=person, name=name: person.page.locator("main button.card", has_text=name).first)
        people[0].step(people[0].button("start"))
        site.until(lambda: table.session.game)
        for person, card in zip(people, FIRST_TURN, strict=True):
            person.page.locator("body[data-moment*='.1.1.turn.']").wait_for()
            person.step(person.button("guide_next"))
            person.step(person.button("guide_next"))
            person.step(person.button("to_prices"))
            person.step(person.card(card))
            person.step(person.button("do_build"))
            site.until(lambda person=person: table.session.in_secret or table.session.game.turn == 2)
        site.until(lambda: table.session.game.turn == 2)
        for person in people:
            person.page.locator("#next").wait_for()
        assert [person.problems for person in people] == [[]] * 3
        return {
            "presses": sum(person.presses for person in people),
            "seconds": time.monotonic() - begun,
            **{kind: sum(person.wrong[kind] for person in people) for kind in ("nothing", "seen")},
        }
