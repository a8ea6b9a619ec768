"""The program ``sitemap-validator-spark``, which is also what ``spark-submit`` takes.

Writes Parquet into the folder OUTPUT: ``files`` with a row for each file, ``findings`` by severity, ``sets`` and ``hosts``.
Also ``_summary.json``, and ``charts.html`` with its figures. The input is checked in parts, whose results are in ``checked``;
with ``--resume``, parts that are complete there are skipped. `output` decides whether a job may write into OUTPUT.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import Any, Optional, Sequence

from pyspark.errors import PySparkException, PythonException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from sitemap_validator import _native, _session, __version__
from sitemap_validator import spark as sv
from sitemap_validator.batch import session_for
from sitemap_validator.spark import charts
from sitemap_validator.spark.output import CHARTS, PARTS, PROGRAM, SUMMARY, TABLES, Output
from sitemap_validator.spark.places import COMMON_CRAWL, File, as_places, expand, is_csv, of_files, of_index, of_places, read_table
from sitemap_validator.spark.records import ROBOTS, SELECTIONS, is_archive
from sitemap_validator.spark.sets import LARGE_SET_BYTES
from sitemap_validator.spark.warc import of_archives

PART_SIZES = {"warc": 1000, "parquet": 100, "places": 100, "cc-index": 10, "files": 100_000}
"""The formats of the input, and the number of input files in a part. The formats are archives of crawls; tables with contents;
tables of places in files; the columnar index of Common Crawl; and sitemaps."""

SHARDS = 64
"""The number of tasks that write the findings of a severity."""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Validates sitemaps with Apache Spark.",
        epilog="Other options are those of `sitemap-validator --help` that concern checks, written as --option=value.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("input", nargs="+", help="files, folders, or URLs of object stores; may contain *")
    add("output", help="new or empty folder for the result; on a cluster with its scheme, such as s3:// or hdfs://")
    add("--input-format", choices=PART_SIZES, help="default: warc for names with .warc, parquet for .parquet, places for .csv, else files")
    add("--select", choices=SELECTIONS, default="all", help="which files to read from archives or the index (default: all)")
    add("--apply-robots", action="store_true", help="also check each sitemap against the robots.txt of its site, if that is in the input")
    add("--base-url", help=f"prefix for each path in the table or index (default for the index: {COMMON_CRAWL})")
    add("--base", help="the URL of the folder of files")
    add("--partitions", type=_count, help="the number of tasks for a part of the input")
    add("--part-size", type=_count, help="the number of input files in a part (default: depends on the format)")
    add("--large-set-bytes", type=_count, default=LARGE_SET_BYTES, help="the size of the column member above which joins compare a set (default: 64 MiB)")
    earlier = parser.add_mutually_exclusive_group()
    earlier.add_argument("--resume", action="store_true", help="continue the job that wrote OUTPUT: skip the parts that are complete")
    earlier.add_argument("--overwrite", action="store_true", help="remove what an earlier job wrote into OUTPUT; other files in it remain")
    known, words = parser.parse_known_args(arguments)
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        # Without spark-submit, Spark starts processes of this Python, unless the variable names another.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        session_for({"arguments": words})
        job = Job(known, words)
        session = SparkSession.builder.appName("sitemap-validator").getOrCreate()
        master = session.conf.get("spark.master", None) or "local"
        if "://" not in known.output and master.startswith(("yarn", "k8s:", "spark:", "mesos:")):
            raise ValueError(f"{known.output}: name a file system that all machines share: s3://, hdfs://, or file:// for a shared folder")
        return job.run(session)
    except Exception as error:
        # Clients of Spark Connect lack py4j. An error in Python code is a fault of this package, and keeps its trace.
        is_java = type(error).__name__ == "Py4JJavaError"
        if isinstance(error, PythonException) or not (is_java or isinstance(error, (TypeError, ValueError, ImportError, OSError, PySparkException))):
            raise
        print(f"{PROGRAM}: {_native.hidden(_reason(str(error)))}", file=sys.stderr)
        return 2


def _reason(text: str) -> str:
    """The line of an error that says why. Java's begin with the call that failed, Spark's go on with the plan of the query."""
    lines = text.splitlines() or [""]
    reason = next((line[2:] for line in lines if line.startswith(": ")), lines[0])
    return re.sub(r"^[\w.$]+(Exception|Error): ", "", reason)


def _count(text: str) -> int:
    """A positive number."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


