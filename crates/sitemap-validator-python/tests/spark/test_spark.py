"""The checks on Spark and on Sail: `ENGINE` names the engine, `PROGRAM` the command line program whose results must be equal, and
`SITES` is the number of sites that are compared.
"""

import gzip
import json
import os
import random
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import fsspec
import pyarrow as pa
import pyspark
import pytest
from pyarrow import parquet
from pyspark.sql import functions as F

from captures import capture, site, warc
from sitemap_validator import batch, spark as sv
from sitemap_validator.spark import job, places

ENGINE = os.environ["ENGINE"]
SITES = int(os.environ["SITES"])
NOW = "2025-06-01"
ROOT = Path(os.environ["ROOT"])
FINDING = ("rule", "severity", "message", "line", "column", "start", "end", "entry")


@pytest.fixture(scope="session")
def session():
    if ENGINE == "sail":
        from pysail.spark import SparkConnectServer
        from pyspark.sql import SparkSession

        server = SparkConnectServer("127.0.0.1", 0)
        server.start(background=True)
        os.environ["SPARK_REMOTE"] = f"sc://127.0.0.1:{server.listening_address[1]}"
        session = SparkSession.builder.getOrCreate()
        yield session
        session.stop()
        server.stop()
    else:
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder.master(ENGINE).config("spark.ui.enabled", "false")
        # Java's Snappy does not load where musl is installed beside glibc.
        builder = builder.config("spark.sql.parquet.compression.codec", "zstd")
        session = builder.config("spark.sql.shuffle.partitions", "4").getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        yield session
        session.stop()


only_spark = pytest.mark.skipif(ENGINE == "sail", reason="Sail does not retry tasks")


def rows(frame):
    return [row.asDict(recursive=True) for row in frame.collect()]


def of_findings(found):
    return sorted(tuple(str(one[name]) for name in FINDING) for one in found)


def contents(session, files, folder):
    """A DataFrame of names, URLs and contents."""
    columns = dict(zip(("name", "url", "content"), map(list, zip(*files))))
    parquet.write_table(pa.table(columns), folder / "contents.parquet", compression="zstd")
    return session.read.parquet(str(folder / "contents.parquet"))


def documented(table):
    """The columns of a table in the documentation, with their types."""
    text = (ROOT / "docs/tables.md").read_text().split(f"\n## `{table}`\n")[1].split("\n## ")[0]
    return [tuple(cell.strip(" `") for cell in line.split("|")[1:3]) for line in text.splitlines() if line.startswith("| `")]


def columns_of(schema, before=""):
    """The columns of a table and the fields of its structs, with their types as the documentation has them."""
    for field in schema.fields:
        name, kind = before + field.name, field.dataType.simpleString()
        if name in ("findings", "member"):
            yield name, kind.partition("<struct")[0] + "<struct>" if name == "findings" else "struct"
        elif kind.startswith("struct"):
            yield from columns_of(field.dataType, f"{name}.")
        else:
            yield name, kind


def test_columns_are_documented(session, tmp_path):
    (tmp_path / "sitemap.xml").write_text("<urlset/>")
    files = sv.validate(sv.read_files(session, str(tmp_path)), members=True)
    sets = sv.sets(files)
    tables = {"files": files, "findings": sv.findings(files, sets), "sets": sets, "hosts": sv.hosts(files, sets)}
    for name, frame in tables.items():
        assert list(columns_of(frame.schema)) == documented(name), name
    names = [name for name, _ in documented("findings")]
    place, finding = names[: names.index("date")], names[names.index("rule") : names.index("set")]
    assert files.schema["findings"].dataType.elementType.names == finding
    assert sets.schema["findings"].dataType.elementType.names == place + finding
    assert batch.files_schema().names == files.columns[: files.columns.index("findings") + 1]


def saved(session, frame, folder):
    """The same from storage, so that it is computed once."""
    frame.write.parquet(str(folder / "saved"))
    return session.read.parquet(str(folder / "saved"))


