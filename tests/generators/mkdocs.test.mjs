// MkDocs, which writes the date of the build for each page.

import { generator } from "./support.mjs";

generator("mkdocs", {
  build: ({ out, python }) => [...python("mkdocs"), "build", "--quiet", "--site-dir", out],
  source: (page) => `docs/${page}.md`,
  sitemap: "sitemap.xml",
  dates: { lastmodLater: 6 },
  newer: ["index", "guides/oil", "guides/returns", "lamps", "lamp-care-guide"],
  rules: ["/=docs/index.md"],
});
