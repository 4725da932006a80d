"""Whether the broker accepts this table, for the doctor."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from device.errors import HallError
from device.mqtt.connection import BrokerConnection

if TYPE_CHECKING:
    from device.hall_publisher.publisher import Telling

TRIAL_WITHIN = 10.0
"""s in which a broker that is well has answered."""


def trial(telling: Telling, until: float) -> str:
    """Returns "ok", "refused REASON" or "unreachable REASON". `until`: by the monotonic clock, s."""
    try:
        connection = BrokerConnection(telling.broker, f"wondertable-doctor-{telling.table}")
    except HallError as problem:
        return f"password {problem.placeholders['reason']}"
    while not (connection.is_up or connection.is_over) and time.monotonic() < until:
        connection.step(0.2)
    if connection.is_up:
        connection.close()
        return "ok"
    found = "refused" if connection.was_refused else "unreachable"
    connection.cut()
    return f"{found} {connection.problem or 'no answer'}"
