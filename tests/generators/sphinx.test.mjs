// Sphinx, with the dates of the commits. For its extension, a new name is a change. The home page lists the others.

import { generator } from "./support.mjs";

const html = (page) => `${page}.html`;

generator("sphinx", {
  build: ({ out, python }) => [...python("sphinx-build"), "--quiet", "--builder", "html", ".", out],
  source: (page) => `${page}.rst`,
  html,
  path: html,
  sitemap: "sitemap.xml",
  affected: ["index"],
  dates: { lastmodLater: 2 },
  newer: ["lamp-care-guide"],
  rules: ["/index.html=index.rst"],
});
