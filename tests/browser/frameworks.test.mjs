// The widget in pages of React and Vue, as Vite builds them.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { compileScript, parse } from "vue/compiler-sfc";
import { test } from "./engines.mjs";
import { frame as frameOf, host, ORIGIN, POLICY, script } from "./host.mjs";
import { box, GOOD, sitemap } from "./steps.mjs";
import { ABORTED, BASE_URL, endless, foreignRequests, problems, screenshot } from "./support.mjs";

const FIXTURES = fileURLToPath(new URL("frameworks/", import.meta.url));
const BAD = sitemap("<loc>https://shop.tidepool.page/?a=1&b=2</loc>");

/** What `@vitejs/plugin-vue` does with a file, with the setting that docs/widget.md names. */
const vue = {
  name: "vue",
  transform(source, id) {
    if (!id.endsWith(".vue")) return undefined;
    const compilerOptions = { isCustomElement: (tag) => tag === "sitemap-validator" };
    const { descriptor } = parse(source, { filename: id, templateParseOptions: compilerOptions });
    return { code: compileScript(descriptor, { id, inlineTemplate: true, templateOptions: { compilerOptions } }).content, moduleType: "js" };
  },
};

/** A script made of `entry`. */
async function bundled(entry, mode) {
  const define = {
    "process.env.NODE_ENV": JSON.stringify(mode),
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  };
  const rollupOptions = { input: join(FIXTURES, entry) };
  const settings = { write: false, modulePreload: false, minify: false, rollupOptions };
  const { output } = await build({ root: FIXTURES, mode, define, configFile: false, logLevel: "warn", plugins: [vue], build: settings });
  assert.deepEqual(output.map(({ type }) => type), ["chunk"]);
  return output[0].code;
}

// React's StrictMode, and what frameworks have to say of mistakes, are there in development alone.
const PAGES = [
  { what: "React in development", entry: "react.tsx", mode: "development" },
  { what: "React", entry: "react.tsx", mode: "production" },
  { what: "Vue in development", entry: "vue.js", mode: "development", head: `<script async src="${BASE_URL}embed.js"></script>` },
  { what: "Vue", entry: "vue.js", mode: "production", head: `<script async src="${BASE_URL}embed.js"></script>` },
];

