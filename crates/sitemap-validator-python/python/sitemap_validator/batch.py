"""Checks tables of files, for engines that spread tables over machines. Needs pyarrow.

A table has a row for each file, with these columns. Only ``content`` is necessary.

=============  =====================================================================================
``content``    The bytes of the file, which may be compressed. Null if there are none.
``address``    Its URL.
``name``       Its name in reports; by default its URL.
``truncated``  True if ``content`` is truncated. It is checked up to its last complete entry then.
``problem``    Why there is no content.
``robots``     The bytes of the robots.txt of its site.
=============  =====================================================================================
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]

from . import _native, _session, _words

COLUMNS = ("content", "address", "name", "truncated", "problem", "robots")
"""The columns that `validate_batch` reads. Others are ignored."""

MOST = 100
"""The number of findings of a rule that are listed for each file. All are counted."""


def validate_batch(batch: Any, *, most: int = MOST, **options: Any) -> Any:
    """Checks the files in a ``pyarrow.RecordBatch`` or ``pyarrow.Table``, and returns a ``pyarrow.RecordBatch`` with a row for
    each, in their order. Options are those of `sitemap_validator.validate`.
    """
    known = set(batch.schema.names)
    if "content" not in known:
        raise ValueError(f"there is no column content; the columns are {', '.join(sorted(known))}")
    columns = [batch.column(name).to_pylist() if name in known else [None] * batch.num_rows for name in COLUMNS]
    rows = [dict(zip(COLUMNS, row)) for row in zip(*columns)]
    for row in rows:
        row["name"] = row["name"] or row["address"] or "sitemap.xml"
        # Common Crawl has the reason here, such as "length".
        row["truncated"] = bool(row["truncated"])
    return _batch(kept_session(options).check_batch(rows, most))


def validate_set(name: str, members: Sequence[bytes], *, most: int = MOST, **options: Any) -> Any:
    """Compares files of one set, whose column ``member`` from `validate_batch` is ``members``, and returns a
    ``pyarrow.RecordBatch`` with one row. Raises `ValueError` if they were made by another version.
    """
    return _batch(kept_session(options).check_set(name, list(members), most))


def files_schema() -> Any:
    """The columns that `validate_batch` returns."""
    return _batch(kept_session({}).check_batch([], 0)).schema


def sets_schema() -> Any:
    """The columns that `validate_set` returns."""
    return _batch(kept_session({}).check_set("", [], 0)).schema


_sessions: dict[tuple[str, ...], _native.Session] = {}


def kept_session(options: Mapping[str, Any]) -> _native.Session:
    """The session with these options, which are the same for all batches of a table."""
    key = tuple(_words(options))
    if key not in _sessions:
        session = _session(options)
        if session.has_baseline:
            raise ValueError("baseline: tables have all findings; leave out those that you know with a join")
        _sessions[key] = session
    return _sessions[key]


def _batch(table: _native.Table) -> Any:
    return pa.RecordBatchReader.from_stream(table).read_next_batch()
