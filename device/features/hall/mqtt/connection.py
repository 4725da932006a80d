"""One connection to a broker, without threads: `step` sends and receives what can be sent and received now.

A connection that has ended is not used again; the owner opens another one. So nothing of an old session is sent anew
behind its back, and the owner alone decides what is due.
"""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paho.mqtt.client import MQTT_ERR_SUCCESS, Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

if TYPE_CHECKING:
    from collections.abc import Callable

    from paho.mqtt.reasoncodes import ReasonCode

    from device.features.hall.table.broker import Broker

ANSWERS_WITHIN = 8.0
"""s for the broker to accept the line, and for the certificates."""
KEEP_ALIVE = 20
"""s; after one and a half of these without a sign the broker says that the table is offline."""
MOST_READ = 200
"""Messages that are read in one step at most."""
MOST_UNCONFIRMED = 20
"""Messages that wait for the broker's word."""
SIGNATURE = "signature"
"""The name under which a signature goes beside a message (a user property of MQTT 5)."""
LONGEST_PACKET = 1 << 18
"""Bytes; the broker keeps longer ones to itself."""


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker says in a client's name once the client is cut off; retained."""

    topic: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class Received:
    """A message. `retained`: the broker had kept it. `confirm` tells the broker that it is dealt with.

    `signature`: what was published beside it; "" if nothing was.
    """

    topic: str
    payload: bytes
    retained: bool
    confirm: Callable[[], None]
    signature: str = ""


class BrokerConnection:
    """Connected once `is_up`; over once `is_over`, and `problem` then says why, in the system's or the broker's words.

    `up` hears that the connection stands, `confirmed` the number of each published message that the broker has taken,
    `refused` that of one it does not want and why, `received` every message.
    """

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        *,
        will: Will | None = None,
        up: Callable[[BrokerConnection], None] = lambda _: None,
        confirmed: Callable[[int], None] = lambda _: None,
        refused: Callable[[int, str], None] = lambda _, __: None,
        received: Callable[[Received], None] = lambda _: None,
    ) -> None:
        self.is_up = self.is_over = False
        self.was_refused = False
        """The broker answered, and does not want this client."""
        self.problem = ""
        self._count = 0
        self._up, self._confirmed, self._refused, self._received = up, confirmed, refused, received
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, client_id, protocol=MQTTProtocolVersion.MQTTv5, manual_ack=True
        )
        client.connect_timeout = ANSWERS_WITHIN
        client.max_inflight_messages_set(MOST_UNCONFIRMED)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_publish, client.on_message = self._on_publish, self._on_message
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=True)
        self._open(broker)

    def _open(self, broker: Broker) -> None:
        try:
            if broker.user:
                self._client.username_pw_set(broker.user, broker.password())
            if broker.encrypted:
                self._client.tls_set_context(_context(broker))
            wanted = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            wanted.MaximumPacketSize = LONGEST_PACKET
            self._client.connect(broker.host, broker.port, KEEP_ALIVE, clean_start=True, properties=wanted)
        except OSError as problem:
            self._end(_words_of(problem))

    def step(self, seconds: float) -> None:
        """Send and receive, for at most so long if there is nothing to do."""
        if self.is_over:
            return
        try:
            went_well = self._client.loop(seconds) == MQTT_ERR_SUCCESS and self._drained()
        except Exception as problem:  # what answers there speaks no MQTT
            self._end(f"{type(problem).__name__}: {problem}")
            return
        if not went_well:
            self._end(self.problem)

    def _drained(self) -> bool:
        """Read what else has arrived already: `loop` reads one message. False if the connection has ended."""
        first, before = self._count, -1
        while before != self._count < first + MOST_READ:
            before = self._count
            if self._client.loop_read() != MQTT_ERR_SUCCESS:
                return False
        return True

    def publish(self, topic: str, payload: bytes, *, kept_for: int | None = None, signature: str = "") -> int:
        """Publish a retained message with QoS 1; returns its number. `kept_for`: s for which the broker keeps it."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        if kept_for is not None:
            properties.MessageExpiryInterval = kept_for
        if signature:
            properties.UserProperty = (SIGNATURE, signature)
        number: int = self._client.publish(topic, payload, qos=1, retain=True, properties=properties).mid
        return number

    def subscribe(self, *topics: str) -> None:
        """Hear what is published there, and what is kept there."""
        self._client.subscribe([(topic, 1) for topic in topics])

    def close(self) -> None:
        """Say goodbye, which keeps the broker from publishing the will, and hang up. May be called twice."""
        if not self.is_over and self._client.disconnect() == MQTT_ERR_SUCCESS:
            self._client.loop(1.0)
        self._end(self.problem)

    def cut(self) -> None:
        """Hang up without a word."""
        self._end(self.problem)

    def _end(self, problem: str) -> None:
        self.is_up, self.is_over, self.problem = False, True, problem
        line = self._client.socket()
        if line is not None:
            line.close()

    def _on_connect(self, _: Client, __: Any, ___: ConnectFlags, reason: ReasonCode, ____: Any) -> None:
        self.was_refused = reason.is_failure
        self.is_up = not reason.is_failure
        if reason.is_failure:
            self.problem = str(reason)
        else:
            self._up(self)

    def _on_disconnect(self, _: Client, __: Any, ___: DisconnectFlags, reason: ReasonCode, ____: Any) -> None:
        self.is_up = False
        self.problem = self.problem or str(reason)

    def _on_publish(self, _: Client, __: Any, number: int, reason: ReasonCode, ____: Any) -> None:
        if reason.is_failure:
            self._refused(number, str(reason))
        else:
            self._confirmed(number)

    def _on_message(self, client: Client, _: Any, message: MQTTMessage) -> None:
        self._count += 1

        def confirm() -> None:
            client.ack(message.mid, message.qos)

        try:
            topic = message.topic
        except UnicodeDecodeError as problem:  # no broker should let that pass
            topic = problem.object.decode(errors="replace")
        beside = dict(getattr(message.properties, "UserProperty", ()))
        signature = str(beside.get(SIGNATURE, ""))
        self._received(Received(topic, bytes(message.payload), message.retain, confirm, signature))


def _context(broker: Broker) -> ssl.SSLContext:
    """Checks the broker's certificate and name. Raises `OSError` (`ssl.SSLError` is one)."""
    try:
        context = ssl.create_default_context(cafile=str(broker.certificates) if broker.certificates else None)
    except OSError as problem:  # it does not say which file
        raise OSError(f"{broker.certificates}: {_words_of(problem)}") from problem
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _words_of(problem: OSError) -> str:
    return problem.strerror or str(problem) or type(problem).__name__
