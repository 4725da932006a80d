"""What the unit says, where systemd's own check of it finds nothing wrong either way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

UNIT = (Path(__file__).parents[2] / "systemd" / "wondertable.service").read_text()
MODULES = {"char-drm": "drm", "char-media": "mc", "char-video4linux": "videodev", "char-alsa": "snd"}
"""Kinds of devices -> the module of the kernel that brings them; the others are built in."""
BUILT_IN = {"char-input", "char-gpiochip", "char-dma_heap"}


def said(setting: str) -> list[str]:
    return [word for line in re.findall(rf"^{setting}=(.*)$", UNIT, re.MULTILINE) for word in line.split()]


@pytest.mark.parametrize("kind", sorted({kind for kind in said("DeviceAllow") if kind.startswith("char-")} - BUILT_IN))
def test_what_is_plugged_in_later_is_allowed_as_well(kind: str) -> None:
    """A kind of device that the kernel does not know yet when the service starts is left out of what it may use."""
    module = f"modprobe@{MODULES[kind]}.service"
    assert module in said("Wants")
    assert module in said("After")


def test_why_it_does_not_start_stands_on_the_screen_too() -> None:
    assert said("StandardError") == ["journal+console"]
