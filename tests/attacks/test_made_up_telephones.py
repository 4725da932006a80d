"""Keys of telephones that are made up lift no limit."""

from __future__ import annotations

import time

from device.features.telephones.server.web_pages import NAMES, OF_ADDRESS
from tests.device.features.telephones.server.served import served

ASKED = 150


def test_made_up_keys_do_not_go_round_the_rate_of_names():
    began = time.monotonic()
    with served() as site:
        statuses = [
            site.request("POST", "/ask", {"do": "name", "phone": f"a made-up key {number:04}", "name": "x"}).status
            for number in range(ASKED)
        ]
    per_second, at_once = NAMES
    assert statuses.count(200) <= OF_ADDRESS * (at_once + per_second * (time.monotonic() - began))
    assert statuses.count(200) < ASKED / 2
