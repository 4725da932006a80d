"""Whatever a telephone sends, the answer is a refusal in words: never an error of the server's."""

from __future__ import annotations

import pytest

from tests.device.features.telephones.server.served import served

BODIES = {
    "not UTF-8": b'{"phone": "\xff\xfe", "photographs": ["\x80"]}',
    "half of a surrogate pair": b'{"do": "name", "name": "\\ud800", "phone": "0123456789abcdef"}',
    "deep nesting": b"[" * 4000,
    "a language that is none": b'{"do": "leave", "language": [[1]], "phone": 7}',
    "nearly too deep": b'{"do": ' + b"[" * 900 + b"]" * 900 + b"}",
    "deep objects": b'{"a":' * 800,
    "a number of 4,000 digits": b'{"do": "back", "seat": ' + b"9" * 4000 + b"}",
    "beyond every float": b'{"do": "back", "seat": 1e999}',
    "no object": b"null",
    "nothing": b"",
    "a zero": b"\0",
    "UTF-16": '{"do": "leave"}'.encode("utf-16"),
}


@pytest.fixture(scope="module")
def site():
    with served() as site:
        yield site


@pytest.mark.parametrize("path", ["/ask", "/sheet"])
@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_is_none_is_refused_in_words(site, path, what, caplog):
    answer = site.request("POST", path, BODIES[what])
    assert answer.status in (400, 413)
    assert b"understood" in answer.content or answer.status == 413
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("length", ["\u00b2", "-1", "1e3", "0x10", "99999999999999999999"])
def test_a_length_that_is_none_is_refused(site, length):
    assert site.request("POST", "/ask", headers={"Content-Length": length.encode("latin-1")}).status in (400, 413)
