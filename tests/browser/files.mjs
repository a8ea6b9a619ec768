// Prints the paths of the files with tests that SELECT chooses: `node tests/browser/files.mjs smoke`.

import { files } from "./select.mjs";

for (const path of await files(process.argv[2] ?? "")) console.log(path);