for (const { what, entry, mode, head = "" } of PAGES) {
  const path = `/${entry}-${mode}.js`;
  let made;

  /** The page, once it can be told what to show; `told` has what its framework says of it. */
  const open = async (options) => {
    await (made ??= bundled(entry, mode).then((text) => script(path, text)));
    const told = [];
    const body = `${head}<div id="app"></div><script type="module" src="${path}"></script>`;
    const opened = await host(body, {
      policy: POLICY.replace(ORIGIN, `${ORIGIN} 'self'`),
      attributes: `data-site="${BASE_URL}"`,
      ...options,
      before: async (page) => {
        page.on("console", (message) => message.type() === "warning" && told.push(message.text()));
        await options?.before?.(page);
      },
    });
    await opened.waitForFunction(() => "show" in window);
    const show = async (...widgets) => {
      await opened.evaluate((widgets) => window.show(widgets), widgets);
      const names = widgets.map(({ name }) => name).sort();
      await opened.waitForFunction((names) => String(Object.keys(window.elements).sort()) === names, String(names));
    };
    const frame = async (name) => {
      await opened.waitForFunction((name) => window.elements[name]?.shadowRoot?.querySelector("iframe"), name);
      const at = await opened.evaluate((name) => [...document.querySelectorAll("sitemap-validator")].indexOf(window.elements[name]), name);
      const inside = await frameOf(opened, at);
      await box(inside).waitFor({ state: "attached" });
      return inside;
    };
    const heard = (name, type) =>
      opened.evaluate(([name, type]) => window.heard.filter((one) => one.name === name && one.type === type).map(({ detail }) => detail ?? null), [name, type]);
    const call = (name, method, ...args) =>
      opened.evaluate(
        async ([name, method, args]) => {
          await customElements.whenDefined("sitemap-validator");
          return Promise.resolve(window.elements[name][method](...args)).catch((error) => ({ failed: error.name }));
        },
        [name, method, args],
      );
    const assertQuiet = () => {
      // A frame that is taken away while it loads leaves requests behind.
      assert.deepEqual(problems(opened).filter((problem) => !ABORTED.test(problem)), []);
      assert.deepEqual(told, []);
      assert.deepEqual(foreignRequests(opened).filter((url) => new URL(url).origin !== ORIGIN), []);
    };
    return { opened, show, frame, heard, call, assertQuiet };
  };

  test(`${what}: attributes are bound to state, events are heard, methods are called`, async () => {
    const { opened, show, frame, heard, call, assertQuiet } = await open({ lang: "es", colorScheme: "light" });
    await show({ name: "one", theme: "dark", lang: "fr", title: "Rock pools", compact: true, pedantic: false });
    const inside = await frame("one");
    await inside.locator("html[lang=fr][data-theme=dark][data-compact]").waitFor();
    assert.equal(await opened.evaluate(() => window.elements.one.shadowRoot.querySelector("iframe").title), "Rock pools");

    const summary = await call("one", "validate", BAD, "shop.xml");
    assert.equal(summary.verdict, "invalid");
    assert.deepEqual(await heard("one", "result"), [summary]);
    assert.deepEqual(await heard("one", "ready"), [null]);
    const rules = async () => (await call("one", "report")).files[0].diagnostics.map(({ rule }) => rule);
    const found = await rules();
    assert.deepEqual(found, ["loc-unescaped-ampersand"]);

    // Every attribute another value, or none: without a language of its own it speaks that of the page.
    await show({ name: "one", theme: "light", compact: false, pedantic: true, address: "https://elsewhere.tidepool.page/sitemap.xml" });
    await inside.locator("html[lang=es][data-theme=light]:not([data-compact])").waitFor();
    await inside.locator("#verdict .headline").getByText("2 errores").waitFor();
    assert.ok((await rules()).length > found.length);
    assert.equal(await opened.evaluate(() => window.elements.one.shadowRoot.querySelector("iframe").title), "Validador de sitemaps");
    await show({ name: "one", compact: true });
    await inside.locator("html[data-compact]:not([data-theme])").waitFor();
    await inside.locator("#verdict .headline").getByText("1 error").waitFor();

    await call("one", "reset");
    await inside.locator("#verdict").waitFor({ state: "detached" });
    assert.deepEqual(await call("one", "report"), { failed: "InvalidStateError" });
    await screenshot(opened, `framework-${entry}-${mode}`);
    assertQuiet();
  });

  // The rest is the same in both.
  if (mode === "production") continue;

  test(`${what}: progress and errors are heard`, async () => {
    const { opened, show, heard, assertQuiet } = await open({ before: endless });
    await show({ name: "one" });
    const failed = await opened.evaluate(async () => {
      await customElements.whenDefined("sitemap-validator");
      const entry = "<url><loc>https://shop.tidepool.page/?a=1&b=2</loc></url>\n";
      const told = new Promise((done) => window.elements.one.addEventListener("progress", done, { once: true }));
      const checked = window.elements.one.validate(new Blob([entry.repeat(12_000)]), "large.xml").catch((error) => error.name);
      await told;
      window.elements.one.reset();
      return checked;
    });
    assert.equal(failed, "AbortError");
    const [{ done, total }] = await heard("one", "progress");
    assert.ok(done <= total && total > 600_000, `${done} of ${total}`);
    assertQuiet();

    const broken = await open({ before: (page) => page.context().route(/sitemap-validator-web.*\.wasm/, (route) => route.fulfill({ status: 404 })) });
    await broken.show({ name: "one" });
    await broken.opened.waitForFunction(() => window.heard.some(({ type }) => type === "error"));
    const [{ message }] = await broken.heard("one", "error");
    assert.match(message, /could not be loaded/);
  });

  test(`${what}: several come, move and go`, async () => {
    const { opened, show, frame, heard, call, assertQuiet } = await open({ viewport: { width: 1280, height: 2400 } });
    const [one, two, three] = ["one", "two", "three"].map((name) => ({ name, compact: true, theme: name === "two" ? "dark" : "light" }));
    // As soon as it is there it checks something: twice where the framework mounts twice, which is no fault.
    await show({ ...one, text: BAD }, two);
    await opened.waitForFunction(() => window.heard.some(({ name, type }) => name === "one" && type === "result"));
    await (await frame("one")).locator("#verdict .headline").getByText("1 error.").waitFor();
    assert.ok((await heard("one", "result")).every(({ verdict }) => verdict === "invalid"));
    assert.equal((await call("two", "validate", GOOD)).verdict, "valid");
    assert.deepEqual((await heard("two", "result")).map(({ verdict }) => verdict), ["valid"]);

    // Moved: the elements are the same, their listeners and attributes too; a frame that was moved begins anew.
    await opened.evaluate(() => void (window.before = { ...window.elements }));
    await show(three, two, { ...one, text: BAD });
    await frame("three");
    assert.ok(await opened.evaluate(() => window.elements.one === window.before.one && window.elements.two === window.before.two));
    assert.deepEqual(await opened.evaluate(() => [...document.querySelectorAll("sitemap-validator")].map((element) => element.getAttribute("theme"))), ["light", "dark", "light"]);
    for (const name of ["one", "two", "three"]) {
      const past = (await heard(name, "result")).length;
      assert.equal((await call(name, "validate", GOOD)).verdict, "valid", name);
      assert.equal((await heard(name, "result")).length, past + 1, name);
      await (await frame(name)).locator("#verdict .headline").getByText("Valid.").waitFor();
    }

    // Taken away while it checks, and there again.
    const waiting = opened.evaluate((text) => {
      const { two } = window.elements;
      const checked = two.validate(text.repeat(1000)).catch((error) => error.name);
      window.show([{ name: "three" }]);
      return checked;
    }, BAD);
    assert.equal(await waiting, "AbortError");
    // Frameworks take note of elements after they have removed them.
    await opened.waitForFunction(() => document.querySelectorAll("sitemap-validator").length === 1 && String(Object.keys(window.elements)) === "three");
    assert.equal(await opened.locator("iframe").count(), 1);
    await show({ name: "three" }, two);
    await frame("two");
    assert.equal((await call("two", "validate", GOOD)).verdict, "valid");
    await show();
    await opened.waitForFunction(() => !document.querySelector("sitemap-validator"));
    assertQuiet();
  });
}

