"""The installed package. `PROGRAM` is the command line program that its reports are compared with."""

import datetime
import doctest
import gzip
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pytest
from hypothesis import given, settings, strategies

import sitemap_validator as sv
from sitemap_validator import batch

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
"""
BROKEN = f"""{HEAD}<url><loc>https://tidepool.page/?a=1&b=2</loc><lastmod>2025-01-31</lastmod><priority>0.5</priority>
<xhtml:link rel="alternate" hreflang="de" href="https://tidepool.page/de?a&amp;b"/>
<image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image></url>
<url><loc>https://tidepool.page/b</loc><lastmod>2025-13-31</lastmod><news:news><news:publication><news:name>Tide</news:name>
<news:language>en</news:language></news:publication><news:title>High &amp; low</news:title></news:news></url>
</urlset>
"""
INDEX = """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>{0}/a.xml</loc></sitemap>
<sitemap><loc>{0}/none.xml</loc></sitemap>
</sitemapindex>
"""
NOW = "2025-06-01"
SETS = Path(os.environ["ROOT"], "tests/sets")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "a.xml").write_text(BROKEN)
    (tmp_path / "index.xml").write_text(INDEX.format("https://tidepool.page"))
    (tmp_path / "b.xml.gz").write_bytes(gzip.compress(BROKEN.replace("page/b", "page/c").encode()))
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /b\nSitemap: https://tidepool.page/index.xml\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def program(*words):
    command = [os.environ["PROGRAM"], "--format", "json", f"--now={NOW}", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8").stdout


def test_reports_are_those_of_the_command_line(folder):
    url = "https://tidepool.page/a.xml"
    assert sv.validate("a.xml", now=NOW).to_json() == program("a.xml")
    french = sv.validate("a.xml", url=url, now=NOW, lang="fr", profile=["google", "bing"], pedantic=True)
    assert french.to_json() == program("--url", url, "--lang=fr", "--profile=google,bing", "--pedantic", "a.xml")
    several = sv.validate_set([folder], base="https://tidepool.page/", robots="robots.txt", now=NOW)
    assert several.to_json() == program("--base=https://tidepool.page/", "--robots=robots.txt", str(folder))
    assert {file["name"] for file in several.files} >= {str(folder / "a.xml")} and several.tree
    moment = datetime.datetime(2025, 6, 1, tzinfo=datetime.timezone.utc)
    assert sv.validate("a.xml", now=moment).to_json() == sv.validate("a.xml", now=moment.date()).to_json() == program("a.xml")
    assert several.counts.error == sum(f.severity == "error" for f in several.findings) > 4
    off = sv.validate("a.xml", rule={"loc-unescaped-ampersand": "off"}, now=NOW)
    assert off.to_json() == program("--rule", "loc-unescaped-ampersand=off", "a.xml")


@pytest.mark.parametrize("about", sorted(SETS.glob("*/set.json")), ids=lambda about: about.parent.name)
def test_sets_are_reported_as_by_the_command_line(about, monkeypatch):
    monkeypatch.chdir(about.parent)
    given = json.loads(about.read_text(encoding="utf-8"))
    names, base = given["files"], given.get("base")
    # Files in a folder are named by the folder, as they are when it is dropped on the page.
    if all(name.startswith("site/") for name in names):
        names = ["site"]
    told = program(*([f"--base={base}"] if base else []), *names)
    assert sv.validate_set(names, base=base, now=NOW).to_json() == told


def test_a_file_can_be_given_in_any_form(folder):
    first = sv.validate("a.xml", now=NOW)
    data = (folder / "a.xml").read_bytes()
    (scanned,) = [entry for entry in os.scandir(b".") if entry.name == b"a.xml"]
    sources = (folder / "a.xml", scanned, data, bytearray(data), memoryview(data), io.BytesIO(data), io.StringIO(BROKEN))
    for given in [{"source": source} for source in sources] + [{"text": BROKEN}]:
        report = sv.validate(**given, name="a.xml", now=NOW)
        assert report.to_json() == first.to_json(), given
    assert not first and first.verdict == "invalid" and "3 errors" in repr(first)
    found = {(f.rule, f.line, f.column) for f in first.findings}
    assert {("loc-unescaped-ampersand", 4, 37), ("lastmod-invalid-calendar", 7, 54)} <= found
    with pytest.raises(sv.InvalidSitemap, match="a.xml:4:37"):
        first.raise_for_errors()
    assert sv.validate(text=f"{HEAD}<url><loc>https://tidepool.page/</loc></url></urlset>").raise_for_errors().ok
    assert "loc-unescaped-ampersand" in first._repr_html_() and "| Rule" in first.to("markdown")
    assert json.loads(first.to_sarif())["version"] == "2.1.0"


def test_tables_are_taken_by_other_libraries(folder):
    report = sv.validate("a.xml", now=NOW)
    rows = report.findings.to_arrow().to_pylist()
    assert rows == [finding._asdict() for finding in report.findings]
    for columns in (report.findings.columns, list(report.findings.to_pandas()), report.findings.to_polars().columns):
        assert columns == list(sv.Finding._fields)
    good = f"{HEAD}<url><loc>https://tidepool.page/</loc></url></urlset>"
    assert sv.validate(text=good).findings.columns == list(sv.Finding._fields)
    row = next(row for row in rows if row["rule"] == "loc-unescaped-ampersand")
    assert (row["loc"], row["line"], row["fixable"]) == ("https://tidepool.page/?a=1&b=2", 4, True)
    assert (row["severity"], row["group"], row["entry"]) == ("error", "loc", 1)
    frame = report.entries.to_pandas()
    assert list(frame["line"]) == [4, 7] and frame["lastmod_utc"].isna().tolist() == [False, True]
    assert frame["lastmod_utc"][0] == pandas.Timestamp("2025-01-31", tz="UTC")
    first, second = report.entries.to_arrow().to_pylist()
    assert first["alternates"] == [{"hreflang": "de", "href": "https://tidepool.page/de?a&b"}]
    assert (first["images"], first["priority"], first["news"]) == (["https://tidepool.page/i.png"], 0.5, None)
    assert second["news"] == {"name": "Tide", "language": "en", "publication_date": None, "title": "High & low"}
    both = sv.entries("a.xml", folder / "b.xml.gz").to_polars()
    assert both["loc"].to_list()[3] == "https://tidepool.page/c" and both.schema["lastmod_utc"] == polars.Datetime("us", "UTC")
    findings = report.findings
    lines = duckdb.sql("select line from findings where rule = 'loc-unescaped-ampersand'")
    assert lines.fetchall() == [(4,)]
    rules = pyarrow.table(sv.rules())
    assert "loc-relative" in rules["rule"].to_pylist() and sv.explain("loc-relative").startswith("# loc-relative")
    assert [one["loc"] for one in report.findings.to_polars().to_dicts()] == [one["loc"] for one in rows]
    assert list(polars.DataFrame(sv.validate(text="https://tidepool.page/\n", name="a.txt", now=NOW).findings).columns) == findings.columns
    # Without any of these libraries.
    assert list(report.entries) == report.entries.to_arrow().to_pylist() and report.entries[-1]["line"] == 7
    assert next(rule for rule in sv.rules() if rule["rule"] == "loc-relative")["severity"] == "error"


def test_dates_of_files_are_moments():
    dated = [f"<url><loc>https://tidepool.page/{date[:4]}</loc><lastmod>{date}</lastmod></url>" for date in ("2024-06-01", "2025-01-31T12:00:00+01:00")]
    ancient = "<url><loc>https://tidepool.page/</loc><lastmod>0001-01-01T00:00:00Z</lastmod></url>"
    item = "<item><link>https://tidepool.page/</link><pubDate>Sat, 01 Jun 2024 08:30:00 GMT</pubDate></item>"
    texts = [*(f"{HEAD}{urls}</urlset>" for urls in ("".join(dated), ancient)), f'<rss version="2.0"><channel>{item}</channel></rss>']
    rows = batch.validate_batch(pyarrow.table({"content": [text.encode() for text in texts]}), now=NOW).to_pylist()
    utc = datetime.timezone.utc
    published = datetime.datetime(2024, 6, 1, 8, 30, tzinfo=utc)
    assert [(row["stats"]["earliest_lastmod"], row["stats"]["latest_lastmod"]) for row in rows] == [
        (datetime.datetime(2024, 6, 1, tzinfo=utc), datetime.datetime(2025, 1, 31, 11, tzinfo=utc)),
        # Spark 3 does not write it.
        (None, None),
        (published, published),
    ]


def test_a_file_without_a_name_is_not_blamed_for_it(folder):
    packed = gzip.compress(BROKEN.encode())
    (folder / "a.xml.gz").write_bytes(packed)
    with gzip.open("a.xml.gz") as unpacked, gzip.open("a.xml.gz", "rt") as text, open("a.xml.gz", "rb") as raw:
        reports = [sv.validate(given, now=NOW) for given in (packed, unpacked, text, raw, io.BytesIO(packed))]
    expected = [f.rule for f in sv.validate("a.xml", now=NOW).findings]
    assert [[f.rule for f in report.findings] for report in reports] == [expected] * 5
    assert [report.files[0]["name"] for report in reports] == ["sitemap.xml", "a.xml", "a.xml", "a.xml.gz", "sitemap.xml"]


def test_fixes_are_applied_to_a_copy(folder):
    data, fixes, left = sv.fix("a.xml", now=NOW)
    assert fixes == 1 and b"a=1&amp;b=2" in data and (folder / "a.xml").read_text() == BROKEN
    assert [f.rule for f in left.findings if f.severity == "error"] == ["lastmod-invalid-calendar", "news-missing-element"]
    assert sv.fix(data, now=NOW)[:2] == (data, 0) and sv.fix(text=BROKEN, now=NOW).data == data


def test_settings_come_from_a_file_that_is_named(folder):
    (folder / "sitemap-validator.toml").write_text("[rules]\nloc-unescaped-ampersand = 'off'\n")
    rules = [{f.rule for f in sv.validate(text=BROKEN, config=config).findings} for config in (None, "sitemap-validator.toml")]
    assert rules[0] - rules[1] == {"loc-unescaped-ampersand"}


def test_wrong_arguments_raise(folder):
    for error, call in [
        (TypeError, lambda: sv.validate(5)),
        (TypeError, lambda: sv.validate()),
        (TypeError, lambda: sv.validate("a.xml", text=BROKEN)),
        (TypeError, lambda: sv.validate(text=BROKEN.encode())),
        (TypeError, lambda: sv.fix("a.xml", text=BROKEN)),
        (TypeError, lambda: sv.entries("a.xml", text=BROKEN)),
        (TypeError, lambda: sv.validate(text=BROKEN, rate=5)),
        (ValueError, lambda: sv.validate(text=BROKEN, now=datetime.datetime(2025, 6, 1))),
        (TypeError, lambda: sv.validate(text=BROKEN, fix=True)),
        (TypeError, lambda: sv.validate(text=BROKEN, profile=object())),
        (ValueError, lambda: sv.validate(text=BROKEN, profile="ask")),
        (ValueError, lambda: sv.validate(text=BROKEN, url="tidepool")),
        (ValueError, lambda: sv.fetch("tidepool.page")),
        (ValueError, lambda: sv.explain("loc-relativ")),
        (ValueError, lambda: sv.validate_many([], threads=0)),
        (FileNotFoundError, lambda: sv.validate("none.xml")),
        (FileNotFoundError, lambda: sv.validate_set([folder / "none.xml"])),
        (OSError, lambda: sv.validate(text=BROKEN, robots="none.txt")),
        (OSError, lambda: sv.fetch("http://127.0.0.1/")),
    ]:
        with pytest.raises(error):
            call()
    with pytest.raises(TypeError, match="there is no option pedantik; did you mean pedantic?"):
        sv.validate(text=BROKEN, pedantik=True)


def test_a_str_is_a_path(folder):
    calls = [
        sv.validate,
        sv.fix,
        lambda source: sv.entries("a.xml", source),
        lambda source: sv.validate_set(["a.xml", source]),
        lambda source: list(sv.validate_many([("a.xml", None, source)])),
    ]
    for call in calls:
        for content in ("", "<urlset/>", "a.xml\n", "a.xml\r"):
            with pytest.raises(ValueError, match="a str is a path.*; pass the content of a sitemap as bytes or with text="):
                call(content)
        for url in ("https://tidepool.page/a.xml", "S3://tidepool/a.xml"):
            with pytest.raises(ValueError, match="is a URL: use fetch"):
                call(url)
        with pytest.raises(ValueError, match=r"https://\*\*\*@tidepool.page/a.xml is a URL"):
            call("https://me:pw@tidepool.page/a.xml")
    # Text is content, even if a file has that name.
    assert sv.fix(text="a.xml", now=NOW).data == b"a.xml"
    assert len(sv.entries(text="https://tidepool.page/")) == 1 and len(sv.entries()) == 0
    assert sv.validate(text="", now=NOW).verdict == "invalid"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_path_may_have_any_name(folder):
    (folder / "<a>\n.xml").write_text(BROKEN)
    assert sv.validate(Path("<a>\n.xml"), now=NOW).counts == sv.validate("a.xml", now=NOW).counts


def test_the_example_of_the_package_runs():
    failed, run = doctest.testmod(sv)
    assert run and not failed


def test_a_panic_is_an_exception():
    with pytest.raises(BaseException, match="a panic was asked for"):
        sv._native.panic()


@settings(deadline=None)
@given(strategies.binary(max_size=400) | strategies.text(max_size=200))
def test_anything_has_a_report(data):
    content = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    report = sv.validate(content)
    assert report.verdict in ("valid", "warnings", "invalid", "unchecked")
    assert len(report.findings.to_arrow()) == len(report.findings)
    sv.fix(content)
    sv.entries(content).to_arrow()


def test_many_files_keep_their_order():
    def files():
        for number in range(200):
            yield f"{number}.xml", None, BROKEN.replace("page/b", f"page/{number}").encode()

    reports = sv.validate_many(files(), threads=3, now=NOW)
    assert [report.findings[0].file for report in reports] == [f"{number}.xml" for number in range(200)]


def test_a_file_that_cannot_be_read_is_unchecked(folder):
    files = [("a.xml", None, Path("a.xml")), ("none.xml", None, "none.xml"), ("a.xml", None, BROKEN.encode())]
    first, second, third = sv.validate_many(files, now=NOW)
    assert first.to_json() == next(sv.validate_many([Path("a.xml")], now=NOW)).to_json()
    assert first.to_json() == third.to_json() and second.verdict == "unchecked"
    assert "No such file" in second.files[0]["readError"]


def test_reports_cross_processes(folder):
    report = sv.validate("a.xml", now=NOW, lang="es")
    again = pickle.loads(pickle.dumps(report))
    assert (again.to_json(), again.to("markdown")) == (report.to_json(), report.to("markdown"))
    with pytest.raises(ValueError, match="not at hand"):
        again.entries
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(sv.validate, text=BROKEN, name="a.xml", now=NOW, lang="es").result().to_json() == report.to_json()


def serve(answer):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answer(self)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


def test_a_site_is_fetched():
    def answer(request):
        bodies = {"/index.xml": INDEX.format(url), "/a.xml": BROKEN}
        body = bodies.get(request.path)
        request.send_response(200 if body else 404)
        request.send_header("Content-Type", "application/xml")
        request.end_headers()
        request.wfile.write((body or "").encode())

    server, url = serve(answer)
    report = sv.fetch(f"{url}/index.xml", allow_private=True, rate=1000, now=NOW)
    server.shutdown()
    server.server_close()
    found = {(f.file, f.rule) for f in report.findings}
    assert {(f"{url}/a.xml", "loc-unescaped-ampersand"), (f"{url}/index.xml", "http-status")} <= found, found


def test_ctrl_c_ends_a_fetch():
    asked = threading.Event()

    def answer(request):
        asked.set()
        time.sleep(30)

    server, url = serve(answer)
    code = f"import sitemap_validator as sv; sv.fetch('{url}/index.xml', allow_private=True)"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    assert asked.wait(20)
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate(timeout=20)[1]
    server.shutdown()
    server.server_close()


def test_the_program_is_there(folder):
    def run(*words):
        return subprocess.run([sys.executable, "-m", "sitemap_validator", *words], capture_output=True, text=True)

    assert run("--version").stdout.strip() == f"sitemap-validator {sv.__version__}"
    checked = run("a.xml")
    assert checked.returncode == 1 and "error[loc-unescaped-ampersand]" in checked.stdout
    assert run("--nonsense").returncode == 2
    # It has no subcommands, and so help does not list them.
    # The wheel contains no servers.
    commands = run("--help").stdout.split("Commands:")[1].split("Arguments:")[0].split()
    assert "compare" in commands and "serve" not in commands and "mcp" not in commands


def test_versions_are_compared(tmp_path):
    def version(name, start, pages):
        urls = "".join(f"<url><loc>{start}{page}</loc></url>" for page in pages)
        (tmp_path / name).write_text(f"{HEAD}{urls}</urlset>")
        return tmp_path / name

    old = version("old.xml", "http://tidepool.page/blog/", ["kelp", "urchin", "crab", "whelk"])
    new = version("new.xml", "https://tidepool.page/news/", ["kelp", "urchin", "crab"])
    comparison = sv.compare(old, str(new), max_removed=0, require="/news/kelp")
    assert not comparison and comparison.failures == ["1 of 4 URLs are gone, more than `max-removed` = 0 allows"]
    assert (comparison.counts["gone"], comparison.counts["moved"]) == (1, 3)
    gone = [row["old"] for row in comparison.rows if row["changes"] == "gone"]
    assert gone == ["http://tidepool.page/blog/whelk"]
    assert comparison.redirects("netlify").startswith("/blog/kelp https://tidepool.page/news/kelp 301\n")
    command = [os.environ["PROGRAM"], "compare", "--format", "json", "--max-removed=0", "--require=/news/kelp", old, new]
    assert comparison.to_json() == subprocess.run(command, capture_output=True, text=True).stdout
    assert sv.compare(old, old).ok
    with pytest.raises(OSError, match="none.xml"):
        sv.compare(old, tmp_path / "none.xml")
    with pytest.raises(TypeError, match="did you mean max_removed"):
        sv.compare(old, new, max_remove=1)
    with pytest.raises(ValueError, match="nginx"):
        comparison.redirects("iis")
