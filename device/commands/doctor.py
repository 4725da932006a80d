"""`wondertable doctor`: what is wrong with the appliance, and what to do."""

from __future__ import annotations

import argparse
import sys

import msgspec

from device.doctor.checks import run_checks
from device.doctor.finding import Finding
from device.reporting.output import Output
from device.settings.settings import Settings

UNWELL = 1
INDENT = " " * 7
"""The advice is printed below the finding."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "doctor", help="check camera, buttons, screen and storage, and say how to fix what is wrong"
    )
    parser.add_argument(
        "--camera", metavar="SPEC", help="picamera2, v4l2:N, film:FILE or files:DIR; default: from the settings"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per finding")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Print every finding at once; the status is 1 if anything is wrong."""
    status = 0
    if args.camera:
        settings = msgspec.structs.replace(settings, camera=msgspec.structs.replace(settings.camera, spec=args.camera))
    interactive = not output.json and sys.stdin is not None and sys.stdin.isatty()
    for finding in run_checks(settings, interactive=interactive, config=args.config):
        status = status if finding.good else UNWELL
        output.line(_line(finding, output))
        output.text(_text(finding, output))
    return status


def _line(finding: Finding, output: Output) -> dict[str, object]:
    words = output.words
    return {
        "what": finding.what.removeprefix("doctor."),
        "found": words.say(finding.found, **finding.values),
        "good": finding.good,
        "advice": words.say(finding.advice, **finding.values) if finding.advice else None,
        "values": dict(finding.values),
    }


def _text(finding: Finding, output: Output) -> str:
    words = output.words
    mark = words.say("doctor.good" if finding.good else "doctor.bad")
    said = f"{mark} {words.say(finding.what)}: {words.say(finding.found, **finding.values)}"
    if finding.good or not finding.advice:
        return said
    return f"{said}\n{INDENT}{words.say(finding.advice, **finding.values)}"
