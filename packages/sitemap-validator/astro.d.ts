import type { BuildOptions } from "./build.js";

export type { BuildOptions };

/** An Astro integration that checks the sitemaps of the site after a build. */
export default function sitemapValidator(options?: BuildOptions): { name: string; hooks: {} };
