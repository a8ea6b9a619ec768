import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { CHROMIUM, ENGINES, HELPERS, SMOKE, test } from "./engines.mjs";
import { gzipSync } from "node:zlib";
import { button, GOOD, index, look, menu, open, setVerdict, sitemap, tree, verdict } from "./steps.mjs";
import { assertClean, dropFiles, endlessHelpers, FAST_CLOCK, haveWorkers, inWorkers, page, problems, processors } from "./support.mjs";

const at = (path) => `https://shop.tidepool.page/${path}`;

/** A sitemap of so many pages, some of them faulty; a fifth of the pages is in the file with the next number too. */
function part(number, pages = 4_000) {
  const page = (page) => {
    const shared = page % 5 === 0 ? number - (page % 2) : `${number}-`;
    const more = page % 7 === 0 ? "<lastmod>2024-13-40</lastmod>" : `<lastmod>2024-05-${10 + (page % 9)}</lastmod>`;
    return `<loc>${page % 11 === 0 ? "/relative" : at(`search/${shared}/page-${page}?a=1&amp;b=2`)}</loc>${more}`;
  };
  return sitemap(...Array.from({ length: pages }, (_, number) => page(number)));
}

/** Large enough that helpers are worth the while; the index and the robots.txt come last, and are read first. */
const SET = [
  ...Array.from({ length: 6 }, (_, number) => ({ name: `site/${number}.xml`, text: part(number) })),
  { name: "site/6.xml.gz", bytes: gzipSync(part(6)) },
  { name: "site/7.txt", text: Array.from({ length: 500 }, (_, number) => at(`text/${number}`)).join("\n") },
  { name: "site/index.xml", text: index(...[0, 1, 2, 3, 4, 5].map((file) => at(`${file}.xml`)), at("6.xml.gz"), at("gone.xml")) },
  { name: "site/robots.txt", text: `User-agent: *\nDisallow: /search/3\nSitemap: ${at("index.xml")}\n` },
];

/** Opens the page on a machine of so many processors, and counts the workers that come and go. */
async function openWith(number, ...more) {
  const counted = { workers: 0 };
  const opened = await open({
    before: async (opened) => {
      opened.on("worker", () => (counted.workers += 1));
      await processors(number)(opened);
      for (const before of more) await before(opened);
    },
  });
  return { opened, counted };
}

async function report(opened) {
  const [download] = await Promise.all([opened.waitForEvent("download"), menu(opened, "Report as JSON")]);
  return readFile(await download.path(), "utf8");
}

/** What is on the page, but for the time it took. */
const shown = (opened) =>
  opened.evaluate(() => document.querySelector(".result").innerText.replace(/in [\d,]+ ms/, "in time"));

/** A script of a worker: counts the workers that it starts. Of one that ends soon the browser may tell nobody. */
const COUNTS = `self.started = 0;
const Helper = self.Worker;
self.Worker = class extends Helper {
  constructor(...given) {
    super(...given);
    self.started += 1;
  }
};`;

test("a pool gives the very report that one worker gives", CHROMIUM, async () => {
  const seen = [];
  for (const number of [1, 4]) {
    const { opened } = await openWith(number, inWorkers(COUNTS));
    await dropFiles(opened, SET);
    await setVerdict(opened, "Not valid");
    await opened.waitForSelector(".source .here");
    // The reason for the rule and the pictures come last.
    await opened.locator(".problem .why").waitFor();
    await opened.getByText("Problems by position in the file").first().waitFor();
    seen.push([await shown(opened), await tree(opened), await report(opened)]);
    // The helpers went when the work was done.
    await haveWorkers(opened, 1);
    assert.equal(await opened.workers()[0].evaluate(() => self.started), number === 1 ? 0 : number);
    assertClean(opened);
    await opened.context().close();
  }
  assert.ok(JSON.parse(seen[0][2]).set.diagnostics.length > 0);
  assert.deepEqual(seen[1], seen[0]);
});

test("what a helper checked is looked at, and checked again", { ...SMOKE, ...CHROMIUM }, async () => {
  const { opened } = await openWith(2);
  await dropFiles(opened, SET);
  await setVerdict(opened, "Not valid");
  await look(opened, "site/4.xml");
  await opened.locator(".group .row", { hasText: "/relative" }).first().click();
  await opened.waitForSelector(".source .here");
  await opened.locator(".source .cm-line", { hasText: "/relative" }).first().waitFor();
  // Helpers come for the second run too.
  const helper = opened.waitForEvent("worker");
  await opened.getByLabel("URL of the folder").fill("https://shop.tidepool.page/elsewhere/");
  await helper;
  await setVerdict(opened, "Not valid");
  await haveWorkers(opened, 1);
  assertClean(opened);
});

