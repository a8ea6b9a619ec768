"""Reading archives of crawls."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Optional, Union

from pyspark.sql import DataFrame, SparkSession

from .places import expanded
from .records import WHERE, batches, reading, records


def read_warc(
    spark: SparkSession, paths: Union[str, Iterable[str]], *, where: str = "xml", partitions: Optional[int] = None
) -> DataFrame:
    """The answers in WARC files: ``xml`` for sitemaps and feeds, ``robots`` for robots.txt files, or ``all`` for both.

    ``paths`` may contain ``*``, and name object stores. A file that cannot be read, or not to its end, has a row that says
    why. ``partitions`` is the number of tasks, by default one for each file.
    """
    found = [place for path in ([paths] if isinstance(paths, str) else paths) for place in expanded(path)]
    return of_archives(spark, [path for _, path in found], where, partitions)


def of_archives(spark: SparkSession, paths: list[str], where: str, partitions: Optional[int]) -> DataFrame:
    """The answers in the WARC files at these paths."""
    if where not in WHERE:
        raise ValueError(f"where: expected {', '.join(WHERE)}, not {where!r}")
    # From one partition, as many rows go to each of the others.
    frame = spark.createDataFrame([(path,) for path in paths], "path string").coalesce(1)
    frame = frame.repartition(partitions or max(len(paths), 1))

    def read(given: Iterator[Any]) -> Iterator[Any]:
        names = (path for batch in given for path in batch.column("path").to_pylist())
        return batches(row for path in names for row in records(path, path, where))

    return reading(frame, read)
