"""Measures the rate of checks with Spark: `python measure.py CRAWL [THREADS]`.

CRAWL is the folder from ``crawl.py``. One process checks it without Spark, then Spark with THREADS threads. The start of Spark
and two runs to warm up are not timed. Also prints the highest memory of a process of Python.
"""

import os
import sys
import threading
import time
from pathlib import Path

from pyspark.sql import SparkSession

from sitemap_validator import spark as sv
from sitemap_validator.batch import validate_rows
from sitemap_validator.spark.records import grouped_rows, records


def without_spark(paths):
    """The time and the number of files in this process."""
    start, files = time.perf_counter(), 0
    for rows in grouped_rows(row for path in paths for row in records(path, path, "all")):
        files += len(validate_rows(rows))
    return time.perf_counter() - start, files


def with_spark(paths, threads):
    """The time with Spark."""
    builder = SparkSession.builder.master(f"local[{threads}]").config("spark.ui.enabled", "false")
    session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    for _ in range(3):
        # Java compiles what runs often: the last run counts.
        start = time.perf_counter()
        files = sv.validate(sv.read_warc(session, paths, select="all", partitions=4 * threads))
        files.write.format("noop").mode("overwrite").save()
        seconds = time.perf_counter() - start
    session.stop()
    return seconds


def memory(process):
    """The highest memory of a process so far, in MiB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)


def watch(highest, is_over):
    """Keeps the highest memory of the processes of Python that Spark has started."""
    while not is_over.wait(0.1):
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if b"pyspark.daemon" in Path(f"/proc/{process}/cmdline").read_bytes():
                    highest[0] = max(highest[0], memory(process))
            except OSError:
                pass  # It has ended.


def main(crawl, threads=2):
    paths = sorted(map(str, crawl.glob("*.warc.gz")))
    without_spark(paths[:8])
    one, files = without_spark(paths)
    print(f"1 process: {files / one:,.0f} files/s in {one:.1f} s, {memory('self')} MiB")
    highest, is_over = [0], threading.Event()
    watcher = threading.Thread(target=watch, args=(highest, is_over))
    watcher.start()
    seconds = with_spark(paths, threads)
    is_over.set()
    watcher.join()
    print(f"Spark, {threads} threads: {files / seconds:,.0f} files/s in {seconds:.1f} s, {one / seconds / threads:.2f} of {threads} × 1 process, {highest[0]} MiB for each")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
