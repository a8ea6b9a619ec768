"""Validates sitemaps: each problem with its line, its source and a fix.

    >>> import sitemap_validator as sv
    >>> report = sv.validate(text="https://example.com/\\n/about\\n", name="urls.txt")
    >>> [(f.rule, f.line) for f in report.findings if f.severity == "error"]
    [('loc-relative', 2)]

A ``str`` is always a path. Pass the content of a sitemap as bytes, as an open file, or with ``text=``.

Other keyword arguments are those that `Options` lists, the options of the command line with ``_`` for ``-``:
``profile="google"``, ``pedantic=True``, ``rule={"loc-relative": "off"}``, ``now="2025-01-31"``, ``lang="fr"``. A bad
sitemap never raises an exception. A wrong argument raises `TypeError` or `ValueError`, and a file that cannot be read
`OSError`.
"""

from __future__ import annotations

import datetime
import difflib
import gzip
import html
import json
import os
import re
from itertools import islice
from typing import TYPE_CHECKING, Any, IO, Iterable, Iterator, Mapping, NamedTuple, Optional, Sequence, Union, overload

from . import _native
from ._options import BatchOptions, CompareOptions, FetchOptions, Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "BatchOptions",
    "CompareOptions",
    "Comparison",
    "Counts",
    "FetchOptions",
    "Finding",
    "Findings",
    "Fixed",
    "InvalidSitemap",
    "Options",
    "Report",
    "Table",
    "compare",
    "entries",
    "explain",
    "fetch",
    "fix",
    "rules",
    "validate",
    "validate_many",
    "validate_set",
]

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[Any]]
"""A path, or the content as bytes or as an open file."""


class Counts(NamedTuple):
    """The numbers of findings by severity."""

    error: int
    warning: int
    info: int


class InvalidSitemap(Exception):
    """Raised by `Report.raise_for_errors`. ``report`` is the report."""

    def __init__(self, report: Report) -> None:
        first = next((finding for finding in report.findings if finding.severity == "error"), None)
        where = f": {first.file}:{first.line}:{first.column}: {first.message}" if first else ""
        super().__init__(f"{report.counts.error} errors{where}")
        self.report = report

    def __reduce__(self) -> Any:
        return InvalidSitemap, (self.report,)


class Finding(NamedTuple):
    """A problem and its place: a row of the table of findings. Lines and columns begin with 1; ``start`` and ``end`` are
    offsets in bytes. ``loc`` is the URL of the entry."""

    file: str
    url: Optional[str]
    rule: str
    severity: str
    group: str
    message: str
    help: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int
    entry: Optional[int]
    loc: Optional[str]
    fixable: bool
    sources: Sequence[str]
    related: Sequence[Mapping[str, Any]]
    fix: Optional[Mapping[str, Any]]


class _Columns:
    """Columns that other libraries take as they are, by the Arrow PyCapsule interface."""

    _native: _native.Table

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        return self._native.__arrow_c_schema__()

    def __len__(self) -> int:
        return len(self._native)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._native.columns

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table``."""
        import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``. Needs pyarrow as well."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} rows of {', '.join(self.columns)}>"


class Table(_Columns):
    """Columns that other libraries take as they are, by the Arrow PyCapsule interface. Its rows are dictionaries."""

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    def __getitem__(self, index: int) -> dict[str, Any]:
        return self._native.row(range(len(self))[index])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(self._native.row, range(len(self)))


class Findings(_Columns):
    """The findings of a report, one by one, and as columns for other libraries."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._table: Optional[_native.Table] = None
        self._rows: Optional[list[Finding]] = None

    @property
    def _native(self) -> _native.Table:  # type: ignore[override]
        if self._table is None:
            self._table = self._report._native.findings()
        return self._table

    @property
    def _all(self) -> list[Finding]:
        if self._rows is None:
            self._rows = [Finding(**self._native.row(index)) for index in range(len(self._native))]
        return self._rows

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._all)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> list[Finding]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Finding, list[Finding]]:
        return self._all[index]


