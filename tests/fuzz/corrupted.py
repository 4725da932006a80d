"""Corrupted inputs: good files and texts in which parts were changed, lost, doubled or swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

Text = TypeVar("Text", str, bytes)
Edit = tuple[str, int, int, object]

KINDS = ("overwrite", "insert", "delete", "double", "cut", "splice")
ODD_BYTES = (
    b"",
    b"\x00",
    b"\xff" * 4,
    b"\x7f\xff\xff\xff",
    b"\x80\x00\x00\x00",
    b"-1",
    b"9" * 30,
    b"\r\n",
    b"\xef\xbb\xbf",
    b"\xc0\x80",
    b"\\ud800",
    b"18446744073709551616",
    b"1e999",
    b"[" * 5000,
)
ODD_TEXT = (
    "",
    "\x00",
    "\ufeff",
    "-1",
    "9" * 30,
    "1e400",
    "nan",
    "\n",
    "\t",
    '"',
    "[",
    "{",
    "=",
    "#",
    "⚅",
    "\u202e",
    "ї",
)


@st.composite
def corrupted_bytes(draw: DrawFn, samples: Sequence[bytes]) -> bytes:
    """One of `samples` with up to eight edits; sometimes random bytes."""
    if draw(st.integers(0, 19)) == 0:
        return draw(st.binary(max_size=400))
    junk = st.one_of(st.binary(min_size=1, max_size=8), st.sampled_from(ODD_BYTES))
    return _corrupted(draw, samples, junk)


@st.composite
def corrupted_text(draw: DrawFn, samples: Sequence[str]) -> str:
    """One of `samples` with up to eight edits; sometimes random text."""
    if draw(st.integers(0, 19)) == 0:
        return draw(st.text(max_size=400))
    junk = st.one_of(st.text(min_size=1, max_size=8), st.sampled_from(ODD_TEXT))
    return _corrupted(draw, samples, junk)


def _corrupted(draw: DrawFn, samples: Sequence[Text], junk: SearchStrategy[Text]) -> Text:
    text = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(0, 8))):
        kind = draw(st.sampled_from(KINDS))
        start = draw(st.integers(0, len(text)))
        length = min(draw(st.sampled_from((1, 1, 2, 4, 16, 200))), len(text) - start)
        text = EDITS[kind](text, start, start + length, draw(junk), draw(st.sampled_from(samples)))
    return text


EDITS: dict[str, Callable[..., str | bytes]] = {
    "overwrite": lambda text, start, end, junk, _: text[:start] + junk + text[end:],
    "insert": lambda text, start, _end, junk, _: text[:start] + junk + text[start:],
    "delete": lambda text, start, end, _junk, _: text[:start] + text[end:],
    "double": lambda text, start, end, _junk, _: text[:end] + text[start:],
    "cut": lambda text, start, _end, _junk, _: text[:start],
    "splice": lambda text, start, end, _junk, other: text[:start] + other[start:end] + text[end:],
}
