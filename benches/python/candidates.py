"""Runs candidates of the benchmarks: `python candidates.py FILE`, with their names on standard input."""

import importlib.metadata
import sys

import sitemap_validator as sv

FILE = sys.argv[1]
with open(FILE, "rb") as file:
    CONTENT = file.read()

CANDIDATES = {
    "validate": lambda: sv.validate(CONTENT),
    "validate_many, two threads": lambda: list(sv.validate_many([("sitemap.xml", None, CONTENT)] * 20, threads=2)),
    "one thread": lambda: list(sv.validate_many([("sitemap.xml", None, CONTENT)] * 20, threads=1)),
    "entries": lambda: sv.entries(FILE).to_pandas(),
}

try:
    import advertools

    CANDIDATES["advertools.sitemap_to_df"] = lambda: advertools.sitemap_to_df(f"file://{FILE}")
except ImportError as error:
    print(f"absent\tadvertools\t{error}")

print(f"version\tPython\t{sys.version.split()[0]}")
for name in ("advertools", "pandas"):
    try:
        print(f"version\t{name}\t{importlib.metadata.version(name)}")
    except importlib.metadata.PackageNotFoundError:
        pass
print("done", flush=True)
for line in sys.stdin:
    CANDIDATES[line.rstrip("\n")]()
    print("done", flush=True)
