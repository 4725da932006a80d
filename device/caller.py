"""`sudo wondertable`: the command runs as the appliance's user, and files it writes belong to the person who called.

The appliance's user may read the games and use the devices, but not write into other people's folders. So a second
process stays behind with the rights of the caller, and writes for the command those files that the command line names.
"""

import errno
import os
import pwd
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from device.durable_file import write_durably
from device.untrusted import NotUnderstoodError, read_json

WRITER = "WONDERTABLE_WRITER"
"""Environment variable with the number of the pipe that leads to the caller's process."""


class WritingTask(msgspec.Struct):
    """A file to write. `new`: it must not exist yet."""

    path: str
    data: bytes
    new: bool


def write_for_caller(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a file durably, with the rights of whoever called. `new`: it must not exist yet. Raises `OSError`."""
    if WRITER not in os.environ:
        _write(WritingTask(str(path), data, new))
        return
    with Connection(os.dup(int(os.environ[WRITER]))) as writer:
        writer.send_bytes(msgspec.json.encode(WritingTask(str(path), data, new)))
        number = int(writer.recv_bytes())
    if number:
        raise OSError(number, os.strerror(number), str(path))


def run_as(user: str, arguments: Sequence[str], command: Callable[[Sequence[str]], int]) -> int:
    """Run a command as this user, and write files for it. Returns its exit status. Only root may call this."""
    ours, theirs = Pipe()
    child = os.fork()
    if child == 0:
        ours.close()
        _become(user)
        os.environ[WRITER] = str(theirs.fileno())
        os._exit(_status(command, arguments))
    theirs.close()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command ends, and then this process
    ended_before = signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    try:
        _serve(ours, frozenset(arguments))
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        ours.close()
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGTERM, ended_before)


def _status(command: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    try:
        return command(arguments)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()


def _serve(writer: Connection, named: frozenset[str]) -> None:
    """Write what is asked for until the command ends; only files that are named on the command line."""
    with suppress(EOFError, NotUnderstoodError):
        while True:
            task = read_json(writer.recv_bytes(), WritingTask)
            number = errno.EACCES
            if task.path in {word.partition("=")[2] or word for word in named} | named:
                number = _written_by_caller(task)
            writer.send_bytes(b"%d" % number)


def _written_by_caller(task: WritingTask) -> int:
    """0, or the number of the error. In a process of its own, which gives up root's rights for good."""
    child = os.fork()
    if child == 0:
        try:
            if caller := os.environ.get("SUDO_USER"):
                _become(caller)
            _write(task)
        except OSError as problem:
            os._exit(problem.errno or errno.EIO)
        except BaseException:  # nothing else may go on in this process
            os._exit(errno.EIO)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _write(task: WritingTask) -> None:
    if task.new and Path(task.path).exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), task.path)
    write_durably(Path(task.path), task.data, named_by_caller=True)


def _become(user: str) -> None:
    """Take this user's rights, for good."""
    entry = pwd.getpwnam(user)
    os.initgroups(entry.pw_name, entry.pw_gid)
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)
    os.environ.update({"HOME": entry.pw_dir, "USER": user, "LOGNAME": user})
