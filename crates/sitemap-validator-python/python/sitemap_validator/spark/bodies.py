"""Decoding the bodies of HTTP responses in archives, which are stored as they were sent or decoded already."""

from __future__ import annotations

import zlib
from typing import Any

LIMIT = 512 * 1024 * 1024
"""The maximum size of a file in bytes, as on the command line."""


class TooLarge(Exception):
    """Raised for bodies over `LIMIT`."""

    def __init__(self) -> None:
        super().__init__(f"larger than {LIMIT >> 20} MiB")


def decoded(body: bytes, headers: Any) -> bytes:
    """The body without the encodings that ``headers`` name and it has."""
    if "chunked" in (headers.get("Transfer-Encoding") or "").lower():
        body = _joined(body)
    for coding in reversed((headers.get("Content-Encoding") or "").lower().split(",")):
        body = _decompressed(body, coding.strip())
    return body


def _joined(body: bytes) -> bytes:
    """The chunks of a body, or the body if it has none."""
    chunks: list[bytes] = []
    at = 0
    while (end := body.find(b"\r\n", at)) >= 0:
        digits = body[at:end].partition(b";")[0].strip()
        if not digits or digits.strip(b"0123456789abcdefABCDEF"):
            return b"".join(chunks) if chunks else body
        size = int(digits, 16)
        chunks.append(body[end + 2 : end + 2 + size])
        if size == 0:
            break
        at = end + 2 + size + 2
    return b"".join(chunks) if chunks else body


def _decompressed(body: bytes, coding: str) -> bytes:
    """The body, or what there is of it, without this encoding; a body that does not have it stays as it is."""
    try:
        if coding in ("gzip", "x-gzip") and body.startswith(b"\x1f\x8b"):
            return _within_limit(zlib.decompressobj(31).decompress(body, LIMIT + 1))
        if coding == "deflate":
            return _within_limit(zlib.decompressobj().decompress(body, LIMIT + 1))
        if coding == "br":
            import brotli  # type: ignore[import-untyped, import-not-found, unused-ignore]

            return _within_limit(brotli.Decompressor().process(body, output_buffer_limit=LIMIT + 1))
    except TooLarge:
        raise
    except Exception:  # Each library has its own.
        return body
    return body


def _within_limit(content: bytes) -> bytes:
    if len(content) > LIMIT:
        raise TooLarge
    return content
