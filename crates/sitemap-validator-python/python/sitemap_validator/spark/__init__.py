"""Validates sitemaps with Apache Spark.

    >>> from sitemap_validator import spark as sv
    >>> files = sv.validate(sv.read_warc(session, "crawl/*.warc.gz", select="all"))    # doctest: +SKIP
    >>> sv.findings(files).groupBy("rule").count().show()                              # doctest: +SKIP

`validate` takes any DataFrame with a column ``content``; `sitemap_validator.batch` lists the other columns. Each file is
checked on its own, and `sets` compares the files of each site: for that, call `validate` with ``members=True``, and write its
result to storage, because `sets` reads it several times. ``docs/tables.md`` describes each column of the results. Tested with Spark 3.5 and 4.3, and with Sail, a Spark Connect engine.
"""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, Iterator, Optional

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from .. import option_names
from ..batch import COLUMNS, files_schema, require_columns, session_for, validate_batch, validate_rows
from .places import read_files, read_index, read_places
from .records import Rows, as_batch, moment, origin_of
from .sets import sets
from .warc import read_warc

__all__ = ["findings", "hosts", "read_files", "read_index", "read_places", "read_warc", "sets", "validate"]

ENGINES = ("sitemaps_org", "google", "bing", "yandex")
"""The fields of the column ``engines``."""


def validate(files: DataFrame, *, robots: Optional[DataFrame] = None, members: bool = False, **options: Any) -> DataFrame:
    """Checks each file on its own. Other columns of ``files`` are in the result as well, unless it has a column of that name.

    ``robots`` has robots.txt files in the columns ``url`` and ``content``; each sitemap is also checked against the one of
    its site. ``members`` adds the column ``member``, which only `sets` reads. Options are those of
    `sitemap_validator.validate`. The column ``date`` takes the place of ``now``, unless that is an option.

    Spark before 4.1 does not limit the bytes that it sends to Python at once: for a DataFrame with contents, set
    ``spark.sql.execution.arrow.maxRecordsPerBatch`` to 16. Contents of the readers in this module are not sent.
    """
    for name in files.columns:
        # Spark finds columns by their names in any case.
        if name.lower() in COLUMNS and name != name.lower():
            files = files.withColumnRenamed(name, name.lower())
    require_columns(files.columns)
    if files.schema["content"].dataType.simpleString() != "binary":
        raise ValueError(f"content has the type {files.schema['content'].dataType.simpleString()}: cast it to binary")
    if robots is not None:
        files = _with_robots(files, robots)
    # Wrong options are reported here rather than in a task.
    session_for(options)
    has_now = "--now" in option_names(options)
    inputs = [name for name in COLUMNS if name in files.columns and not (has_now and name == "date")]
    if not has_now:
        # The same for all tasks, and for those that run again.
        options["now"] = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    schema = files_schema(members=members)
    names = schema.names
    others = [field for field in files.schema.fields if field.name.lower() not in {"content", "name", "robots", *names}]
    other_names = [field.name for field in others]

    def check(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield _beside(validate_batch(batch.select(inputs), members=members, **options), batch.select(other_names))

    def read_and_check(groups: Iterator[Rows]) -> Iterator[Any]:
        for rows in groups:
            checked = validate_rows([{name: row.get(name) for name in inputs} for row in rows], members=members, **options)
            yield _beside(checked, as_batch(rows, other_names))

    types = from_arrow_schema(schema)
    result = type(types)(types.fields + others)
    origin = origin_of(files)
    if origin is not None:
        (locations, read) = origin
        return locations.mapInArrow(lambda batches: read_and_check(read(batches)), result)
    return files.select(*{**dict.fromkeys(inputs), **dict.fromkeys(other_names)}).mapInArrow(check, result)


def _beside(left: Any, right: Any) -> Any:
    """Two record batches as one."""
    return pa.RecordBatch.from_arrays([*left.columns, *right.columns], names=[*left.schema.names, *right.schema.names])


def _with_robots(files: DataFrame, robots: DataFrame) -> DataFrame:
    """The files with the robots.txt of their site: the newest of several."""
    origin = F.lower(F.regexp_extract("url", "^(https?://[^/?#]+)", 1)).alias("_origin")
    known = robots.select(origin, F.struct(moment(robots).alias("date"), "content").alias("robots"))
    known = known.where("_origin != '' and robots.content is not null").groupBy("_origin").agg(F.max("robots").alias("robots"))
    known = known.select("_origin", F.col("robots.content").alias("robots"))
    return files.drop("robots").withColumn("_origin", origin).join(known, "_origin", "left").drop("_origin")


def findings(files: DataFrame, sets: Optional[DataFrame] = None) -> DataFrame:
    """A row for each listed finding in ``files``, from `validate`, and in ``sets``, from `sets`. For files from archives, also
    where they were read from. ``set`` is null for a finding in a file alone."""
    names = [name for name in ("file", "url", "host", "domain", "date", "source", "offset") if name in files.columns]
    alone = files.select(*names, F.explode("findings").alias("_finding")).select(*names, "_finding.*")
    if sets is None:
        return alone
    across = sets.select("set", F.explode("findings").alias("_finding")).select("set", "_finding.*")
    # Sail has no type for a column that is missing on the left.
    alone = alone.withColumn("set", F.lit(None).cast("string"))
    return alone.unionByName(across, allowMissingColumns=True)


def hosts(files: DataFrame, sets: Optional[DataFrame] = None) -> DataFrame:
    """A row for each registered domain: its files, entries, verdicts, and the rules with most findings. The findings in
    ``sets``, from `sets`, are counted as well.
    """

    def total(condition: Any) -> Any:
        return F.sum(F.when(condition, 1).otherwise(0))

    def verdict(word: str) -> Any:
        return total(F.col("verdict") == word).alias("with_warnings" if word == "warnings" else word)

    def rejected(engine: str) -> Any:
        return total(F.col(f"engines.{engine}") == "invalid").alias(f"rejected_by_{engine}")

    files = files.withColumn("domain", F.coalesce("domain", F.lit("")))
    totals = files.groupBy("domain").agg(
        F.countDistinct("host").alias("hosts"),
        F.count("file").alias("files"),
        F.sum("stats.entries").alias("entries"),
        F.sum("bytes").alias("bytes"),
        *(verdict(word) for word in ("valid", "warnings", "invalid", "unchecked")),
        *(F.sum(f"counts.{severity}").alias(f"{severity}s") for severity in ("error", "warning", "info")),
        *(rejected(engine) for engine in ENGINES),
    )
    counts = files.select("domain", F.explode("rules").alias("rule", "count"))
    if sets is not None:
        sets = sets.withColumn("domain", F.coalesce("domain", F.lit("")))
        across = sets.select("domain", F.explode("rules").alias("rule", "count"))
        counts = counts.unionByName(across)
        severities = ("error", "warning", "info")
        more = sets.groupBy("domain").agg(*(F.sum(f"counts.{severity}").alias(severity) for severity in severities))
        totals = totals.join(more, "domain", "left")
        for severity in severities:
            totals = totals.withColumn(f"{severity}s", F.col(f"{severity}s") + F.coalesce(severity, F.lit(0))).drop(severity)
    counts = counts.groupBy("domain", "rule").agg(F.sum("count").alias("count"))
    worst = counts.groupBy("domain").agg(F.sort_array(F.collect_list(F.struct("count", "rule")), asc=False).alias("rules"))
    return totals.join(worst.withColumn("rules", F.slice("rules", 1, 10)), "domain", "left")
