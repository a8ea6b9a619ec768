// The Vite plugin.

import { resolve } from "node:path";

import { check } from "./build.js";

export default function sitemapValidator(options = {}) {
  let config;
  let isWritten = false;
  return {
    name: "sitemap-validator",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    applyToEnvironment: ({ config }) => config.consumer === "client",
    configResolved(resolved) {
      config = resolved;
    },
    // Not called if the build fails.
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      // After plugins that write sitemaps, also those that write them in the same hook.
      order: "post",
      sequential: true,
      async handler() {
        if (!isWritten) return;
        isWritten = false;
        // An error would end a build that watches for changes.
        const failOn = config.build.watch ? "never" : options.failOn;
        const { root, build, logger } = config;
        await check(resolve(root, build.outDir), root, { ...options, failOn }, logger);
      },
    },
  };
}
