// Measures in Chromium and prints what each candidate took: see `say` in protocol.mjs.

import { readFile } from "node:fs/promises";
import { launch, memory } from "./launch.mjs";
import { take, say, settings } from "./protocol.mjs";
import { serve } from "./server.mjs";

const { rounds, inputs, schema } = settings();

const server = await serve();
const browser = await launch();
say("version", "Chromium", browser.version());

try {
  for (const input of inputs) {
    // A page of its own: what one input left in memory is not the next one's burden.
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(0);
    await page.goto(server.url);
    const xsd = schema && input.valid ? await readFile(schema, "utf8") : null;
    const { names, absent } = await page.evaluate(([input, xsd]) => window.prepare(input, xsd), [input, xsd]);
    for (const [name, why] of absent) say("absent", name, why);
    await take(input.name, rounds, names, (name) => page.evaluate((name) => window.turn(name), name));
    await page.evaluate((input) => window.fill(input), input);
    say("sample", input.name, "worker, memory", await memory(page.workers().at(-1)));
    await page.context().close();
  }
} finally {
  await browser.close();
  server.close();
}
