"""Writes the captures of a synthetic crawl: `python crawl.py OUTPUT [--hosts N] [--folder FOLDER]`.

A host has a robots.txt, an index and sitemaps. Two in five hosts have defects; ``seeds.json`` lists the files with defects, and
for each the rule that should report it. Some captures are truncated, as those of Common Crawl, without a defect. Files of
FOLDER are captures of one more host.
"""

import argparse
import json
import random
from pathlib import Path

from captures import capture, warc

XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{XMLNS}" xmlns:x="http://www.w3.org/1999/xhtml">\n'
END = "</urlset>\n"
FOLDER = "https://folder.example.com/"
"""What precedes the names of files of a folder."""

PER_ARCHIVE = 500
"""The number of hosts in a WARC file."""


def in_entry(old, new):
    """Replaces `old` in one entry; `new` may contain the origin."""

    def apply(text, rng, origin):
        entries = text.split("  <url>")
        at = rng.randrange(1, len(entries))
        entries[at] = entries[at].replace(old, new.format(origin=origin), 1)
        return "  <url>".join(entries)

    return apply


def with_lastmod(value):
    def apply(text, rng, origin):
        parts = text.split("<lastmod>")
        at = rng.randrange(1, len(parts))
        parts[at] = value + parts[at][parts[at].index("</lastmod>") :]
        return "<lastmod>".join(parts)

    return apply


def with_element(xml):
    return in_entry("</lastmod>\n", f"</lastmod>\n    {xml}\n")


def in_file(old, new):
    return lambda text, rng, origin: text.replace(old, new, 1)


DEFECTS = {
    "loc-unescaped-ampersand": (9, in_entry("</loc>", "?a=1&b=2</loc>")),
    "xml-undefined-entity": (2, in_entry("</loc>", "&nbsp;</loc>")),
    "xml-unescaped-less-than": (1, in_entry("</loc>", "?a<b</loc>")),
    "lastmod-invalid-datetime": (8, with_lastmod("06/01/2025")),
    "lastmod-invalid-calendar": (3, with_lastmod("2025-02-30")),
    "lastmod-missing-timezone": (8, with_lastmod("2025-04-01T10:00:00")),
    "lastmod-malformed-timezone": (3, with_lastmod("2025-04-01T10:00:00+0200")),
    "lastmod-future": (4, with_lastmod("2031-01-01")),
    "lastmod-empty": (3, with_lastmod("")),
    "priority-out-of-range": (5, with_element("<priority>1.5</priority>")),
    "priority-decimal-comma": (2, with_element("<priority>0,8</priority>")),
    "priority-not-a-number": (2, with_element("<priority>high</priority>")),
    "changefreq-invalid-value": (5, with_element("<changefreq>often</changefreq>")),
    "changefreq-case": (4, with_element("<changefreq>Daily</changefreq>")),
    "scope-different-host": (6, in_entry("<loc>https://", "<loc>https://shop.")),
    "scope-www-mismatch": (6, in_entry("<loc>https://", "<loc>https://www.")),
    "scope-different-scheme": (6, in_entry("<loc>https://", "<loc>http://")),
    "scope-outside-directory": (4, in_entry("/maps/", "/shop/")),
    "loc-relative": (3, lambda text, rng, origin: text.replace(f"<loc>{origin}", "<loc>", 1)),
    "loc-missing-scheme": (2, in_entry("<loc>https://", "<loc>")),
    "loc-whitespace-inside": (3, in_entry("</loc>", "/a b</loc>")),
    "loc-fragment": (3, in_entry("</loc>", "#top</loc>")),
    "structure-element-typo": (2, lambda text, rng, origin: text.replace("lastmod>", "lasmod>", 2)),
    "structure-missing-loc": (2, lambda text, rng, origin: text.replace(END, "  <url>\n    <lastmod>2025-01-02</lastmod>\n  </url>\n" + END)),
    "structure-unknown-element": (3, with_element("<rank>5</rank>")),
    "namespace-missing": (3, in_file(f' xmlns="{XMLNS}"', "")),
    "namespace-near-miss": (3, in_file(XMLNS, XMLNS.replace("http:", "https:"))),
    "xml-content-before-declaration": (3, lambda text, rng, origin: "\n" + text),
    "xml-unclosed-element": (2, in_file(END, "")),
    "structure-html-document": (3, lambda text, rng, origin: "<!DOCTYPE html>\n<html><head><title>404</title></head></html>\n"),
    "encoding-invalid-utf8": (2, in_entry("</loc>", "/caf\udce9</loc>")),
    "structure-empty-urlset": (2, lambda text, rng, origin: HEAD + END),
    "hreflang-code-malformed": (2, with_element('<x:link rel="alternate" hreflang="english" href="{origin}/maps/en"/>')),
}


