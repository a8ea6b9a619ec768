"""Comparing the files of each site."""

from __future__ import annotations

from typing import Any

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from ..batch import MOST, sets_schema, validate_set

DEPTH = 3
"""A robots.txt lists an index, which lists an index (an error), which lists sitemaps."""


def sets(files: DataFrame, *, most: int = MOST, **options: Any) -> DataFrame:
    """Compares the files of each set, as the command line compares the files of a folder.

    A set has the name of a host, and contains the files of this host that no other file lists, and what they list on any
    host. ``files`` are from `validate`. Of several files with the same URL, one is compared. Options are those of
    `validate`.
    """
    host = F.coalesce("host", F.lit("")).alias("host")
    file = F.struct("file", host, F.col("lists.key").alias("lists"), "member")
    # The one with the first name, so that the result does not depend on the order of rows.
    files = files.groupBy("key").agg(F.min(file).alias("it")).select("key", "it.*")
    members = _members(files)
    rows = members.join(files.select("key", "file", "member"), "key").select("set", "file", "member")
    return _compared(rows, most, options)


def _members(files: DataFrame) -> DataFrame:
    """The set of each file."""
    edges = files.select(F.col("key").alias("parent"), F.explode("lists").alias("key"))
    edges = edges.where("parent != key").join(files.select("key"), "key").distinct()
    roots = files.join(edges.select("key").distinct(), "key", "left_anti")
    level = known = roots.select(F.col("host").alias("set"), "key")
    for _ in range(DEPTH):
        level = level.withColumnRenamed("key", "parent").join(edges, "parent").select("set", "key")
        known = known.unionByName(level)
    # Indexes that list each other, and what is deeper.
    lost = files.join(known.select("key").distinct(), "key", "left_anti").select(F.col("host").alias("set"), "key")
    return known.unionByName(lost).distinct()


def _compared(rows: DataFrame, most: int, options: dict[str, Any]) -> DataFrame:
    schema = from_arrow_schema(sets_schema())

    def compared(name: str, table: Any) -> Any:
        members = table.sort_by("file").column("member").to_pylist()
        return pa.Table.from_batches([validate_set(name, members, most=most, **options)])

    def in_arrow(key: Any, table: Any) -> Any:
        return compared(key[0].as_py(), table)

    def in_pandas(key: Any, frame: Any) -> Any:
        return compared(key[0], pa.Table.from_pandas(frame, preserve_index=False)).to_pandas()

    groups = rows.groupBy("set")
    if hasattr(groups, "applyInArrow"):
        return groups.applyInArrow(in_arrow, schema)
    return groups.applyInPandas(in_pandas, schema)
