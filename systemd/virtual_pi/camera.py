"""A camera over a station's mat, and a game that is shown to it: pictures on a disk, which the guest's camera sends."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import cv2
from machine import BrokenError, check_alive, press, restart, settled, times_said
from telephones import Telephones
from trials import actions_on_disk

from device.simulation.dealing.dealer import deal
from device.simulation.rendering.camera import SimulatedCamera
from device.simulation.rendering.projection import over_mat
from device.simulation.table.station import thing_with
from device.simulation.table.tabletop import BACK_CODES, MAT_CODE, sticker_centre
from engine import BuildStage, Discard, action_to_dict
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from machine import Machine

    from device.simulation.dealing.dealer import DealtGame, Move
    from device.simulation.table.reach import Reach
    from device.simulation.table.tabletop import Thing

PLAYERS, TURNS = 3, 2
SIZE = 640, 360
"""px; an emulated processor reads no larger pictures in time."""
PICTURES = 4
"""Of each thing: no two pictures of a camera are the same."""
EMPTY = "empty"
READ_WITHIN, AWAY = 40, 4.0
"""s until something on the mat is read, and for which the mat is empty after it."""
DEVICE = "exclusive_caps=1 max_buffers=8"
BLACK, STOPPED = "picture is black", "stopped sending pictures"
"""What the program says in its log."""
TROUBLES = {
    0: (("percentage_of_dropped_buffers", 100, STOPPED), ("inject_fatal_streaming_error", 0, STOPPED),
        ("disconnect", 0, "")),
    3: (("dv_timings_signal_mode", 1, ""),),
}  # fmt: skip
"""For vivid's webcam and camera on HDMI: a control, its value (0: it is a button), what the program must say."""


@dataclass
class Mat:
    """What lies on the mat; nothing moves."""

    things: Sequence[Thing] = ()
    players: int = PLAYERS
    reaches: Sequence[Reach] = ()
    sizes: KitSizes = field(default_factory=KitSizes)

    def advance(self, time: float) -> None:
        """Nothing moves."""


def lying(code: int) -> Thing:
    """A thing whose sticker is in the middle of the mat, a little turned."""
    thing = thing_with(code, Symbology.FIDUCIAL)
    x, y = sticker_centre(thing, KitSizes())
    return replace(thing, pose=Pose(0.0, 0.0, 0.4).at(-x, -y))


def boards(dealt: DealtGame) -> list[int]:
    """The boards' codes, by seat."""
    codes = {(entry.id, entry.side): entry.code for entry in Codebook.load() if entry.kind is StickerKind.BOARD}
    return [codes[seat] for seat in dealt.seats]


def shown(move: Move) -> int:
    """The code that a seat shows for a move of the first age."""
    match move.action:
        case BuildStage():
            return BACK_CODES[1]
        case Discard():
            return MAT_CODE
    assert move.code is not None
    return move.code


def moves(dealt: DealtGame, turn: int) -> list[Move]:
    """What is shown in a turn (from 0), in the order of the seats."""
    return sorted(dealt.rounds[turn].moves, key=lambda move: move.seat)


def film(dealt: DealtGame, folder: Path) -> None:
    """Pictures of everything that is shown, in folders named after their codes, and of the empty mat."""
    shutil.rmtree(folder, ignore_errors=True)
    codes = [*boards(dealt), *(shown(move) for turn in range(TURNS) for move in moves(dealt, turn))]
    lens = replace(over_mat(dealt.seed), width_px=SIZE[0], height_px=SIZE[1])
    for name, things in {EMPTY: [], **{str(code): [lying(code)] for code in codes}}.items():
        (folder / name).mkdir(parents=True)
        camera = SimulatedCamera(Mat(things), seed=dealt.seed, lens=lens)
        for number in range(PICTURES):
            cv2.imwrite(str(folder / name / f"{number}.jpg"), camera.read().image, [cv2.IMWRITE_JPEG_QUALITY, 90])


def look_at(machine: Machine, what: str) -> None:
    """What the camera sees from now on."""
    machine.run(f"ln -sfn /mnt/{what} /run/mat.new && mv -T /run/mat.new /run/mat")


def switch_on(machine: Machine) -> None:
    """Plug the camera in; it sees the empty mat."""
    look_at(machine, EMPTY)
    machine.run(f"modprobe v4l2loopback {DEVICE}; udevadm settle")
    machine.run(
        f"systemd-run -q --collect -u camera python3 /etc/virtual-pi/film.py /run/mat {SIZE[0]} {SIZE[1]}; sleep 2;"
        "systemctl is-active camera"
    )


def pull_out(machine: Machine) -> None:
    """Stop its pictures, then take the device away."""
    machine.run("systemctl stop camera")
    unload = "modprobe -r v4l2loopback && echo gone || true"
    machine.wait("nobody uses the camera", lambda: "gone" in machine.run(unload))


