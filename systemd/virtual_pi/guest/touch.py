"""A touch screen of 1280 x 800, as the kernel's uinput makes it: a finger for each line `X Y` of the input."""

import sys
import time

from evdev import AbsInfo, UInput
from evdev import ecodes as codes


def axis(most: int) -> AbsInfo:
    """An axis from 0 to `most`."""
    return AbsInfo(value=0, min=0, max=most, fuzz=0, flat=0, resolution=8)


AXES = [
    (codes.ABS_X, axis(1279)),
    (codes.ABS_Y, axis(799)),
    (codes.ABS_MT_SLOT, axis(4)),
    (codes.ABS_MT_TRACKING_ID, axis(65535)),
    (codes.ABS_MT_POSITION_X, axis(1279)),
    (codes.ABS_MT_POSITION_Y, axis(799)),
]


def put_down(panel: UInput, number: int, x: int, y: int) -> None:
    """A finger, for a fifth of a second."""
    for code, value in (
        (codes.ABS_MT_SLOT, 0),
        (codes.ABS_MT_TRACKING_ID, number),
        (codes.ABS_MT_POSITION_X, x),
        (codes.ABS_MT_POSITION_Y, y),
        (codes.ABS_X, x),
        (codes.ABS_Y, y),
    ):
        panel.write(codes.EV_ABS, code, value)
    panel.write(codes.EV_KEY, codes.BTN_TOUCH, 1)
    panel.syn()
    time.sleep(0.2)
    panel.write(codes.EV_ABS, codes.ABS_MT_TRACKING_ID, -1)
    panel.write(codes.EV_KEY, codes.BTN_TOUCH, 0)
    panel.syn()


with UInput({codes.EV_ABS: AXES, codes.EV_KEY: [codes.BTN_TOUCH]}, name="panel", input_props=[1]) as panel:
    for number, line in enumerate(sys.stdin, start=1):
        x, y = map(int, line.split())
        put_down(panel, number, x, y)
