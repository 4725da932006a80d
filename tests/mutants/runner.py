"""Runs the tests that reach a mutant, each mutant in a process of its own, which imports the changed module."""

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
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import coverage
import pytest

from tests.mutants.mutations import Mutant, mutated

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

ARGUMENTS = [
    *("-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout", "0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # some plugins are imported before pytest looks at them
]
AT_FIRST_FAILURE = "-x"
SLOW = 1.0
"""Seconds; tests that take longer come last."""
KEPT = "test_kept_games"
"""Whole games that reach nearly every branch of the umpire."""
LONGEST = 60.0
"""Seconds that the tests of one mutant take together, the quickest first; what only longer ones notice survives."""
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
    """Which tests reach what, and how long each takes."""

    tests: dict[str, dict[int, set[str]]]
    """File -> line -> the tests that run it."""
    seconds: dict[str, float]
    """Test -> seconds."""
    failed: tuple[str, ...] = ()
    """Tests that fail as it is; they are left out, since they cannot notice anything."""

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the likeliest and quickest to notice it first, `LONGEST` together.

        Those of its file come first, and whole games for the umpire; then those in the folder that mirrors its package.
        For what runs at import these are all tests that use its file, and its own ones, which may only read a constant;
        all tests if there are none.
        """
        lines = self.tests.get(mutant.path, {})
        direct = set().union(*(lines.get(line, set()) for line in mutant.lines))
        found, own = direct - {IMPORT}, f"test_{Path(mutant.path).name}::"
        folder = f"tests/{Path(mutant.path).parent}/"
        if IMPORT in direct:
            found = set().union(*lines.values()) - {IMPORT}
            found |= {test for test in self.seconds if own in test}
            found = found or set(self.seconds)

        def order(test: str) -> tuple[object, ...]:
            seconds = self.seconds.get(test, 0.0)
            beside = test.startswith(folder)
            far = 0 if own in test or (beside and KEPT in test) else 1 if beside else 2 if KEPT in test else 3
            return test not in direct, far, seconds > SLOW, seconds, test

        ordered = sorted(found, key=order)
        ends = accumulate(self.seconds.get(test, 0.0) for test in ordered)
        return [test for test, end in zip(ordered, ends, strict=True) if end < LONGEST]


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


class Chosen:
    """A plugin for pytest that keeps the chosen tests, in that order, and limits the processor time of each."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.order), key=lambda i: self.order[i.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        allowed = round(used.ru_utime + used.ru_stime + 3 * self.seconds[item.nodeid]) + SPARE
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))


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

        def run() -> int:
            plugin = Reaching(files)
            code = pytest.main([*ARGUMENTS, *tests], plugins=[plugin])
            answer.write_text(json.dumps(plugin.reached()), "utf-8")
            return code

        ended = os.waitstatus_to_exitcode(os.waitpid(start(run, said), 0)[1])
        if ended not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise RuntimeError(said.read_text("utf-8"))
        lines, seconds, failed = json.loads(answer.read_text("utf-8"))
    reached = {
        file: {int(line): set(names).difference(failed) for line, names in found.items()}
        for file, found in lines.items()
    }
    return Reach(reached, {test: time for test, time in seconds.items() if test not in failed}, tuple(failed))


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
        running[start(lambda: trial(mutant, tests, reached.seconds), Path(os.devnull))] = mutant  # noqa: B023
    while running:
        yield _ended(running)


def trial(mutant: Mutant, tests: Sequence[str], seconds: dict[str, float]) -> int:
    """The exit code of the tests with the mutant in place; nothing of the program may have been imported before."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, MutantImporter(mutant.path, mutated(Path(mutant.path), mutant.place)))
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    return pytest.main([*ARGUMENTS, AT_FIRST_FAILURE, *files], plugins=[Chosen(tests, seconds)])


def start(run: Callable[[], int], said: Path) -> int:
    """Start a child that runs this and ends with its exit code, its output in a file; its process id."""
    child = os.fork()
    if child:
        return child
    code = BROKEN
    try:
        file = os.open(said, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, 1)
        os.dup2(file, 2)
        code = run()
    except MemoryError:
        code = MEMORY_FULL
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _ended(running: dict[int, Mutant]) -> tuple[Mutant, str]:
    """What became of the next mutant. If its tests could not run to an end, nobody can say that they notice it."""
    child, status = os.wait()
    mutant, code = running.pop(child), os.waitstatus_to_exitcode(status)
    if code not in ENDS:
        print(f"{mutant.name}: the tests ended with {code}", flush=True)
    return mutant, ENDS.get(code, SURVIVED)