def site(rng, number):
    """The captures of a host, and its defects: URL and content, and URL and rule."""
    origin = f"https://site{number}.example.{rng.choice(['com', 'net', 'org'])}"
    captures, seeds = [], []
    places = [f"{origin}/maps/{at}.xml" for at in range(rng.choice([1, 1, 2, 3, 5]))]
    texts = []
    for at, place in enumerate(places):
        entries = []
        for page in range(rng.choice([5, 20, 60, 150, 500, 2000])):
            day = f"2025-{rng.randrange(1, 5):02}-{rng.randrange(1, 29):02}"
            moment = rng.choice([day, f"{day}T{rng.randrange(24):02}:15:00+00:00"]) if number % 2 else day
            entries.append(f"  <url>\n    <loc>{place[:-4]}/{page}</loc>\n    <lastmod>{moment}</lastmod>\n  </url>\n")
        texts.append(HEAD + "".join(entries) + END)
    if rng.random() < 0.4:
        rules, weights = list(DEFECTS), [weight for weight, _ in DEFECTS.values()]
        for at in rng.sample(range(len(places)), rng.randrange(1, len(places) + 1)):
            (rule,) = rng.choices(rules, weights)
            texts[at] = DEFECTS[rule][1](texts[at], rng, origin)
            seeds.append((places[at], rule))
    children = list(places)
    if len(places) > 1 and rng.random() < 0.1:
        del places[-1], texts[-1]
        seeds = [(url, rule) for url, rule in seeds if url in places]
        seeds.append((f"{origin}/index.xml", "index-child-not-supplied"))
    if len(places) > 1 and rng.random() < 0.1 and not {url for url, _ in seeds} & set(places):
        # The first page of the first sitemap is also the last of the last.
        texts[-1] = texts[-1].replace(END, texts[0][texts[0].index("  <url>") : texts[0].index("</url>") + 7] + END)
        seeds.append((places[-1], "index-cross-file-duplicate"))
    index = "".join(f"  <sitemap>\n    <loc>{url}</loc>\n  </sitemap>\n" for url in children)
    captures.append(capture(f"{origin}/index.xml", f'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="{XMLNS}">\n{index}</sitemapindex>\n'.encode()))
    is_blocked = not seeds and rng.random() < 0.05
    rules = "Disallow: /maps/\n" if is_blocked else "Disallow: /search\n"
    if is_blocked:
        seeds += [(url, "scope-robots-blocked") for url in [f"{origin}/index.xml", *places]]
        seeds += [(place, "scope-robots-sitemap-blocked") for place in places]
    captures.append(capture(f"{origin}/robots.txt", f"User-agent: *\n{rules}Sitemap: {origin}/index.xml\n".encode()))
    for place, text in zip(places, texts):
        content = text.encode("utf-8", "surrogateescape")
        is_sound = not any(url == place for url, _ in seeds)
        end = rng.randrange(len(content) // 2, len(content)) if is_sound and rng.random() < 0.05 else None
        captures.append(capture(place, content[:end], truncated=end is not None))
    return captures, seeds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=Path)
    parser.add_argument("--hosts", type=int, default=20_000)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    rng, seeds = random.Random(1), []
    for start in range(0, arguments.hosts, PER_ARCHIVE):
        with open(arguments.output / f"{start // PER_ARCHIVE:05}.warc.gz", "wb") as archive:
            for number in range(start, min(start + PER_ARCHIVE, arguments.hosts)):
                captures, found = site(rng, number)
                seeds += found
                archive.write(warc(captures))
    if arguments.folder:
        files = sorted(path for path in arguments.folder.rglob("*") if path.is_file())
        with open(arguments.output / "folder.warc.gz", "wb") as archive:
            archive.write(warc(capture(FOLDER + path.relative_to(arguments.folder).as_posix(), path.read_bytes()) for path in files))
    (arguments.output / "seeds.json").write_text(json.dumps(seeds))


if __name__ == "__main__":
    main()