def test_results_are_those_of_the_command_line(session, tmp_path):
    fixtures = [path for path in sorted(ROOT.glob("tests/fixtures/*/*")) if path.suffix in {".xml", ".txt", ".gz"} and path.stat().st_size]
    # A robots.txt would change what the command line finds in the others.
    fixtures = [path for path in fixtures if "robots" not in path.name]
    rng = random.Random(1)
    folder = tmp_path / "sitemaps"
    folder.mkdir()
    for number in range(500):
        content = bytearray(fixtures[number % len(fixtures)].read_bytes())
        for _ in range(number // len(fixtures)):
            # Every kind of damage has its findings.
            # A text without a URL in its first line would be no list, which is left out.
            is_list = fixtures[number % len(fixtures)].suffix == ".txt"
            at = rng.randrange(content.index(b"\n") + 1 if is_list else 0, len(content))
            content[at : at + rng.randrange(3)] = bytes(rng.choices(b'<>&"/ 09az\xc3', k=rng.randrange(3)))
        name = fixtures[number % len(fixtures)].name
        (folder / f"{number:03}-{name}").write_bytes(content)
    words = ["--format", "json", "--base", "https://tidepool.page/", f"--now={NOW}", "--max-diagnostics", "1000"]
    # Of a folder, the program leaves out what is no sitemap.
    names = sorted(path.name for path in folder.iterdir())
    written = subprocess.run([os.environ["PROGRAM"], *words, *names], capture_output=True, cwd=folder).stdout
    report = json.loads(written)
    assert len(report["files"]) == 500

    files = sv.validate(sv.read_files(session, str(folder), base="https://tidepool.page/"), members=True, now=NOW, max_diagnostics=1000)
    files = saved(session, files, tmp_path)
    checked = {row["file"]: row for row in rows(files)}
    for file in report["files"]:
        row = checked.pop(Path(file["name"]).name)
        assert row["url"] == file["url"] and row["verdict"] == file["verdict"], file["name"]
        assert row["counts"] == file["counts"] and row["rules"] == file["rules"], file["name"]
        assert row["stats"]["entries"] == file["stats"]["entries"] and row["kind"] == file["kind"]
        assert of_findings(row["findings"]) == of_findings(file["diagnostics"]), file["name"]
    assert not checked
    (across,) = rows(sv.sets(files, now=NOW, max_diagnostics=1000))
    assert across["rules"] == report["set"]["rules"] and across["files"] == 500
    assert of_findings(across["findings"]) == of_findings(report["set"]["diagnostics"])
    total = sum(len(file["diagnostics"]) for file in report["files"]) + len(report["set"]["diagnostics"])
    assert sv.findings(files, sv.sets(files, now=NOW, max_diagnostics=1000)).count() == total
    (alone,) = rows(sv.hosts(files))
    assert alone["domain"] == "tidepool.page" and alone["files"] == 500 and alone["errors"] > 500
    assert alone["rules"][0]["count"] >= alone["rules"][1]["count"]
    (host,) = rows(sv.hosts(files, sv.sets(files, now=NOW, max_diagnostics=1000)))
    assert any(across["counts"].values())
    for severity, count in across["counts"].items():
        assert host[f"{severity}s"] == alone[f"{severity}s"] + count, severity


def test_sets_are_those_of_one_process(session, tmp_path):
    rng = random.Random(2)
    sites = [site(rng, number) for number in range(SITES)]
    files = [file for one in sites for file in one]
    rng.shuffle(files)
    checked = saved(session, sv.validate(contents(session, files, tmp_path), members=True), tmp_path)
    found = {row["set"]: row for row in rows(sv.sets(checked))}
    # Whether a set is in one task does not matter.
    assert {row["set"]: row for row in rows(sv.sets(checked, large_set_bytes=0))} == found
    # Of two captures, the later one that is complete.
    torn = checked.select(*(F.lit(True).alias(name) if name == "truncated" else name for name in checked.columns), F.lit("2026").alias("date"))
    no_member = F.struct(F.col("member.key").alias("key"), F.col("member.lists").alias("lists"), F.lit(b"no member").alias("packed"))
    old = checked.withColumns({"date": F.lit("2024"), "bytes": F.lit(0), "member": no_member})
    twice = checked.withColumn("date", F.lit("2025")).unionByName(torn).unionByName(old)
    assert {row["set"]: row for row in rows(sv.sets(twice))} == found
    expected = 0
    for one in sites:
        # A site whose files are on another host as well is one set.
        name = one[0][1].split("/")[2]
        table = pa.table({key: [row[at] for row in one] for at, key in enumerate(("name", "url", "content"))})
        members = batch.validate_batch(table.sort_by("name"), members=True).column("member").to_pylist()
        (row,) = batch.validate_set(name, members).to_pylist()
        result = found.pop(name)
        assert result["files"] == row["files"] == len(one), name
        assert result["rules"] == dict(row["rules"]) and of_findings(result["findings"]) == of_findings(row["findings"]), name
        expected += len(row["findings"])
    assert not found and expected > SITES


def test_archives_are_read(session, tmp_path):
    text = site(random.Random(3), 1)[-1][2]
    origin = "https://site1.example.com"
    sitemap = f"{origin}/sitemap.xml"
    end = text.rindex(b"</loc>")
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (text[:9], text[9:], b""))
    records = [
        capture(f"{origin}/robots.txt", b"User-agent: *\nDisallow: /\nSitemap: https://site1.example.com/sitemap.xml"),
        capture(sitemap, gzip.compress(text), headers={"Content-Encoding": "gzip", "Content-Type": "text/xml"}),
        capture(f"{origin}/torn.xml", text[:end], truncated=True),
        capture(f"{origin}/packed.xml.gz", gzip.compress(text)[:-20], truncated=True),
        # Servers and archives name encodings that bodies do not have.
        capture(f"{origin}/plain.xml", text, headers={"Content-Encoding": "gzip, UTF-8", "Transfer-Encoding": "chunked"}),
        capture(f"{origin}/chunked.xml", chunked, headers={"Transfer-Encoding": "chunked"}),
        capture(f"{origin}/", b"<html>", headers={"Content-Type": "text/html"}),
        capture(f"{origin}/sitemap/", b"<html>", headers={"Content-Type": "text/html"}),
        capture(f"{origin}/gone-sitemap.xml", b"<html>", status=404),
        capture(f"{origin}/last.xml", os.urandom(500)),
    ]
    (tmp_path / "a.warc.gz").write_bytes(warc(records))
    (tmp_path / "b.warc.gz").write_bytes(warc(records)[:-300] + bytes(100))
    (tmp_path / "c.warc.gz").write_bytes(warc(records)[:-300])
    files = sv.read_warc(session, str(tmp_path), select="all")
    found = rows(files.drop("content"))
    for name, reason in (("b", "cannot be read after"), ("c", "ends within")):
        (row,) = [row for row in found if row["source"].endswith(f"{name}.warc.gz") and row["url"] is None]
        assert reason in row["read_error"], row
    addresses = [row["url"] for row in found if row["source"].endswith("a.warc.gz")]
    assert sorted(addresses) == [f"{origin}/{name}" for name in ("chunked.xml", "last.xml", "packed.xml.gz", "plain.xml", "robots.txt", "sitemap.xml", "torn.xml")]
    bomb = capture(f"{origin}/bomb.xml", gzip.compress(bytes(600_000_000), 1), headers={"Content-Encoding": "gzip"})
    (tmp_path / "bomb.warc").write_bytes(bomb)
    for name, reason in (("none.warc.gz", "No such file"), ("bomb.warc", "512 MiB")):
        (row,) = rows(sv.read_warc(session, f"{tmp_path}/{name}").drop("content"))
        assert reason in row["read_error"]
    robots = sv.read_warc(session, f"{tmp_path}/a.warc.gz", select="robots")
    checked = {row["url"]: row for row in rows(sv.validate(sv.read_warc(session, f"{tmp_path}/a.warc.gz"), robots=robots))}
    assert checked.pop(f"{origin}/last.xml")["date"].timestamp() == datetime(2025, 6, 1, tzinfo=timezone.utc).timestamp()
    for row in checked.values():
        # Nothing is reported about the missing end.
        assert not any(rule.startswith(("xml-", "gzip-")) for rule in row["rules"]), row
        assert "scope-robots-blocked" in row["rules"]
        assert row["source"].endswith("a.warc.gz") and row["offset"] > 0
    torn, packed = checked[f"{origin}/torn.xml"], checked[f"{origin}/packed.xml.gz"]
    entries = checked[sitemap]["stats"]["entries"]
    assert torn["truncated"] and torn["stats"]["entries"] == entries - 1
    assert packed["truncated"] and packed["kind"] == "urlset"
    assert all(checked[f"{origin}/{name}.xml"]["stats"]["entries"] == entries for name in ("plain", "chunked"))
    index_columns = "url string, url_path string, fetch_status short, content_mime_type string, warc_filename string, "
    index_columns += "warc_record_offset int, warc_record_length int, content_truncated string"
    index, at = [], 0
    for record in records:
        url = record.split(b"Target-URI: ")[1].split(b"\r\n")[0].decode()
        status = 404 if b"HTTP/1.1 404" in record else 200
        kind = record.split(b"HTTP/1.1")[1].split(b"Content-Type: ")[1].split(b"\r\n")[0].decode()
        length = len(warc([record]))
        index.append((url, url.removeprefix("https://site1.example.com"), status, kind, "a.warc.gz", at, length, None))
        at += length
    for select in ("xml", "robots", "all"):
        listed = sv.read_index(session, session.createDataFrame(index, index_columns), select=select, base_url=f"{tmp_path}/")
        columns = ("url", "content", "truncated", "offset")
        both = [sorted(tuple(row[name] for name in columns) for row in rows(frame)) for frame in (listed, sv.read_warc(session, f"{tmp_path}/a.warc.gz", select=select))]
        assert both[0] == both[1] and both[0]
    # The index gives the offset and length of a record.
    offset = next(row["offset"] for row in found if row["url"] == sitemap and "a.warc" in row["source"])
    length = len(warc(records[1:2]))
    columns = "warc_filename string, warc_record_offset int, warc_record_length int, url string, content_truncated string"
    locations = [("a.warc.gz", offset, length, sitemap, ""), ("a.warc.gz", offset, length, "torn", "length"), ("no.warc.gz", 0, 9, "away", None), ("a.warc.gz", 0, 0, "empty", "")]
    read = sv.read_places(session, session.createDataFrame(locations, columns), base_url=f"{tmp_path}/")
    found = {row["url"]: row for row in rows(read)}
    assert bytes(found[sitemap]["content"]) == text == bytes(found["torn"]["content"])
    assert not found[sitemap]["truncated"] and found["torn"]["truncated"]
    assert found["empty"]["content"] is None and found["empty"]["read_error"]
    assert found["away"]["content"] is None and "no.warc.gz" in found["away"]["read_error"]