class ShownGame:
    """A dealt game that is shown to the camera."""

    def __init__(self, machine: Machine, dealt: DealtGame) -> None:
        self._machine, self._dealt = machine, dealt
        self.telephones = Telephones(machine)

    def show(self, code: int, what: str, known: Callable[[], bool]) -> None:
        """Lay a thing onto the mat until it is known, and take it away."""
        machine = self._machine
        look_at(machine, str(code))
        try:
            machine.wait(f"{what} is recorded", known, READ_WITHIN)
        except BrokenError:
            settled(machine, "not-read")
            raise
        look_at(machine, EMPTY)
        machine.run(f"sleep {AWAY * machine.slow:.1f}", 60)

    def _seated(self, count: int) -> bool:
        return len(self.telephones.look()["seats"]) == count

    def _stored(self, count: int) -> bool:
        return actions_on_disk(self._machine) == count

    def show_boards(self) -> None:
        """Show every board, and begin."""
        for seats, code in enumerate(boards(self._dealt), start=1):
            self.show(code, f"board {code}", partial(self._seated, seats))
        press(self._machine, "advance")
        self._machine.wait("the game has begun", lambda: self.telephones.look()["stage"] == "play")

    def show_turn(self, turn: int) -> None:
        """Show what everybody does in a turn (from 0); telephones are told only when it is over."""
        for count, move in enumerate(moves(self._dealt, turn), start=turn * PLAYERS + 1):
            self.show(shown(move), str(move.action), partial(self._stored, count))


def try_station(machine: Machine, dealt: DealtGame) -> str:
    """Boards and two turns are shown; between them the camera is lost and comes back."""
    machine.run("mount -o ro /dev/vdb /mnt")
    switch_on(machine)
    machine.run(
        "sed -i 's/^spec = .*/spec = \"v4l2:0\"\\nwidth = 640\\nheight = 360/' /etc/wondertable/config.toml;"
        "printf '[play]\\nrig = \"station\"\\n' >>/etc/wondertable/config.toml"
    )
    restart(machine)
    game = ShownGame(machine, dealt)
    game.show_boards()
    game.show_turn(0)
    settled(machine, "station")
    pull_out(machine)
    machine.run("sleep 5")
    settled(machine, "camera-gone")
    check_alive(machine)
    switch_on(machine)
    game.show_turn(1)
    settled(machine, "camera-back")
    check_alive(machine)
    stored = json.loads(machine.run("wondertable export last --format json"))["actions"]
    meant = [
        {"age": 1, "turn": turn + 1, **action_to_dict(move.action)}
        for turn in range(TURNS)
        for move in moves(dealt, turn)
    ]
    if stored != meant:
        raise BrokenError(f"recorded is {stored}, shown was {meant}")
    return f"{PLAYERS} boards and {len(meant)} cards are recorded as shown; lost between the turns, and back"


def set_controls(machine: Machine, **values: int) -> None:
    """Set controls of vivid."""
    machine.run("v4l2-ctl -c " + ",".join(f"{name}={value}" for name, value in values.items()))


def wait_until_said(machine: Machine, words: str, do: Callable[[], object]) -> None:
    """Do it, and see the program say these words once more in its log."""
    before = times_said(machine, words)
    do()
    machine.wait(f"it says: {words}", lambda: times_said(machine, words) > before, 60)


def check_seen(machine: Machine) -> None:
    """Turn the pictures black, which the program must say: it sees them."""
    wait_until_said(machine, BLACK, partial(set_controls, machine, test_pattern=5, osd_text_mode=2))
    set_controls(machine, test_pattern=0, osd_text_mode=0)
    machine.run(f"sleep {AWAY * machine.slow:.1f}", 60)  # the reader may speak of a black picture a little later


def try_patterns(machine: Machine) -> str:
    """The kernel's own pictures (vivid): no MJPEG, pictures that do not come, a stream that breaks, no signal."""
    pull_out(machine)
    for kind, troubles in TROUBLES.items():
        machine.run(f"modprobe vivid n_devs=1 node_types=1 num_inputs=1 input_types={kind}; udevadm settle")
        check_seen(machine)
        for control, value, words in troubles:
            trouble = partial(set_controls, machine, **{control: value})
            if words:
                wait_until_said(machine, words, trouble)
            else:
                trouble()
                machine.run("sleep 5")
            settled(machine, control)
            if value:
                set_controls(machine, **{control: 0})
            check_seen(machine)
            check_alive(machine)
        machine.run("echo vivid.0 >/sys/bus/platform/drivers/vivid/unbind")
        machine.wait("vivid is gone", lambda: "gone" in machine.run("modprobe -r vivid && echo gone || true"))
    return f"vivid: {', '.join(control for troubles in TROUBLES.values() for control, _, _ in troubles)}: seen again"


def dealt_game() -> DealtGame:
    """The game that is shown."""
    return deal(PLAYERS, 1)
