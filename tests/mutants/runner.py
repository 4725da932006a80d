"""Runs the tests that reach a mutant, each mutant in a process of its own."""

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
from pathlib import Path
from typing import TYPE_CHECKING

import coverage
import pytest

from tests.mutants.mutations import Mutant, mutated

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence
    from types import ModuleType

ARGUMENTS = [
    *("-q", "-x", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout", "0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # some plugins are imported before pytest looks at them
]
SPARE = 10
"""Seconds of processor time that a mutant may take beside three times what its tests take."""
MEMORY = 3 << 30
"""Bytes that a mutant may take; some never end and fill the memory."""
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
BROKEN = 70
"""A child ends with this if it could not even start the tests."""
ENDS = {
    pytest.ExitCode.OK: SURVIVED,
    pytest.ExitCode.TESTS_FAILED: KILLED,
    pytest.ExitCode.INTERRUPTED: KILLED,  # a test's module could not be imported
    -signal.SIGXCPU: TIMEOUT,
    -signal.SIGKILL: TIMEOUT,
}


@dataclass(frozen=True)
class Reach:
    """Which tests reach what, and how long each takes.

    `tests`: file -> line -> the tests that run it. `seconds`: test -> seconds.
    """

    tests: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the quickest first; for what runs at import, all that use its file."""
        lines = self.tests.get(mutant.path, {})
        found = set().union(*(lines.get(line, set()) for line in mutant.lines))
        if "" in found:
            found = set().union(*lines.values())
        return sorted(found - {""}, key=lambda test: (self.seconds.get(test, 0.0), test))


class Reaching:
    """A plugin for pytest that writes down which tests reach which lines."""

    def __init__(self, files: Sequence[str]) -> None:
        self.coverage = coverage.Coverage(data_file=None, include=files, config_file=False)
        self.seconds: dict[str, float] = defaultdict(float)
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

    def reached(self) -> tuple[dict[str, dict[int, list[str]]], dict[str, float]]:
        self.coverage.stop()
        data, here = self.coverage.get_data(), Path.cwd()
        return {
            str(Path(file).relative_to(here)): data.contexts_by_lineno(file) for file in data.measured_files()
        }, self.seconds


class Chosen:
    """A plugin for pytest that keeps the chosen tests, in that order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}

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
    """Run all tests once, in a child, to know which reach what. Raises RuntimeError if one fails as it is."""
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
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
            raise RuntimeError(said.read_text("utf-8"))
        lines, seconds = json.loads(answer.read_text("utf-8"))
    reached = {file: {int(line): set(names) for line, names in found.items()} for file, found in lines.items()}
    return Reach(reached, seconds)


def start(mutant: Mutant, tests: Sequence[str], seconds: float) -> int:
    """Start a child that runs the tests on the mutant; its process id. It ends with 0 if the mutant survives."""
    child = os.fork()
    if child:
        return child
    try:
        print_to(Path(os.devnull))
        limit = round(seconds * 3) + SPARE
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.meta_path.insert(0, MutantImporter(mutant.path, mutated(Path(mutant.path), mutant.place)))
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        os._exit(pytest.main([*ARGUMENTS, *files], plugins=[Chosen(tests)]))
    finally:
        os._exit(BROKEN)


def print_to(path: Path) -> None:
    """Let this process print to a file."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    os.dup2(file, 1)
    os.dup2(file, 2)


def judge(mutants: Sequence[Mutant], reached: Reach, workers: int) -> Iterator[tuple[Mutant, str]]:
    """What becomes of each mutant, as soon as it is known. What no test reaches survives."""
    running: dict[int, Mutant] = {}
    for mutant in mutants:
        tests = reached.of(mutant)
        if not tests:
            yield mutant, SURVIVED
            continue
        if len(running) == workers:
            yield _ended(running)
        running[start(mutant, tests, sum(reached.seconds[test] for test in tests))] = mutant
    while running:
        yield _ended(running)


def _ended(running: dict[int, Mutant]) -> tuple[Mutant, str]:
    child, status = os.wait()
    mutant, code = running.pop(child), os.waitstatus_to_exitcode(status)
    if code not in ENDS:
        raise RuntimeError(f"{mutant.name}: the tests ended with {code}")
    return mutant, ENDS[code]
