"""Three telephones beside the guest, in the network it serves: they play a game, and know what is shown as recorded."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from machine import GUEST, PAGES, BrokenError

if TYPE_CHECKING:
    from machine import Machine

BOARDS = [("giza", "A"), ("olympia", "A"), ("rhodes", "B")]
WITHIN, IMPATIENT = 30.0, 5.0
"""s until something is shown, where a guest boots as fast as others do."""


class Telephones:
    """They enter what everybody plays; each sells a card every turn, which is always allowed."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._within = machine, machine.limit(WITHIN)
        file = "/var/lib/wondertable/phones.json"
        machine.wait("the telephones' secret is known", lambda: machine.run(f"ls {file} || true") == file)
        self._secret = json.loads(machine.fetch(file))["secret"]
        self.state: dict[str, Any] = {}

    def page(self) -> str:
        """The page that a telephone opens."""
        with closing(self._line()) as line:
            line.request("GET", "/", headers=self._headers())
            answer = line.getresponse()
            if answer.status != http.client.OK:
                raise BrokenError(f"the page is refused: {answer.status}")
            return answer.read().decode()

    def look(self) -> dict[str, Any]:
        """What telephones are shown now."""
        end = time.monotonic() + self._within
        while True:
            try:
                self.state = self._first_event()
            except (OSError, http.client.HTTPException) as problem:
                if time.monotonic() > end:
                    raise BrokenError(f"telephones do not reach the game: {problem!r}") from problem
                time.sleep(1)
            else:
                return self.state

    @property
    def turns(self) -> list[Any]:
        """The actions that were shown as recorded when they last looked."""
        return list(self.state.get("turns", ()))

    @property
    def shown(self) -> int:
        """How many these are."""
        return len(self.turns)

    def begin(self) -> None:
        """Set a game up."""
        self.look()
        self._ask(0, do="boards", boards=BOARDS)
        self._until("the boards are known", lambda: len(self.state["seats"]) == len(BOARDS) and self.state["ready"])
        self.sit_down()
        self._ask(0, do="go_on", moment="")
        self._until("the game has begun", lambda: self.state["stage"] == "play")

    def sit_down(self) -> None:
        """Take a seat each; it is theirs already if they had it before."""
        for seat, (wonder, _) in enumerate(BOARDS):
            self._ask(seat, do="seat", wonder=wonder)

    def play(self, *, patient: bool = True) -> int:
        """Play a turn, or see the conflicts; returns how many actions are shown as recorded."""
        if not patient:
            self._within = min(self._within, IMPATIENT * self._machine.slow)
        before = self.look()["moment"]
        if self.state["phase"] == "conflicts":
            self._ask(0, do="go_on", moment=before)
        else:
            for seat in self.state["waiting"]:
                self._ask(seat, do="enter", moment=before, seat=seat, act="discard")
        self._until("the turn is recorded", lambda: self.state.get("moment") != before)
        return self.shown

    @property
    def over(self) -> bool:
        """The game is over."""
        return bool(self.state["stage"] == "over")

    def _until(self, what: str, holds: Any) -> None:
        end = time.monotonic() + self._within
        while self.look() and not holds():
            if time.monotonic() > end:
                raise BrokenError(f"not shown on telephones: {what}, but {json.dumps(self.state)[:600]}")
            time.sleep(0.3)

    def _line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._machine.port, timeout=20)

    def _headers(self) -> dict[str, str]:
        return {"Host": f"{GUEST}:{PAGES}", "X-Secret": self._secret, "Content-Type": "application/json"}

    def _first_event(self) -> dict[str, Any]:
        with closing(self._line()) as line:
            line.request("GET", "/events?wonder=&language=en", headers=self._headers())
            answer = line.getresponse()
            if answer.status != http.client.OK:
                raise http.client.HTTPException(f"{answer.status} {answer.read()[:200]!r}")
            while text := answer.readline():
                if text.startswith(b"data: "):
                    state: dict[str, Any] = json.loads(text[6:])["state"]
                    return state
        raise http.client.HTTPException("the stream ended")

    def _ask(self, phone: int, **what: object) -> None:
        body = json.dumps({**what, "phone": f"telephone-{phone}-of-three", "language": "en"})
        with closing(self._line()) as line:
            line.request("POST", "/ask", body, self._headers())
            answer = json.loads(line.getresponse().read())
        if answer["refused"] and "not answering" not in answer["text"]:  # a slow game may do it all the same
            raise BrokenError(f"{what['do']}: refused: {answer['text']}")
