// Downloads of browsers that do not tell of them.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The next file that a browser has put into a folder, as Playwright gives downloads. */
export async function download(folder, taken) {
  let size;
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
    const files = readdirSync(folder);
    const name = files.find((name) => !taken.has(name) && !/\.(part|wkdownload)$/.test(name) && !files.includes(`${name}.part`));
    const before = size;
    size = name && statSync(join(folder, name)).size;
    // Its name may be there before its content.
    if (!size || size !== before) continue;
    taken.add(name);
    return { suggestedFilename: () => name, path: async () => join(folder, name) };
  }
  throw new Error(`nothing was downloaded into ${folder}`);
}
