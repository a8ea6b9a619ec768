// Eleventy, with a template that writes the dates of the commits. For Eleventy, a new name is a change.

import { generator } from "./support.mjs";

generator("eleventy", {
  build: ({ out, npm }) => [...npm("@11ty/eleventy/cmd.cjs"), "--quiet", `--output=${out}`],
  source: (page) => `pages/${page}.md`,
  sitemap: "sitemap.xml",
  dates: { lastmodLater: 2 },
  newer: ["lamp-care-guide"],
  rules: ["/=pages/index.md"],
});
