"""Reading files, and parts of files, from disks and object stores.

Paths are those of fsspec: a file, ``s3://``, ``gs://``, ``https://`` and others, with the package that each needs.
"""

from __future__ import annotations

import os
import random
import time
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Union

from fsspec.core import url_to_fs  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .. import _native, _session
from .bodies import LIMIT, TooLarge
from .records import BATCH_BYTES, PATH_SUFFIXES, PATH_WORD, ROBOTS, TYPE_WORDS, check_selection, grouped, grouped_rows, is_archive, read_with, records

PLACE = "path string, offset long, length long, url string, name string, truncated boolean"

COMMON_CRAWL = "https://data.commoncrawl.org/"
"""What precedes the paths in Common Crawl's index. From machines at AWS in us-east-1, it is ``s3://commoncrawl/``."""

PARALLEL = 16
"""The number of requests that a task makes at once."""

HEAD = 4096
"""The number of bytes that show whether a text file in a folder is a list of URLs."""

WAITS = (1, 5, 20)
"""The seconds to wait before each further attempt to read."""

_ALIASES = {
    "path": ("path", "warc_filename", "filename"),
    "offset": ("offset", "warc_record_offset"),
    "length": ("length", "warc_record_length"),
    "url": ("url",),
    "name": ("name",),
    "truncated": ("truncated", "content_truncated"),
}
"""The names of the columns of places, ours and those of the columnar index of Common Crawl."""


Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


class File(NamedTuple):
    """A file that an argument stands for."""

    path: str
    name: str
    """Its path below the folder that all files have in common."""
    below: str
    """Its path below the folder that the argument names, which decides about its URL."""
    size: Optional[int]


def read_files(
    spark: SparkSession, paths: Paths, *, base: Optional[str] = None, partitions: Optional[int] = None
) -> DataFrame:
    """Whole files. Paths may contain ``*``; a folder includes the files in it and below with the names of sitemaps, as on the
    command line, but no hidden files, and no text files that do not begin with a URL. ``base`` is the URL of the folder, from
    which each file gets its URL.
    """
    if base is not None:
        _session({}, base=base)
    return read_places(spark, of_files(spark, expand(paths, _native.is_sitemap_name), base, partitions))


