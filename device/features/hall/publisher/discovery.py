"""Messages by which Home Assistant finds a table by itself: four sensors of one device.

The format: home-assistant.io/integrations/mqtt, "MQTT discovery". They are retained below PREFIX/sensor/TABLE/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from device.for_features.hall.messages import DOWN, ONLINE, STATE, UP

if TYPE_CHECKING:
    from collections.abc import Iterator

SENSORS = {
    "age": ("Age", "mdi:numeric", "{{ value_json.age if value_json.stage == 'play' else none }}"),
    "turn": ("Turn", "mdi:cards-outline", "{{ value_json.turn if value_json.stage == 'play' else none }}"),
    "leader": ("Leader", "mdi:trophy-outline", ""),
    "winner": ("Winner", "mdi:crown", ""),
}
"""Sensor -> name, icon, and template of its value."""
SEATS = (
    "{% set told = namespace(names=[]) %}"
    "{% for number in value_json.FIELD %}{% set seat = value_json.seats[number] %}"
    "{% set told.names = told.names + [seat.name or seat.wonder | title] %}{% endfor %}"
    "{{ told.names | join(', ') or none }}"
)
"""The players at these seats, or their wonders where no names are told. None is unknown to Home Assistant."""


def discovery(prefix: str, topics: str, table: str, device: str) -> Iterator[tuple[str, bytes]]:
    """Topic and payload of each message. `topics`: where this table publishes."""
    about = {"identifiers": [f"wondertable_{device}"], "name": f"Wondertable {table}", "manufacturer": "Wondertable"}
    for sensor, (name, icon, template) in SENSORS.items():
        field = "winners" if sensor == "winner" else sensor
        content = {
            "name": name,
            "unique_id": f"wondertable_{device}_{sensor}",
            "object_id": f"wondertable_{table}_{sensor}",
            "state_topic": f"{topics}/{STATE}",
            "value_template": template or SEATS.replace("FIELD", field),
            "availability_topic": f"{topics}/{ONLINE}",
            "payload_available": UP.decode(),
            "payload_not_available": DOWN.decode(),
            "icon": icon,
            "device": about,
        }
        yield f"{prefix}/sensor/{table}/{sensor}/config", msgspec.json.encode(content)
