// Docusaurus, with the dates of the commits. For Docusaurus, a new name is a change.

import { generator } from "./support.mjs";

generator("docusaurus", {
  build: ({ out, npm }) => [...npm("@docusaurus/core/bin/docusaurus.mjs"), "build", "--out-dir", out],
  source: (page) => `docs/${page}.md`,
  sitemap: "sitemap.xml",
  dates: { lastmodLater: 2 },
  newer: ["lamp-care-guide"],
  rules: ["/=docs/index.md"],
});