def of_files(spark: SparkSession, files: list[File], base: Optional[str], partitions: Optional[int]) -> DataFrame:
    """The places of whole files."""
    rows = [
        (file.path, None, file.size, None if base is None else _native.presumed(base, file.below), file.name, False)
        for file in files
    ]
    size = sum(file.size or 0 for file in files)
    return spark.createDataFrame(rows, PLACE).repartition(partitions or 1 + len(files) // 200 + size // (2 * BATCH_BYTES))


def read_places(
    spark: SparkSession, places: Union[str, DataFrame], *, base_url: str = "", partitions: Optional[int] = None
) -> DataFrame:
    """Parts of files: a DataFrame, or the path of Parquet or CSV files, with the columns ``path``, ``offset`` and ``length`` in
    bytes, ``url`` and ``truncated``. All but the first may be missing. The column names of Common Crawl's columnar index are
    accepted as well. ``base_url`` is put in front of each path. A part of a WARC file must be one record. ``partitions`` is the
    number of tasks, by default that of ``places``.
    """
    if isinstance(places, str):
        places = read_table(spark, [places])
    return of_places(as_places(places), base_url, partitions)


def is_csv(name: str) -> bool:
    """True for the names of CSV files."""
    return name.lower().endswith((".csv", ".csv.gz"))


def read_table(spark: SparkSession, paths: list[str]) -> DataFrame:
    """The rows of CSV files, or else of Parquet files."""
    return spark.read.csv(paths, header=True) if is_csv(paths[0]) else spark.read.parquet(*paths)


def as_places(table: DataFrame) -> DataFrame:
    """The columns of `PLACE` in a table with one of the names for each."""
    columns = {}
    for name, aliases in _ALIASES.items():
        alias = next((alias for alias in aliases if alias in table.columns), None)
        columns[name] = F.lit(None) if alias is None else F.col(alias)
        if name in ("offset", "length") and alias is not None:
            # pandas writes numbers with a fraction if one is missing.
            columns[name] = F.expr(f"try_cast(`{alias}` as double)")
    if not any(alias in table.columns for alias in _ALIASES["path"]):
        raise ValueError(f"there is no column path; the columns are {', '.join(table.columns)}")
    columns["path"] = F.coalesce(columns["path"], F.lit(""))
    # The index gives the reason for truncation, or an empty text.
    reason = F.lower(columns["truncated"].cast("string"))
    columns["truncated"] = F.coalesce(~reason.isin("", "false", "0"), F.lit(False))
    types = dict(column.rsplit(" ", 1) for column in PLACE.split(", "))
    return table.select([columns[name].cast(kind).alias(name) for name, kind in types.items()])


def of_places(places: DataFrame, base_url: str, partitions: Optional[int]) -> DataFrame:
    """The contents at places."""
    folder = f"{base_url}/" if base_url and not base_url.endswith("/") else base_url

    def read(locations: Iterator[Any]) -> Iterator[Any]:
        each = ({**place, "path": folder + place["path"]} for batch in locations for place in batch.to_pylist())
        groups = grouped(each, lambda place: place["length"] or BATCH_BYTES)
        return grouped_rows(row for group in groups for row in _read(group))

    return read_with(places.repartition(partitions) if partitions else places, read)


def read_index(
    spark: SparkSession,
    index: Union[str, DataFrame],
    *,
    select: str = "xml",
    base_url: str = COMMON_CRAWL,
    partitions: Optional[int] = None,
) -> DataFrame:
    """The captures in Common Crawl's columnar index, a DataFrame or the path of its Parquet files: ``xml`` for sitemaps and
    feeds, ``robots`` for robots.txt files, or ``all`` for both. Reads only these records of the WARC files.
    """
    if isinstance(index, str):
        index = spark.read.parquet(index)
    return of_places(as_places(of_index(index, select)), base_url, partitions)


def of_index(index: DataFrame, select: str) -> DataFrame:
    """The rows of the columnar index that `records.is_selected` takes."""
    check_selection(select)
    path, kind = F.lower("url_path"), F.lower(F.coalesce("content_mime_type", F.lit("")))
    is_robots, is_sitemap, is_named = path == ROBOTS, path.contains(PATH_WORD), F.lit(False)
    for word in TYPE_WORDS:
        is_sitemap |= kind.contains(word)
    for suffix in PATH_SUFFIXES:
        is_named |= path.endswith(suffix)
    is_xml = ~is_robots & (is_named | (is_sitemap & ~kind.contains("html")))
    return index.where((F.col("fetch_status") == 200) & {"xml": is_xml, "robots": is_robots, "all": is_robots | is_xml}[select])


def expand(paths: Paths, is_taken: Callable[[str], bool]) -> list[File]:
    """The files that paths stand for, once each. In folders, only those with names that ``is_taken`` accepts; hidden files,
    and those of Spark that begin with ``_``, are left out.
    """
    paths = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    found = [_expand(os.fspath(path), is_taken) for path in paths]
    common = len(os.path.commonprefix([folder.split("/") for folder, _ in found]))
    files: dict[str, File] = {}
    for folder, sizes in found:
        for path, size in sorted(sizes):
            name = "/".join(path.split("/")[common:])
            files.setdefault(path, File(path, name, path[len(folder) :].lstrip("/"), size))
    return list(files.values())


def _expand(path: str, is_taken: Callable[[str], bool]) -> tuple[str, list[tuple[str, Optional[int]]]]:
    """A folder, and paths and sizes of files in it."""
    fs, root = url_to_fs(path)
    path = path.rstrip("/") if "://" in path else fs.unstrip_protocol(root)
    if "*" in path:
        infos = {one: info for one, info in fs.glob(root, detail=True).items() if info["type"] == "file"}
        root, path = (text[: text.index("*")].rpartition("/")[0] for text in (root, path))
    elif fs.isdir(root):
        infos = {one: info for one, info in fs.find(root, detail=True).items() if _is_shown(one[len(root) :], is_taken)}
        # Of text files, most are something else than a list of URLs.
        texts = [one for one in infos if _native.is_doubtful_text(one.rpartition("/")[2])]
        for one, head in zip(texts, fs.cat_ranges(texts, 0, HEAD, on_error="return") if texts else ()):
            if isinstance(head, bytes) and not _native.begins_with_url(head):
                del infos[one]
    else:
        # A missing file has a row that says so.
        infos = {root: fs.info(root) if fs.exists(root) else {}}
        root, path = (text.rpartition("/")[0] for text in (root, path))
    # With the scheme and the host that the user has written, which may have another name in fsspec.
    return path, [(path + one[len(root) :], info.get("size")) for one, info in infos.items()]


def _is_shown(path: str, is_taken: Callable[[str], bool]) -> bool:
    names = path.strip("/").split("/")
    return not any(name.startswith((".", "_")) for name in names) and is_taken(names[-1])


def _read(places: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for place, content in zip(places, _contents(places)):
        yield from _rows(place, content)


def _contents(places: list[dict[str, Any]]) -> list[Any]:
    """The bytes at places, or the errors. Retries errors that may be temporary."""
    contents: list[Any] = [None] * len(places)
    left = list(range(len(places)))
    for wait in (*WAITS, None):
        schemes: dict[str, list[int]] = {}
        for at in left:
            schemes.setdefault(places[at]["path"].partition("://")[0], []).append(at)
        for some in schemes.values():
            for at, content in zip(some, _attempt([places[at] for at in some])):
                contents[at] = content
        final = (FileNotFoundError, PermissionError, ImportError, ValueError, TooLarge)
        left = [at for at in left if isinstance(contents[at], Exception) and not isinstance(contents[at], final)]
        if not left or wait is None:
            break
        time.sleep(wait * random.uniform(1, 2))
    return contents


def _attempt(places: list[dict[str, Any]]) -> list[Any]:
    """The bytes at places on one file system, or the errors."""
    try:
        fs = url_to_fs(places[0]["path"])[0]
        # Files that are too large are not read.
        small = [place for place in places if (place["length"] or 0) <= LIMIT]
        starts = [place["offset"] or 0 for place in small]
        ends = [None if None in (place["offset"], place["length"]) else start + place["length"] for start, place in zip(starts, small)]
        paths = [fs._strip_protocol(place["path"]) for place in small]
        contents = iter(fs.cat_ranges(paths, starts, ends, on_error="return", batch_size=PARALLEL))
        return [next(contents) if (place["length"] or 0) <= LIMIT else TooLarge() for place in places]
    except Exception as error:  # What it is depends on the file system.
        return [error] * len(places)


def _rows(place: dict[str, Any], content: Any) -> Iterator[dict[str, Any]]:
    path, offset = place["path"], place["offset"]
    row = {**place, "name": place["name"] or place["url"] or path, "source": path, "offset": offset}
    if isinstance(content, BaseException):
        yield {**row, "read_error": f"{path} cannot be read: {content}"}
    elif offset is not None and is_archive(path):
        responses = list(records(content, path, None)) or [{"read_error": f"{path} has no response at byte {offset}"}]
        for response in responses:
            truncated = place["truncated"] or response.get("truncated")
            url = place["url"] or response.get("url")
            name = place["name"] or url or path
            yield {**row, **response, "url": url, "name": name, "truncated": truncated, "offset": offset}
    else:
        yield {**row, "content": bytes(content)}
