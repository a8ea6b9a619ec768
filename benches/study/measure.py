"""Measures the rate of checks with Spark: `python measure.py CRAWL [THREADS]`.

CRAWL is the folder from ``crawl.py``. One process checks it without Spark, then Spark does, with so many threads; its start and two
runs before are not counted. Also prints the memory of the processes of Python.
"""

import os
import resource
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession

from sitemap_validator import spark as sv
from sitemap_validator.batch import validate_batch
from sitemap_validator.spark.records import batches, records


def alone(paths):
    """The time and the number of files in one process."""
    start, files = time.perf_counter(), 0
    for batch in batches(row for path in paths for row in records(path, path, "all")):
        files += len(validate_batch(batch))
    return time.perf_counter() - start, files


def with_spark(paths, threads):
    """The same with Spark."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{threads}]").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    session = builder.config("spark.python.worker.reuse", "true").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")

    def run(some):
        start = time.perf_counter()
        sv.validate(sv.read_warc(session, some, where="all", partitions=4 * threads)).write.format("noop").mode("overwrite").save()
        return time.perf_counter() - start

    # Java compiles what runs often.
    run(paths)
    run(paths)
    seconds = run(paths)
    session.stop()
    return seconds


def main(crawl, threads=2):
    paths = sorted(map(str, crawl.glob("*.warc.gz")))
    alone(paths[:8])
    one, files = alone(paths)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"1 process: {files / one:,.0f} files/s in {one:.1f} s, {memory:.0f} MiB")
    seconds = with_spark(paths, threads)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"Spark, {threads} threads: {files / seconds:,.0f} files/s in {seconds:.1f} s, {one / seconds / threads:.2f} of {threads} × 1 process")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
