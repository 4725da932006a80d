"""The examples of docs/engine.md give what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_engines_page_run() -> None:
    text = PAGE.read_text("utf-8")
    runner = doctest.DocTestRunner()
    names: dict[str, object] = {}
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) > 10
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        example = doctest.DocTestParser().get_doctest(block[1], names, PAGE.name, str(PAGE), line)
        runner.run(example, clear_globs=False)
        names = example.globs
    assert runner.summarize(verbose=False).attempted > 40
    assert not runner.failures
