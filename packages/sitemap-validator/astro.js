// The Astro integration.

import { fileURLToPath } from "node:url";

import { check } from "./build.js";

export default function sitemapValidator(options = {}) {
  let base;
  return {
    name: "sitemap-validator",
    hooks: {
      "astro:config:done": ({ config }) => {
        if (config.site) base = new URL(config.base, config.site);
      },
      "astro:build:done": ({ dir, logger }) =>
        check(fileURLToPath(dir), { ...options, base: options.base ?? base }, logger),
    },
  };
}
