import type { Options } from "./index.js";

/** The options of the integrations: those of `validate`, and these. */
export interface BuildOptions extends Omit<Options, "name" | "url" | "pages"> {
  /** The URL of the output folder. Default with Astro: from its options `site` and `base`. */
  base?: string | URL | undefined;
  /** The lowest severity that makes the build fail. Default: `error`. */
  failOn?: "error" | "warning" | "never" | undefined;
  /**
   * The files to check, as paths in the output folder. Default: the robots.txt, and all .xml, .txt, .xml.gz and .txt.gz
   * files with `sitemap` in their path.
   */
  files?: readonly string[] | undefined;
  /**
   * Compare the sitemaps with the pages in the output folder. Default: true, unless there are no HTML files, or Astro
   * renders pages on demand. If it is set to true, the build fails if the URL of the folder is unknown.
   */
  pages?: boolean | undefined;
}