def test_failed_requests_are_repeated(monkeypatch):
    class Busy(fsspec.AbstractFileSystem):
        protocol = "busy"
        failures = {"busy.xml": 3, "down.xml": 4, "secret.xml": 1}

        def cat_file(self, path, *rest, **options):
            Busy.failures[path] -= 1
            if Busy.failures[path] >= 0:
                raise PermissionError("secret") if "secret" in path else OSError("busy")
            return b"content"

    fsspec.register_implementation("busy", Busy)
    monkeypatch.setattr(places, "WAITS", (0, 0, 0))
    paths = [f"busy://{path}" for path in Busy.failures]
    place = dict.fromkeys(column.split(" ")[0] for column in places.PLACE.split(", "))
    found = [row.get("content") or row["read_error"] for row in places._read([{**place, "path": path} for path in paths])]
    assert found == [b"content", "busy://down.xml cannot be read: busy", "busy://secret.xml cannot be read: secret"]
    assert Busy.failures == {"busy.xml": -1, "down.xml": 0, "secret.xml": 0}


def test_the_program_writes_tables_and_resumes(session, tmp_path, capsys, monkeypatch):
    rng = random.Random(4)
    for number in range(4):
        files = [file for one in range(5) for file in site(rng, number * 5 + one)]
        records = [capture(address, content) for _, address, content in files]
        (tmp_path / f"{number}.warc.gz").write_bytes(warc(records))
    (tmp_path / "4.warc.gz").write_bytes(b"no archive")
    output = tmp_path / "out"
    new = [f"{tmp_path}/*.warc.gz", str(output), "--part-size", "3", "--apply-robots", "--profile=google"]
    words = [*new, "--resume"]
    assert job.main(new) == 0
    summary = json.loads((output / "_summary.json").read_text())
    assert summary["sets"] == 20 and summary["read_errors"] == 1 and "4.warc.gz" in "".join(summary["first_read_errors"].values())
    assert json.loads(capsys.readouterr().out) == summary
    if pyspark.__version__ < "4.1":
        assert session.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch") == "16"
    charts = (output / "charts.html").read_text()
    assert all(f"<code>{rule}</code>" in charts for rule in summary["rules"])
    parts = [path.stat().st_mtime_ns for path in sorted((output / "checked").rglob("*.parquet"))]
    (output / "_parts/part=00001.json").unlink()
    assert job.main(words) == 0
    again = [path.stat().st_mtime_ns for path in sorted((output / "checked").rglob("*.parquet"))]
    assert len(set(parts) & set(again)) in range(1, len(parts)) and json.loads((output / "_summary.json").read_text()) == summary
    # Parts of an earlier run are removed.
    assert job.main([*words, "--part-size", "9"]) == 0
    assert json.loads((output / "_summary.json").read_text()) == summary
    (output / "notes.txt").write_text("mine")
    assert job.main([*new, "--overwrite"]) == 0
    assert json.loads((output / "_summary.json").read_text()) == summary
    assert (output / "notes.txt").read_text() == "mine" and (output / "_parts/part=00001.json").exists()
    findings = session.read.parquet(str(output / "findings"))
    listed = sum(rule["findings"] for rule in summary["rules"].values())
    assert findings.count() == listed
    for name in ("files", "findings", "sets", "hosts"):
        written = session.read.parquet(str(output / name)).schema
        assert dict(columns_of(written)) == {name: kind for name, kind in documented(name) if name != "member"}, name
    # Pages and sitemaps are on several hosts.
    across = findings.where("set is not null").select("url", "host", "domain").distinct()
    assert {(row["url"].split("/")[2], ".".join(row["host"].split(".")[-2:])) for row in rows(across)} == {(row["host"], row["domain"]) for row in rows(across)}
    # Where nothing can be read, the part is not complete; nothing to check is no failure, but Sail writes no file then.
    (tmp_path / "5.warc.gz").write_bytes(warc([capture("https://site1.example.com/", b"<html>", headers={"Content-Type": "text/html"})]))
    for name, code in (("5", 0), ("4", 1))[ENGINE == "sail" :]:
        assert job.main([f"{tmp_path}/{name}.warc.gz", str(output), "--overwrite"]) == code
        assert (output / "_parts/part=00000.json").exists() == (code == 0)
    # A wrong table is reported before the result is removed.
    parquet.write_table(pa.table({"path": ["a.xml"]}), tmp_path / "places.parquet")
    before = {path: path.stat().st_mtime_ns for path in output.rglob("*")}
    assert job.main([f"{tmp_path}/places.parquet", str(output), "--overwrite"]) == 2
    assert "there is no column content" in capsys.readouterr().err
    # So is one that cannot be read, in one line.
    (tmp_path / "torn.parquet").write_bytes(b"PAR1, and nothing else")
    assert job.main([f"{tmp_path}/torn.parquet", str(output), "--overwrite"]) == 2
    reason = capsys.readouterr().err
    assert reason.startswith("sitemap-validator-spark: ") and reason.count("\n") == 1, reason
    # Most text files in folders are no sitemaps.
    for name, text in {"notes.txt": "hello", "list.txt": "https://tidepool.page/", "robots.txt": "", "sitemap.txt": "hello"}.items():
        (tmp_path / "site").mkdir(exist_ok=True)
        (tmp_path / "site" / name).write_text(text)
    found = [file.below for file in places.expand(str(tmp_path / "site"), places._native.is_sitemap_name)]
    assert found == ["list.txt", "robots.txt", "sitemap.txt"]
    # What follows is refused without Spark.
    monkeypatch.setattr(job, "SparkSession", None)
    (tmp_path / "foreign/files/part=0").mkdir(parents=True)
    (tmp_path / "foreign/files/part=0/part-0.parquet").write_text("mine")
    for option in ([], ["--resume"], ["--overwrite"]):
        assert job.main([new[0], f"{tmp_path}/foreign", *option]) == 2 and "name a new or an empty folder" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "foreign").rglob("*")] == ["files", "part=0", "part-0.parquet"]
    assert job.main(new) == 2 and "--resume continues it, --overwrite replaces it" in capsys.readouterr().err
    for option, problem in {
        "--profile=nonsense": "'nonsense'",
        "--baseline=known.json": "--baseline cannot be used",
        "--base=tidepool.page": "https://",
        "more.xml": "more.xml is no option",
        f"--output={output}": "output",
    }.items():
        assert job.main([*words, option]) == 2
        assert problem in capsys.readouterr().err, option
    assert job.main([str(output / "files"), str(output)]) == 2 and "contains files of the input" in capsys.readouterr().err
    assert job.main([new[0], f"{ROOT}/tests/fixtures", f"{output}2"]) == 2 and "several formats" in capsys.readouterr().err
    for option in ("--part-size=-1", "--overwrite"):
        with pytest.raises(SystemExit):
            job.main([*words, option])
    assert {path: path.stat().st_mtime_ns for path in output.rglob("*")} == before


