"""Reading files, and parts of files, from disks and object stores.

Paths are those of fsspec: a file, ``s3://``, ``gs://``, ``https://`` and others, with the package that each needs.
"""

from __future__ import annotations

import os
from typing import Any, Iterable, Iterator, Optional, Union

import fsspec  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .. import _native
from .records import CONTENTS, ENDINGS, ROBOTS, TYPES, WHERE, WORD, batches, grouped, reading, records

PLACE = "path string, offset long, length long, address string, name string, truncated boolean"

COMMON_CRAWL = "https://data.commoncrawl.org/"
"""What precedes the paths in Common Crawl's index. From machines at AWS in us-east-1, it is ``s3://commoncrawl/``."""

_ALIASES = {
    "path": ("path", "warc_filename", "filename"),
    "offset": ("offset", "warc_record_offset"),
    "length": ("length", "warc_record_length"),
    "address": ("address", "url"),
    "name": ("name",),
    "truncated": ("truncated", "content_truncated"),
}
"""The names of the columns of places, ours and those of the columnar index of Common Crawl."""


def read_files(spark: SparkSession, paths: Union[str, Iterable[str]], *, base: Optional[str] = None) -> DataFrame:
    """Files by their paths, which may contain ``*``; a folder stands for all files in it and below. With ``base``, the URL of
    the folder, each file has a URL.
    """
    found = [place for path in ([paths] if isinstance(paths, str) else paths) for place in expanded(path)]
    return read_places(spark, of_files(spark, found, base))


def of_files(spark: SparkSession, found: Iterable[tuple[str, str]], base: Optional[str]) -> DataFrame:
    """The places of whole files, by name and path."""
    rows = [
        (path, None, None, None if base is None else _native.presumed(base, name), name, False) for name, path in found
    ]
    return spark.createDataFrame(rows, PLACE)


def read_places(spark: SparkSession, places: Union[str, DataFrame], *, base_url: str = "") -> DataFrame:
    """Parts of files: a DataFrame, or the path of Parquet or CSV files, with the columns ``path``, ``offset`` and ``length`` in
    bytes, ``address`` and ``truncated``. All but the first may be missing. The names of Common Crawl's columnar index are
    understood as well. ``base_url`` precedes each path. A part of a WARC file is a record.
    """
    if isinstance(places, str):
        is_text = places.endswith((".csv", ".csv.gz"))
        places = spark.read.csv(places, header=True) if is_text else spark.read.parquet(places)
    known = {}
    for name, aliases in _ALIASES.items():
        found = next((alias for alias in aliases if alias in places.columns), None)
        known[name] = F.lit(None) if found is None else F.col(found)
    truncated = known["truncated"].cast("string")
    # The index gives the reason for truncation, or an empty text.
    known["truncated"] = F.coalesce(~truncated.isin("", "false"), F.lit(False))
    types = dict(column.rsplit(" ", 1) for column in PLACE.split(", "))
    columns = [known[name].cast(kind).alias(name) for name, kind in types.items()]

    def read(given: Iterator[Any]) -> Iterator[Any]:
        groups = (group for batch in given for group in grouped(batch.to_pylist(), lambda place: place["length"] or CONTENTS))
        return batches(row for group in groups for row in _read(group, base_url))

    return reading(places.select(columns), read)


def read_index(
    spark: SparkSession, index: Union[str, DataFrame], *, where: str = "xml", base_url: str = COMMON_CRAWL
) -> DataFrame:
    """The captures in Common Crawl's columnar index, a DataFrame or the path of its Parquet files: ``xml`` for sitemaps and
    feeds, ``robots`` for robots.txt files, or ``all`` for both. Reads only these records of the WARC files.
    """
    if isinstance(index, str):
        index = spark.read.parquet(index)
    return read_places(spark, of_index(index, where), base_url=base_url)


def of_index(index: DataFrame, where: str) -> DataFrame:
    """The places of captures in the columnar index; the same choice as from WARC files."""
    if where not in WHERE:
        raise ValueError(f"where: expected {', '.join(WHERE)}, not {where!r}")
    path, kind = F.lower("url_path"), F.lower(F.coalesce("content_mime_type", F.lit("")))
    is_robots = path == ROBOTS
    is_sitemap = path.contains(WORD)
    for condition in [*map(path.endswith, ENDINGS), *map(kind.contains, TYPES)]:
        is_sitemap |= condition
    wanted = {"xml": ~is_robots & is_sitemap, "robots": is_robots, "all": is_robots | is_sitemap}
    return index.where((F.col("fetch_status") == 200) & wanted[where])


def expanded(path: str) -> Iterator[tuple[str, str]]:
    """The names and paths of the files that ``path`` stands for."""
    fs, root = fsspec.url_to_fs(path)
    if "*" in path:
        found = fs.glob(root)
        root = root[: root.index("*")].rpartition("/")[0]
    elif fs.isdir(root):
        found = fs.find(root)
    else:
        found, root = [root], root.rpartition("/")[0]
    for one in sorted(found):
        yield os.path.relpath(one, root).replace(os.sep, "/"), fs.unstrip_protocol(one)


def _read(places: list[dict[str, Any]], base_url: str) -> Iterator[dict[str, Any]]:
    contents: list[Any]
    try:
        paths = [base_url + place["path"] for place in places]
        fs = fsspec.url_to_fs(paths[0])[0]
        starts = [place["offset"] or 0 for place in places]
        ends = [None if place["length"] is None else start + place["length"] for start, place in zip(starts, places)]
        # At once, if the file system can do that.
        contents = fs.cat_ranges([fs._strip_protocol(path) for path in paths], starts, ends, on_error="return")
    except Exception as error:  # What it is depends on the file system.
        contents = [error] * len(places)
    for place, content in zip(places, contents):
        yield from _row(place, content)


def _row(place: dict[str, Any], content: Any) -> Iterator[dict[str, Any]]:
    path, offset = place["path"], place["offset"]
    row = {**place, "name": place["name"] or place["address"] or path, "source": path, "offset": offset}
    if isinstance(content, BaseException):
        yield {**row, "problem": f"{path} cannot be read: {content}"}
    elif offset is not None and ".warc" in path:
        found = list(records(content, path, None)) or [{"problem": f"{path} has no answer at byte {offset}"}]
        for record in found:
            truncated = place["truncated"] or record.get("truncated")
            address = place["address"] or record.get("address")
            name = place["name"] or address or path
            yield {**row, **record, "address": address, "name": name, "truncated": truncated, "offset": offset}
    else:
        yield {**row, "content": bytes(content)}
