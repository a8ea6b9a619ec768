"""Generates sites and WARC records."""

import gzip

HEAD = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml">\n'


def site(rng, number):
    """The files of a site: name, URL and content. Some pages are in two files, or do not link back, and some files are
    missing, nested, or on another host.
    """
    origin = f"https://site{number}.example.com"
    elsewhere = f"https://cdn.site{number}.example.net"
    pages = [f"{origin}/{rng.randrange(40)}" for _ in range(30)]

    def entry(url):
        link = f'<x:link rel="alternate" hreflang="{rng.choice(["de", "en"])}" href="{rng.choice(pages)}"/>'
        own = f'<x:link rel="alternate" hreflang="fr" href="{url}"/>'
        return f"<url><loc>{url}</loc>{own + link if rng.random() < 0.5 else ''}</url>\n"

    places = [f"{rng.choice([origin, origin, elsewhere])}/{at}.xml" for at in range(rng.randrange(2, 5))]
    files = [(url, HEAD + "".join(map(entry, rng.sample(pages, 8))) + "</urlset>\n") for url in places]
    children = [*places[: rng.randrange(1, 9)], *[f"{origin}/missing.xml"][: rng.randrange(2)]]
    if rng.random() < 0.2:
        files.append((f"{origin}/nested.xml", index(places[:1], f"{origin}/index.xml" if rng.random() < 0.3 else None)))
        children.append(f"{origin}/nested.xml")
    files.append((f"{origin}/index.xml", index(children)))
    # A file on another host that no index lists belongs to another set.
    files = [(url, text) for url, text in files if url.startswith(origin) or url in children]
    files.append((f"{origin}/robots.txt", f"Sitemap: {origin.upper().replace('HTTPS', 'https')}/index.xml\n"))
    return [(url, url, text.encode()) for url, text in reversed(files)]


def index(urls, more=None):
    entries = "".join(f"<sitemap><loc>{url}</loc></sitemap>\n" for url in [*urls, *([more] if more else [])])
    return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</sitemapindex>\n'


def capture(url, content, *, status=200, headers=None, truncated=False):
    """The record of an answer."""
    kind = "text/plain" if url.endswith(".txt") else "application/xml"
    lines = [f"HTTP/1.1 {status} OK", *(f"{name}: {value}" for name, value in {"Content-Type": kind, **(headers or {})}.items())]
    answer = "\r\n".join(lines).encode() + b"\r\n\r\n" + content
    head = ["WARC/1.0", "WARC-Type: response", f"WARC-Target-URI: {url}", "WARC-Date: 2025-06-01T00:00:00Z"]
    head += ["WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>", "Content-Type: application/http; msgtype=response"]
    head += ["WARC-Truncated: length"] if truncated else []
    head.append(f"Content-Length: {len(answer)}")
    return "\r\n".join(head).encode() + b"\r\n\r\n" + answer + b"\r\n\r\n"


def warc(records):
    """A WARC file: each record is compressed alone."""
    return b"".join(gzip.compress(record) for record in records)
