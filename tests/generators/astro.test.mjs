// Astro and its integration for sitemaps, with the date of the build for each page.

import { generator } from "./support.mjs";

generator("astro", {
  build: ({ out, npm }) => [...npm("astro/astro.js"), "build", "--silent", "--outDir", out],
  source: (page) => `src/pages/${page}.astro`,
  sitemap: "sitemap-0.xml",
  index: "sitemap-index.xml",
  dates: { lastmodLater: 6 },
  newer: ["index", "guides/oil", "guides/returns", "lamps", "lamp-care-guide"],
  rules: ["/=src/pages/index.astro"],
});