class Report:
    """The result of a check."""

    def __init__(self, native: _native.Report, notes: Sequence[str] = ()) -> None:
        self._native = native
        self.notes: list[str] = list(notes)
        """What the command line would write to standard error."""
        self.findings: Findings = Findings(self)

    @property
    def verdict(self) -> str:
        """``valid``, ``warnings``, ``invalid``, or ``unchecked`` if the check did not reach the end."""
        return self._native.verdict

    @property
    def ok(self) -> bool:
        """True if no errors were found, and everything was checked."""
        return self.verdict in ("valid", "warnings")

    @property
    def counts(self) -> Counts:
        """The numbers of findings, including those that are not listed."""
        return Counts(*self._native.counts)

    @property
    def files(self) -> list[dict[str, Any]]:
        """What is known about each file, without its findings."""
        files = self.to_dict()["files"]
        return [{key: value for key, value in file.items() if key != "diagnostics"} for file in files]

    @property
    def tree(self) -> list[dict[str, Any]]:
        """The sitemaps that each index and robots.txt lists; empty for one file."""
        tree: list[dict[str, Any]] = (self.to_dict()["set"] or {}).get("tree", [])
        return tree

    @property
    def entries(self) -> Table:
        """The entries of the files. Raises `ValueError` if their text is not at hand, as after `fetch`: with ``save="folder"``,
        ``validate_set(["folder"]).entries`` has them."""
        return Table(self._native.entries())

    def to_json(self) -> str:
        """The report as the command line writes it with ``--format json``."""
        return self._native.write("json") + "\n"

    def to_dict(self) -> dict[str, Any]:
        """The same as objects."""
        report: dict[str, Any] = json.loads(self._native.write("json"))
        return report

    def to_sarif(self) -> str:
        """The report as SARIF 2.1.0."""
        return self._native.write("sarif")

    def to(self, format: str) -> str:
        """The report in a format of the command line, such as ``markdown``, ``csv`` or ``junit``."""
        return self._native.write(format)

    def to_html(self) -> str:
        """The verdict and the first findings, as a fragment of HTML."""
        rows = "".join(
            f"<tr><td>{html.escape(f.severity)}</td><td>{html.escape(f.file)}:{f.line}:{f.column}</td>"
            f"<td>{html.escape(f.message)}</td><td><code>{f.rule}</code></td></tr>"
            for f in islice(self.findings, 20)
        )
        more = len(self.findings) - 20
        rest = f"<p>{more} more findings</p>" if more > 0 else ""
        return f"<p><b>{html.escape(repr(self)[1:-1])}</b></p><table>{rows}</table>{rest}"

    _repr_html_ = to_html

    def raise_for_errors(self) -> Report:
        """Raises `InvalidSitemap` unless the report is ok."""
        if not self.ok:
            raise InvalidSitemap(self)
        return self

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        error, warning, info = self.counts
        return f"<Report: {self.verdict}, {error} errors, {warning} warnings, {info} remarks>"

    def __reduce__(self) -> Any:
        return _read, (self._native.write("json"), self._native.lang, self.notes)


def _read(text: str, lang: str, notes: list[str]) -> Report:
    return Report(_native.Report.from_json(text, lang), notes)


class Comparison:
    """The differences between two versions of a site's sitemaps."""

    def __init__(self, native: _native.Comparison) -> None:
        self._native = native

    @property
    def ok(self) -> bool:
        """True if the new version keeps the limits."""
        return not self.failures

    @property
    def failures(self) -> list[str]:
        """The limits that the new version does not keep, as sentences."""
        return self._native.failures

    @property
    def counts(self) -> dict[str, int]:
        """How many URLs have each difference, such as ``gone``, ``added`` or ``lastmodLater``, and how many are
        ``unchanged``."""
        counts: dict[str, int] = json.loads(self._native.counts())
        return counts

    @property
    def rows(self) -> Table:
        """The URLs with differences: what changed, both URLs, their files and their dates."""
        return Table(self._native.rows())

    def redirects(self, server: str) -> str:
        """The redirects from old to new URLs for ``netlify``, ``nginx``, ``apache``, or as ``csv``."""
        return self._native.redirects(server)

    def to_csv(self) -> str:
        """The rows as CSV."""
        return self._native.csv()

    def to_markdown(self, max_rows: int = 10) -> str:
        """The differences for a comment on a pull request, with at most ``max_rows`` URLs of each; 0 for all."""
        return self._native.markdown(max_rows)

    def to_html(self, max_rows: int = 10) -> str:
        """The differences as a document that needs no other file, with at most ``max_rows`` URLs of each; 0 for all."""
        return self._native.html(max_rows)

    def to_json(self) -> str:
        """The comparison as the command line writes it with ``--format json``."""
        return self._native.json()

    def to_dict(self) -> dict[str, Any]:
        """The same as objects."""
        comparison: dict[str, Any] = json.loads(self._native.json())
        return comparison

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {count}" for name, count in self.counts.items() if count)
        return f"<Comparison: {counts}>"


