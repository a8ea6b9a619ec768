// Text from sitemaps is never markup: a corpus of payloads, wherever text is shown or written.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "./engines.mjs";
import { host, ready, snippet } from "./host.mjs";
import { hostileSitemap, NOTHING, PAYLOADS, traces, watched } from "./payloads.mjs";
import { index, menu, open, type } from "./steps.mjs";
import { BASE_URL, dropFiles, page, problems } from "./support.mjs";

/** Opens every group, walks through findings and their source, and draws the pictures. */
async function lookAround(frame) {
  await frame.locator("#verdict, #set-verdict").first().waitFor();
  const groups = frame.locator(".group-head");
  for (let at = 0; at < (await groups.count()); at += 1) {
    if ((await groups.nth(at).getAttribute("aria-expanded")) === "false") await groups.nth(at).click();
    const row = frame.locator(".group").nth(at).locator(".row").first();
    if (await row.count()) await row.click();
    await frame.locator(".side .source, .source").first().waitFor();
    const back = frame.locator(".back");
    if (await back.isVisible()) await back.click();
  }
}

test("nothing in a sitemap runs in the page", async () => {
  const opened = await open({ before: watched });
  await type(opened, hostileSitemap());
  await lookAround(opened);
  await opened.locator(".pictures svg").first().waitFor();
  assert.deepEqual(await traces(opened), NOTHING);
  const seen = await opened.locator(".source .cm-content").textContent();
  assert.ok(seen.includes("ran("), "it is shown as text");
  assert.deepEqual(problems(opened), []);
});

test("nothing in a file's name, an address or a set runs", async () => {
  const opened = await open({ before: watched });
  const names = PAYLOADS.slice(0, 12);
  const files = names.map((name, at) => ({ name: `${at}-${name.replaceAll("/", "∕")}.xml`, text: hostileSitemap() }));
  await dropFiles(opened, [{ name: "index.xml", text: index(...names.map((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))) }, ...files]);
  await opened.locator("#set-verdict").waitFor();
  for (const name of [1, 5]) {
    await opened.locator(".files [role=treeitem]:not([aria-disabled])").nth(name).click();
    await opened.locator("#verdict").waitFor();
  }
  await opened.getByLabel("The folder they are served from").or(opened.locator(".address input")).first().fill(PAYLOADS[2]);
  assert.deepEqual(await traces(opened), NOTHING);
  assert.deepEqual(problems(opened), []);
});

test("nothing in a link to the page runs", async () => {
  const parts = ["lang", "name", "url", "profile", "text"];
  // Each payload in one part, and all parts in each link.
  for (let at = 0; at < PAYLOADS.length; at += parts.length) {
    const link = parts.map((part, next) => `${part}=${encodeURIComponent(PAYLOADS[at + next])}`).join("&");
    const opened = await page({ before: watched, path: `#${link}` });
    await opened.locator("#verdict, .trouble, .lone").first().waitFor();
    assert.deepEqual(await traces(opened), NOTHING, link);
    await opened.context().close();
  }
});

test("nothing runs in the widget, nor in the page around it", async () => {
  const opened = await host(snippet(), { before: watched, policy: "" });
  const inside = await ready(opened);
  const summary = await opened.evaluate(
    ([text, name]) => document.querySelector("sitemap-validator").validate(text, name),
    [hostileSitemap(), PAYLOADS[2]],
  );
  assert.equal(summary.files[0].name, PAYLOADS[2], "data stays data");
  await lookAround(inside);
  assert.deepEqual(await traces(inside), NOTHING);
  assert.deepEqual(await opened.evaluate(() => window.hits), []);
  for (const payload of PAYLOADS) {
    await opened.evaluate((payload) => {
      for (const name of ["theme", "accent", "lang", "profile", "url", "height", "title"]) document.querySelector("sitemap-validator").setAttribute(name, payload);
    }, payload);
  }
  // The last of them is the address that is checked against.
  await inside.waitForFunction((last) => document.querySelector(".address input").value === last, PAYLOADS.at(-1));
  const report = await opened.evaluate(() => document.querySelector("sitemap-validator").report());
  assert.equal(report.files[0].name, PAYLOADS[2]);
  assert.deepEqual(await traces(inside), NOTHING);
  assert.deepEqual(await opened.evaluate(() => window.hits), []);
  assert.deepEqual(problems(opened), [], "nor did anything try to");
});

test("nothing runs in what is saved: the reports are opened as pages by those who mean well", async () => {
  const opened = await open({ before: watched });
  await type(opened, hostileSitemap());
  await opened.locator("#verdict").waitFor();
  const save = async (item) => {
    const [saved] = await Promise.all([opened.waitForEvent("download"), menu(opened, item)]);
    return readFile(await saved.path(), "utf8");
  };
  const markdown = await save(/Markdown/);
  // A reader of Markdown makes an element of `<name`, and a link of `](`, unless it is code.
  const outside = markdown.replaceAll(/(`+)[^`][\s\S]*?\1/g, "");
  assert.doesNotMatch(outside, /<[a-z!/]/i, "no markup outside of code");
  assert.doesNotMatch(outside, /\]\(\s*(javascript|data):/i);
  const csv = await save(/CSV/);
  assert.doesNotMatch(csv, /(^|[,;\n])"?[=+@]/, "no cell is a formula");
  for (const item of [/JUnit/, /SARIF/, /JSON/]) {
    const text = await save(item);
    const fault = await opened.evaluate((text) => {
      if (text.startsWith("<")) return new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror, script, img")?.textContent ?? null;
      JSON.parse(text);
      return null;
    }, text);
    assert.equal(fault, null, String(item));
  }
  assert.deepEqual(await traces(opened), NOTHING);
});

test("nothing runs in the pages beside the app", async () => {
  for (const path of ["rules/loc-empty.html", "rules/", "fr/embed/"]) {
    const opened = await page({ url: `${BASE_URL}${path}`, before: watched, path: `#${encodeURIComponent(PAYLOADS[2])}` });
    const fields = opened.locator("input[type=search], input[type=url]");
    for (let at = 0; at < (await fields.count()); at += 1) {
      for (const payload of PAYLOADS) await fields.nth(at).fill(payload);
    }
    assert.deepEqual((await traces(opened)).ran, [], path);
    assert.deepEqual((await traces(opened)).made, [], path);
  }
});

test("the browser refuses text as markup, and scripts of other origins, even from the page's own code", async () => {
  const opened = await open();
  if (!(await opened.evaluate(() => "trustedTypes" in globalThis))) return;
  const refused = await opened.evaluate(() => {
    const ways = {
      markup: () => (document.createElement("p").innerHTML = "<img src=x>"),
      document: () => (document.createElement("iframe").srcdoc = "<p>"),
      script: () => (document.createElement("script").text = "1"),
      worker: () => new Worker("https://other.tidepool.page/worker.js"),
      policy: () => trustedTypes.createPolicy("another", {}),
    };
    return Object.keys(ways).filter((way) => {
      try {
        ways[way]();
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    });
  });
  assert.deepEqual(refused, ["markup", "document", "script", "worker", "policy"]);
});