/** Has the helper that gets this file fail. */
const crashOn = (name) =>
  inWorkers(`
    if (self.name === "helper") {
      addEventListener("message", (event) => {
        if (!new TextDecoder().decode(event.data.message).includes(${JSON.stringify(name)})) return;
        event.stopImmediatePropagation();
        throw new Error("provoked");
      });
    }`);

test("a helper that crashes costs the file it had, and no more", HELPERS, async () => {
  const { opened } = await openWith(2, crashOn("site/2.xml"));
  await dropFiles(opened, SET);
  const sentence = await setVerdict(opened, "Not valid");
  assert.match(sentence, /10 files/);
  assert.match(sentence, /`?site\/2\.xml`? could not be checked: the validator stopped unexpectedly \(.*provoked\)/);
  const line = opened.getByRole("treeitem", { name: /2\.xml/ });
  assert.match(await line.textContent(), /could not be read/);
  await look(opened, "site/2.xml");
  assert.match(await verdict(opened, "Not validated."), /could not be checked/);
  const files = JSON.parse(await report(opened)).files;
  assert.deepEqual(files.map((file) => "readError" in file), SET.map(({ name }) => name === "site/2.xml"));
  assert.deepEqual(problems(opened).filter((problem) => !/provoked/.test(problem)), []);
});

test("without helpers one worker does it all", CHROMIUM, async () => {
  const { opened, counted } = await openWith(4, inWorkers(`if (self.name === "helper") throw new Error("provoked");`));
  await dropFiles(opened, SET);
  assert.match(await setVerdict(opened, "Not valid"), /10 files/);
  assert.ok(counted.workers > 1);
  assert.equal((await opened.getByText("could not be").count()), 0);
  assert.deepEqual(problems(opened).filter((problem) => !/provoked/.test(problem)), []);
});

/** WebKitGTK has no file system of the origin. */
const PRIVATE_FILES = { engines: ["chromium", "firefox"] };

/** Drops files together with one that is gone by the time it is read. */
const dropWithGone = (opened, files) =>
  opened.evaluate(async (files) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle("gone.xml", { create: true });
    const writable = await handle.createWritable();
    await writable.write("<urlset/>");
    await writable.close();
    const gone = await handle.getFile();
    await folder.removeEntry("gone.xml");
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(gone);
    for (const { name, text } of files) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, files);

