import assert from "node:assert/strict";
import { SMOKE, test } from "./engines.mjs";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { address, box, button, GOOD, open, sitemap, started, textIn, type, verdict } from "./steps.mjs";
import { assertClean, axe, copied, dropFiles, page } from "./support.mjs";

const BROKEN = sitemap("<loc>/about</loc>");
const fragment = (text) => `#z=${deflateRawSync(text).toString("base64url")}`;

/** Presses Share and gives the link. */
async function share(page) {
  await button(page, "Share").click();
  return page.locator("dialog#share").getByLabel("Link", { exact: true }).inputValue();
}

test("a link holds text and settings, and brings them back", SMOKE, async () => {
  const opened = await open();
  await opened.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened.locator("details.settings summary").click();
  await opened.getByRole("checkbox", { name: "Yandex", exact: true }).check();
  await address(opened).fill("https://shop.tidepool.page/sitemap.xml");
  await type(opened, BROKEN);
  await verdict(opened, "1 error.");
  const link = await share(opened);
  assert.equal(await copied(opened), link);
  assert.match(await opened.locator("dialog#share").textContent(), /Copied\..*It contains the language, the settings, the sitemap’s URL and the whole text\./);
  assert.deepEqual(await axe(opened), []);
  const said = new URLSearchParams(new URL(link).hash.slice(1));
  assert.equal(said.get("profile"), "sitemaps.org,google,bing,yandex");
  assert.equal(inflateRawSync(Buffer.from(said.get("z"), "base64url")).toString(), BROKEN);
  await button(opened, "Close").click();
  assert.equal(await opened.evaluate(() => document.activeElement.textContent), "Share", "the focus is where it was");
  assertClean(opened);

  const other = await open({ path: new URL(link).hash });
  await verdict(other, "1 error.");
  assert.equal(await textIn(other), BROKEN);
  assert.equal(await address(other).inputValue(), "https://shop.tidepool.page/sitemap.xml");
  assert.match(await other.locator("details.settings summary").textContent(), /Google, Bing and Yandex/);
  // What came with a link is nobody's choice: the next visit knows nothing of it.
  await other.waitForSelector(".problem .why");
  await other.goto(new URL("?again", link).href.split("#")[0]);
  await started(other);
  assert.match(await other.locator("details.settings summary").textContent(), /sitemaps\.org, Google and Bing/);
  assert.equal(await address(other).inputValue(), "");
  assertClean(other);
});

test("without a clipboard the link is there to be selected", async () => {
  const opened = await open({
    before: (page) => page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    }),
  });
  await type(opened, "https://shop.tidepool.page/a\nhttps://shop.tidepool.page/b\n");
  await verdict(opened, "Valid");
  const link = await share(opened);
  assert.match(link, /&z=[\w-]+$/);
  await opened.getByText("select the link and copy it yourself").waitFor();
  await opened.getByLabel("Link", { exact: true }).focus();
  assert.equal(await opened.evaluate(() => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), link);
  assertClean(opened);
});

test("where nothing can be packed, short text travels as it is", async () => {
  const opened = await open({ before: (page) => page.addInitScript(() => delete globalThis.CompressionStream) });
  await type(opened, GOOD);
  await verdict(opened, "Valid.");
  const link = await share(opened);
  assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get("text"), GOOD);
  assertClean(opened);
});

