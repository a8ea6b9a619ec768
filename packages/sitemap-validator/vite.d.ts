import type { BuildOptions } from "./build.js";

export type { BuildOptions };

/** A Vite plugin that checks the sitemaps in the output folder after a build. */
export default function sitemapValidator(options?: BuildOptions): { name: string };
