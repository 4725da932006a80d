"""Runs the tests that reach a mutant, each mutant in a process of its own.

A mutant inside a function is put into a fork of a process that has imported everything. What runs at import, such as a
constant or a default, needs a process that imports the changed module itself, which takes some seconds.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections import defaultdict
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, TypeVar

import coverage
import pytest

from tests.mutants.mutations import Mutant, mutated

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Mapping, Sequence
    from types import ModuleType

ARGUMENTS = [
    *("-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout", "0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # some plugins are imported before pytest looks at them
]
AT_FIRST_FAILURE = "-x"
SPARE = 5
"""Seconds of processor time that a test may take on a mutant beside three times what it takes otherwise."""
MEMORY = 3 << 30
"""Bytes that a mutant may take; some never end and fill the memory."""
IMPORT = ""
"""Stands for a test where lines run at import."""
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
BROKEN = 70
"""A child ends with this if it could not even start the tests."""
MEMORY_FULL = 72
"""A child ends with this if its memory does not suffice."""
NEEDS_IMPORT = 71
"""A child ends with this if its mutant changes more than a function."""
SLOW = 1.0
"""Seconds; tests that take longer come last."""
ENDS = {
    pytest.ExitCode.OK: SURVIVED,
    pytest.ExitCode.TESTS_FAILED: KILLED,
    pytest.ExitCode.INTERRUPTED: KILLED,  # a test's module could not be imported
    -signal.SIGXCPU: TIMEOUT,
    -signal.SIGKILL: TIMEOUT,
    MEMORY_FULL: TIMEOUT,
}


@dataclass(frozen=True)
class Reach:
    """Which tests reach what, and how long each takes.

    `tests`: file -> line -> the tests that run it. `seconds`: test -> seconds. `failed`: tests that fail as it is; they
    are left out, since they cannot notice anything.
    """

    tests: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]
    failed: tuple[str, ...] = ()

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the likeliest and quickest to notice it first.

        For what runs at import these are all tests that use its file, and its own ones, which may only read a constant;
        all tests if there are none.
        """
        direct = self._contexts(mutant) - {IMPORT}
        found = direct
        own = f"test_{Path(mutant.path).name}::"
        if self.runs_at_import(mutant):
            found = set().union(*self.tests.get(mutant.path, {}).values()) - {IMPORT}
            found |= {test for test in self.seconds if own in test}
            found = found or set(self.seconds)

        def order(test: str) -> tuple[object, ...]:
            seconds = self.seconds.get(test, 0.0)
            return test not in direct, seconds > SLOW, own not in test, seconds, test

        return sorted(found, key=order)

    def runs_at_import(self, mutant: Mutant) -> bool:
        """True if importing the modules or the tests already runs what the mutant changes."""
        return IMPORT in self._contexts(mutant)

    def _contexts(self, mutant: Mutant) -> set[str]:
        lines = self.tests.get(mutant.path, {})
        return set().union(*(lines.get(line, set()) for line in mutant.lines))


class Reaching:
    """A plugin for pytest that writes down which tests reach which lines."""

    def __init__(self, files: Sequence[str]) -> None:
        self.coverage = coverage.Coverage(data_file=None, include=files, config_file=False)
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()
        self.caches: list[_lru_cache_wrapper[object]] = []
        self.coverage.start()

    def pytest_collection_finish(self) -> None:
        self.caches = [thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for cache in self.caches:  # what one test has computed, the next one would not reach
            cache.cache_clear()
        self.coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)

    def reached(self) -> tuple[dict[str, dict[int, list[str]]], dict[str, float], list[str]]:
        self.coverage.stop()
        data, here = self.coverage.get_data(), Path.cwd()
        return (
            {str(Path(file).relative_to(here)): data.contexts_by_lineno(file) for file in data.measured_files()},
            self.seconds,
            sorted(self.failed),
        )


