"""Validates tables of files, for distributed engines such as Spark, Ray and Dask. Needs pyarrow.

A table has one row per file, with these columns. Only ``content`` is required.

=============  =====================================================================================
``content``    The bytes of the file, plain or compressed. Null if the file could not be read.
``url``        Its URL.
``name``       Its name in reports; by default its URL.
``date``       When it was fetched: a timestamp, or a text such as ``2025-06-01T12:00:00Z``. Takes the
               place of ``now``.
``truncated``  True if the end of ``content`` is missing. The file is then checked up to its last
               complete entry.
``read_error`` Why the file could not be read.
``robots``     The bytes of the robots.txt of its site.
=============  =====================================================================================

`BatchOptions` lists the options. Up to 100 findings of a rule are listed for each file
(``max_diagnostics``); all are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Sequence

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]

from . import BatchOptions, _native, _session, _words, option_names

if TYPE_CHECKING:
    from typing_extensions import Unpack

COLUMNS = ("content", "url", "name", "date", "truncated", "read_error", "robots")
"""The columns that `validate_batch` reads. Others are ignored."""

MAX_DIAGNOSTICS = 100
"""The default number of findings of a rule that are listed for each file."""

_REFUSED = ("--baseline", "--config", "--robots", "--pages", "--base", "--url", "--check-urls")
"""Options with files that other machines do not have, and those that are columns."""


def validate_batch(batch: Any, *, members: bool = False, **options: Unpack[BatchOptions]) -> Any:
    """Checks the files in a ``pyarrow.RecordBatch`` or ``pyarrow.Table``, and returns a ``pyarrow.RecordBatch`` with a row for
    each, in their order. ``members`` adds the column ``member``, which only `validate_set` reads.
    """
    known = batch.schema.names
    require_columns(known)
    kind = batch.schema.field("content").type
    if not (pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_null(kind)):
        raise ValueError(f"content has the type {kind}: cast it to binary")
    return validate_rows(batch.select([name for name in COLUMNS if name in known]).to_pylist(), members=members, **options)


def require_columns(names: Sequence[str]) -> None:
    """Raises `ValueError` for columns without contents."""
    if "content" not in names:
        raise ValueError(f"there is no column content; the columns are {', '.join(sorted(names))}")


def validate_rows(rows: Sequence[Mapping[str, Any]], *, members: bool = False, **options: Unpack[BatchOptions]) -> Any:
    """Like `validate_batch`, for mappings whose keys are names of columns."""
    return _batch(session_for(options).check_batch([_complete(row) for row in rows], members))


def _complete(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with all columns, of the types that the check expects."""
    whole: dict[str, Any] = {name: row.get(name) for name in COLUMNS}
    whole["name"] = whole["name"] or whole["url"] or "sitemap.xml"
    whole["date"] = whole["date"].isoformat() if hasattr(whole["date"], "isoformat") else whole["date"]
    # Common Crawl has the reason here, such as "length".
    whole["truncated"] = str(whole["truncated"] or "").lower() not in ("", "false", "0")
    return whole


def validate_set(name: str, members: Sequence[Mapping[str, Any]], **options: Unpack[BatchOptions]) -> Any:
    """Compares the files of a set. ``members`` are values of the column ``member`` that `validate_batch` returned. Returns a
    ``pyarrow.RecordBatch`` with one row. Raises `ValueError` if another version of the package wrote a member.
    """
    return _batch(session_for(options).check_set(name, [member["packed"] for member in members]))


def files_schema(*, members: bool = False) -> Any:
    """The columns that `validate_batch` returns."""
    return validate_rows([], members=members).schema


def sets_schema() -> Any:
    """The columns that `validate_set` returns."""
    return _batch(session_for({}).check_set("", [])).schema


_sessions: dict[tuple[str, ...], _native.Session] = {}


def session_for(options: Mapping[str, Any]) -> _native.Session:
    """The session with these options, which is created once per process."""
    for word in _words(options):
        if not word.startswith("-"):
            raise ValueError(f"{word} is no option: write --option=value")
    names = option_names(options)
    for name in _REFUSED:
        if name in names:
            raise ValueError(f"{name} cannot be used for tables of files")
    if "--max-diagnostics" not in names:
        options = {**options, "max_diagnostics": MAX_DIAGNOSTICS}
    key = tuple(_words(options))
    if key not in _sessions:
        _sessions[key] = _session(options, BatchOptions)
    return _sessions[key]


def _batch(table: _native.Table) -> Any:
    return pa.RecordBatchReader.from_stream(table).read_next_batch()
