"""Prints how well a folder of pictures is read: `python -m tests.vision.evaluation DIR`."""

import argparse
import sys
from pathlib import Path

from tests.vision.evaluation.accuracy import evaluate, format_table


def main() -> int:
    """Print the table for a folder."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.vision.evaluation", description="How well are pictures read?"
    )
    parser.add_argument("folder", type=Path, help="pictures with their truth (NAME.json) beside them")
    folder: Path = parser.parse_args().folder
    if not folder.is_dir():
        parser.error(f"{folder} is not a folder")
    pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in {".jpg", ".jpeg", ".png"})
    for line in format_table(evaluate(pictures)):
        sys.stdout.write(line + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
