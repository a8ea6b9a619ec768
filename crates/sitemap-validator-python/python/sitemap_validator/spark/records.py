"""Records of WARC files, and rows of contents."""

from __future__ import annotations

import io
from typing import Any, Callable, Iterable, Iterator, Optional, TypeVar, Union
from urllib.parse import urlsplit

import fsspec  # type: ignore[import-untyped, import-not-found, unused-ignore]
import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
from fastwarc.warc import ArchiveIterator, WarcRecordType  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame

SCHEMA = (
    "name string, address string, content binary, truncated boolean, problem string, date string, source string, offset long"
)
"""The columns of what is read; ``date``, ``source`` and ``offset`` say where a content is from."""

CONTENTS = 16 * 1024 * 1024
"""The size of contents in a batch, in bytes. One larger file is a batch alone."""

WHERE = ("xml", "robots", "all")

TYPES = ("xml", "rss", "atom")
"""What the content types of sitemaps contain."""

WORD = "sitemap"
"""What the paths of sitemaps contain."""

ENDINGS = (".xml", ".xml.gz")
"""The other ends of their paths."""

ROBOTS = "/robots.txt"

_SOURCE = "_sitemap_validator"
"""The attribute of a DataFrame that `read_from` finds."""

_Item = TypeVar("_Item")

Read = Callable[[Iterator[Any]], Iterator[Any]]
"""Makes record batches of record batches."""


def records(source: Union[str, bytes], path: str, where: Optional[str]) -> Iterator[dict[str, Any]]:
    """The contents in a WARC file, or why there are none: ``source`` is its path or its bytes, ``path`` its name. Without
    ``where``, all answers.
    """
    at = None
    try:
        stream = io.BytesIO(source) if isinstance(source, bytes) else fsspec.open(source, "rb").open()
        with stream:
            found = ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True, auto_decode="all")
            for record in found:
                at = record.stream_pos
                address = (record.headers.get("WARC-Target-URI") or "").strip("<>")
                if where is None or _is_wanted(address, record, where):
                    yield {
                        "name": address,
                        "address": address,
                        "content": record.reader.read(),
                        "truncated": "WARC-Truncated" in record.headers,
                        "date": record.headers.get("WARC-Date"),
                        "source": path,
                        "offset": at,
                    }
    except Exception as error:  # A damaged file, or what the file system says.
        after = "" if at is None else f" after the record at byte {at}"
        yield {"name": path, "source": path, "problem": f"{path} cannot be read{after}: {error}"}


def _is_wanted(address: str, record: Any, where: str) -> bool:
    if record.http_headers is None or record.http_headers.status_code != 200:
        return False
    path = urlsplit(address).path.lower()
    if path == ROBOTS:
        return where != "xml"
    kind = (record.http_content_type or "").lower()
    return where != "robots" and (WORD in path or any(word in kind for word in TYPES) or path.endswith(ENDINGS))


def grouped(items: Iterable[_Item], size: Callable[[_Item], int]) -> Iterator[list[_Item]]:
    """Items in groups of up to `CONTENTS` bytes."""
    group: list[_Item] = []
    total = 0
    for item in items:
        if group and total + size(item) > CONTENTS:
            yield group
            group, total = [], 0
        group.append(item)
        total += size(item)
    if group:
        yield group


def batches(rows: Iterable[dict[str, Any]]) -> Iterator[Any]:
    """Rows as Arrow's record batches."""
    for group in grouped(rows, lambda row: len(row.get("content") or b"")):
        yield pa.RecordBatch.from_pylist(group, schema=_ARROW)


def reading(frame: DataFrame, read: Read) -> DataFrame:
    """The rows that `read` makes of those of ``frame``."""
    made = frame.mapInArrow(read, SCHEMA)
    # `validate` does both in one process: contents need not leave it.
    vars(made)[_SOURCE] = (frame, read)
    return made


def read_from(made: DataFrame) -> Optional[tuple[DataFrame, Read]]:
    """What `reading` was called with, if ``made`` is its result."""
    return vars(made).get(_SOURCE)


_KINDS = {"string": pa.string(), "binary": pa.binary(), "boolean": pa.bool_(), "long": pa.int64()}
_ARROW = pa.schema([(name, _KINDS[kind]) for name, kind in (column.split(" ") for column in SCHEMA.split(", "))])