class Fixed(NamedTuple):
    """A file after all safe fixes: its bytes, how many were applied, and the report on what is left."""

    data: bytes
    fixes: int
    left: Report


def _words(options: Mapping[str, Any]) -> list[str]:
    """The options as arguments of the command line."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if name == "arguments":
            if isinstance(value, str):
                raise TypeError("arguments: expected a list of options, not one text")
            words += value
        elif value is None or value is False:
            continue
        elif isinstance(value, datetime.date):
            if isinstance(value, datetime.datetime) and value.tzinfo is None:
                raise ValueError(f"{name}: a datetime needs a time zone, such as datetime.timezone.utc")
            words.append(f"{option}={value.isoformat()}")
        elif value is True:
            words.append(option)
        elif isinstance(value, Mapping):
            words += [f"{option}={key}={inner}" for key, inner in value.items()]
        elif name == "profile" and not isinstance(value, str):
            # The only option that is a list by itself: given twice, the last one counts.
            words.append(f"{option}={','.join(value)}")
        elif isinstance(value, (list, tuple, set, frozenset)):
            words += [f"{option}={inner}" for inner in value]
        elif isinstance(value, (str, int, float, os.PathLike)):
            words.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        else:
            raise TypeError(f"{name}: {type(value).__name__} is no value of an option")
    return words


def option_names(options: Mapping[str, Any]) -> set[str]:
    """The options, as the command line writes their names."""
    return {word.partition("=")[0] for word in _words(options)}


_REFUSED = {
    f"--{name}"
    for name in "format fix diff to output overwrite report stat write-baseline help version man completions list-rules explain".split()
}


def _known(options: Mapping[str, Any], known: type) -> None:
    """Raises `TypeError` for an option that is not a key of ``known``."""
    names = known.__annotations__.keys()
    for name in options:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            raise TypeError(f"there is no option {name}" + (f"; did you mean {near[0]}?" if near else ""))


def _session(
    options: Mapping[str, Any], known: type = Options, inputs: Iterable[str] = ("-",), **own: Any
) -> _native.Session:
    """A session with ``options``, which are keys of ``known``, and with the parameters ``own`` of a function."""
    _known(options, known)
    options = {**options, **own}
    for name in sorted(_REFUSED & option_names(options)):
        raise TypeError(f"{name[2:]} is an option of the program alone")
    settings = () if options.get("config") is not None else ("--isolated",)
    return _native.Session([*settings, *_words(options), "--", *inputs])


def _path(path: Union[str, os.PathLike[str]]) -> str:
    """The path. Raises `ValueError` for a ``str`` that is content or a URL; an ``os.PathLike`` may have any name."""
    if isinstance(path, str):
        if not path or re.search("[\n\r<]", path):
            raise ValueError(f"a str is a path, which {path[:40]!r} is not; pass the content of a sitemap as bytes or with text=")
        if re.match("[A-Za-z][A-Za-z0-9+.-]*://", path):
            raise ValueError(f"{_native.hidden(path)} is a URL: use fetch, or pass the content of a sitemap as bytes or with text=")
    # A PathLike of bytes is no content.
    return os.fsdecode(path)


def _named(source: Source, name: Optional[str], url: Optional[str] = None) -> tuple[str, Optional[str], Any]:
    """The name, the URL and the content of a file, or its path. An empty name if it has none."""
    given: Any
    if isinstance(source, (str, os.PathLike)):
        given = _path(source)
        name = name or given
    elif isinstance(source, (bytes, bytearray, memoryview)):
        given = bytes(source)
    elif hasattr(source, "read"):
        content = source.read()
        given = _encoded(content) if isinstance(content, str) else bytes(content)
        name = name or _name_of(source)
    else:
        raise TypeError(f"expected a path, bytes or a file, not {type(source).__name__}")
    return name or "", url, given


def _name_of(file: IO[Any]) -> str:
    """The name of an open file. Empty if it has none: descriptors are numbers, and Python calls others ``<stdin>`` or so."""
    name = getattr(file, "name", "")
    name = os.fsdecode(name) if isinstance(name, (str, bytes)) else ""
    if isinstance(getattr(file, "buffer", file), gzip.GzipFile):
        # What is read from it is not compressed.
        name = re.sub(r"\.gz$", "", name, flags=re.IGNORECASE)
    return "" if name.startswith("<") else name


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _one_of(source: Optional[Source], text: Optional[str]) -> Source:
    """The one of the two arguments that is given."""
    if (source is None) == (text is None):
        raise TypeError("expected either a path, bytes or a file, or text=")
    if source is not None:
        return source
    if not isinstance(text, str):
        raise TypeError(f"text: expected a str, not {type(text).__name__}")
    return _encoded(text)


def validate(
    source: Optional[Source] = None,
    *,
    text: Optional[str] = None,
    url: Optional[str] = None,
    name: Optional[str] = None,
    **options: Unpack[Options],
) -> Report:
    """Checks one file: a path, its content as bytes, an open file, or its content as ``text``. ``url`` is its URL, which
    decides what it may list. `Options` lists the options.
    """
    return Report(_session(options, url=url).check(_named(_one_of(source, text), name)))


def validate_set(
    paths: Iterable[Union[str, os.PathLike[str]]],
    *,
    base: Optional[str] = None,
    **options: Unpack[Options],
) -> Report:
    """Checks files and folders, each file and all together. ``base`` is the URL of their folder."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    inputs = [_path(path) for path in paths]
    for path in inputs:
        os.stat(path)
    return Report(*_session(options, Options, inputs, base=base).check_all())


