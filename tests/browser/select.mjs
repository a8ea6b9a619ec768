// Which browser tests run. Each test has tags, and the environment variable SELECT chooses by them.

import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Proves that the parts of the page are connected. All of these together take a minute. */
export const SMOKE = { smoke: true };
/** Depends on a browser API that can behave differently in another engine. */
export const ENGINES = { sample: true };
/** Input above 1 MB or 50,000 URLs, or a test that takes more than two seconds because of its input. */
export const VOLUME = { volume: true };
/** Starts workers of a worker. Driven by WebDriver BiDi, Firefox now and then never starts them and blocks the worker. */
export const HELPERS = { engines: ["chromium", "webkit"] };
/** Needs Chromium's DevTools, or something that only Chromium's driver changes or reports, such as workers. */
export const CHROMIUM = { engines: ["chromium"] };

/** By value of SELECT: whether a test with these tags runs, and the tag that a file must mention to have such a test. */
const SELECTIONS = {
  smoke: { chooses: ({ smoke }) => smoke, tag: "SMOKE" },
  sample: { chooses: ({ sample }) => sample, tag: "ENGINES" },
  "": { chooses: ({ volume }) => !volume },
  every: { chooses: () => true },
};

function selection(name) {
  const found = SELECTIONS[name];
  if (!found) throw new Error(`SELECT is "${name}", and has to be one of: smoke, sample, every; or not set`);
  return found;
}

/** Whether a test with these tags runs in an engine. */
export const isChosen = (tags, engine, name = process.env.SELECT ?? "") =>
  Boolean(selection(name).chooses(tags)) && (tags.engines ?? [engine]).includes(engine);

/** The paths of the files that can have chosen tests. */
export async function files(name) {
  const { tag = "" } = selection(name);
  const folder = fileURLToPath(new URL("./", import.meta.url));
  const tests = (await readdir(folder)).filter((file) => file.endsWith(".test.mjs")).sort();
  const paths = tests.map((file) => folder + file);
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return paths.filter((_, at) => texts[at].includes(tag));
}
