"""Pages of one file without scripts, for a browser or for printing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from display.drawing.theme import SEATS, SEATS_ON_WHITE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STYLE = """
:root { color-scheme: light dark; --ground: #f4f1e8; --panel: #fff; --line: #c9c2b2; --text: #10151c; --dim: #4d5763;
        --gold: #8a6100; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --panel: #1a212b; --line: #3a4756; --text: #f6f3ea; --dim: #aeb8c4; --gold: #f5c451; }
  svg rect[fill="#FFFFFF"] { fill: var(--panel); } svg text { fill: var(--text); } svg circle { fill: var(--text); }
  svg text[fill="#555555"] { fill: var(--dim); }
  svg path[stroke="#D0D0D0"], svg path[stroke="#909090"] { stroke: var(--line); }
SEATS}
body { font: 1.05rem/1.45 "Roboto Condensed", "Arial Narrow", system-ui, sans-serif; max-width: 60rem;
       margin: 1.5rem auto; padding: 0 1rem; color: var(--text); background: var(--ground); }
h1 { color: var(--gold); font-size: 1.5rem; }
h2, summary { font-size: 1.15rem; font-weight: 700; margin: 1.2rem 0 .4rem; }
p:first-of-type { font-size: 1.25rem; }
summary { cursor: pointer; } summary:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 3px solid var(--gold); }
table { border-collapse: collapse; margin: .5rem 0 1rem; background: var(--panel); }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } tbody th { font-weight: 400; }
thead th, thead td { border-bottom: 2px solid var(--dim); }
svg { width: 100%; min-width: 40rem; height: auto; border-radius: .5rem; }
@media print { body { margin: 0; max-width: none; background: #fff; }
  h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""
STYLE = STYLE.replace(
    "SEATS",
    "".join(
        f'  svg [stroke="#{light}"] {{ stroke: #{dark}; }} svg text[fill="#{light}"] {{ fill: #{dark}; }}\n'
        for light, dark in (
            (bytes(one).hex().upper(), bytes(other).hex()) for one, other in zip(SEATS_ON_WHITE, SEATS, strict=True)
        )
    ),
)
"""The product's colours, light and dark; those of the seats as on the screen."""


def html_page(title: str, language: str, parts: Iterable[str]) -> str:
    """A whole page; the parts are HTML already."""
    code = language.replace("_", "-")
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{code}">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head>",
            f"<body><main><h1>{escape(title)}</h1>",
            *parts,
            "</main></body></html>\n",
        )
    )


def html_heading(text: str) -> str:
    """A heading of a part of the page."""
    return f"<h2>{escape(text)}</h2>"


def html_paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def html_list(texts: Iterable[str]) -> str:
    """Texts below one another."""
    return "<ul>" + "".join(f"<li>{escape(text)}</li>" for text in texts) + "</ul>"


def html_folded(heading: str, parts: Iterable[str]) -> str:
    """What is there for those who want to look closer."""
    return f"<details><summary>{escape(heading)}</summary>" + "\n".join(parts) + "</details>"


def html_plot(svg: str) -> str:
    """A plot whose letters can be read on a telephone: there it is wider than the page, and is moved by itself."""
    return f'<div class="wide" tabindex="0">{svg}</div>'


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table whose first column names the rows; a wide one can be moved by itself, also with the keyboard."""
    corner, *names = head
    heads = (f'<th scope="col">{escape(corner)}</th>' if corner else "<td></td>") + "".join(
        f'<th scope="col">{escape(text)}</th>' for text in names
    )
    body = "\n".join(f"<tr>{_row(*row)}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{heads}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _row(name: object, *cells: object) -> str:
    return f'<th scope="row">{escape(str(name))}</th>' + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
