"""Records of WARC files, and rows of contents."""

from __future__ import annotations

import io
from datetime import datetime, timezone
from typing import Any, Callable, Iterable, Iterator, Optional, TypeVar, Union
from urllib.parse import urlsplit

import fsspec  # type: ignore[import-untyped, import-not-found, unused-ignore]
import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
from fastwarc.warc import ArchiveIterator, WarcRecordType  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .bodies import LIMIT, TooLarge, decoded

SCHEMA = (
    "name string, url string, content binary, truncated boolean, read_error string, date timestamp, source string, offset long"
)
"""The columns of contents; ``source`` and ``offset`` are the file and the byte that a content was read from."""

BATCH_BYTES = 16 * 1024 * 1024
"""The maximum size of the contents in a batch. A larger file gets a batch of its own."""

SELECTIONS = ("xml", "robots", "all")
"""What to read from archives: sitemaps and feeds, robots.txt files, or both."""

TYPE_WORDS = ("xml", "rss", "atom")
"""A content type with one of these words is that of a sitemap or a feed."""

PATH_WORD = "sitemap"
"""A path with this word is that of a sitemap, unless it is a page for people."""

PATH_SUFFIXES = (".xml", ".xml.gz")
"""A path with one of these suffixes is that of a sitemap, whatever its content type."""

ROBOTS = "/robots.txt"

_ORIGIN = "_sitemap_validator"
"""The attribute of a DataFrame that `origin_of` reads."""

_Item = TypeVar("_Item")

Rows = list[dict[str, Any]]

Reader = Callable[[Iterator[Any]], Iterator[Rows]]
"""Reads the contents at locations, which are Arrow's record batches."""


def is_archive(name: str) -> bool:
    """True for the names of WARC files."""
    return ".warc" in name.lower()


def check_selection(select: str) -> None:
    """Raises `ValueError` if ``select`` is not one of `SELECTIONS`."""
    if select not in SELECTIONS:
        raise ValueError(f"select: expected {', '.join(SELECTIONS)}, not {select!r}")


def is_selected(select: str, url: str, content_type: Optional[str]) -> bool:
    """True if ``select`` takes a response with this URL and content type. `places.of_index` has the same conditions for Spark."""
    try:
        path = urlsplit(url).path.lower()
    except ValueError:  # "https://[" has no host.
        return False
    if path == ROBOTS:
        return select != "xml"
    kind = (content_type or "").lower()
    is_sitemap = PATH_WORD in path or any(word in kind for word in TYPE_WORDS)
    return select != "robots" and (path.endswith(PATH_SUFFIXES) or (is_sitemap and "html" not in kind))


def records(source: Union[str, bytes], path: str, select: Optional[str]) -> Iterator[dict[str, Any]]:
    """Yields a row for each selected response in a WARC file, and a row with the reason if the file or a record cannot be read.

    ``source`` is the path or the bytes of the file, and ``path`` its name in reports. Without ``select``, all responses.
    """
    last, is_cut = None, False
    try:
        stream = io.BytesIO(source) if isinstance(source, bytes) else fsspec.open(source, "rb").open()
        with stream:
            # FastWARC ends at the first body that it cannot decode.
            for record in ArchiveIterator(stream, record_types=WarcRecordType.any_type, parse_http=True, auto_decode="none"):
                last, size = record.stream_pos, record.content_length
                url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
                taken, has_head = 0, record.http_headers is not None and record.http_headers.status_code is not None
                if record.record_type == WarcRecordType.response and has_head and _is_wanted(record, url, select):
                    row, taken = _row(record, url)
                    yield {**row, "source": path, "offset": last}
                # The last record decides: others may say a wrong length.
                is_cut = taken + record.reader.consume() < size or "Content-Length" not in record.headers
                is_cut |= record.is_http and record.record_type == WarcRecordType.response and not has_head
        if is_cut:
            raise ValueError("the file ends within this record")
    except Exception as error:  # A damaged file, or what the file system says.
        after = "" if last is None else f" after the record at byte {last}"
        yield {"name": path, "source": path, "read_error": f"{path} cannot be read{after}: {error}"}


def _is_wanted(record: Any, url: str, select: Optional[str]) -> bool:
    return select is None or (record.http_headers.status_code == 200 and is_selected(select, url, record.http_content_type))


def _row(record: Any, url: str) -> tuple[dict[str, Any], int]:
    """The row of a response, and the number of bytes that were read for it."""
    size = record.content_length
    body = record.reader.read(LIMIT + 1)
    row = {"name": url, "url": url, "date": _date(record.headers.get("WARC-Date") or "")}
    try:
        if len(body) > LIMIT:
            raise TooLarge
        content = decoded(body, record.http_headers)
    except TooLarge as error:
        return {**row, "read_error": f"the content is {error}"}, len(body)
    return {**row, "content": content, "truncated": "WARC-Truncated" in record.headers or len(body) < size}, len(body)


def _date(text: str) -> Optional[datetime]:
    """The moment of a ``WARC-Date``, which is in UTC."""
    try:
        date = datetime.fromisoformat(text.rstrip("Z")).replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    return date if date.year >= 1900 else None  # Spark 3 does not write older ones.


def grouped(items: Iterable[_Item], size: Callable[[_Item], int]) -> Iterator[list[_Item]]:
    """Items in groups of up to `BATCH_BYTES`."""
    group: list[_Item] = []
    total = 0
    for item in items:
        if group and total + size(item) > BATCH_BYTES:
            yield group
            group, total = [], 0
        group.append(item)
        total += size(item)
    if group:
        yield group


def grouped_rows(rows: Iterable[dict[str, Any]]) -> Iterator[Rows]:
    """Rows in groups of up to `BATCH_BYTES` of contents."""
    return grouped(rows, lambda row: len(row.get("content") or b""))


def as_batch(rows: Rows, names: list[str]) -> Any:
    """These columns of rows as a record batch."""
    return pa.RecordBatch.from_pylist(rows, schema=pa.schema([_ARROW.field(name) for name in names]))


def read_with(locations: DataFrame, read: Reader) -> DataFrame:
    """The contents that ``read`` returns for ``locations``."""
    contents = locations.mapInArrow(lambda batches: (as_batch(rows, _ARROW.names) for rows in read(batches)), SCHEMA)
    # `validate` reads and checks in one Python process, so that contents are not sent through Java.
    vars(contents)[_ORIGIN] = (locations, read)
    return contents


def origin_of(contents: DataFrame) -> Optional[tuple[DataFrame, Reader]]:
    """The arguments of the `read_with` that returned ``contents``, unless ``contents`` is cached."""
    origin = vars(contents).get(_ORIGIN)
    return origin if origin is not None and not contents.is_cached else None


def moment(files: DataFrame) -> Any:
    """The column ``date``, with a moment before all others in place of a missing one."""
    date = F.expr("try_cast(date as timestamp)") if "date" in files.columns else F.lit(None)
    return F.coalesce(date, F.lit(datetime.fromtimestamp(0, timezone.utc)))


_KINDS = {
    "string": pa.string(),
    "binary": pa.binary(),
    "boolean": pa.bool_(),
    "long": pa.int64(),
    "timestamp": pa.timestamp("us", "UTC"),
}
_ARROW = pa.schema([(name, _KINDS[kind]) for name, kind in (column.split(" ") for column in SCHEMA.split(", "))])