test("a file that cannot be read does not stop the others", CHROMIUM, async () => {
  const files = Array.from({ length: 5 }, (_, file) => ({ name: `${file}.xml`, text: part(file) }));
  const { opened } = await openWith(2);
  await dropWithGone(opened, files);
  assert.match(await setVerdict(opened, "Not valid"), /gone\.xml`? could not be read: /);
  await look(opened, "gone.xml");
  assert.match(await verdict(opened, "Not validated."), /gone\.xml could not be read: /);
  await look(opened, files[0].name);
  await verdict(opened, "Not valid");
  await opened.waitForSelector(".source .cm-line");
  assertClean(opened);
});

test("one file alone that cannot be read is told of as before", PRIVATE_FILES, async () => {
  const { opened } = await openWith(2);
  await dropWithGone(opened, []);
  await opened.getByRole("alert").getByText(/gone\.xml.* could not be read/).waitFor();
});

/** Keeps what the progress showed, from now on. */
const watchProgress = (opened) =>
  opened.evaluate(() => {
    window.progress = [];
    new MutationObserver(() => {
      const bar = document.querySelector(".progress progress[value]");
      const urls = /([\d,]+) URLs so far/.exec(document.querySelector(".progress .numbers")?.textContent ?? "");
      if (bar && urls) window.progress.push([bar.value, Number(urls[1].replace(/,/g, ""))]);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });

/** Drops `files` files of so many pages, made in the browser. */
const dropLarge = (opened, files, pages) =>
  opened.evaluate(
    ({ files, pages }) => {
      const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
      const chunk = Array.from({ length: 1000 }, (_, page) => `<url><loc>https://shop.tidepool.page/page-${page}&amp;</loc></url>\n`);
      const body = Array(pages / 1000).fill(chunk.join(""));
      const dataTransfer = new DataTransfer();
      for (let file = 0; file < files; file += 1) {
        dataTransfer.items.add(new File([head, ...body, "</urlset>\n"], `${file}.xml`));
      }
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    },
    { files, pages },
  );

/** For `before`: each look at the clock of a worker is late, and the worker goes on when the page has drawn how far it is. */
const slowClock = async (opened) => {
  await inWorkers(`let looks = 0;
    performance.now = () => {
      const look = new XMLHttpRequest();
      look.open("GET", "/look", false);
      look.send();
      return (looks += 1) * 200;
    };`)(opened);
  await opened.context().route(/\/look$/, async (route) => {
    await opened.locator(".progress, #verdict, #set-verdict").first().waitFor({ state: "attached" });
    await opened.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await route.fulfill({ contentType: "text/plain", body: "drawn" });
  });
};

for (const [number, files] of [[1, 1], [2, 6]]) {
  test(`progress goes forward only: ${files} files, ${number} processors`, files > 1 ? HELPERS : {}, async () => {
    const pages = 12_000;
    const { opened } = await openWith(number, slowClock);
    await watchProgress(opened);
    await dropLarge(opened, files, pages);
    await (files > 1 ? setVerdict(opened, "") : verdict(opened, ""));
    const told = await opened.evaluate(() => window.progress);
    assert.ok(told.length > 2, JSON.stringify(told));
    for (const [at, [done, urls]] of told.entries()) {
      const [before, known] = told[Math.max(at - 1, 0)];
      assert.ok(done >= before && done <= 100 && urls >= known && urls <= files * pages, JSON.stringify(told));
    }
    assert.deepEqual(told.at(-1), [100, files * pages]);
    assertClean(opened);
  });
}

test("a set can be stopped while helpers work", CHROMIUM, async () => {
  const { opened } = await openWith(2, endlessHelpers());
  await dropLarge(opened, 20, 12_000);
  await opened.getByText(/URLs so far/).waitFor();
  await button(opened, "Cancel").click();
  await opened.getByRole("heading", { name: /^Stopped at \d+%, in .*\.xml \(file \d+ of 20\)/ }).waitFor();
  await dropFiles(opened, SET.slice(0, 3));
  assert.match(await setVerdict(opened, "Not valid"), /3 files/);
  // Nobody works on what was stopped.
  await haveWorkers(opened, 1);
  assertClean(opened);
});

/** Tells the page whenever a worker compiles something. */
const TELL_COMPILING = `
for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]) {
  const real = WebAssembly[name];
  WebAssembly[name] = (what, ...more) => {
    if (!(what instanceof WebAssembly.Module)) new BroadcastChannel("compiling").postMessage(name);
    return real.call(WebAssembly, what, ...more);
  };
}`;

test("the validator is fetched and compiled once for all workers", CHROMIUM, async () => {
  const fetched = [];
  const { opened, counted } = await openWith(
    2,
    endlessHelpers(TELL_COMPILING),
    (opened) =>
      opened.addInitScript(() => {
        window.compiled = [];
        new BroadcastChannel("compiling").onmessage = ({ data }) => window.compiled.push(data);
        const real = WebAssembly.compileStreaming;
        WebAssembly.compileStreaming = async (what) => {
          const compiled = await real.call(WebAssembly, what);
          window.compiled.push("on the page");
          return compiled;
        };
      }),
    (opened) => opened.on("request", (request) => /worker_\w+\.wasm/.test(request.url()) && fetched.push(request.url())),
  );
  // Before, a helper would fetch the rest of the validator itself.
  await opened.waitForFunction(() => window.compiled.length === 4);
  await dropLarge(opened, 6, 12_000);
  await opened.getByText(/URLs so far/).waitFor();
  await button(opened, "Cancel").click();
  await opened.getByRole("heading", { name: /^Stopped/ }).waitFor();
  await dropFiles(opened, SET);
  await setVerdict(opened, "Not valid");
  assert.ok(counted.workers >= 6, "one, its helpers, and the same again");
  assert.deepEqual(await opened.evaluate(() => window.compiled), Array(4).fill("on the page"), "both parts of the app and of the validator");
  assert.equal(fetched.length, 2);
  assertClean(opened);
});

test("a usual check does not wait for the rest of the validator, and others do", async () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const { opened } = await openWith(2, (opened) =>
    opened.context().route(/worker_rest\.wasm/, async (route) => {
      await released;
      await route.continue();
    }),
  );
  await dropFiles(opened, [{ name: "broken.xml", text: sitemap("<loc>/about</loc><lastmod>2024-02-30</lastmod>") }]);
  await verdict(opened, "2 errors.");
  await dropFiles(opened, [{ name: "good.xml.gz", bytes: gzipSync(GOOD) }]);
  await opened.getByText("Checking").first().waitFor();
  await button(opened, "Cancel").waitFor();
  release();
  await verdict(opened, "Valid.");
  assert.match(await opened.locator(".bar-name").textContent(), /gzipped/);
  assertClean(opened);
});

