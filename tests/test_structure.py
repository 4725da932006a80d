"""The shape of the program: no imports in a circle, one class a name, folders that can be taken in at a glance."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.left_to_soak import LEFT_TO_SOAK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "display", "device")
MOST_MODULES = 14
"""In a folder, without `__init__.py`."""
DECIDING = ("device/umpire", "device/session", "device/ledger_check")
MOST_BRANCHES = 10
"""In a function of these, with the comprehensions in it and their conditions, without `and` and `or`."""
BRANCHES = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.match_case, ast.comprehension)


def files(package: str) -> Iterator[Path]:
    return (file.relative_to(ROOT) for file in sorted((ROOT / package).rglob("*.py")))


def module_of(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


@cache
def modules() -> Mapping[str, Path]:
    return {module_of(file): file for package in PACKAGES for file in files(package)}


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements, also those inside others; quicker than all nodes, as expressions are passed over."""
    rest: list[ast.AST] = [tree]
    while rest:
        node = rest.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(node, field, None)
            rest += inside if isinstance(inside, list) else ()


@cache
def imports(module: str) -> frozenset[str]:
    """The program's modules that a module imports, also in functions and for types only."""
    found: set[str] = set()
    for node in statements(tree_of(modules()[module])):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relative to its own package"
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inside & modules().keys() or {str(node.module)}
            if inside - modules().keys():
                found.add(str(node.module))
    return frozenset(found & modules().keys() - {module})


def room_of(module: str) -> str:
    """The sub-package that a module is in; what stands directly in one of the four packages is by itself."""
    if modules()[module].name == "__init__.py" or module.count(".") < 2:
        return module
    return module.rpartition(".")[0]


def circles(arrows: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of nodes in which each can be reached from each other: Tarjan's strongly connected components."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = lowest[node] = len(index)
        stack.append(node)
        for other in arrows.get(node, ()):
            if other not in index:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == index[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return found


def test_circles_are_found() -> None:
    assert circles({"a": "b", "b": "c", "c": "a", "d": "a"}) == [["a", "b", "c"]]
    assert circles({"a": "bc", "b": "c", "c": ""}) == []


def test_imports_of_every_kind_are_found() -> None:
    assert {"engine", "display.words"} <= imports("device.sound.announcer"), "at the top and for types only"
    assert len(modules()) > 200


def test_the_core_names_no_feature() -> None:
    found = {module: imports(module) for module in modules() if not module.startswith("device.features")}
    assert {module: names for module, names in found.items() if any("device.features" in name for name in names)} == {}
    assert any("device.features" in name for name in imports("device.features.hall.running")), "they are seen"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_files_import_each_other_in_a_circle(package: str) -> None:
    """Over all packages; a circle belongs to each package that has a file in it."""
    found = circles({module: imports(module) for module in modules()})
    assert [group for group in found if any(module.split(".")[0] == package for module in group)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_sub_packages_import_each_other_in_a_circle(package: str) -> None:
    arrows: dict[str, set[str]] = defaultdict(set)
    for module in modules():
        room = room_of(module)
        arrows[room] |= {room_of(other) for other in imports(module) if other.split(".")[0] == package} - {room}
    assert circles({room: others for room, others in arrows.items() if room.split(".")[0] == package}) == []


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for module, file in modules().items():
        for node in tree_of(file).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(module)
    assert {name: places for name, places in places.items() if len(places) > 1} == {}


def test_a_folder_has_few_modules() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for file in modules().values():
        if file.stem != "__init__":
            found[file.parent.as_posix()].append(file.stem)
    assert {folder: stems for folder, stems in found.items() if len(stems) > MOST_MODULES} == {}


def branches(function: ast.FunctionDef) -> int:
    nodes = [node for node in ast.walk(function) if isinstance(node, BRANCHES)]
    return len(nodes) + sum(len(node.ifs) for node in nodes if isinstance(node, ast.comprehension))


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in statements(tree) if isinstance(node, ast.FunctionDef)]


def test_branches_are_counted_in_comprehensions_and_inner_functions() -> None:
    text = "def f(a):\n if a:\n  return 1 if a > 1 else 2\n def g():\n  return [b for c in a for b in c if b if c]\n"
    assert [branches(function) for function in functions(ast.parse(text))] == [6, 4]


@pytest.mark.parametrize("package", DECIDING)
def test_each_function_of_the_umpire_decides_little(package: str) -> None:
    found = {
        f"{file}: {function.name}": count
        for file in files(package)
        for function in functions(tree_of(file))
        if (count := branches(function)) > MOST_BRANCHES
    }
    assert found == {}


def test_what_is_left_to_soak_is_there() -> None:
    for file, names in LEFT_TO_SOAK.items():
        known = {function.name for function in functions(tree_of(Path("tests") / file))}
        assert {name.partition("[")[0] for name in names} <= known, file


DECODERS = {"json": {"loads", "load", "decode", "Decoder"}, "tomllib": {"loads", "load"}, "pickle": {"loads", "load"}}


def test_bytes_from_outside_are_decoded_in_one_place() -> None:
    """Elsewhere an exception that nobody has thought of would get through, such as that of bytes that are no UTF-8."""
    found = set()
    for file in files("device"):
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Attribute):
                owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
                if node.attr in DECODERS.get(owner, ()):
                    found.add(file.as_posix())
    assert found == {"device/untrusted.py"}


def test_nothing_of_pygame_is_used_that_debian_12_lacks() -> None:
    """Its pygame is 2.1.2; tests run with a newer one, and only `make virtual-pi RELEASE=bookworm` with that."""
    newer = re.compile(r"\b(scale_by\w*|premul_alpha\w*|fblits|wraplength|box_blur|gaussian_blur|grayscale|aacircle)\(")
    sources = {path: (ROOT / path).read_text("utf-8") for path in modules().values()}
    assert [str(path) for path, source in sources.items() if "pygame" in source and newer.search(source)] == []
