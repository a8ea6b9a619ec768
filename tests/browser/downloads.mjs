// Downloads of browsers that do not tell of them.

import { mkdtempSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The next file that a browser puts into a folder, as Playwright gives downloads. Browsers write to another name, and give
 * the file its own when it is complete. Firefox first reserves names with empty files, some of which it deletes again. The
 * file is moved, so that the next download of the same name gets this name, too.
 */
export async function download(folder) {
  const isComplete = (name) => !/^\.|\.(part|wkdownload)$/.test(name) && statSync(join(folder, name), { throwIfNoEntry: false })?.size > 0;
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
    const name = readdirSync(folder).find(isComplete);
    if (!name) continue;
    const path = join(mkdtempSync(join(folder, ".taken-")), name);
    renameSync(join(folder, name), path);
    return { suggestedFilename: () => name, path: async () => path };
  }
  throw new Error(`nothing was downloaded into ${folder}`);
}
