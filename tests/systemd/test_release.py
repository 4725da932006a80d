"""A release: only what is committed and checked gets a tag, and its files have checksums and notes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd" / "release.sh"
CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-11-25

- New ([how](docs/new.md)).

## [1.1.0] - 2026-10

- Old.
"""
STAND_INS = {
    "pyproject.toml": 'version = "1.2.0"\n',
    "CHANGELOG.md": CHANGELOG,
    ".gitignore": "build/\nbin/\n",
    "systemd/kits.sh": 'mkdir -p "$2" && echo kit >"$2/kit.pdf"\n',
    "systemd/deb/build.sh": 'test -e "$(dirname "$0")/../../pyproject.toml" && echo "$1" >"$2/$1.deb"\n',
    "bin/python": '#!/bin/sh\necho "$*" >>"$(dirname "$0")/asked"\n',
}
NOBODY = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    **{f"GIT_{who}_{what}": "me@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in STAND_INS.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "bin" / "python").chmod(0o755)
    shutil.copy(SCRIPT, tmp_path / "systemd")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(project: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=project, env=os.environ | NOBODY, check=True, capture_output=True)
    return done.stdout.decode()


def commit(project: Path) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "x")


def release(project: Path, checks: str = "true") -> subprocess.CompletedProcess[str]:
    environment = os.environ | NOBODY | {"CHECKS": checks, "PYTHON": str(project / "bin" / "python")}
    command = ["sh", str(project / "systemd" / "release.sh")]
    return subprocess.run(command, env=environment, check=False, capture_output=True, text=True)


def test_a_release_has_its_files_checksums_notes_and_an_annotated_tag(project):
    done = release(project)
    assert done.returncode == 0, done.stderr
    out = project / "build" / "release"
    assert {path.name for path in out.iterdir()} == {"NOTES.md", "SHA256SUMS", "amd64.deb", "arm64.deb", "kit.pdf"}
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=out, check=True)
    notes = (out / "NOTES.md").read_text()
    assert "- New (how: docs/new.md)." in notes
    assert "Old" not in notes
    asked = (project / "bin" / "asked").read_text()
    assert "-m pip" in asked
    assert "-m tools.engine_wheel" in asked
    assert git(project, "cat-file", "-t", "v1.2.0").strip() == "tag"
    assert "v1.2.0 is there already" in release(project).stderr


def test_what_is_not_committed_is_not_released(project):
    (project / "new.py").write_text("")
    assert "not committed" in release(project).stderr
    assert git(project, "tag") == ""


def test_what_fails_its_checks_is_not_released(project):
    assert release(project, "false").returncode == 1
    assert git(project, "tag") == ""
    assert not (project / "build").exists()


def test_a_version_that_the_changelog_does_not_tell_of_is_not_released(project):
    (project / "pyproject.toml").write_text('version = "1.3.0"\n')
    commit(project)
    assert "no section that begins with ## [1.3.0]" in release(project).stderr
    assert git(project, "tag") == ""


def test_what_the_changelog_has_under_no_version_is_not_released(project):
    (project / "CHANGELOG.md").write_text(CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n- Not yet.\n"))
    commit(project)
    assert "lines under Unreleased" in release(project).stderr
    assert git(project, "tag") == ""


def test_what_changes_during_the_checks_is_not_released(project):
    assert "not committed" in release(project, "touch new.py").stderr
    assert git(project, "tag") == ""
