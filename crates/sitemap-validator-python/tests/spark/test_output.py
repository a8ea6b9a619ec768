"""Where a job may write, on a disk and in an object store, which has no empty folders and no links."""

import json
import os
import uuid

import fsspec.core
import pytest

from sitemap_validator.spark.output import MARKER, TABLES, Output

MODES = ({}, {"resume": True}, {"overwrite": True})
WRITTEN = [
    "_summary.json",
    "charts.html",
    "_parts/part=00000.json",
    "checked/part=00000/part-00000-5f.c000.zstd.parquet",
    "checked/part=00001/_temporary/0/part-00000.parquet",
    "files/part-00000-5f.c000.zstd.parquet",
    "findings/severity=error/aB3dE5fG7hI9jK1l_0.zst.parquet",
    "findings/severity=error_$folder$",
    "hosts/aB3dE5fG7hI9jK1l.zst.parquet",
    "sets/_SUCCESS",
    "sets/.part-00000.parquet.crc",
]
"""What jobs on Spark and on Sail leave."""


@pytest.fixture(params=["file", "memory"])
def url(request, tmp_path):
    return f"memory://{uuid.uuid4()}/out" if request.param == "memory" else f"{tmp_path}/out"


def put(url, *names, text=""):
    fs, root = fsspec.core.url_to_fs(url)
    for name in names:
        fs.makedirs(f"{root}/{name}".rpartition("/")[0], exist_ok=True)
        fs.pipe_file(f"{root}/{name}", text.encode())


def content(url):
    fs, root = fsspec.core.url_to_fs(url)
    return {path[len(root) + 1 :]: fs.cat_file(path) for path in fs.find(root) if fs.isfile(path)}


def written(url, *tables):
    """The result of a job that wrote these tables."""
    Output(url).begin(tables)
    put(url, *(name for name in WRITTEN if name.partition("/")[0] not in set(TABLES) - set(tables)))


def refused(url, tables=TABLES, **mode):
    before = content(url)
    with pytest.raises(ValueError) as raised:
        Output(url).check(tables, **mode)
    assert content(url) == before
    return str(raised.value)


def test_a_missing_or_empty_folder_may_be_written(url):
    for mode in MODES:
        Output(url).check(TABLES, **mode)
    fs, root = fsspec.core.url_to_fs(url)
    fs.makedirs(root)
    for mode in MODES:
        Output(url).check(TABLES, **mode)


def test_an_empty_object_may_stand_for_the_folder(monkeypatch):
    fs, root = fsspec.core.url_to_fs(f"memory://{uuid.uuid4()}/out")
    fs.makedirs(root)
    monkeypatch.setattr(type(fs), "ls", lambda *_, **options: [f"{root}/"])
    Output(f"memory:/{root}").check(TABLES)


def test_cached_listings_are_not_used(monkeypatch):
    url = f"memory://{uuid.uuid4()}/out"
    put(url, "notes.txt")
    fs, _ = fsspec.core.url_to_fs(url)

    def info(*_):
        raise FileNotFoundError

    monkeypatch.setattr(type(fs), "info", info)
    monkeypatch.setattr(type(fs), "invalidate_cache", lambda *_: monkeypatch.undo())
    with pytest.raises(ValueError):
        Output(url).check(TABLES)


@pytest.mark.parametrize("name", ["notes.txt", "files/part=0/part-0.parquet", ".hidden", f"{MARKER}/notes.txt"])
def test_a_folder_without_a_marker_is_refused(url, name):
    put(url, name)
    for mode in MODES:
        assert "name a new or an empty folder" in refused(url, **mode)


@pytest.mark.parametrize("marker", ["", "[]", "{}", '{"program": "another", "tables": ["sets"]}', '{"program": "sitemap-validator-spark"}'])
def test_a_marker_of_another_program_is_none(url, marker):
    put(url, MARKER, text=marker)
    for mode in MODES:
        assert "name a new or an empty folder" in refused(url, **mode)


def test_a_file_is_refused(url):
    fs, root = fsspec.core.url_to_fs(url)
    put(url.rpartition("/")[0], "out", text="notes")
    for mode in MODES:
        with pytest.raises(ValueError, match="is not a folder"):
            Output(url).check(TABLES, **mode)
    assert fs.cat_file(root) == b"notes"


def test_a_result_is_continued_or_replaced_only_on_request(url):
    written(url, *TABLES)
    message = refused(url)
    assert "--resume" in message and "--overwrite" in message
    before = content(url)
    for mode in MODES[1:]:
        Output(url).check(TABLES, **mode)
    assert content(url) == before


def test_overwriting_removes_only_what_jobs_wrote(url):
    written(url, "files", "findings", "hosts", "sets")
    own = {"notes.txt": b"", "robots/notes.txt": b"", "more/sets/part-0.parquet": b""}
    put(url, *own)
    Output(url).check(["files", "sets"], overwrite=True)
    Output(url).begin(["files", "sets"], overwrite=True)
    left = content(url)
    marker = json.loads(left.pop(MARKER))
    assert left == own and marker["tables"] == ["files", "sets"]
    # The other tables do not belong to jobs any more.
    put(url, "hosts/part-0.parquet")
    assert "out/hosts was not written by a job" in refused(url, overwrite=True)