class Limiting:
    """A plugin for pytest that limits the processor time of each test."""

    seconds: Mapping[str, float]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        limit(self.seconds.get(item.nodeid, 0.0))


class Chosen(Limiting):
    """A plugin for pytest that keeps the chosen tests, in that order."""

    def __init__(self, tests: Sequence[str], seconds: Mapping[str, float]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.order), key=lambda i: self.order[i.nodeid])


class MutantImporter(importlib.abc.MetaPathFinder):
    """Imports one module from a changed syntax tree."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.path, self.tree = Path(path).resolve(), tree

    def find_spec(
        self, fullname: str, path: object = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = MutantLoader(fullname, str(self.path), self.tree)
        return importlib.util.spec_from_file_location(fullname, self.path, loader=loader)


class MutantLoader(importlib.machinery.SourceFileLoader):
    """Compiles the changed syntax tree instead of the file."""

    def __init__(self, fullname: str, path: str, tree: ast.Module) -> None:
        super().__init__(fullname, path)
        self.tree = tree

    def get_code(self, fullname: str) -> object:
        return compile(self.tree, self.path, "exec")


def prepare() -> None:
    """Import what every child needs and no mutant changes; make the random tests the same for every mutant."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    import cv2  # noqa: F401, PLC0415
    import hypothesis.strategies  # noqa: PLC0415
    import numpy  # noqa: F401, PLC0415

    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")


def reach(files: Sequence[str], tests: Sequence[str]) -> Reach:
    """Run all tests once, in a child, to know which reach what. Raises RuntimeError if they cannot run."""
    with tempfile.TemporaryDirectory() as folder:
        answer, said = Path(folder, "reach.json"), Path(folder, "said.txt")
        child = os.fork()
        if not child:
            code = BROKEN
            try:
                print_to(said)
                plugin = Reaching(files)
                code = pytest.main([*ARGUMENTS, *tests], plugins=[plugin])
                answer.write_text(json.dumps(plugin.reached()), "utf-8")
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise RuntimeError(said.read_text("utf-8"))
        lines, seconds, failed = json.loads(answer.read_text("utf-8"))
    reached = {
        file: {int(line): set(names).difference(failed) for line, names in found.items()}
        for file, found in lines.items()
    }
    return Reach(reached, {test: time for test, time in seconds.items() if test not in failed}, tuple(failed))


def judge(
    mutants: Sequence[Mutant], reached: Reach, tests: Sequence[str], workers: int
) -> Iterator[tuple[Mutant, str]]:
    """What becomes of each mutant, as soon as it is known. What no test reaches survives.

    `tests`: the files and folders of all tests.
    """
    importing = []
    within = []
    for mutant in mutants:
        if not reached.of(mutant):
            yield mutant, SURVIVED
        else:
            (importing if reached.runs_at_import(mutant) else within).append(mutant)
    for mutant, code in _judge_within(within, reached, tests, workers):
        if code == NEEDS_IMPORT:
            importing.append(mutant)
        else:
            yield mutant, _end(mutant, code)
    running: dict[int, Mutant] = {}
    for mutant in importing:
        if len(running) == workers:
            ended, code = _wait(running)
            yield ended, _end(ended, code)
        running[_start_importing(mutant, reached)] = mutant
    while running:
        ended, code = _wait(running)
        yield ended, _end(ended, code)


