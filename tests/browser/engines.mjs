// The browsers that the tests run in: ENGINE is chromium, firefox or webkit.

import { mkdtempSync } from "node:fs";
import { test as run } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import playwright from "playwright-core";
import { isChosen } from "./select.mjs";
import { launch as webkit } from "./webkit.mjs";

export const ENGINE = process.env.ENGINE || "chromium";

export { CHROMIUM, ENGINES, HELPERS, SMOKE, VOLUME } from "./select.mjs";

/**
 * A test with tags, such as `{ ...SMOKE, ...ENGINES }`, and options of Node's test runner. Without tags, it runs in every
 * engine unless SELECT is smoke or sample. If a test hangs, it fails, and the others run.
 */
export function test(name, ...rest) {
  const [{ smoke, sample, volume, engines, ...options }, work] = rest.length > 1 ? rest : [{}, rest[0]];
  if (isChosen({ smoke, sample, volume, engines }, ENGINE)) run(name, { timeout: 120_000, ...options }, work);
}

/** Where the fonts of fonts.conf are; a folder with all that is in it. */
const FONTS = fileURLToPath(new URL("../../node_modules/@expo-google-fonts/", import.meta.url));

const launchers = {
  chromium: () =>
    playwright.chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      headless: true,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    }),

  /** An unmodified Firefox, over WebDriver BiDi. */
  firefox: async () => {
    const downloads = mkdtempSync(join(tmpdir(), "firefox-"));
    const browser = await playwright.firefox.launch({
      channel: "moz-firefox",
      executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
      headless: true,
      downloadsPath: downloads,
      // Its sandbox would keep the fonts of fonts.conf from the processes that draw.
      // The panel of downloads would take the focus from the page. Scroll bars lie over it, as on a phone.
      firefoxUserPrefs: { "security.sandbox.content.read_path_whitelist": FONTS, "browser.download.alwaysOpenPanel": false, "ui.useOverlayScrollbars": 1 },
    });
    // Playwright sends this command for each page, and gives up when the browser does not know it.
    const session = Object.getPrototypeOf(browser._connection.toImpl(browser)._browserSession);
    const { send } = session;
    session.send = function (method, ...rest) {
      return method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send.call(this, method, ...rest);
    };
    return Object.assign(browser, { downloads });
  },

  webkit: () => webkit(process.env.WEBKIT ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"),
};

export const launch = () => launchers[ENGINE]();
