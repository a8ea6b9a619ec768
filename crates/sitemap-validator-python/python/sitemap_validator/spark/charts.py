"""A page of charts about many sitemaps, in one HTML file."""

from __future__ import annotations

import re
from html import escape
from typing import Any, Iterable

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]

from .. import explain, rules

MAX_RULES = 40

_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1c2024, #eceef0); --soft: light-dark(#60646c, #a0a6ad);
  --page: light-dark(#fff, #111315); --line: light-dark(#e2e4e8, #2c3036); --error: light-dark(#c62a2f, #f2777a);
  --warning: light-dark(#b45f06, #e6a152); --info: light-dark(#3b6fb6, #7aa9e6); --plain: light-dark(#5b6470, #98a1ad); }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; } p { color: var(--soft); max-width: 42rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .35rem .5rem; border-top: 1px solid var(--line); font-weight: normal; vertical-align: top; }
th { overflow-wrap: anywhere; width: 45%; } th code { font-size: .95em; } th span { color: var(--soft); display: block; font-size: .85em; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; width: 1%; }
td.bar { width: 40%; } td.bar i { display: block; height: .9rem; margin-top: .25rem; min-width: 1px; border-radius: 2px; }
@media (max-width: 40rem) { td.bar { display: none; } }
"""

_Row = tuple[str, str, int, str]
"""A name, a sentence about it, a number, and a color of the style."""


def page(summary: dict[str, Any]) -> str:
    """The page about a summary, ``_summary.json`` of ``sitemap-validator-spark``."""
    severities = {row["rule"]: row["severity"] for row in pa.table(rules()).to_pylist()}
    worst = sorted(summary["rules"].items(), key=lambda rule: (-rule[1]["hosts"], rule[0]))
    of_severity = {
        severity: [(name, _sentence(name), one["hosts"], severity) for name, one in worst if severities.get(name) == severity]
        for severity in ("error", "warning", "info")
    }
    colors = {"valid": "info", "warnings": "warning", "invalid": "error"}
    verdicts = [(name, "", count, colors.get(name, "plain")) for name, count in summary["verdicts"].items()]
    engines = [({"sitemaps_org": "sitemaps.org"}.get(name, name.title()), "", count, "error") for name, count in summary["rejected"].items()]
    kinds = [(name, "", count, "plain") for name, count in summary["kinds"].items()]
    files, hosts = summary["files"], summary["hosts"]
    about = (
        f"{files:,} files of {hosts:,} hosts with {summary['entries']:,} entries. {summary['truncated']:,} were truncated, and "
        f"{summary['read_errors']:,} could not be read. Checked with sitemap-validator {summary['version']}."
    )
    parts = [
        _chart("Verdicts", "Files by the worst finding in them.", verdicts, files, "files"),
        _chart("Rejected files", "Files that the protocol or a search engine rejects.", engines, files, "files"),
        _chart("Errors", "Hosts with a finding of the rule.", of_severity["error"], hosts, "hosts"),
        _chart("Warnings", "Hosts with a finding of the rule.", of_severity["warning"], hosts, "hosts"),
        _chart("Advice", "Hosts with a finding of the rule.", of_severity["info"], hosts, "hosts"),
        _chart("Types of files", "", kinds, files, "files"),
    ]
    title = "Sitemap validation results"
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en">{head}\n<h1>{title}</h1>\n<p>{about}</p>\n{"".join(parts)}</html>\n'


def _sentence(rule: str) -> str:
    """What the rule finds."""
    return explain(rule).split("\n\n")[1]


def _code(markdown: str) -> str:
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(markdown))


def _chart(title: str, about: str, rows: Iterable[_Row], total: int, unit: str) -> str:
    rows = sorted(rows, key=lambda row: -row[2])[:MAX_RULES]
    if not rows:
        return ""
    longest = max(max(count for _, _, count, _ in rows), 1)
    lines = [
        f'<tr><th scope="row"><code>{escape(name)}</code>{f"<span>{_code(sentence)}</span>" if sentence else ""}</th>'
        f'<td class="bar"><i style="width: {100 * count / longest:.1f}%; background: var(--{color})"></i></td>'
        f'<td class="number">{count:,} {unit}</td><td class="number">{100 * count / max(total, 1):.2f}%</td></tr>\n'
        for name, sentence, count, color in rows
    ]
    return f"<h2>{title}</h2>\n{f'<p>{about}</p>' if about else ''}\n<table>\n{''.join(lines)}</table>\n"
