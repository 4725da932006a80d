"""How telephones reach the pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhoneAccess:
    """How telephones reach the pages: the `place` as people type it, the `secret` of the evening, the seats `taken`.

    `place`: "" until the server is up. `addresses`: how many this machine has, another one of them can be shown; None
    until the server says so. `trouble`: why no server can connect or listen, in the system's words. `port`: the one
    that the server cannot have, else 0; without `trouble` another program has it, the `holder` if that is known.
    `fails`: it ends again and again.
    """

    place: str
    secret: str
    taken: tuple[str, ...] = ()
    addresses: int | None = None
    trouble: str = ""
    port: int = 0
    fails: bool = False
    holder: str = ""

    @property
    def link(self) -> str:
        """The address for the QR code; what follows the # is never sent in a request's first line."""
        return f"http://{self.place}/#{self.secret}" if self.place else ""
