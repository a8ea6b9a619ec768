"""What type checkers say of a user's script: with unused comments reported, each line with one has that error."""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

import datetime

import sitemap_validator as sv

sv.validate("a.xml", url="https://example.com/a.xml", profile=["google", "bing"], rule={"loc-relative": "off"})
sv.validate("a.xml", now=datetime.datetime.now(datetime.timezone.utc), robots={"https://example.com": "robots.txt"})
sv.fetch("https://example.com", check_urls="all", rate=2)
for report in sv.validate_many(["a.xml", ("b.xml", None, b"")], threads=2):
    print(report.verdict, [finding.url for finding in report.findings])
print(sv.compare("old", "new", max_removed="10%").counts["gone"])
sv.validate("a.xml", pedantik=True)  # type: ignore[call-arg]
sv.validate("a.xml", lang="de")  # type: ignore[arg-type]
sv.validate("a.xml", rate=2)  # type: ignore[call-arg]
sv.validate("a.xml", rule={"loc-relative": "fatal"})  # type: ignore[dict-item]
