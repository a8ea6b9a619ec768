"""Comparing the files of each site."""

from __future__ import annotations

from typing import Any, Iterator

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from .. import _native
from ..batch import session_for, sets_schema, validate_set
from .records import moment

LARGE_SET_BYTES = 64 << 20
"""The size of the column ``member`` of a set, in bytes, above which joins compare it. The task of a smaller set takes up to five
times this in memory. A URL takes about 12 bytes, and with two language links about 90."""


def sets(files: DataFrame, *, large_set_bytes: int = LARGE_SET_BYTES, **options: Any) -> DataFrame:
    """Compares the files of each set, as the command line compares the files of a folder.

    A set is named after a host. It contains the files of that host that no other file lists, and the files that these list, on
    any host. Files without a URL are one set. ``files`` is from `validate`. Of several captures of a URL, the newest that is
    readable and complete is compared. Options are those of `validate`.

    One task compares one set. For a set whose members have more than ``large_set_bytes``, joins first select the pages that the
    comparison needs, so that the task does not load the others. The result is the same. To find these sets, this function runs
    a query at once.
    """
    # Wrong options are reported here rather than in a task.
    session_for(options)
    if "member" not in files.columns:
        raise ValueError("there is no column member: call validate with members=True")
    files = _one_per_url(files)
    members = _members(files)
    rows = members.join(files.select("key", "file", "packed"), "key").select("set", "key", "file", "packed")
    sizes = members.join(files.select("key", F.length("packed").alias("bytes")), "key")
    sizes = sizes.groupBy("set").agg(F.sum("bytes").alias("bytes"))
    large = [row["set"] for row in sizes.where(F.col("bytes") > large_set_bytes).collect()]
    if large:
        is_large = F.col("set").isin(large)
        rows = rows.where(~is_large).unionByName(_without_other_pages(rows.where(is_large)))
    return _compared(rows, options)


def _one_per_url(files: DataFrame) -> DataFrame:
    """A row for each URL, or several for captures that are equal in everything that is compared here."""
    files = files.where("host is not null or read_error is null").select(
        F.col("member.key").alias("key"),
        F.isnull("read_error").alias("is_readable"),
        (~F.col("truncated")).alias("is_complete"),
        moment(files).alias("date"),
        F.col("decompressed_bytes").alias("bytes"),
        "file",
        F.coalesce("host", F.lit("")).alias("host"),
        F.col("member.lists").alias("lists"),
        F.col("member.packed").alias("packed"),
    )
    order = ["is_readable", "is_complete", "date", "bytes", "file"]
    best = files.groupBy("key").agg(F.max(F.struct(*order)).alias("best")).select("key", "best.*")
    return files.join(best, ["key", *order]).select("key", "file", "host", "lists", "packed")


def _members(files: DataFrame) -> DataFrame:
    """The set of each file."""
    # A robots.txt lists an index, which lists an index (an error), which lists sitemaps.
    files = files.select("key", "host", "lists").dropDuplicates(["key"])
    edges = files.select(F.col("key").alias("from"), F.explode(F.array_union(F.array("key"), "lists")).alias("to"))
    listed = edges.where("from != to").select(F.col("to").alias("key"))
    roots = files.select("key", "host").join(listed, "key", "left_anti").select(F.col("key").alias("from"), F.col("host").alias("set"))
    reached = _two_steps(_two_steps(edges)).join(roots, "from")
    reached = reached.groupBy(F.col("to").alias("key")).agg(F.collect_set("set").alias("sets"))
    # Indexes that list each other, and what is deeper, are members of the set of their host.
    own = F.coalesce("sets", F.array("host"))
    return files.select("key", "host").join(reached, "key", "left").select("key", F.explode(own).alias("set"))


def _two_steps(edges: DataFrame) -> DataFrame:
    """The pairs of files that two edges connect."""
    second = edges.select(F.col("from").alias("via"), F.col("to"))
    return edges.select("from", F.col("to").alias("via")).join(second, "via").select("from", "to").distinct()


def _without_other_pages(rows: DataFrame) -> DataFrame:
    """Removes the pages that the comparison does not need; `Member::references` in Rust says which it needs."""
    references = _references(rows)
    page = F.coalesce("target", "page").alias("page")
    named = references.select("set", "key", page, F.col("target").isNull().alias("is_listed"), "is_first")
    files = F.countDistinct(F.when(F.col("is_listed"), F.col("key")))
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
    by_file = named.join(needed, ["set", "page"]).groupBy("set", "key").agg(F.collect_set("page").alias("needed"))

    def retain(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            pairs = zip(*(batch.column(name).to_pylist() for name in ("packed", "needed")))
            members = pa.array([_native.retain(member, set(needed or ())) for member, needed in pairs], pa.binary())
            names = ["set", "key", "file"]
            yield pa.RecordBatch.from_arrays([*map(batch.column, names), members], names=[*names, "packed"])

    rows = rows.join(by_file, ["set", "key"], "left").select("set", "key", "file", "packed", "needed")
    return rows.mapInArrow(retain, "set string, key long, file string, packed binary")


def _references(rows: DataFrame) -> DataFrame:
    """The pages and links of members."""

    def read(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            for name, key, member in zip(*(batch.column(name).to_pylist() for name in ("set", "key", "packed"))):
                table = pa.table(_native.references(member))
                for column, value in (("key", key), ("set", name)):
                    table = table.add_column(0, column, pa.repeat(pa.scalar(value), len(table)))
                yield from table.to_batches()

    schema = "set string, key long, page long, target long, alternates long, is_first boolean"
    return rows.mapInArrow(read, schema)


def _compared(rows: DataFrame, options: dict[str, Any]) -> DataFrame:
    """A row for each set."""
    schema = from_arrow_schema(sets_schema())

    def compare(name: str, table: Any) -> Any:
        table = table.sort_by([("file", "ascending"), ("key", "ascending")])
        # Of equal captures, one.
        members = dict(zip(table.column("key").to_pylist(), table.select(["packed"]).to_pylist()))
        return pa.Table.from_batches([validate_set(name, list(members.values()), **options)])

    def in_arrow(key: Any, table: Any) -> Any:
        return compare(key[0].as_py(), table)

    def in_pandas(key: Any, frame: Any) -> Any:
        return compare(key[0], pa.Table.from_pandas(frame, preserve_index=False)).to_pandas(maps_as_pydicts="strict")

    groups = rows.groupBy("set")
    if hasattr(groups, "applyInArrow"):
        return groups.applyInArrow(in_arrow, schema)
    # Spark before 4.0.
    return groups.applyInPandas(in_pandas, schema)
