"""The server over HTTP: what telephones get and ask, and what becomes of broken, hostile and stale requests."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import time
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.requests import Request

from device.features.telephones.game.requests import Listening
from device.features.telephones.server import feed, game_link, serving
from device.features.telephones.server.__main__ import main
from device.features.telephones.server.game_link import GameLink
from device.features.telephones.server.page_words import PAGE_KEYS, page_words
from device.features.telephones.server.web_pages import WebPages
from device.for_features.web_server import connections
from device.for_features.web_server.listening import own_addresses
from display.messages.intents import Advance, Enter, Rename
from display.words import Words, languages
from engine import Build, Discard
from tests.device.features.telephones.game.phone_table import PhoneTable, phone_of
from tests.device.features.telephones.server.served import Stream, served


@pytest.fixture(scope="module")
def site():
    with served() as site:
        yield site


@pytest.fixture
def evening():
    with served() as site:
        yield site


def test_the_pages_come_from_here_and_run_nothing_else(site):
    for path, media in {"/": "text/html", "/phones.js": "text/javascript", "/icons.svg": "image/svg+xml"}.items():
        answer = site.request("GET", path)
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith(media)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in answer.headers
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert b"http" not in answer.content.replace(b"http://www.w3.org/2000/svg", b"")


@pytest.mark.parametrize("page", ["/", "/score"])
def test_the_scripts_of_a_page_are_at_most_32_kilobytes(site, page):
    scripts = re.findall(r'src="([^"]+)"', site.request("GET", page).content.decode())
    assert len(scripts) == 2
    assert sum(len(site.request("GET", script).content) for script in scripts) <= 32 * 1024


def test_a_page_that_did_not_change_is_not_sent_again(site):
    tag = site.request("GET", "/phones.css").headers["ETag"]
    again = site.request("GET", "/phones.css", headers={"If-None-Match": tag})
    assert (again.status, again.content) == (304, b"")


@pytest.mark.parametrize("language", languages())
def test_the_words_of_the_pages_are_there_in_every_language(site, language):
    told = json.loads(site.request("GET", f"/words/{language}").content)
    assert told["language"] == language
    assert told["words"]["phones.coins"] == Words(language).say("phones.coins")
    assert told["words"].keys() >= set(PAGE_KEYS)
    assert all(words != key for key, words in told["words"].items())
    assert told["colours"]["palace"] == "blue"


def test_cards_of_the_second_edition_that_have_other_names_are_told_apart():
    german, french = (json.loads(page_words(language)) for language in ("de", "fr"))
    assert (german["words"]["card.arsenal"], german["second"]["card.arsenal"]) == ("Waffenlager", "Arsenal")
    assert "card.altar" not in german["second"]
    assert french["second"] == {}


def test_every_word_of_the_script_is_among_them():
    pages = files("device.features.telephones.server") / "pages"
    script = "".join(file.read_text() for file in pages.iterdir() if file.name.endswith(".js"))
    known = json.loads(page_words("en"))["words"].keys()
    said = set(re.findall(r"\bt\('([a-z_]*[a-z])'[,)]", script))
    assert len(said) > 40
    assert {key for key in said if f"phones.{key}" not in known} == set()


def test_a_telephone_hears_the_state_and_then_each_change(evening):
    with closing(Stream(evening.port, evening.secret, "rhodes")) as stream:
        stream.hear()
        assert [seat["wonder"] for seat in stream.state["seats"]] == ["giza", "rhodes", "olympia"]
        evening.do(Rename(1, "Ada"))
        stream.until(lambda state: state["seats"][1]["name"] == "Ada")
        assert len(stream.heard[-1]) < 100, "a change is short"
        evening.do(Advance())
        stream.until(lambda state: state["stage"] == "play")
        assert stream.state["prices"].keys() == {"1"}


def test_who_connects_again_gets_the_whole_state(evening):
    evening.do(Advance())
    for _ in range(2):
        with closing(Stream(evening.port, evening.secret)) as stream:
            stream.until(lambda state: state["stage"] == "play")
            assert stream.heard[-1]


def test_a_game_is_played_by_telephones(evening):
    for seat, wonder in enumerate(("giza", "rhodes", "olympia")):
        assert evening.ask(seat, "seat", wonder=wonder)["refused"] is None
    assert evening.ask(1, "go_on")["refused"] is None
    with closing(Stream(evening.port, evening.secret, "giza")) as stream:
        moment = stream.until(lambda state: state["stage"] == "play")["moment"]
        for seat in (0, 1):
            answer = evening.ask(
                seat, "enter", moment=moment, seat=seat, act="build", card="baths" if seat else "altar"
            )
            assert answer["refused"] is None
        stream.until(lambda state: state["waiting"] == [2])
        assert evening.table.session.entries == ()
        assert evening.ask(2, "enter", moment=moment, seat=2, act="discard")["refused"] is None
        stream.until(lambda state: state["turn"] == 2)
        assert stream.state["seats"][0]["cards"] == ["altar"]
        assert evening.ask(0, "enter", moment=moment, seat=0, act="discard")["refused"] == "too_late"


def test_why_something_is_refused_is_said_in_the_language_of_the_page(evening):
    evening.ask(0, "seat", wonder="giza")
    evening.do(Advance())
    evening.until(lambda: evening.table.host.evening.moment)
    moment = evening.table.host.evening.moment
    answer = evening.ask(0, "enter", moment=moment, seat=0, act="build", card="apothecary", language="it")
    assert answer["refused"] == "not_possible"
    assert answer["text"].startswith("Non è possibile. ")
    assert "tessuto" in answer["text"]


@pytest.mark.parametrize("secret", ["", "wrong", "ü", "x" * 5000])
def test_without_the_secret_nobody_learns_or_asks_anything(site, secret):
    sent = secret.encode("utf-8").decode("latin-1")
    status = {site.request("GET", "/events", secret=sent).status}
    body = {"do": "seat", "phone": phone_of(0), "wonder": "giza"}
    status.add(site.request("POST", "/ask", body, secret=sent).status)
    assert status == {401}


def test_a_telephone_that_goes_in_the_middle_of_a_request_is_no_error():
    app = WebPages(game_link.GameLink(Path("no.sock"), lambda: Listening([], 80)), feed.Feed()).app(
        lambda: frozenset({"table"})
    )
    headers = [(b"host", b"table:80"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/ask", "headers": headers, "query_string": b""}

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        assert message.get("status") in (None, 413)

    asyncio.run(app(scope, receive, send))


def test_who_guesses_is_shut_out_for_a_while():
    with served() as site:
        body = {"do": "seat", "phone": phone_of(0), "wonder": "giza"}
        statuses = [site.request("POST", "/ask", body, secret="guess").status for _ in range(25)]
        assert (statuses[:20], statuses[-1]) == ([401] * 20, 429)
        assert site.request("POST", "/ask", body).status == 429, "not even the right one is told from a wrong one"
        assert site.request("GET", "/phones.css").status == 200


def test_a_new_code_ends_the_streams_of_who_has_the_old_one(evening):
    with closing(Stream(evening.port, evening.secret)) as stream:
        stream.hear()
        old = evening.secret
        with evening.lock:
            evening.table.host.renew()
        with pytest.raises(EOFError):
            stream.until(lambda state: False)
        assert evening.request("GET", "/events", secret=old).status == 401


BAD_BODIES = {
    "torn JSON": b'{"do": "seat",',
    "no object": b"[1, 2]",
    "nothing": b"",
    "no request": b'{"do": "format"}',
    "the server's own line": b'{"do": "listening", "addresses": [], "port": 80}',
    "a field too many": b'{"do": "leave", "phone": "0123456789abcdef", "admin": true}',
    "deep nesting": b"[" * 4000,
    "not UTF-8": b'{"do": "name", "phone": "0123456789abcdef", "name": "\xff"}',
    "infinity": b'{"do": "leave", "phone": "0123456789abcdef", "x": 1e999}',
    "a huge number": b'{"do": "enter", "phone": "0123456789abcdef", "seat": ' + b"9" * 3000 + b"}",
}


@pytest.mark.parametrize("what", BAD_BODIES)
def test_what_is_no_request_is_refused_in_words(site, what):
    answer = site.request("POST", "/ask", BAD_BODIES[what])
    assert answer.status == 400
    assert json.loads(answer.content)["text"].startswith("This page is from another version")
    assert site.table.host._link.is_up, "the game never sees it"


def test_a_form_of_another_page_is_refused(site):
    body = {"do": "seat", "phone": phone_of(0), "wonder": "giza"}
    assert site.request("POST", "/ask", body, headers={"Content-Type": "text/plain"}).status == 400


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example", "localhost.evil"])
def test_another_name_for_this_machine_is_refused(site, host):
    assert site.request("GET", "/", headers={"Host": host}).status == 421


def test_other_methods_and_paths_are_refused(site):
    assert site.request("DELETE", "/ask").status == 405
    assert site.request("GET", "/ask").status == 405
    assert site.request("OPTIONS", "/ask").status == 405
    for path in ("/../../etc/passwd", "/pages/index.html", "/phones.js/", "/words/", "/%2e%2e/x", "/" + "x" * 3000):
        assert site.request("GET", path).status in (400, 404, 307)


def test_a_body_that_is_too_long_is_refused_before_it_is_read(site):
    line = socket.create_connection(("127.0.0.1", site.port), 10)
    head = f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Secret: {site.secret}\r\nContent-Length: 104857600\r\n\r\n"
    line.sendall(head.encode())
    assert b"413" in line.recv(4096)
    line.close()
    line = socket.create_connection(("127.0.0.1", site.port), 10)
    head = f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Secret: {site.secret}\r\nTransfer-Encoding: chunked\r\n\r\n"
    line.sendall(head.encode() + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 3)
    assert b"413" in line.recv(4096)
    line.close()


def test_a_head_that_is_too_long_is_refused(site):
    line = socket.create_connection(("127.0.0.1", site.port), 10)
    line.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000)
    try:
        answer = line.recv(4096)
    except ConnectionResetError:
        answer = b"400"
    assert b"400" in answer or answer == b""
    line.close()


def test_who_sends_letter_by_letter_is_hung_up_on(monkeypatch):
    monkeypatch.setattr(connections, "ASKED_WITHIN", 0.2)
    with served() as site:
        line = socket.create_connection(("127.0.0.1", site.port), 10)
        line.sendall(b"GET / HTTP/1.1\r\nHo")
        assert line.recv(100) == b""
        line.close()


def test_one_telephone_cannot_ask_without_end(evening):
    body = {"do": "seat", "phone": phone_of(0), "wonder": "giza"}
    found = [evening.request("POST", "/ask", body).status for _ in range(30)]
    assert found[:10] == [200] * 10
    assert 429 in found


def test_a_server_that_has_not_heard_of_the_game_yet_refuses_nobody_for_good():
    async def answer():
        pages = WebPages(GameLink(Path("/no/such.sock"), lambda: None), feed.Feed())
        scope = {"type": "http", "headers": [(b"x-secret", b"right")], "client": ("127.0.0.1", 1)}
        return pages._refusal(Request(scope), "en")

    assert asyncio.run(answer()).status_code == 503


def test_names_cannot_be_changed_without_end(evening):
    evening.ask(0, "seat", wonder="giza")
    body = {"do": "name", "phone": phone_of(0), "name": "Ada"}
    found = [evening.request("POST", "/ask", body).status for _ in range(10)]
    assert found[:5] == [200] * 5
    assert 429 in found


def test_when_the_hall_is_full_the_page_says_so(monkeypatch):
    monkeypatch.setattr(feed, "MOST_STREAMS", 2)
    with served() as site:
        streams = [Stream(site.port, site.secret) for _ in range(2)]
        for stream in streams:
            stream.hear()
        answer = site.request("GET", "/events?language=uk")
        assert answer.status == 503
        assert "Забагато" in json.loads(answer.content)["text"]
        for stream in streams:
            stream.close()


def test_two_telephones_cannot_have_one_seat(evening):
    assert evening.ask(0, "seat", wonder="giza")["refused"] is None
    refused = evening.ask(1, "seat", wonder="giza")
    assert refused["refused"] == "seat_taken"
    assert refused["text"].startswith("Another phone")


def test_what_was_entered_reaches_no_telephone_before_all_have_acted(evening):
    """Every byte that any telephone hears until then is the same whichever card was entered."""
    heard = []
    for seat, wonder in enumerate(("giza", "rhodes", "olympia")):
        evening.ask(seat, "seat", wonder=wonder)
    evening.do(Advance())
    streams = [Stream(evening.port, evening.secret, wonder) for wonder in ("giza", "rhodes", "olympia", "")]
    moment = streams[0].until(lambda state: state["stage"] == "play")["moment"]
    for stream in streams:  # a city's price list may come a few rounds later
        stream.until(lambda state: state["stage"] == "play" and all(state["prices"].values()))
    for card in ("altar", "baths"):
        before = [len(stream.heard) for stream in streams]
        evening.ask(0, "enter", moment=moment, seat=0, act="build", card=card)
        for stream in streams:
            stream.until(lambda state: state["waiting"] == [1, 2])
        evening.ask(0, "back", moment=moment, seat=0)
        for stream in streams:
            stream.until(lambda state: state["waiting"] == [0, 1, 2])
        heard.append([stream.heard[count:] for stream, count in zip(streams, before, strict=True)])
    assert heard[0] == heard[1]
    for stream in streams:
        stream.close()


def test_the_pages_go_on_when_the_game_is_back(evening):
    evening.do(Advance(), Enter(Discard(0)))
    with closing(Stream(evening.port, evening.secret)) as stream:
        stream.until(lambda state: state["stage"] == "play")
        with evening.lock:
            evening.table.host.switch(on=False)
        answer = evening.request("POST", "/ask", {"do": "leave", "phone": phone_of(1)})
        assert answer.status == 503
        with evening.lock:
            evening.table.host.switch(on=True)
            evening.table.do(Enter(Discard(1)))
            evening.table.do(Enter(Build(2, "baths")))
        stream.until(lambda state: state["turn"] == 2)


def test_words_are_worked_out_once_for_each_language_whatever_is_asked_for(site):
    before = page_words.cache_info().misses
    assert {site.request("GET", f"/words/x{number}").status for number in range(30)} == {200}
    assert page_words.cache_info().misses - before <= 1


def test_a_game_begins_with_its_whole_state(evening):
    with closing(Stream(evening.port, evening.secret, "giza")) as stream:
        stream.hear()
        evening.do(Advance())
        stream.until(lambda state: state["stage"] == "play")
        assert stream.heard[-1].startswith(b'data: {"state":')


def test_a_port_that_is_taken_is_said(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(game_link, "CLOSED_AFTER", 0.0)  # there is no game
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serving.serve(tmp_path / "no.sock", port, "127.0.0.1") == 0
    said = capsys.readouterr().err
    assert said.startswith(f"Telephones cannot be served on 127.0.0.1, port {port}: Address already in use, by ")
    assert said.endswith(f" ({os.getpid()}). It is tried again.\n")


@pytest.mark.parametrize("port", ["0", "65536", "99999999999", "-1", "x", "²"])
def test_what_is_no_port_is_refused(port, capsys):
    with pytest.raises(SystemExit):
        main(["--socket", "no.sock", "--port", port])
    assert "is not between 1 and 65535" in capsys.readouterr().err


def test_the_server_ends_when_the_game_is_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "GONE_AFTER", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    started = time.monotonic()
    assert serving.serve(tmp_path / "no.sock", port, "127.0.0.1") == 0
    assert time.monotonic() - started < 30


def test_the_server_ends_soon_when_telephones_are_switched_off(tmp_path, monkeypatch):
    monkeypatch.setattr(game_link, "CLOSED_AFTER", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert serving.serve(tmp_path / "no.sock", port, "127.0.0.1") == 0


def test_without_a_network_there_is_no_address(tmp_path):
    assert own_addresses(tmp_path / "none") == []
    (tmp_path / "docker0").mkdir()
    (tmp_path / "nosuchif").mkdir()
    assert own_addresses(tmp_path) == []


def test_addresses_are_those_that_telephones_can_reach():
    assert all(not address.startswith("127.") for address in own_addresses())


def test_the_game_hears_of_another_address_as_soon_as_a_network_is_there(monkeypatch):
    monkeypatch.setattr(game_link, "LOOK_EVERY", 0.05)
    addresses = ["192.168.1.7"]
    with closing(PhoneTable()) as table:
        link = GameLink(table.folder / "phones.sock", lambda: Listening(list(addresses), 8377))

        async def serve():
            connected = asyncio.ensure_future(link.stay_connected())
            for place in ("192.168.1.7", "10.42.0.1"):
                addresses[0] = place
                until = time.monotonic() + 10
                while time.monotonic() < until and table.host.access().place != f"{place}:8377":
                    table.round()
                    await asyncio.sleep(0.01)
                assert table.host.access().place == f"{place}:8377"
            await feed.ended(connected)

        asyncio.run(serve())
