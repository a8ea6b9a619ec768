// Hexo, with the dates that are written in the posts. The home page has the texts of all posts, and no date.

import { generator } from "./support.mjs";

const path = (page) => (page === "index" ? "" : `2026/03/${page.split("/").at(-1)}/`);

generator("hexo", {
  build: ({ npm }) => [...npm("hexo/bin/hexo"), "generate", "--force", "--silent"],
  built: "public",
  source: (page) => `source/_posts/${page.split("/").at(-1)}.md`,
  html: (page) => `${path(page)}index.html`,
  path,
  sitemap: "sitemap.xml",
  unlisted: ["archives/", "archives/2026/", "archives/2026/03/"],
  affected: ["index"],
  newer: [],
  older: ["shelves"],
  undated: ["index"],
  rules: ["/:year/:month/:title/=source/_posts/:title.md"],
});
