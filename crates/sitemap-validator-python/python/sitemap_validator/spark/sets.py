"""Comparing the files of each site."""

from __future__ import annotations

from typing import Any, Iterator

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from .. import _native
from ..batch import MOST, sets_schema, validate_set

LARGE = 4 << 30
"""The size of the files of a large set in bytes. The members of a smaller one take about a quarter of that in memory."""


def sets(files: DataFrame, *, most: int = MOST, large: int = LARGE, **options: Any) -> DataFrame:
    """Compares the files of each set, as the command line compares the files of a folder.

    A set has the name of a host, and contains the files of this host that no other file lists, and what they list on any
    host. ``files`` are from `validate`. Of several files with the same URL, one is compared. Options are those of
    `validate`.

    One task compares a set. If its files have more than ``large`` bytes, decompressed, their pages are compared by joins first,
    so that the task has only those that it needs; the result is the same. A query that finds such sets is run at once.
    """
    host = F.coalesce("host", F.lit("")).alias("host")
    file = F.struct("file", host, F.col("lists.key").alias("lists"), F.col("decompressed_bytes").alias("bytes"), "member")
    # The one with the first name, so that the result does not depend on the order of rows.
    files = files.groupBy("key").agg(F.min(file).alias("it")).select("key", "it.*")
    members = _members(files)
    rows = members.join(files.select("key", "file", "member"), "key").select("set", "file", "member")
    sizes = members.join(files.select("key", "bytes"), "key").groupBy("set").agg(F.sum("bytes").alias("bytes"))
    found = [row["set"] for row in sizes.where(F.col("bytes") > large).collect()]
    if found:
        is_large = F.col("set").isin(found)
        rows = rows.where(~is_large).unionByName(_needed(rows.where(is_large)))
    return _compared(rows, most, options)


def _members(files: DataFrame) -> DataFrame:
    """The set of each file."""
    # A robots.txt lists an index, which lists an index (an error), which lists sitemaps.
    one = files.select(F.col("key").alias("from"), F.explode(F.array_union(F.array("key"), "lists")).alias("to"))
    roots = files.select("key", "host").join(one.where("from != to").select(F.col("to").alias("key")), "key", "left_anti")
    roots = roots.select(F.col("key").alias("from"), F.col("host").alias("set"))
    listed = _steps(_steps(one)).join(roots, "from").groupBy(F.col("to").alias("key")).agg(F.collect_set("set").alias("sets"))
    # Indexes that list each other, and what is deeper.
    own = F.coalesce("sets", F.array("host"))
    return files.select("key", "host").join(listed, "key", "left").select("key", F.explode(own).alias("set"))


def _steps(edges: DataFrame) -> DataFrame:
    """Two of these edges in a row."""
    second = edges.select(F.col("from").alias("over"), F.col("to"))
    return edges.select("from", F.col("to").alias("over")).join(second, "over").select("from", "to").distinct()


def _needed(rows: DataFrame) -> DataFrame:
    """The members without pages that the comparison does not need, by the rules of `Member::references` in Rust."""
    references = _references(rows)
    page = F.coalesce("target", "page").alias("page")
    named = references.select("set", "file", page, F.col("target").isNull().alias("is_listed"), "is_first")
    files = F.countDistinct(F.when(F.col("is_listed"), F.col("file")))
    pages = named.groupBy("set", "page").agg(files.alias("files"), F.max("is_first").alias("is_first"))
    # Of the two pages of a link, each links to the other, and both have the same alternates.
    links = references.where("target is not null").withColumn("pair", F.sort_array(F.array("page", "target")))
    links = links.groupBy("set", "pair").agg(
        F.countDistinct("page").alias("pages"),
        F.countDistinct("alternates").alias("alternates"),
        F.max(F.col("alternates").isNull()).alias("is_unclear"),
    )
    links = links.where("pages < 2 or alternates > 1 or is_unclear").select("set", F.explode("pair").alias("page"))
    needed = pages.where("files != 1 or is_first").select("set", "page").unionByName(links).distinct()
    of_files = named.join(needed, ["set", "page"]).groupBy("set", "file").agg(F.collect_set("page").alias("needed"))

    def retain(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            columns = (batch.column(name).to_pylist() for name in ("member", "needed"))
            members = [_native.retain(member, set(needed or ())) for member, needed in zip(*columns)]
            yield pa.RecordBatch.from_arrays(
                [batch.column("set"), batch.column("file"), pa.array(members, pa.binary())], names=["set", "file", "member"]
            )

    rows = rows.join(of_files, ["set", "file"], "left").select("set", "file", "member", "needed")
    return rows.mapInArrow(retain, "set string, file string, member binary")


def _references(rows: DataFrame) -> DataFrame:
    """The pages and links of members."""

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            for name, file, member in zip(*(batch.column(name).to_pylist() for name in ("set", "file", "member"))):
                table = pa.table(_native.references(member))
                for column, value in (("file", file), ("set", name)):
                    table = table.add_column(0, column, pa.repeat(pa.scalar(value), len(table)))
                yield from table.to_batches()

    schema = "set string, file string, page long, target long, alternates long, is_first boolean"
    return rows.mapInArrow(read, schema)


def _compared(rows: DataFrame, most: int, options: dict[str, Any]) -> DataFrame:
    schema = from_arrow_schema(sets_schema())

    def compared(name: str, table: Any) -> Any:
        members = table.sort_by("file").column("member").to_pylist()
        return pa.Table.from_batches([validate_set(name, members, most=most, **options)])

    def in_arrow(key: Any, table: Any) -> Any:
        return compared(key[0].as_py(), table)

    def in_pandas(key: Any, frame: Any) -> Any:
        return compared(key[0], pa.Table.from_pandas(frame, preserve_index=False)).to_pandas(maps_as_pydicts="strict")

    groups = rows.groupBy("set")
    if hasattr(groups, "applyInArrow"):
        return groups.applyInArrow(in_arrow, schema)
    return groups.applyInPandas(in_pandas, schema)
