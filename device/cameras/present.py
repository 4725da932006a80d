"""The cameras that are plugged in, as the system lists them; none of them is opened."""

from pathlib import Path

SYSTEM = Path("/sys/class/video4linux")
FIRST = "0"
"""A camera has several devices; the first one gives its pictures."""
RECEIVERS = ("unicam", "rp1-cfe")
"""Drivers of a Raspberry Pi's own camera socket. They list a device only if a camera is in it."""
OWN = ("picamera2", "Raspberry Pi")


def cameras_here(system: Path = SYSTEM) -> tuple[tuple[str, str], ...]:
    """Each camera as `--camera` names it, and its maker's name. What is no camera, such as a decoder, is left out."""
    found = []
    for folder in sorted(system.glob("video*"), key=lambda folder: (len(folder.name), folder.name)):
        number, name = folder.name.removeprefix("video"), _first_line(folder / "name")
        if name.startswith(RECEIVERS) and OWN not in found:
            found.append(OWN)
        elif number.isdecimal() and _first_line(folder / "index") == FIRST and "/usb" in str(folder.resolve()):
            found.append((f"v4l2:{number}", name))
    return tuple(found)


def _first_line(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip()
    except OSError:
        return ""
