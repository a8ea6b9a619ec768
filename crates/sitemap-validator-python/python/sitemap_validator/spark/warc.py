"""Reading archives of crawls."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional, Union

import fsspec  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame, SparkSession

from .records import SCHEMA, WHERE, Rows, records


def read_warc(
    spark: SparkSession, paths: Union[str, Iterable[str]], *, where: str = "xml", partitions: Optional[int] = None
) -> DataFrame:
    """The answers in WARC files: ``xml`` for sitemaps and feeds, ``robots`` for robots.txt files, or ``all`` for both.

    ``paths`` may contain ``*``, and name object stores. A file that cannot be read, or not to its end, has a row that says
    why. ``partitions`` is the number of tasks, by default one for each file.
    """
    if where not in WHERE:
        raise ValueError(f"where: expected {', '.join(WHERE)}, not {where!r}")
    found = []
    for path in [paths] if isinstance(paths, str) else paths:
        fs, root = fsspec.url_to_fs(path)
        found += [fs.unstrip_protocol(one) for one in sorted(fs.glob(root))] if "*" in path else [path]
    # A row for each, in a partition of its own.
    frame = spark.createDataFrame([(path,) for path in found], "path string")
    frame = frame.repartition(partitions or max(len(found), 1), "path")

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        rows = Rows()
        for batch in batches:
            for path in batch.column("path").to_pylist():
                for row in records(path, path, where):
                    yield from rows.add(row)
        yield from rows.rest()

    return frame.mapInArrow(read, SCHEMA)
