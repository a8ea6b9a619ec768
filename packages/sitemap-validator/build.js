// Checks the sitemaps in the output folder of a build, and compares them with its pages, for the integrations.

import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";

import { counted, frames } from "./frames.js";
import { validate } from "./node.js";

const LEVELS = ["error", "warning", "never"];

const NOT_COMPARED =
  "the sitemaps were not compared with the pages, because no sitemap lists a valid URL and `base` is not set: " +
  "pass `base`, or `pages: false` if you do not need the comparison";

const ROBOTS = "robots.txt";

/** The paths of sitemaps. Other XML and text files belong to other programs, such as browserconfig.xml. */
const SITEMAP = /(^|\/)[^/]*sitemap.*\.(xml|txt)(\.gz)?$/i;

/** The names of pages. */
const PAGE = /\.x?html?$/i;

/** The files that prove to search engines who owns a site. */
const PROOF = /^(google|yandex_)[0-9a-f]+\.html$/i;

/** Files that hosts read in the folder of the project, and not in the output folder. */
const OF_PROJECT = ["netlify.toml", "vercel.json"];

/**
 * Checks the sitemaps in `folder`, the output of the project in `root`, and prints what it finds with `logger`.
 *
 * Throws an error if there are problems as severe as `failOn`, or no sitemaps.
 */
export async function check(folder, root, { failOn = "error", files, pages, ...options }, logger) {
  if (!LEVELS.includes(failOn)) {
    throw new TypeError(`The option \`failOn\` has to be one of these: ${LEVELS.join(", ")}.`);
  }
  if (pages !== undefined && typeof pages !== "boolean") throw new TypeError("The option `pages` has to be true or false.");
  const built = await filesIn(folder);
  const names = files ?? sitemaps(built);
  if (names.length === 0) {
    const message = `There is no sitemap in ${folder}. The option \`files\` names files to check.`;
    if (failOn !== "never") throw new Error(message);
    return logger.error(message);
  }
  const paths = names.map((name) => join(folder, name));
  // The first folder of a name stands for `base`.
  const inputs = names.map((name, at) => ({ name: `${basename(folder)}/${name}`, content: content(paths[at]) }));
  // Without pages, this is the output of a program that serves them.
  const isCompared = pages ?? built.some((name) => PAGE.test(name) && !PROOF.test(name));
  const report = await validate(inputs, { ...options, pages: isCompared ? await pagesOf(folder, root, built) : undefined });
  // The user did not ask for this comparison, so the build does not fail without it.
  if (pages === undefined && report.built?.url === null) Object.assign(report.built, { problems: [], notes: [NOT_COMPARED] });
  const { error, warning } = report.set?.counts ?? report.files[0].counts;
  const [problem] = report.built?.problems ?? [];
  const text = await frames(report, paths);
  logger[error > 0 || problem ? "error" : warning > 0 ? "warn" : "info"](text);
  if (failOn === "never") return;
  if (error > 0 || (failOn === "warning" && warning > 0)) {
    throw new Error(`The sitemaps have ${counted(error, "error")} and ${counted(warning, "warning")}.`);
  }
  if (problem) throw new Error(`The sitemaps could not be compared with all pages: ${problem}`);
}

/** The names of all files in `folder` and the folders below it, sorted. */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const name = (entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll(sep, "/");
  return files.map(name).sort();
}

/** The names of the sitemaps among `names`, with the robots.txt; none if there are no sitemaps. */
function sitemaps(names) {
  const sitemaps = names.filter((name) => SITEMAP.test(name));
  return sitemaps.length > 0 && names.includes(ROBOTS) ? [ROBOTS, ...sitemaps] : sitemaps;
}

/** The option `pages` for the files `names` of `folder`. */
async function pagesOf(folder, root, names) {
  const own = (await readdir(root)).filter((name) => OF_PROJECT.includes(name) && !names.includes(name));
  const place = `${basename(folder)}/`;
  return {
    files: [...names, ...own].map((name) => place + name),
    read(file, limit) {
      const name = file.slice(place.length);
      return createReadStream(join(own.includes(name) ? root : folder, name), { end: limit });
    },
  };
}

/** The content of a file, which is opened when it is read. */
async function* content(path) {
  yield* createReadStream(path);
}