@only_spark
def test_lost_processes_change_nothing(session, tmp_path):
    files = [file for number in range(100) for file in site(random.Random(number), number)]
    frame = contents(session, files, tmp_path).repartition(8)
    expected = sorted((row["file"], row["verdict"], str(row["counts"])) for row in rows(sv.validate(frame)))
    mark = tmp_path / "mark"

    def check(batches):
        import signal

        doomed = os.getpid()
        while "cluster" in ENGINE and "java" not in Path(f"/proc/{doomed}/comm").read_text():
            # The worker is a descendant of the process that Spark started.
            doomed = int(Path(f"/proc/{doomed}/stat").read_text().rpartition(")")[2].split()[1])
        for one in batches:
            try:
                # Only the first task can create the file.
                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(doomed, signal.SIGKILL)
            yield batch.validate_batch(one).select(["file", "verdict", "counts"])

    schema = "file string, verdict string, counts struct<error: long, warning: long, info: long>"
    again = sorted((row["file"], row["verdict"], str(row["counts"])) for row in rows(frame.mapInArrow(check, schema)))
    assert mark.exists() and again == expected


@only_spark
def test_large_rows_fit(session, tmp_path):
    url = "<url><loc>https://tidepool.page/{}</loc></url>\n"
    text = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + "".join(map(url.format, range(1_300_000))) + "</urlset>"
    assert len(text) > 60_000_000
    frame = contents(session, [(f"{number}.xml", None, text.encode()) for number in range(2)], tmp_path)
    (one, other) = rows(sv.validate(frame))
    assert one["rules"] == other["rules"] and one["stats"]["entries"] == 1_300_000 and one["rules"]["limits-too-many-urls"] == 1
