"""The folder of a result, and what a job may write or remove there.

A job writes into a folder that is missing or empty, and first writes a marker into it. It writes into any other folder only if
the marker is there, and removes only what the marker names.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any, Iterable, Iterator, Optional

from fsspec.core import url_to_fs  # type: ignore[import-untyped, import-not-found, unused-ignore]
from fsspec.implementations.local import LocalFileSystem  # type: ignore[import-untyped, import-not-found, unused-ignore]

from sitemap_validator import __version__

PROGRAM = "sitemap-validator-spark"

MARKER = "_job.json"
"""Names the program, its version, and the tables that jobs have written into the folder."""

TABLES = ("checked", "files", "findings", "hosts", "robots", "sets")
"""The folders of tables. Not every job writes all. ``checked`` and ``robots`` are for jobs that continue."""

PARTS = "_parts"
"""The folder of the manifests of complete parts."""

SUMMARY, CHARTS = "_summary.json", "charts.html"

_WRITTEN_BY_ENGINES = re.compile(
    # Folders of values, files of Spark and of Sail, what Hadoop hides, and the folders of Hadoop in object stores.
    r"(?:(?:part=\d+|severity=\w+)/)*"
    r"(?:part=\d+|severity=\w+|part-[^/]+|\w{16}(?:_\d+)?(?:\.\w+)?\.parquet|[._][^/]+(?:/.*)?|[^/]+_\$folder\$)"
)
"""Paths in the folder of a table."""

_MANIFEST = re.compile(r"part=\d+\.json")


class Output:
    """The folder that the argument OUTPUT names."""

    def __init__(self, path: str) -> None:
        if not path:
            raise ValueError("the name of the output folder is empty")
        scheme, separator, rest = path.partition("://")
        if separator:
            # Hadoop takes several slashes for one.
            path = f"{scheme}://{re.sub('/+', '/', rest).rstrip('/')}"
        self.path = path
        self.fs: Any
        self.root: str
        self.fs, self.root = _real(path)
        self.url: str = path
        """The folder's name for Spark."""
        if isinstance(self.fs, LocalFileSystem):
            self.url = self.fs.unstrip_protocol(self.root)
        elif {".", ".."} & set(rest.split("/")):
            raise ValueError(f"{path}: write the path without . and ..")
        if re.search(r"[*?\[\]{}\\]", self.root):
            raise ValueError(f"{path}: the name of the output folder must not contain * ? [ ] {{ }} or \\")

    def below(self, name: str) -> str:
        """The path of ``name`` for the file system."""
        return f"{self.root.rstrip('/')}/{name}"

    def check_inputs(self, paths: Iterable[str], files: Iterable[str]) -> None:
        """Raises `ValueError` if the folder contains one of the input files, or is in the input. ``paths`` are the arguments that
        stand for ``files``.
        """
        for path in paths:
            # A single * does not reach into folders.
            if "**" in path or "*" not in path:
                fs, root = _real(_folder(path.partition("*")[0]) if "*" in path else path)
                if fs == self.fs and _contains(root, self.root):
                    relation = "is" if root == self.root else "is in"
                    raise ValueError(f"{self.path} {relation} the input {path}: name another folder")
        for folder in {_folder(file) for file in files}:
            fs, root = _real(folder)
            if fs == self.fs and _contains(self.root, root):
                raise ValueError(f"{self.path} contains files of the input: name another folder")

    def check(self, tables: Iterable[str], *, resume: bool = False, overwrite: bool = False) -> None:
        """Raises `ValueError` if a job that writes ``tables`` may not write into the folder."""
        # Listings may be cached from before an earlier job in this process.
        self.fs.invalidate_cache()
        info = self._info("")
        if info is None:
            return
        if info["type"] != "directory":
            raise ValueError(f"{self.path} is not a folder")
        if not self._names():
            return
        owned = self._owned()
        if owned is None:
            raise ValueError(f"{self.path} is not empty and has no {MARKER} of an earlier job: name a new or an empty folder")
        if not (resume or overwrite):
            raise ValueError(f"{self.path} contains the result of an earlier job: --resume continues it, --overwrite replaces it")
        foreign = next(self._foreign(owned, tables), None)
        if foreign is not None:
            raise ValueError(f"{self.path}/{foreign} was not written by a job: move it, or name another folder")

    def begin(self, tables: Iterable[str], *, overwrite: bool = False) -> None:
        """Writes the marker. Before that, ``overwrite`` removes what earlier jobs wrote."""
        owned = self._owned() or set()
        if overwrite:
            # Without their manifests, parts are not taken for complete if this is interrupted.
            for name in (PARTS, SUMMARY, CHARTS, *sorted(owned)):
                if self._info(name) is not None:
                    self.fs.rm(self.below(name), recursive=True)
            owned = set()
        marker = {"program": PROGRAM, "version": __version__, "tables": sorted(owned.union(tables))}
        self.fs.makedirs(self.root, exist_ok=True)
        self.write(MARKER, json.dumps(marker, indent=2) + "\n")

    def write(self, name: str, text: str) -> None:
        """Writes a small file."""
        self.fs.pipe_file(self.below(name), text.encode())

    def _owned(self) -> Optional[set[str]]:
        """The tables that the marker names; none without a marker."""
        try:
            marker = json.loads(self.fs.cat_file(self.below(MARKER)))
            return set(TABLES).intersection(marker["tables"]) if marker["program"] == PROGRAM else None
        except (FileNotFoundError, IsADirectoryError, ValueError, TypeError, KeyError):
            return None

    def _foreign(self, owned: set[str], tables: Iterable[str]) -> Iterator[str]:
        """The paths that no job wrote, of those that a job would write or remove."""
        for name in (MARKER, SUMMARY, CHARTS):
            if not _is(self._info(name), "file"):
                yield name
        for name in (PARTS, *sorted(owned.union(tables))):
            info = self._info(name)
            if info is None:
                continue
            if not _is(info, "directory") or name not in {PARTS, *owned}:
                yield name
                continue
            pattern = _MANIFEST if name == PARTS else _WRITTEN_BY_ENGINES
            folder = self.below(name)
            for path, info in self.fs.find(folder, withdirs=True, detail=True).items():
                below = path[len(folder) :].strip("/")
                if below and (info.get("islink") or not pattern.fullmatch(below)):
                    yield f"{name}/{below}"

    def _names(self) -> list[str]:
        """The paths of what is in the folder."""
        # Object stores may have an empty object with the name of the folder.
        paths = (path.rstrip("/") for path in self.fs.ls(self.root, detail=False))
        return [path for path in paths if path != self.root.rstrip("/")]

    def _info(self, name: str) -> Optional[dict[str, Any]]:
        """The type of a path below the folder, or of the folder, with other properties; none if it is missing."""
        path = self.below(name) if name else self.root
        try:
            info: dict[str, Any] = self.fs.info(path)
            return info
        except FileNotFoundError:
            # What is written to a link whose target is missing creates the target.
            is_link = isinstance(self.fs, LocalFileSystem) and self.fs.islink(path)
            return {"type": "link"} if is_link else None


def _is(info: Optional[dict[str, Any]], kind: str) -> bool:
    """False for a link, and for anything of another type."""
    return info is None or (info["type"] == kind and not info.get("islink"))


def _real(path: str) -> tuple[Any, str]:
    """A file system, and the path there without links and ``..``."""
    fs, root = url_to_fs(path)
    if isinstance(fs, LocalFileSystem):
        root = fs._strip_protocol(os.path.realpath(root))
    return fs, root


def _folder(path: str) -> str:
    """The folder of a file, with a slash: the folder of ``file:///a.xml`` is not ``file://``, the working directory."""
    return path[: path.rfind("/") + 1]


def _contains(folder: str, path: str) -> bool:
    return f"{path.rstrip('/')}/".startswith(f"{folder.rstrip('/')}/")