/** A script of a worker: it reports progress, and its messages come one by one. */
const SLOW = `${FAST_CLOCK}
const post = self.postMessage.bind(self);
self.postMessage = (...message) => setTimeout(post, looks * 50, ...message);`;

/** What a browser may do when the page stores the file. */
const STORING = {
  stored: () => {},
  "not stored": () => {
    const { put, add } = IDBObjectStore.prototype;
    // Fails, as there is such a record.
    IDBObjectStore.prototype.put = function (...record) {
      put.apply(this, record);
      return add.apply(this, record);
    };
  },
  refused: () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("refused", "DataCloneError");
    };
  },
};

/** Runs in the page: counts the requests that it waits for, before the first verdict. */
function countWaits() {
  window.waits = 0;
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...body) {
    if (!document.querySelector("#verdict .headline")) window.waits += 1;
    return send.apply(this, body);
  };
}

for (const [what, store] of Object.entries(STORING)) {
  test(`a first verdict does not wait for the rest of the app, which is loaded when it is needed; the file is ${what}`, ENGINES, async () => {
    let requests = 0;
    const { opened } = await openWith(
      2,
      (opened) =>
        opened.context().route(/validator-web-\w+_rest\.wasm/, (route) => {
          requests += 1;
          // The first one is not answered.
          if (requests > 1) return route.continue();
        }),
      (opened) => opened.addInitScript(countWaits),
      (opened) => opened.addInitScript(store),
      inWorkers(SLOW),
    );
    await dropFiles(opened, [{ name: "broken.xml", text: sitemap("<loc>/about</loc><lastmod>2024-02-30</lastmod>") }]);
    await verdict(opened, "2 errors.");
    assert.equal(await opened.evaluate(() => window.waits), 0);
    assert.match(await report(opened), /"loc-relative"/);
    assert.equal(requests, 2);
    assertClean(opened);
  });
}

test("if the rest of the app cannot be loaded, the page says so", async () => {
  const { opened } = await openWith(2, (opened) => opened.context().route(/validator-web-\w+_rest\.wasm/, (route) => route.abort()));
  await dropFiles(opened, [{ name: "good.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  await menu(opened, "Report as JSON");
  assert.match(await opened.locator("#stopped").textContent(), /_rest\.wasm: no answer/);
});

test("if the rest of the validator cannot be loaded, the page says so, and tries again", async () => {
  let isDown = true;
  const { opened } = await openWith(2, (opened) =>
    opened.context().route(/worker_rest\.wasm/, (route) => (isDown ? route.fulfill({ status: 503, body: "" }) : route.continue())),
  );
  const file = { name: "good.xml.gz", bytes: gzipSync(GOOD) };
  await dropFiles(opened, [file]);
  await opened.locator(".trouble").first().waitFor();
  assert.match(await opened.locator(".trouble").first().textContent(), /rest\.wasm: 503/);
  isDown = false;
  await dropFiles(opened, [file]);
  await verdict(opened, "Valid.");
});

test("a server that does not know the type of WebAssembly will do", async () => {
  const { opened } = await openWith(2, (opened) =>
    opened.context().route(/worker_bg\.wasm/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), "content-type": "application/octet-stream" } });
    }),
  );
  await dropFiles(opened, [{ name: "good.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  assertClean(opened);
});

test("a validator that cannot be loaded is reported, and tried again on request", async () => {
  let isDown = true;
  const { opened } = await openWith(2, (opened) =>
    opened.context().route(/worker_bg\.wasm/, (route) => (isDown ? route.fulfill({ status: 503, body: "" }) : route.continue())),
  );
  await opened.getByText("The validator could not be loaded").waitFor();
  isDown = false;
  await dropFiles(opened, [{ name: "good.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
});

/** The driver of WebKit says that a page is there when it has what its scripts import. */
const BEFORE_IMPORTS = { engines: ["chromium", "firefox"] };

test("the validator is fetched after the page was painted", BEFORE_IMPORTS, async () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  // Once it is there, the app asks for the validator itself.
  const held = async (route) => {
    const answer = await route.fetch();
    await released;
    await route.fulfill({ response: answer });
  };
  const opened = await page({ before: (opened) => opened.context().route(/validator-web-\w+\.js/, held) });
  await opened.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /worker_bg/.test(name)));
  const [painted, fetched] = await opened.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0].startTime,
    Math.min(...performance.getEntriesByType("resource").filter(({ name }) => /worker/.test(name)).map((entry) => entry.startTime)),
  ]);
  assert.ok(fetched > painted, `${fetched}: after ${painted}`);
  release();
  await dropFiles(opened, [{ name: "good.xml", text: GOOD }]);
  await verdict(opened, "Valid.");
  assertClean(opened);
});
