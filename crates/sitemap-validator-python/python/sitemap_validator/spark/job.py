"""The program ``sitemap-validator-spark``, which is also what ``spark-submit`` takes.

Writes Parquet into the folder OUTPUT: ``files`` with a row for each file, ``findings`` by severity, ``sets`` and ``hosts``.
Also ``_summary.json``, and ``charts.html`` with its figures. The input is checked in parts; ``--resume`` leaves out those that
OUTPUT has already.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Collection, Optional, Sequence

import fsspec  # type: ignore[import-untyped, import-not-found, unused-ignore]
import pyspark
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from sitemap_validator import __version__
from sitemap_validator import spark as sv
from sitemap_validator.batch import kept_session
from sitemap_validator.spark import charts
from sitemap_validator.spark.places import COMMON_CRAWL, expanded, of_files, of_index
from sitemap_validator.spark.records import WHERE
from sitemap_validator.spark.warc import of_archives

FORMATS = ("warc", "parquet", "places", "cc-index", "files")
"""Archives of crawls; tables with contents; tables of places in files; the columnar index of Common Crawl; and sitemaps."""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        prog="sitemap-validator-spark",
        description="Checks sitemaps with Apache Spark.",
        epilog="Other options are those of `sitemap-validator --help`, written as --option=value.",
        allow_abbrev=False,
    )
    parser.add_argument("input", nargs="+", help="files; may contain *, and name object stores")
    parser.add_argument("output", help="folder for the result")
    parser.add_argument("--input-format", choices=FORMATS, help="default: warc for names with .warc, parquet for .parquet, else files")
    parser.add_argument("--where", choices=WHERE, default="all", help="the records of WARC files, or of the index, to check (default: all)")
    parser.add_argument("--base-url", help=f"precedes each path in places and the index, where {COMMON_CRAWL} is the default")
    parser.add_argument("--base", help="the URL of the folder of files")
    parser.add_argument("--partitions", type=int, help="the number of tasks for a part of the input")
    parser.add_argument("--part-size", type=int, default=1000, help="the number of input files in a part (default: 1000)")
    parser.add_argument("--resume", action="store_true", help="leave out parts that OUTPUT has already")
    given, words = parser.parse_known_args(arguments)
    try:
        # Wrong options end the program here, and not on a machine far away.
        kept_session({"arguments": words})
    except (TypeError, ValueError, OSError) as error:
        parser.error(str(error))
    session = SparkSession.builder.appName("sitemap-validator").getOrCreate()
    return Job(session, given, words).run()


class Job:
    """A run of the program."""

    def __init__(self, session: SparkSession, given: argparse.Namespace, words: Sequence[str]) -> None:
        self.session, self.given = session, given
        self.options: dict[str, Any] = {"arguments": list(words)}
        self.output = given.output.rstrip("/")
        self.fs, self.root = fsspec.url_to_fs(self.output)
        if not _has_byte_limit(pyspark.__version__):
            # 10,000 large files would not fit into memory.
            session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "16")

    def run(self) -> int:
        found = [place for path in self.given.input for place in expanded(path)]
        if not found:
            print(f"sitemap-validator-spark: there is no {' '.join(self.given.input)}", file=sys.stderr)
            return 2
        size = self.given.part_size
        parts = {f"part={number:05}": found[start : start + size] for number, start in enumerate(range(0, len(found), size))}
        self.remove_others(parts)
        for name, places in parts.items():
            self.part(name, places)
        files = self.session.read.parquet(f"{self.output}/files").drop("part")
        sets = sv.sets(files, **self.options)
        self.write(sets, "sets")
        sets = self.session.read.parquet(f"{self.output}/sets")
        self.write(sv.findings(files, sets).repartition("severity"), "findings", "severity")
        self.write(sv.hosts(files, sets), "hosts")
        summary = self.summary(files, sets)
        text = json.dumps(summary, indent=2)
        self.fs.pipe_file(f"{self.root}/_summary.json", f"{text}\n".encode())
        self.fs.pipe_file(f"{self.root}/charts.html", charts.page(summary).encode())
        print(text)
        return 0

    def remove_others(self, parts: Collection[str]) -> None:
        """Removes the parts of an earlier run on more files."""
        for path in self.fs.glob(f"{self.root}/files/part=*"):
            name = path.rpartition("/")[2]
            if name not in parts:
                # Without its mark, it is not taken for complete if this is interrupted.
                self.fs.rm([mark for mark in [self.mark(name)] if self.fs.exists(mark)] + [path], recursive=True)

    def mark(self, part: str) -> str:
        """The file that says what a complete part was made of."""
        return f"{self.root}/_parts/{part}.json"

    def part(self, name: str, places: list[tuple[str, str]]) -> None:
        """Checks a part of the input, unless that is done."""
        mark = self.mark(name)
        made = {"version": __version__, "options": self.options["arguments"], "inputs": [path for _, path in places]}
        if self.given.resume and self.fs.exists(mark):
            if json.loads(self.fs.cat_file(mark)) == made:
                return
            print(f"sitemap-validator-spark: {name} was made of other inputs or options: it is checked again", file=sys.stderr)
        files = sv.validate(self.read(places), **self.options)
        self.write(files, f"files/{name}")
        self.fs.makedirs(f"{self.root}/_parts", exist_ok=True)
        self.fs.pipe_file(mark, json.dumps(made).encode())

    def read(self, places: list[tuple[str, str]]) -> DataFrame:
        paths = [path for _, path in places]
        kind = self.given.input_format or _format(paths[0])
        if kind == "warc":
            return of_archives(self.session, paths, self.given.where, self.given.partitions)
        if kind == "files":
            found = of_files(self.session, places, self.given.base)
        else:
            is_text = paths[0].endswith((".csv", ".csv.gz"))
            found = self.session.read.csv(paths, header=True) if is_text else self.session.read.parquet(*paths)
        if kind == "cc-index":
            found = of_index(found, self.given.where)
        if self.given.partitions:
            found = found.repartition(self.given.partitions)
        base_url = self.given.base_url or (COMMON_CRAWL if kind == "cc-index" else "")
        return found if kind == "parquet" else sv.read_places(self.session, found, base_url=base_url)

    def write(self, frame: DataFrame, name: str, *by: str) -> None:
        writer = frame.write.mode("overwrite").option("compression", "zstd")
        (writer.partitionBy(*by) if by else writer).parquet(f"{self.output}/{name}")

    def summary(self, files: DataFrame, sets: DataFrame) -> dict[str, Any]:
        total = files.agg(
            F.count("file").alias("files"),
            F.sum("stats.entries").alias("entries"),
            F.sum("bytes").alias("bytes"),
            F.sum(F.when(F.col("truncated"), 1).otherwise(0)).alias("truncated"),
            F.sum(F.when(F.col("unread").isNotNull(), 1).otherwise(0)).alias("unread"),
            F.countDistinct("host").alias("hosts"),
            F.countDistinct("domain").alias("domains"),
        ).first()
        of_rules = files.select("host", F.lit(1).alias("files"), F.explode("rules").alias("rule", "findings"))
        # A set is a host; its findings are in several files.
        across = sets.select(F.col("set").alias("host"), F.lit(0).alias("files"), F.explode("rules").alias("rule", "findings"))
        rules = of_rules.unionByName(across).groupBy("rule").agg(
            F.sum("findings").alias("findings"), F.sum("files").alias("files"), F.countDistinct("host").alias("hosts")
        )
        engines = ("sitemaps_org", "google", "bing", "yandex")
        rejected = files.agg(*(F.sum(F.when(F.col(f"engines.{name}") == "invalid", 1).otherwise(0)).alias(name) for name in engines))
        unread = files.where("unread is not null").select("file", "unread").limit(20).collect()
        return {
            "version": __version__,
            **(total.asDict() if total else {}),
            "verdicts": {row[0]: row[1] for row in files.groupBy("verdict").count().collect()},
            "kinds": {row[0]: row[1] for row in files.groupBy("kind").count().collect()},
            "sets": sets.count(),
            "rejected": rejected.collect()[0].asDict(),
            "rules": {row[0]: {"findings": row[1], "files": row[2], "hosts": row[3]} for row in sorted(rules.collect())},
            "first_unread": {row[0]: row[1] for row in unread},
        }


def _format(path: str) -> str:
    if ".warc" in path:
        return "warc"
    return "parquet" if path.endswith(".parquet") else "files"


def _has_byte_limit(version: str) -> bool:
    """True from Spark 4.1 on (SPARK-51316)."""
    major, minor = version.split(".")[:2]
    return (int(major), int(minor)) >= (4, 1)


if __name__ == "__main__":
    sys.exit(main())
