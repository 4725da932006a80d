"""The installer from outside, without installing: what it would do, and that its list of packages is whole."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

PROJECT = Path(__file__).parents[2]
INSTALLER = PROJECT / "systemd" / "install.sh"

INSTALLED = Path("/opt/wondertable")

needs_debian = pytest.mark.skipif(
    not shutil.which("apt-cache") or INSTALLED.exists(), reason="installs on Debian only, and says less where it is"
)


def install(*arguments, **how):
    how = {"capture_output": True, "text": True, "timeout": 120, **how}
    return subprocess.run(["sh", INSTALLER, *arguments], check=False, **how)


@cache
def tried(*arguments):
    """A dry run, once for all tests, in a folder where others have left modules.

    Debian's lists of packages, which take half a second to open, are empty.
    """
    with TemporaryDirectory() as folder, TemporaryDirectory() as first:
        for name in ("pip", "venv", "device"):
            (Path(folder) / f"{name}.py").write_text("raise SystemExit('ran what lay there')")
        pretend(Path(first), "apt-cache", "exit 1")
        return install("--dry-run", *arguments, cwd=folder, env={**os.environ, "PATH": f"{first}:{os.environ['PATH']}"})


@needs_debian
def test_a_dry_run_says_every_step_and_takes_none():
    said = tried("--console")
    assert said.returncode == 0, said.stderr
    for step in (
        "venv --system-site-packages",
        "--require-hashes",
        "try.py",
        "mv -T",
        "config.toml",
        "wondertable.service",
    ):
        assert step in said.stdout
    assert said.stdout.index("try.py") < said.stdout.index("mv -T"), "it is tried before it takes its place"
    assert not INSTALLED.exists()


def pretend(folder, name, script):
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("renamed", [True, False], ids=["Debian 13", "Debian 12"])
def test_what_is_there_under_its_newer_name_is_not_installed_again(tmp_path, renamed):
    """A virtual package is never "installed": by its old name a renamed library would be missing for ever."""
    absent = "libzbar0 | libglib2.0-0" if renamed else "libzbar0t64 | libglib2.0-0t64"
    pretend(tmp_path, "apt-cache", f"case $2 in *t64) exit {int(not renamed)} ;; esac")
    pretend(tmp_path, "dpkg-query", f"case $3 in {absent}) exit 1 ;; esac; echo all installed")
    assert packages(tmp_path, "espeak-ng") == ""


@needs_debian
def test_a_library_that_is_there_for_two_processors_is_there_and_for_another_one_only_it_is_not(tmp_path):
    native = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()
    other = "i386" if native == "amd64" else "armhf"
    (tmp_path / "arch").write_text(f"{native}\n{other}\n")
    (tmp_path / "info").mkdir()
    (tmp_path / "info" / "format").write_text("1\n")
    there = {"python3-venv": [native], "libgl1": [native, other], "libzbar0": [other], "libglib2.0-0": [native]}
    (tmp_path / "status").write_text(
        "".join(
            f"Package: {name}\nStatus: install ok installed\nMaintainer: -\nArchitecture: {architecture}\n"
            f"Multi-Arch: same\nVersion: 1\nDescription: -\n\n"
            for name, architectures in there.items()
            for architecture in architectures
        )
    )
    pretend(tmp_path, "apt-cache", "exit 1")
    assert packages(tmp_path) == "wondertable: would install libzbar0\n"


def packages(folder, *wanted):
    """What would be installed, with the programs and Debian's database that are in the folder."""
    return subprocess.run(
        ["sh", INSTALLER.with_name("packages.sh"), *wanted],
        env={"PATH": f"{folder}:/usr/bin:/bin", "DRY_RUN": "yes", "DPKG_ADMINDIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout


@needs_debian
def test_the_command_finds_the_games_that_the_program_keeps():
    """With a desktop they are those of the logged-in user; without one, the service's."""
    desktop, console = tried("--desktop"), tried("--console")
    assert "ln -sfn /opt/wondertable/current/bin/wondertable /usr/local/bin/wondertable" in desktop.stdout
    assert "write /usr/local/bin/wondertable" not in desktop.stdout
    assert "write /usr/local/bin/wondertable" in console.stdout
    started = (INSTALLER.parent / "wondertable.desktop").read_text()
    assert "Exec=/opt/wondertable/current/bin/wondertable run" in started
    assert "WONDERTABLE_STATE" not in started


@needs_debian
def test_games_and_settings_are_removed_only_when_asked():
    kept, purged = install("--dry-run", "--uninstall"), install("--dry-run", "--uninstall", "--purge")
    assert "rm -rf /etc/wondertable" not in kept.stdout
    assert "rm -rf /etc/wondertable /var/lib/wondertable" in purged.stdout


@pytest.mark.parametrize("arguments", [["--frobnicate"], ["--wheel"], ["--wheel", "/no/such.whl"], ["--purge"]])
def test_bad_usage_is_a_sentence(arguments):
    said = install("--dry-run", *arguments)
    assert said.returncode != 0
    assert said.stderr.startswith("wondertable: ")
    assert said.stderr.count("\n") == 1


def names(requirements):
    return {re.split(r"[<>=;\[ ]", line)[0].lower() for line in requirements}


def test_the_locked_packages_are_what_the_project_asks_for_and_pygame_comes_from_debian():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    lock = (PROJECT / "systemd" / "requirements.lock").read_text().splitlines()
    locked = names(line for line in lock if re.match(r"[a-z]", line))
    assert names(project["dependencies"]) - locked == {"pygame"}


def test_numpy_is_of_the_line_that_debians_own_modules_were_built_against():
    lock = (PROJECT / "systemd" / "requirements.lock").read_text()
    found = dict(re.findall(r"^numpy==(\S+) ; python_full_version (\S+ '3.12)'", lock, re.MULTILINE))
    assert [version.rsplit(".", 1)[0] for version in sorted(found)] == ["1.26", "2.2"]


@needs_debian
def test_root_runs_no_python_that_lies_in_the_folder_it_was_started_in():
    """`-I`: neither the current folder nor the environment says what is imported."""
    said = tried("--console")
    started = [line.split() for line in said.stdout.splitlines() if re.match(r"  \S*/python3? ", line)]
    assert len(started) == 5
    assert all(words[1] == "-I" and words[0].startswith("/") for words in started)


def test_nothing_of_the_installation_leads_out_of_it():
    """`defaults.toml` was a link to wherever `device` was imported from: the folder in which it was started."""
    script = INSTALLER.read_text()
    links = re.findall(r"ln -sfn (\S+) (\S+)", script)
    assert {target for target, _ in links} == {'"$slot"', '"$previous"', '"$program/current/bin/wondertable"'}


def test_the_lock_is_where_only_root_can_hold_it():
    (place,) = re.findall(r"exec 9>(\S+)", INSTALLER.read_text())
    assert Path(place).parent == Path("/run")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_who_lacks_the_right_is_told_the_whole_command():
    said = install("--console", "--desktop", user="nobody")
    assert said.stderr == f"wondertable: needs root: sudo {INSTALLER} --console --desktop\n"
    assert said.returncode == 1


def function(name):
    """One function of the installer, to be run by itself."""
    (found,) = re.findall(rf"^{name}\(\) \{{\n.*?^\}}$", INSTALLER.read_text(), re.MULTILINE | re.DOTALL)
    return found


def shell(script):
    return subprocess.run(["sh", "-euc", script], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("before", "desktop", "wanted", "chosen"),
    [
        ("", True, "", "desktop"),
        ("", False, "", "console"),
        ("unit", True, "", "console"),
        ("autostart", False, "", "desktop"),
        ("unit", True, "desktop", "desktop"),
    ],
)
def test_an_upgrade_keeps_how_the_program_starts(tmp_path, before, desktop, wanted, chosen):
    if before:
        (tmp_path / before).touch()
    others = f"unit={tmp_path}/unit autostart={tmp_path}/autostart session={wanted}; has_desktop() {{ {desktop}; }}"
    script = f"{others.replace('True', 'true').replace('False', 'false')}\n{function('choose_session')}"
    assert shell(f"{script}\nchoose_session; echo $session").stdout == f"{chosen}\n"


@pytest.mark.parametrize(("default", "expected"), [("graphical", "yes"), ("multi-user", "no")])
def test_a_desktop_image_that_is_set_to_the_console_has_no_desktop(tmp_path, default, expected):
    """As for the package: nobody would log in to a desktop there."""
    (tmp_path / "deb").mkdir()
    (tmp_path / "display-manager.service").symlink_to("lightdm.service")
    (tmp_path / f"{default}.target").touch()
    (tmp_path / "default.target").symlink_to(f"{default}.target")
    rule = (INSTALLER.parent / "deb" / "without-desktop").read_text().replace("/etc/systemd/system", str(tmp_path))
    (tmp_path / "lightdm.service").touch()
    (tmp_path / "deb" / "without-desktop").write_text(rule)
    script = function("has_desktop").replace("/etc/systemd/system", str(tmp_path))
    said = shell(f"here={tmp_path}\n{script}\nif has_desktop; then echo yes; else echo no; fi")
    assert said.stdout == f"{expected}\n"


def test_a_new_program_that_does_not_start_gives_its_place_back(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "current").symlink_to("b")
    others = f"program={tmp_path} previous=a; systemctl() {{ :; }}; fail() {{ echo $1; exit 1; }}"
    said = shell(f"{others}\n{function('roll_back')}\nroll_back")
    assert said.returncode == 1
    assert "in use again" in said.stdout
    assert (tmp_path / "current").readlink() == Path("a")


def test_removing_goes_on_past_a_failure_and_says_so():
    script = "\n".join(
        [
            "program=/nowhere user=nobody-of-this-name purge=no settings=s state=t autostart=a command=c downloads=d",
            "say() { echo $1; }; fail() { echo $1; exit 1; }; remove_unit() { :; }; getent() { return 0; }",
            "run() { echo run $*; [ $1 != rm ]; }",
            'try() { run "$@" || left="${left:-} $1"; }',
            function("uninstall_all"),
            "uninstall_all",
        ]
    )
    said = shell(script)
    assert "run userdel nobody-of-this-name" in said.stdout, "although rm failed before it"
    assert said.returncode == 1
    assert said.stdout.rstrip().endswith("not everything could be removed (see above): rm")


@pytest.mark.parametrize("done", range(4))
def test_a_removal_that_was_stopped_is_completed_by_the_next_one(tmp_path, done):
    units = ("wondertable.service", "wondertable-off.path")
    for name in (*units, "rules"):
        (tmp_path / name).touch()
    script = "\n".join(
        [
            f"units={tmp_path} unit={tmp_path}/{units[0]} others={units[1]} rules={tmp_path}/rules left={done}",
            "systemctl_if_there() { :; }; booted() { return 1; }",
            'run() { [ "$left" != 0 ] || exit 0; left=$((left - 1)); "$@"; }',
            function("remove_unit"),
            "remove_unit",
        ]
    )
    shell(script)
    shell(script.replace(f"left={done}", "left=-1"))
    assert list(tmp_path.iterdir()) == []


def test_with_the_same_packages_an_upgrade_needs_no_network(tmp_path):
    (tmp_path / "a").mkdir()
    script = "\n".join(
        [
            f"here={INSTALLER.parent} python={sys.executable} program={tmp_path} previous=a dry=no",
            function("packages_fingerprint"),
            function("same_packages"),
            "same_packages && echo before-it-was-noted",
            f"packages_fingerprint | sha256sum >{tmp_path}/a/packages",
            "same_packages && echo same",
        ]
    )
    assert shell(script.replace("same_packages && echo b", "! same_packages || echo b")).stdout == "same\n"
