// Downloads of browsers that do not tell of them.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The next file that a browser has put into a folder, as Playwright gives downloads. Browsers write to another name, and give
 * the file its own when it is complete; Firefox reserves that one with an empty file.
 */
export async function download(folder, taken) {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
    const name = readdirSync(folder).find((name) => !taken.has(name) && !/\.(part|wkdownload)$/.test(name));
    if (!name || statSync(join(folder, name)).size === 0) continue;
    taken.add(name);
    return { suggestedFilename: () => name, path: async () => join(folder, name) };
  }
  throw new Error(`nothing was downloaded into ${folder}`);
}