class Job:
    """A run of the program. Wrong arguments raise `ValueError` before Spark starts and before anything is written."""

    def __init__(self, arguments: argparse.Namespace, words: Sequence[str]) -> None:
        self.arguments = arguments
        self.options: dict[str, Any] = {"arguments": list(words)}
        self.output: Output = Output(arguments.output)
        self.robots: Optional[DataFrame] = None
        if arguments.base:
            _session({}, base=arguments.base)
        self.format = arguments.input_format or ""
        tables = ("parquet", "places")
        names = {"": ("warc", *tables, "files"), "places": tables, "cc-index": tables}.get(self.format, (self.format,))
        inputs = expand(arguments.input, lambda name: _format(name) in names)
        formats = {_format(file.name) or "files" for file in inputs}
        if not inputs:
            raise ValueError(f"there are no files to check in {' '.join(arguments.input)}")
        missing = [file.path for file in inputs if file.size is None]
        if missing:
            raise ValueError(f"{missing[0]} does not exist")
        self.output.check_inputs(arguments.input, (file.path for file in inputs))
        self.tables: list[str] = [name for name in TABLES if name != "robots" or arguments.apply_robots]
        self.output.check(self.tables, resume=arguments.resume, overwrite=arguments.overwrite)
        if not self.format and len(formats) > 1:
            raise ValueError(f"the input has files of several formats ({', '.join(sorted(formats))}): name one with --input-format")
        self.format = self.format or formats.pop()
        size = arguments.part_size or PART_SIZES[self.format]
        self.inputs = inputs
        starts = enumerate(range(0, len(inputs), size))
        self.parts: dict[str, list[File]] = {f"part={number:05}": inputs[start : start + size] for number, start in starts}

    def run(self, session: SparkSession) -> int:
        self.session = session
        # Spark's own format of timestamps says no zone.
        session.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
        if not _limits_bytes(session.version):
            # 10,000 large files would not fit into memory.
            session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "16")
        # A table without the columns is reported before an earlier result is removed.
        self.read(self.parts["part=00000"], self.arguments.select)
        self.output.begin(self.tables, overwrite=self.arguments.overwrite)
        fs = self.output.fs
        for path in fs.glob(self.output.below("checked/part=*")):
            name = path.rpartition("/")[2]
            if name not in self.parts:
                # Without its manifest, it is not taken for complete if this is interrupted.
                fs.rm([*fs.glob(self.manifest(name)), path], recursive=True)
        if self.arguments.apply_robots:
            self.robots = self.write(self.read(self.inputs, "robots"), "robots")
        left = [name for name, files in self.parts.items() if not self.part(name, files)]
        checked = self.session.read.parquet(f"{self.output.url}/checked").drop("part")
        sets = self.write(sv.sets(checked, large_set_bytes=self.arguments.large_set_bytes, **self.options), "sets")
        files = self.write(checked.drop("member"), "files")
        findings = sv.findings(files, sets)
        # Tasks write a share of the findings of a severity each.
        self.write(findings.repartition("severity", F.pmod(F.hash("file", "rule"), F.lit(SHARDS))), "findings", "severity")
        self.write(sv.hosts(files, sets), "hosts")
        summary = self.summary(files, sets)
        text = json.dumps(summary, indent=2)
        self.output.write(SUMMARY, f"{text}\n")
        self.output.write(CHARTS, charts.page(summary))
        print(text)
        if summary["read_errors"]:
            print(f"sitemap-validator-spark: {summary['read_errors']:,} files could not be read; the column read_error says why", file=sys.stderr)
        if left:
            print(f"sitemap-validator-spark: nothing could be read in {', '.join(left)}; --resume tries again", file=sys.stderr)
        return 1 if left else 0

    def manifest(self, part: str) -> str:
        """The file that records the inputs and options of a complete part."""
        return self.output.below(f"{PARTS}/{part}.json")

    def part(self, name: str, inputs: list[File]) -> bool:
        """Checks a part of the input, unless that is complete. False if nothing in it could be read."""
        path, fs = self.manifest(name), self.output.fs
        about = [self.format, *(getattr(self.arguments, option) for option in ("select", "apply_robots", "base", "base_url"))]
        manifest = {"version": __version__, "options": [*about, *self.options["arguments"]], "inputs": [[file.path, file.size] for file in inputs]}
        if fs.exists(path):
            if json.loads(fs.cat_file(path)) == manifest:
                return True
            print(f"sitemap-validator-spark: {name} has other inputs, options or another version; checking it again", file=sys.stderr)
            fs.rm(path)
        checked = sv.validate(self.read(inputs, self.arguments.select), robots=self.robots, members=True, **self.options)
        checked = self.write(checked, f"checked/{name}")
        if checked.where("read_error is null").isEmpty() and not checked.isEmpty():
            return False
        fs.makedirs(self.output.below(PARTS), exist_ok=True)
        fs.pipe_file(path, json.dumps(manifest).encode())
        return True

    def read(self, inputs: list[File], select: str) -> DataFrame:
        """The contents of input files."""
        paths = [file.path for file in inputs]
        partitions = self.arguments.partitions
        if self.format == "warc":
            return of_archives(self.session, paths, select, partitions)
        if self.format == "files":
            chosen = [file for file in inputs if select == "all" or f"/{file.path}".lower().endswith(ROBOTS) == (select == "robots")]
            return of_places(of_files(self.session, chosen, self.arguments.base, partitions), "", None)
        # Spark takes these for patterns.
        paths = [re.sub(r"([\[\]{}?*\\])", r"\\\1", path) for path in paths]
        table = read_table(self.session, paths)
        if self.format == "cc-index":
            return of_places(as_places(of_index(table, select)), self.arguments.base_url or COMMON_CRAWL, partitions)
        if self.format == "parquet" and "content" not in table.columns:
            raise ValueError(f"there is no column content in the input, only {', '.join(table.columns)}: is it of another --input-format?")
        # The name of the folders of parts.
        table = as_places(table) if self.format == "places" else table.drop("part")
        if select == "robots":
            table = table.where(F.lower(F.regexp_extract("url", "^https?://[^/]+(/[^?#]*)", 1)) == ROBOTS)
        return table if self.format == "parquet" else of_places(table, self.arguments.base_url or "", partitions)

    def write(self, frame: DataFrame, name: str, *by: str) -> DataFrame:
        """Writes a table; returns it as it is in storage."""
        writer = frame.write.mode("overwrite").option("compression", "zstd")
        (writer.partitionBy(*by) if by else writer).parquet(f"{self.output.url}/{name}")
        return self.session.read.schema(frame.schema).parquet(f"{self.output.url}/{name}")

    def summary(self, files: DataFrame, sets: DataFrame) -> dict[str, Any]:
        def total(name: str, value: Any) -> Any:
            return F.coalesce(F.sum(value), F.lit(0)).alias(name)

        totals = files.agg(
            F.count("file").alias("files"),
            total("entries", F.col("stats.entries")),
            total("bytes", F.col("bytes")),
            total("truncated", F.col("truncated").cast("int")),
            total("read_errors", F.col("read_error").isNotNull().cast("int")),
            F.countDistinct("host").alias("hosts"),
            F.countDistinct("domain").alias("domains"),
        )
        rejected = files.agg(*(total(name, F.when(F.col(f"engines.{name}") == "invalid", 1).otherwise(0)) for name in sv.ENGINES))
        by_file = files.select("host", F.lit(1).alias("files"), F.explode("rules").alias("rule", "findings"))
        # A set is a host; its findings are in several files.
        host = F.when(F.col("set") != "", F.col("set")).alias("host")
        across = sets.select(host, F.lit(0).alias("files"), F.explode("rules").alias("rule", "findings"))
        rules = by_file.unionByName(across).groupBy("rule").agg(
            F.sum("findings").alias("findings"), F.sum("files").alias("files"), F.countDistinct("host").alias("hosts")
        )
        errors = files.where("read_error is not null").select("file", "read_error").limit(20).collect()
        return {
            "version": __version__,
            **totals.collect()[0].asDict(),
            "verdicts": {row[0]: row[1] for row in files.groupBy("verdict").count().collect()},
            "kinds": {row[0]: row[1] for row in files.groupBy("kind").count().collect()},
            "sets": sets.count(),
            "rejected": rejected.collect()[0].asDict(),
            "rules": {row[0]: {"findings": row[1], "files": row[2], "hosts": row[3]} for row in sorted(rules.collect())},
            "first_read_errors": {row[0]: row[1] for row in errors},
        }


def _format(name: str) -> str:
    """The format that the name of a file suggests, or an empty text for a file that is not checked."""
    lower = name.lower()
    if is_archive(lower):
        return "warc"
    if is_csv(lower):
        return "places"
    if lower.endswith(".parquet"):
        return "parquet"
    return "files" if _native.is_sitemap_name(name.rpartition("/")[2]) else ""


def _limits_bytes(version: str) -> bool:
    """True for a Spark that limits the bytes of a batch: 4.1 and newer (SPARK-51316)."""
    major, minor = version.split(".")[:2]
    return (int(major), int(minor)) >= (4, 1)


if __name__ == "__main__":
    sys.exit(main())