test("the declaration in the documentation compiles, and so does the page in React with it", async () => {
  const text = await readFile(new URL("../../docs/widget.md", import.meta.url), "utf8");
  const [, declaration] = /```ts\n(.*?)```/s.exec(text);
  const require = createRequire(import.meta.url);
  const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "sitemap-validator-"));
  try {
    await symlink(modules, join(folder, "node_modules"), "junction");
    await writeFile(join(folder, "sitemap-validator.d.ts"), declaration);
    await writeFile(join(folder, "react-dom.d.ts"), 'declare module "react-dom/client";\n');
    await copyFile(join(FIXTURES, "react.tsx"), join(folder, "react.tsx"));
    const compilerOptions = { module: "esnext", moduleResolution: "bundler", target: "es2022", lib: ["es2023", "dom"], jsx: "react-jsx", types: [], strict: true, noEmit: true };
    const compiled = async (...files) => {
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["sitemap-validator.d.ts", "react-dom.d.ts", ...files] }));
      const compiler = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
      const told = await promisify(execFile)(process.execPath, [compiler, "--pretty", "false"], { cwd: folder }).catch((error) => error);
      return told.stdout.trim().split("\n").filter(Boolean);
    };
    assert.deepEqual(await compiled("react.tsx"), []);

    const wrong = [
      '<sitemap-validator theme="blue" />,',
      "<sitemap-validator pedantic={7} />,",
      "<sitemap-validator onresult={({ detail }) => detail.good} />,",
      "<sitemap-validator ref={(element) => void element?.check()} />,",
      '<sitemap-validators theme="dark" />,',
    ];
    await writeFile(join(folder, "wrong.tsx"), `export const all = [\n${wrong.join("\n")}\n];\n`);
    const faults = await compiled("wrong.tsx");
    const lines = new Set(faults.map((fault) => Number(/^wrong\.tsx\((\d+),/.exec(fault)?.[1])));
    assert.deepEqual([...lines].sort(), wrong.map((_, at) => at + 2), faults.join("\n"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
