"""Checks sitemaps with Apache Spark.

    >>> from sitemap_validator import spark as sv
    >>> files = sv.validate(sv.read_warc(session, "crawl/*.warc.gz", where="all"))    # doctest: +SKIP
    >>> sv.findings(files).groupBy("rule").count().show()                             # doctest: +SKIP

`validate` takes any DataFrame with a column ``content``; `sitemap_validator.batch` lists the other columns. Each row is
checked alone. `sets` compares the files of each site; write the checked files to a table first, because `sets` reads them
several times. Tested with Spark 4.3 and with Sail, an engine that speaks Spark Connect.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from ..batch import COLUMNS, MOST, files_schema, validate_batch
from .places import read_files, read_index, read_places
from .records import read_from
from .sets import sets
from .warc import read_warc

__all__ = ["findings", "hosts", "read_files", "read_index", "read_places", "read_warc", "sets", "validate"]


def validate(
    files: DataFrame, *, robots: Optional[DataFrame] = None, most: int = MOST, members: bool = True, **options: Any
) -> DataFrame:
    """Checks each file alone.

    ``robots`` has the columns ``address`` and ``content`` of robots.txt files; each sitemap is also checked against the one of
    its site. ``most`` findings of a rule are listed for each file; all are counted. ``members=False`` leaves out what only
    `sets` needs. Options are those of `sitemap_validator.validate`.
    """
    if robots is not None:
        known = robots.select(_origin().alias("_origin"), F.col("content").alias("robots")).dropDuplicates(["_origin"])
        files = files.drop("robots").withColumn("_origin", _origin()).join(known, "_origin", "left")
    schema = files_schema()
    left_out = [] if members else ["lists", "member"]
    names = [name for name in schema.names if name not in left_out]

    def check(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield validate_batch(batch, most=most, **options).select(names)

    types = from_arrow_schema(schema)
    result = type(types)([types[name] for name in names])
    source = read_from(files)
    if source is not None:
        (places, read) = source
        return places.mapInArrow(lambda batches: check(read(batches)), result)
    wanted = [name for name in COLUMNS if name in files.columns]
    return files.select(wanted).mapInArrow(check, result)


def findings(files: DataFrame, sets: Optional[DataFrame] = None) -> DataFrame:
    """A row for each listed finding in ``files``, from `validate`, and in ``sets``, from `sets`."""
    alone = files.select("file", "address", F.explode("findings").alias("_finding"))
    alone = alone.select("file", "address", "_finding.*")
    if sets is None:
        return alone
    return alone.unionByName(sets.select(F.explode("findings").alias("_finding")).select("_finding.*"))


def hosts(files: DataFrame, sets: Optional[DataFrame] = None) -> DataFrame:
    """A row for each registered domain: its files, entries, verdicts, and the rules with most findings."""

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
        *(rejected(engine) for engine in ("sitemaps_org", "google", "bing", "yandex")),
    )
    counts = files.select("domain", F.explode("rules").alias("rule", "count"))
    if sets is not None:
        of = files.select(F.coalesce("host", F.lit("")).alias("set"), "domain").distinct()
        across = sets.select("set", F.explode("rules").alias("rule", "count")).join(of, "set")
        counts = counts.unionByName(across.select("domain", "rule", "count"))
    counts = counts.groupBy("domain", "rule").agg(F.sum("count").alias("count"))
    worst = counts.groupBy("domain").agg(F.sort_array(F.collect_list(F.struct("count", "rule")), asc=False).alias("rules"))
    return totals.join(worst.withColumn("rules", F.slice("rules", 1, 10)), "domain", "left")


def _origin() -> Any:
    return F.lower(F.regexp_extract("address", "^(https?://[^/?#]+)", 1))
