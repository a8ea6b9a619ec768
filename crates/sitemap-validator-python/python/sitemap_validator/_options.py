"""The options of the functions. A test of the command line writes this file: its options have the same names and meaning."""

from __future__ import annotations

import datetime
import os
from typing import Literal, Mapping, Sequence, TypedDict, Union

Path = Union[str, "os.PathLike[str]"]


class BatchOptions(TypedDict, total=False):
    """Options of every check.

    profile: Check against these engines
    pedantic: Include style advice
    strict_schema: Also report what the sitemaps.org XSD rejects but search engines accept
    dates: Compare each date with the last change of its page
    source_file: The source files of these pages, for --dates git
    verified_host: Accept URLs on this host too
    search_console: Accept URLs on all hosts, which are verified in Search Console
    now: Use this as the current date and time
    rule: Set a rule to off, info, warning or error
    lang: The language of the report and of --explain
    max_diagnostics: List at most N findings per rule and file
    max_size: Read at most N MiB of each file
    arguments: Other options, as on the command line
    """

    profile: Union[Literal["sitemaps.org", "google", "bing", "yandex", "baidu", "legacy"], Sequence[Literal["sitemaps.org", "google", "bing", "yandex", "baidu", "legacy"]]]
    pedantic: bool
    strict_schema: bool
    dates: Literal["git", "pages", "snapshot"]
    source_file: Union[str, Sequence[str]]
    verified_host: Union[str, Sequence[str]]
    search_console: bool
    now: Union[str, datetime.date, datetime.datetime]
    rule: Mapping[str, Literal["off", "info", "warning", "error"]]
    lang: Literal["en", "fr", "es"]
    max_diagnostics: int
    max_size: int
    arguments: Sequence[str]


class Options(BatchOptions, total=False):
    """Options of checks on this computer.

    robots: Check against this robots.txt
    pages: Compare the sitemaps with this folder of built pages
    snapshot: What the pages said in an earlier run, for --dates snapshot
    baseline: Report only findings that are not in this file
    config: Read options from this file
    """

    robots: Union[Path, Sequence[Path], Mapping[str, Path]]
    pages: Path
    snapshot: Path
    baseline: Path
    config: Path


class FetchOptions(Options, total=False):
    """Options of `fetch`.

    no_guess: Fetch only what robots.txt lists
    max_files: Fetch at most N files
    rate: Make at most N requests a second to each host
    connections: Open at most N connections to each host
    header: Send this header field to the host of the URL, and to no other
    check_urls: Also request up to N of the listed pages, 500 if N is not given
    check_state: Keep the responses for pages in this file, and request no page that it has
    max_time: Give up on a request after N seconds
    user_agent: Value of the User-Agent header
    allow_private: Allow hosts of private networks, such as localhost
    resolve: Connect to this address for a host, for example to test a server before its DNS entry exists
    map: Send the requests for one origin to another, for example to check a site before it is online
    ca_file: Trust the certificates in this PEM file instead of the system's
    insecure: Accept any certificate
    proxy: Use this proxy
    cache: Cache sitemaps in this folder, and fetch only changed ones next time
    save: Save the fetched files in this folder
    """

    no_guess: bool
    max_files: int
    rate: int
    connections: int
    header: Union[str, Sequence[str]]
    check_urls: Union[None, bool, int, Literal["all"]]
    check_state: Path
    max_time: int
    user_agent: str
    allow_private: bool
    resolve: Union[str, Sequence[str]]
    map: Union[str, Sequence[str]]
    ca_file: Path
    insecure: bool
    proxy: str
    cache: Path
    save: Path


class CompareOptions(TypedDict, total=False):
    """Limits of `compare`.

    max_removed: Fail if more URLs are gone: a number, or a percentage of the old ones
    min_urls: Fail if the new version has fewer URLs
    require: Fail if the new version does not list this URL, or a URL with this path
    allow_lastmod_back: Do not fail if a date moved back
    rule: Set a rule to off, info, warning or error
    follow_removed: Request up to N old URLs that are gone, moved or renamed, 500 if N is not given, and report where they lead
    pages: Report where all old URLs lead according to this folder of built pages, without requests
    redirects_from: Report where all old URLs lead according to this file of redirects, without requests
    """

    max_removed: Union[int, str]
    min_urls: int
    require: Union[str, Sequence[str]]
    allow_lastmod_back: bool
    rule: Mapping[str, Literal["off", "info", "warning", "error"]]
    follow_removed: Union[None, bool, int, Literal["all"]]
    pages: Path
    redirects_from: Union[Path, Sequence[Path], Mapping[str, Path]]
