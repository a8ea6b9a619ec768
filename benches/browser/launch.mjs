// What the scripts share that drive Chromium.

import { chromium } from "playwright-core";

/** Chromium, without what it does for itself in the background. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

/** What a worker's WebAssembly has for memory, in bytes. It never shrinks, so this is the most it ever had. */
export function memory(worker) {
  return worker.evaluate(async () => {
    const { default: start } = await import(new URL(`sitemap-validator-worker.js${location.search}`, location.href));
    // Started already, it hands out what it has.
    return (await start()).memory.buffer.byteLength;
  });
}