test("what is too long, or several files, stays out of the link, and the page says so", async () => {
  const opened = await open();
  // Nothing to compress: random names.
  const name = () => Array.from({ length: 30 }, () => Math.random().toString(36).slice(2)).join("");
  await type(opened, sitemap(...Array.from({ length: 200 }, () => `<loc>https://shop.tidepool.page/${name()}</loc>`)));
  await verdict(opened, "Valid.");
  assert.doesNotMatch(await share(opened), /&(z|text)=/);
  await opened.getByText("longer than 32.0 KiB even when compressed").waitFor();
  await button(opened, "Close").click();
  await dropFiles(opened, [{ name: "a.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  assert.match(await share(opened), /&name=a\.xml&(z|text)=/);
  await button(opened, "Close").click();
  await dropFiles(opened, [{ name: "b.xml", text: GOOD }, { name: "c.xml", text: GOOD }]);
  await opened.waitForSelector("#set-verdict");
  assert.doesNotMatch(await share(opened), /&(z|text)=/);
  await opened.getByText("A link cannot contain several files").waitFor();
  assertClean(opened);
});

test("links are heeded while the page is open", async () => {
  const opened = await open();
  await opened.evaluate((hash) => (location.hash = hash), fragment(BROKEN));
  await verdict(opened, "1 error.");
  await opened.evaluate((text) => (location.hash = `#text=${encodeURIComponent(text)}&lang=en`), GOOD);
  await verdict(opened, "Valid.");
  assert.equal(await textIn(opened), GOOD);
  // What is typed is not what the link holds any more.
  await type(opened, BROKEN);
  await opened.waitForFunction(() => !location.hash.includes("text="));
  await verdict(opened, "1 error.");
  assertClean(opened);
});

test("a link may hold more than the box takes", async () => {
  const entries = Array.from({ length: 20_000 }, (_, index) => `<loc>https://shop.tidepool.page/page/${index % 9}${"0".repeat(20)}</loc>`);
  const opened = await page({ path: `${fragment(sitemap(...entries))}&name=many.xml` });
  await opened.waitForSelector(".bar-name");
  assert.match(await opened.locator(".bar-name").textContent(), /^many\.xml/);
  assertClean(opened);
});

test("a URL in a link is answered like a pasted one", async () => {
  const opened = await open({ path: "#text=https%3A%2F%2Fshop.tidepool.page%2Fsitemap.xml" });
  await opened.getByRole("heading", { name: "This is a URL, not a sitemap" }).waitFor();
  assertClean(opened);
});

const HOSTILE = {
  "no base64": ["#z=***", /cannot be read/],
  "no deflate": ["#z=AAAAAAAA____", /cannot be read/],
  "cut off": [fragment(sitemap(`<loc>${"https://shop.tidepool.page/".repeat(9)}</loc>`)).slice(0, -9), /cannot be read/],
  "no UTF-8": [`#z=${deflateRawSync(Buffer.from([0xff, 0xfe, 0x00])).toString("base64url")}`, /cannot be read/],
  "half an escape": ["#text=%3", /cannot be read/],
  "a bomb": [fragment(Buffer.alloc(20_000_000)), /too large and was not read/],
  "a longer link than the page makes": [`#text=${"a".repeat(33_000)}`, /too large and was not read/],
  "an unknown profile": ["#profile=%3Cimg%20src%3Dx%3E", /“<img src=x>”, which this version does not know/],
};
test("a bad link is answered with a sentence, and what is there stays", async () => {
  const opened = await open();
  for (const [what, [hash, sentence]] of Object.entries(HOSTILE)) {
    await opened.evaluate((hash) => (location.hash = hash), hash);
    await opened.locator(".trouble", { hasText: sentence }).waitFor().catch(() => assert.fail(what));
    assert.equal(await textIn(opened), "", what);
    await type(opened, GOOD);
    await verdict(opened, "Valid.");
    await opened.locator(".trouble").waitFor({ state: "detached" });
    await button(opened, "Clear").click();
  }
  const fresh = await open({ path: HOSTILE["cut off"][0] });
  await fresh.locator(".trouble", { hasText: HOSTILE["cut off"][1] }).waitFor();
  assert.deepEqual(await axe(fresh), []);
  assertClean(fresh);
});

test("a bomb in a link is unpacked in small slices, and one in a longer link than the page makes not at all", async () => {
  const unpacked = async (bytes) => {
    const opened = await open({
      path: fragment(Buffer.alloc(bytes)),
      before: (page) => page.addInitScript(() => {
        globalThis.slices = [];
        const { write } = WritableStreamDefaultWriter.prototype;
        WritableStreamDefaultWriter.prototype.write = function (slice) {
          globalThis.slices.push(slice.byteLength);
          return write.call(this, slice);
        };
      }),
    });
    await opened.waitForSelector(".trouble");
    return opened.evaluate(() => globalThis.slices);
  };
  const slices = await unpacked(23_000_000);
  assert.ok(slices.length > 1 && slices.every((length) => length <= 4096), String(slices));
  // A slice comes to 4.2 MB at most: the second ends it, and the streams between hold another.
  assert.ok(slices.length <= 4, String(slices));
  assert.deepEqual(await unpacked(200_000_000), []);
});

test("markup in a link is text", async () => {
  const opened = await open({ path: `#name=${encodeURIComponent("<b>x</b>.xml")}&text=${encodeURIComponent("<img src=x onerror=alert(1)>")}` });
  await verdict(opened, "");
  assert.equal(await opened.locator("#app img, #app b").count(), 0);
  assert.match(await opened.locator(".bar-name").textContent(), /<b>x<\/b>\.xml/);
  assertClean(opened);
});
