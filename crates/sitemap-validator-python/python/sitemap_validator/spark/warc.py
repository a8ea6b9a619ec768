"""Reading archives of crawls."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from pyspark.sql import DataFrame, SparkSession

from .places import Paths, expand
from .records import check_selection, grouped_rows, is_archive, read_with, records


def read_warc(
    spark: SparkSession, paths: Paths, *, select: str = "xml", partitions: Optional[int] = None
) -> DataFrame:
    """The responses in WARC files: ``xml`` for sitemaps and feeds, ``robots`` for robots.txt files, or ``all`` for both.

    ``paths`` may contain ``*``, and name folders and object stores. A file that cannot be read, or not to its end, has a row
    that says why. ``partitions`` is the number of tasks, by default one for each file.
    """
    return of_archives(spark, [file.path for file in expand(paths, is_archive)], select, partitions)


def of_archives(spark: SparkSession, paths: list[str], select: str, partitions: Optional[int]) -> DataFrame:
    """The responses in the WARC files at these paths."""
    check_selection(select)
    # From one partition, as many rows go to each of the others.
    archives = spark.createDataFrame([(path,) for path in paths], "path string").coalesce(1)

    def read(locations: Iterator[Any]) -> Iterator[Any]:
        names = (path for batch in locations for path in batch.column("path").to_pylist())
        return grouped_rows(row for path in names for row in records(path, path, select))

    return read_with(archives.repartition(partitions or max(len(paths), 1)), read)
