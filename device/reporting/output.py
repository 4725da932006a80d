"""The output of a command: JSON lines or sentences on standard output, errors on standard error."""

import sys
from collections.abc import Iterable, Mapping

import msgspec

from display.facts.names import named_players
from display.messages.camera_fault import CameraFault
from display.messages.questions import Notice
from display.words import Words
from engine import Game


class Output:
    """Prints for one command. With `json`, standard output holds only JSON objects, one per line."""

    def __init__(self, language: str = "en", *, json: bool = False) -> None:
        self.json = json
        self.words = Words(language)
        self._encoder = msgspec.json.Encoder()

    def use_names(self, game: Game) -> None:
        """From now on, name cards as the game's edition does, and cities with the game's players."""
        edition, players = game.setup.edition, named_players(game)
        if (edition, dict(players)) != (self.words.edition, self.words.players):
            self.words = Words(self.words.language, edition, players)

    def line(self, line: Mapping[str, object]) -> None:
        """Print a JSON object, only with `--json`."""
        if self.json:
            sys.stdout.write(self._encoder.encode(line).decode() + "\n")
            sys.stdout.flush()

    def text(self, text: str) -> None:
        """Print a line for people, not with `--json`."""
        if not self.json:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    def say(self, key: str, **placeholders: object) -> None:
        """Print a sentence of the catalogue for people, not with `--json`."""
        self.text(self.words.say(key, **placeholders))

    def complain(self, key: str, **placeholders: object) -> None:
        """Print a sentence of the catalogue on standard error."""
        sys.stderr.write(f"wondertable: {self.words.say(key, **placeholders)}\n")

    def print_notice(self, notice: Notice) -> None:
        """Print a notice on standard error."""
        self.complain(self.words.error_key(notice.key), **notice.placeholders)

    def print_fault(self, fault: CameraFault) -> None:
        """Print on standard error why there is no camera, and which ones there are."""
        self.complain(fault.key, camera=fault.camera, reason=fault.reason)
        self.print_cameras(fault.others)

    def print_cameras(self, cameras: Iterable[tuple[str, str]]) -> None:
        """Print on standard error which cameras there are, if there are any."""
        if names := ", ".join(f"{spec} ({name})" for spec, name in cameras):
            self.complain("camera.others", names=names)

    def fail(self, error: Exception) -> None:
        """Print an error on standard error."""
        sys.stderr.write(f"wondertable: {self.words.error(error)}\n")