def fetch(url: Union[str, Iterable[str]], **options: Unpack[FetchOptions]) -> Report:
    """Finds and checks the sitemaps of a site, and with ``check_urls`` so many of the pages that they list. `FetchOptions`
    lists the options.
    """
    urls = [url] if isinstance(url, str) else list(url)
    for each in urls:
        if "://" not in each:
            raise ValueError(f"{_native.hidden(each)} is no URL: it begins with https://")
    return Report(*_session(options, FetchOptions, urls).check_all())


def validate_many(
    files: Iterable[Union[str, os.PathLike[str], tuple[str, Optional[str], Union[bytes, str, os.PathLike[str]]]]],
    *,
    threads: Optional[int] = None,
    **options: Unpack[Options],
) -> Iterator[Report]:
    """Checks files one by one, on several threads: each is a path, or a name, a URL or ``None``, and bytes or a path.

    The reports have the order of the files, which are read as they are needed. The verdict on a file that cannot be read is
    ``unchecked``, and its ``readError`` in `Report.files` says why.
    """
    session = _session(options)
    count = threads if threads is not None else os.cpu_count() or 1
    if count < 1:
        raise ValueError("threads: expected at least 1")
    return _many(session, iter(files), count)


def _many(session: _native.Session, files: Iterator[Any], threads: int) -> Iterator[Report]:
    def named(file: Any) -> Any:
        name, url, source = file if isinstance(file, tuple) else (None, None, file)
        return _named(source, name, url)

    while some := [named(file) for file in islice(files, threads * 16)]:
        for report in session.check_many(some, threads):
            yield Report(report)


def fix(
    source: Optional[Source] = None,
    *,
    text: Optional[str] = None,
    url: Optional[str] = None,
    name: Optional[str] = None,
    **options: Unpack[Options],
) -> Fixed:
    """Applies all safe fixes to the content of a file, which `validate` describes. The file itself stays as it is."""
    data, fixes, left = _session(options, url=url).fix(_named(_one_of(source, text), name))
    return Fixed(data, fixes, Report(left))


def compare(
    old: Union[str, os.PathLike[str]], new: Union[str, os.PathLike[str]], **limits: Unpack[CompareOptions]
) -> Comparison:
    """Compares two versions of a site's sitemaps. Each is a file, a folder, the URL of a site, or a file or folder in a version
    of git, such as ``HEAD~1:public``. Raises `OSError` if a version cannot be read.
    """
    _known(limits, CompareOptions)
    return Comparison(_native.compare([*_words(limits), "--", os.fspath(old), os.fspath(new)]))


def entries(
    *sources: Source, text: Optional[str] = None, name: Optional[str] = None, max_size: Optional[int] = None
) -> Table:
    """The entries of files of any format, also of broken ones: URL, dates, extensions, and the line of each. ``text`` is the
    content of a file, instead of sources. At most ``max_size`` MiB of each are read.
    """
    if text is not None:
        sources = (_one_of(sources[0] if sources else None, text),)
    return Table(_session({}, max_size=max_size).entries([_named(source, name) for source in sources]))


def rules() -> Table:
    """All rules."""
    return Table(_native.rules())


def explain(rule: str, *, lang: str = "en") -> str:
    """The page about a rule, in Markdown."""
    return _native.explain(rule, lang)


__version__: str = _native.version()
