// The Astro integration.

import { fileURLToPath } from "node:url";

import { check } from "./build.js";

export default function sitemapValidator(options = {}) {
  let base, root, pages;
  return {
    name: "sitemap-validator",
    hooks: {
      "astro:config:done": ({ config, buildOutput = config.output }) => {
        if (config.site) base = new URL(config.base, config.site);
        root = fileURLToPath(config.root);
        // Pages that a server renders have no files.
        if (buildOutput === "server" || buildOutput === "hybrid") pages = false;
      },
      "astro:build:done": ({ dir, logger }) =>
        check(fileURLToPath(dir), root, { ...options, base: options.base ?? base, pages: options.pages ?? pages }, logger),
    },
  };
}