def test_a_marker_names_only_tables(url):
    """Another program may have changed it."""
    put(url, "notes.txt")
    put(url, MARKER, text=json.dumps({"program": "sitemap-validator-spark", "tables": ["notes.txt", "../in"]}))
    beside = url.replace("/out", "/in")
    put(beside, "a.xml")
    Output(url).begin(["sets"], overwrite=True)
    assert set(content(url)) == {MARKER, "notes.txt"} and set(content(beside)) == {"a.xml"}


def test_resuming_adds_tables_to_the_marker(url):
    written(url, "files")
    before = content(url)
    Output(url).begin(["files", "robots"])
    after = content(url)
    assert json.loads(after.pop(MARKER))["tables"] == ["files", "robots"] and before.items() >= after.items()


@pytest.mark.parametrize(
    "name",
    ["sets/notes.txt", "sets/mine.parquet", "checked/part=mine/part-0.parquet", "files/mine/part-0.parquet", "_parts/notes.txt", "robots/part-0.parquet"],
)
def test_tables_with_files_of_others_are_refused(url, name):
    written(url, *(table for table in TABLES if table != "robots"))
    put(url, name)
    for mode in MODES[1:]:
        assert "was not written by a job" in refused(url, **mode)


def test_links_are_followed_to_the_folder(tmp_path):
    (tmp_path / "far/empty").mkdir(parents=True)
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "far/empty")
    Output(str(link)).check(TABLES)
    # Java would take this for the folder beside the link.
    for path in (f"{link}/../out", f"file://{link}/../out"):
        assert Output(path).url == f"file://{tmp_path}/far/out"
    written(str(link), *TABLES)
    assert (tmp_path / "far/empty" / MARKER).exists() and "--resume" in refused(str(link))
    link.unlink()
    put(str(tmp_path / "far"), "notes.txt")
    link.symlink_to(tmp_path / "far")
    for mode in MODES:
        assert "name a new or an empty folder" in refused(str(link), **mode)


@pytest.mark.parametrize(
    ("name", "is_broken"),
    [(MARKER, False), ("charts.html", False), ("charts.html", True), ("sets", False), ("sets", True), ("checked/part=00000", False)],
)
def test_links_in_a_result_are_refused(tmp_path, name, is_broken):
    out = tmp_path / "out"
    written(str(out), *TABLES)
    moved = tmp_path / "moved"
    os.renames(out / name, moved)
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).symlink_to(tmp_path / "none" if is_broken else moved)
    for mode in MODES[1:]:
        assert f"out/{name} was not written by a job" in refused(str(out), **mode)


@pytest.mark.parametrize(
    ("inputs", "file", "output", "problem"),
    [
        ("in", "in/a.xml", "in", "is the input"),
        ("in", "in/a.xml", "in/out", "is in the input"),
        ("in", "in/a.xml", "other/../in/out", "is in the input"),
        ("in/x/**.xml", "in/x/y/a.xml", "in/x/out", "is in the input"),
        ("in/a.xml", "in/a.xml", "in", "contains files of the input"),
        ("in/x", "in/x/a.xml", "in", "contains files of the input"),
        ("in/*/*.xml", "in/x/a.xml", "in/x", "contains files of the input"),
        ("other/../in/a.xml", "other/../in/a.xml", "in", "contains files of the input"),
        ("in", "in/a.xml", "in2", None),
        ("in/*.xml", "in/a.xml", "in/out", None),
        ("in/a.xml", "in/a.xml", "in/out", None),
    ],
)
def test_input_and_output_are_apart(tmp_path, inputs, file, output, problem):
    (tmp_path / "other").mkdir()

    def check(folder, output):
        output.check_inputs([f"{folder}/{inputs}"], [f"{folder}/{file}"])

    def is_apart(folder, output):
        if problem is None:
            check(folder, output)
        else:
            with pytest.raises(ValueError, match=problem):
                check(folder, output)

    is_apart(tmp_path, Output(f"{tmp_path}/{output}"))
    is_apart(f"file://{tmp_path}", Output(f"{tmp_path}/{output}"))
    (tmp_path / "link").symlink_to(tmp_path)
    is_apart(f"{tmp_path}/link", Output(f"{tmp_path}/{output}"))
    if ".." not in inputs + output:
        is_apart("memory://bucket", Output(f"memory://bucket//{output}/"))
    check("memory:/" + str(tmp_path), Output(f"{tmp_path}/{output}"))


def test_a_file_in_the_root_folder_is_not_in_the_working_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Output(str(tmp_path)).check_inputs(["/a.xml", "/*.xml"], ["file:///a.xml"])
    with pytest.raises(ValueError, match="is in the input"):
        Output(str(tmp_path)).check_inputs(["/**"], [])


@pytest.mark.parametrize("path", ["", "memory://a/../b", "memory://a/./b", "out*", "/data/[1]/out", "memory://a/{b}"])
def test_names_that_engines_read_in_another_way_are_refused(path):
    with pytest.raises(ValueError):
        Output(path)
