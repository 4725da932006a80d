"""Pages of one file without scripts, for a browser or for printing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STYLE = """
body { font-family: "Roboto Condensed", "Arial Narrow", sans-serif; max-width: 62em; margin: 1.5em auto; padding: 0 1em;
       color: #111; background: #fff; }
table { border-collapse: collapse; margin: 0.5em 0 1.5em; }
th, td { padding: 0.15em 0.6em; border-bottom: 1px solid #ccc; text-align: right; }
th:first-child, td:first-child { text-align: left; }
thead th { border-bottom: 2px solid #555; }
svg { width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""


def html_page(title: str, language: str, parts: Iterable[str]) -> str:
    """A whole page; the parts are HTML already."""
    code = language.replace("_", "-")
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{code}">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head>",
            f"<body><h1>{escape(title)}</h1>",
            *parts,
            "</body></html>\n",
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


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table whose first column names the rows."""
    heads = "".join(f"<th>{escape(text)}</th>" for text in head)
    lines = ("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead>\n<tbody>" + "\n".join(lines) + "</tbody></table>"
