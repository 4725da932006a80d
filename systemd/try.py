"""Do the parts of an installation get along? OpenCV from PyPI, numpy, and what Debian built against its own numpy.

Run by the installer with the new environment's Python before it takes the place of the old one.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import tempfile
import warnings

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["LG_WD"] = tempfile.gettempdir()
os.environ["SDL_VIDEODRIVER"] = "dummy"
warnings.filterwarnings("ignore", "Your system is avx2 capable", RuntimeWarning)  # Debian's pygame; it does for us

FROM_DEBIAN = ("simplejpeg", "picamera2", "lgpio")
"""Only on a Raspberry Pi."""


def main() -> None:
    """Import everything that is compiled, let it work together once, and say the versions."""
    cv2, numpy, pygame = (importlib.import_module(name) for name in ("cv2", "numpy", "pygame"))
    grey = cv2.cvtColor(numpy.full((2, 2, 3), 7, numpy.uint8), cv2.COLOR_BGR2GRAY)
    if grey.tolist() != [[7, 7], [7, 7]]:
        sys.exit("OpenCV and numpy do not understand each other")
    for name in ("gpiozero", "device.command_line", "device.sound", "device.features.kit_printing.scissors"):
        importlib.import_module(name)
    read_back()
    draw()
    found = [name for name in FROM_DEBIAN if importlib.util.find_spec(name)]
    for name in found:
        importlib.import_module(name)
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    versions = [f"numpy {numpy.__version__}", f"OpenCV {cv2.__version__}", f"pygame {pygame.version.ver} (SDL {sdl})"]
    sys.stdout.write(f"wondertable: tried {', '.join(versions + found)}\n")


def read_back() -> None:
    """A QR code, by each of the two libraries; one of them leans on Debian's libzbar."""
    numpy, segno, qr = (importlib.import_module(name) for name in ("numpy", "segno", "vision.symbologies.qr"))
    modules = numpy.array([list(row) for row in segno.make("7W1/042", micro=False).matrix_iter(border=4)], numpy.uint8)
    picture = numpy.kron(255 * (1 - modules), numpy.ones((6, 6), numpy.uint8))
    for name in qr.LIBRARIES:
        if [written.text for written in qr.libraries((name,))[0](picture)] != [b"7W1/042"]:
            sys.exit(f"{name} cannot read a QR code")


def draw() -> None:
    """The first screen, into memory."""
    window, model = importlib.import_module("display.window"), importlib.import_module("display.table_state")
    with window.Window((480, 320)) as opened:
        opened.show(model.TableState(), 0.0)


if __name__ == "__main__":
    main()
