"""Tables for notebooks."""

from __future__ import annotations

import html
from typing import Any, Iterable, Sequence


def escape(value: Any) -> str:
    """A value as text of a page; real numbers with one decimal, nothing for None."""
    if value is None:
        return ""
    return html.escape(f"{value:.1f}" if isinstance(value, float) else str(value))


def table(header: Sequence[str], rows: Iterable[Iterable[Any]], title: str = "") -> str:
    """A table with numbers to the right."""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    place = "right" if isinstance(value, (int, float)) and not isinstance(value, bool) else "left"
    return f'<td style="text-align: {place}">{escape(value)}</td>'
