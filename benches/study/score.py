"""Compares findings with the defects of a synthetic crawl: `python score.py CRAWL RESULT`.

CRAWL is the folder from ``crawl.py``, and RESULT that from ``sitemap-validator-spark``. Prints the precision and the recall of each
rule, by files.
"""

import collections
import json
import sys
from pathlib import Path

from crawl import FOLDER
from pyarrow import dataset

CAUSES = {
    "hreflang-missing-self": {"hreflang-code-malformed"},
    "index-child-invalid": {
        "encoding-invalid-utf8",
        "loc-unescaped-ampersand",
        "structure-html-document",
        "xml-content-before-declaration",
        "xml-unclosed-element",
        "xml-undefined-entity",
        "xml-unescaped-less-than",
    },
    "loc-illegal-character": {"xml-unescaped-less-than"},
}
"""Rules that rightly report a side effect of other defects, in the same file or its index."""


def site(url):
    return url.split("/")[2]


def main(crawl, result):
    seeded = collections.defaultdict(set)
    for url, rule in json.loads((crawl / "seeds.json").read_text()):
        seeded[rule].add(url)
    found, totals = collections.defaultdict(set), []
    table = dataset.dataset(result / "findings", partitioning="hive").to_table(columns=["rule", "url", "severity"])
    for row in table.to_pylist():
        is_seeded = not (row["url"] or "").startswith(FOLDER)
        if is_seeded and (row["severity"] != "info" or row["rule"] in seeded):
            found[row["rule"]].add(row["url"])
    print(f"{'rule':<32} {'seeded':>7} {'found':>7} {'precision':>10} {'recall':>7}")
    for rule, causes in CAUSES.items():
        right = {site(url) for cause in causes for url in seeded[cause]}
        found[rule] = {url for url in found[rule] if site(url) not in right}
    for rule in sorted(rule for rule in {*seeded, *found} if seeded[rule] or found[rule]):
        right = len(seeded[rule] & found[rule])
        share = lambda whole: f"{right / whole:.3f}" if whole else "-"
        print(f"{rule:<32} {len(seeded[rule]):>7} {len(found[rule]):>7} {share(len(found[rule])):>10} {share(len(seeded[rule])):>7}")
        totals += [right, len(found[rule]), len(seeded[rule])]
    right, found, seeded = (sum(totals[at::3]) for at in range(3))
    print(f"{'all':<32} {seeded:>7} {found:>7} {right / found:>10.3f} {right / seeded:>7.3f}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
