// Checks the sitemaps in the output folder of a build, for the integrations.

import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, sep } from "node:path";

import { counted, frames } from "./frames.js";
import { validate } from "./node.js";

const LEVELS = ["error", "warning", "never"];

const ROBOTS = "robots.txt";

/** The paths of sitemaps. Other XML and text files belong to other programs, such as browserconfig.xml. */
const SITEMAP = /(^|\/)[^/]*sitemap.*\.(xml|txt)(\.gz)?$/i;

/**
 * Checks the sitemaps in `folder`, and prints what it finds with `logger`.
 *
 * Throws an error if there are problems as severe as `failOn`, or no sitemaps.
 */
export async function check(folder, { failOn = "error", files, ...options }, logger) {
  if (!LEVELS.includes(failOn)) {
    throw new TypeError(`The option \`failOn\` has to be one of these: ${LEVELS.join(", ")}.`);
  }
  const names = files ?? (await sitemaps(folder));
  if (names.length === 0) {
    const message = `There is no sitemap in ${folder}. The option \`files\` names files to check.`;
    if (failOn !== "never") throw new Error(message);
    return logger.error(message);
  }
  const paths = names.map((name) => join(folder, name));
  // The first folder of a name stands for `base`.
  const inputs = names.map((name, at) => ({ name: `${basename(folder)}/${name}`, content: content(paths[at]) }));
  const report = await validate(inputs, options);
  const { error, warning } = report.set?.counts ?? report.files[0].counts;
  const text = await frames(report, paths);
  logger[error > 0 ? "error" : warning > 0 ? "warn" : "info"](text);
  if (failOn !== "never" && (error > 0 || (failOn === "warning" && warning > 0))) {
    throw new Error(`The sitemaps have ${counted(error, "error")} and ${counted(warning, "warning")}.`);
  }
}

/** The names of the sitemaps in `folder` and the folders below it, with the robots.txt; none if there are no sitemaps. */
async function sitemaps(folder) {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(sep, "/")).sort();
  const sitemaps = names.filter((name) => SITEMAP.test(name));
  return sitemaps.length > 0 && names.includes(ROBOTS) ? [ROBOTS, ...sitemaps] : sitemaps;
}

/** The content of a file, which is opened when it is read. */
async function* content(path) {
  yield* createReadStream(path);
}