def _judge_within(
    mutants: Sequence[Mutant], reached: Reach, tests: Sequence[str], workers: int
) -> Iterator[tuple[Mutant, int]]:
    """How the process of each mutant ended, from a child that has imported and collected all tests."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            print_to(Path(os.devnull))
            os._exit(
                pytest.main(
                    [*ARGUMENTS, AT_FIRST_FAILURE, *tests], plugins=[Forking(mutants, reached, workers, writing)]
                )
            )
        except MemoryError:
            os._exit(MEMORY_FULL)
        finally:
            os._exit(BROKEN)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as said:
        for line in said:
            place, code = map(int, line.split())
            yield mutants[place], code
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != pytest.ExitCode.OK:
        raise RuntimeError("the tests could not be collected")


class Forking(Limiting):
    """A plugin for pytest that, once the tests are collected, forks for every mutant and runs its tests there.

    It writes lines to `report`, a file descriptor: the place of a mutant, and how its process ended.
    """

    def __init__(self, mutants: Sequence[Mutant], reached: Reach, workers: int, report: int) -> None:
        self.mutants, self.reached, self.workers, self.report = mutants, reached, workers, report
        self.seconds = reached.seconds

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """True once all mutants are judged; None in a child, in which pytest then runs the tests of its mutant."""
        functions = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        running: dict[int, int] = {}
        for place, mutant in enumerate(self.mutants):
            if len(running) == self.workers:
                self._say(*_wait(running))
            child = os.fork()
            if not child:
                tests = self.reached.of(mutant)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                if not put_into(functions, mutant):
                    os._exit(NEEDS_IMPORT)
                session.items[:] = [items[test] for test in tests]
                return None
            running[child] = place
        while running:
            self._say(*_wait(running))
        return True

    def _say(self, place: int, code: int) -> None:
        os.write(self.report, f"{place} {code}\n".encode())


def put_into(functions: Sequence[FunctionType], mutant: Mutant) -> bool:
    """Put the changed code into the function that a mutant changes; False if that is impossible."""
    path = Path(mutant.path).resolve()
    before = codes(compile(path.read_text("utf-8"), str(path), "exec"))
    after = codes(compile(mutated(path, mutant.place), str(path), "exec"))
    changed = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
    if (
        len(before) != len(after)
        or len(changed) != 1
        or sum(_where(code) == _where(changed[0][0]) for code in before) > 1
    ):
        return False
    ((old, new),) = changed
    found = [
        function
        for function in functions
        if function.__code__.co_filename == str(path) and _where(function.__code__) == _where(old)
    ]
    try:
        for function in found:
            function.__code__ = new
    except ValueError:  # it uses fewer variables of what is around it
        return False
    return bool(found)


def codes(code: CodeType) -> list[CodeType]:
    """The code of the functions and methods of a module, without that of functions inside them."""
    found = []
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            found += [inside] if inside.co_flags & CO_OPTIMIZED else codes(inside)
    return found


def _where(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def limit(seconds: float) -> None:
    """Limit the processor time that this process may take for a test which otherwise takes so many seconds."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = round(used.ru_utime + used.ru_stime + 3 * seconds) + SPARE
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))


def _start_importing(mutant: Mutant, reached: Reach) -> int:
    """Start a child that imports the mutant and runs its tests; its process id."""
    child = os.fork()
    if child:
        return child
    try:
        print_to(Path(os.devnull))
        tests = reached.of(mutant)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.meta_path.insert(0, MutantImporter(mutant.path, mutated(Path(mutant.path), mutant.place)))
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        os._exit(pytest.main([*ARGUMENTS, AT_FIRST_FAILURE, *files], plugins=[Chosen(tests, reached.seconds)]))
    except MemoryError:
        os._exit(MEMORY_FULL)
    finally:
        os._exit(BROKEN)


def print_to(path: Path) -> None:
    """Let this process print to a file."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    os.dup2(file, 1)
    os.dup2(file, 2)


Running = TypeVar("Running")


def _wait(running: dict[int, Running]) -> tuple[Running, int]:
    """What ended of `running`, which is by process id, and with which code."""
    child, status = os.wait()
    return running.pop(child), os.waitstatus_to_exitcode(status)


def _end(mutant: Mutant, code: int) -> str:
    """What became of a mutant. If its tests could not run to an end, nobody can say that they notice it."""
    if code not in ENDS:
        print(f"{mutant.name}: the tests ended with {code}", flush=True)
    return ENDS.get(code, SURVIVED)
