// Uses the product's page as visitors do, and prints what it took: see `take` in protocol.mjs.

import { launch } from "./launch.mjs";
import { take } from "./protocol.mjs";
import { serve } from "./server.mjs";

const rows = new Set(process.env.ROWS.split(","));
const rounds = Number(process.env.ROUNDS ?? 3);
/** 250,000 errors. */
const ERRORS = "defects-83334";
const SET = ["sitemap-index", ...Array.from({ length: 20 }, (_, at) => `sitemap-${String(at + 1).padStart(2, "0")}`)];

const server = await serve();
const browser = await launch();

/** Opens the product's page and calls `work` when it has nothing left to do; `cores` is what it is told to have. */
async function visit(work, cores) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  if (cores) {
    await page.addInitScript((cores) => {
      Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => cores });
    }, cores);
  }
  await page.goto(`${server.url}dist/index.html`);
  await page.waitForSelector("textarea");
  await page.waitForLoadState("networkidle");
  await settled(page);
  await page.evaluate(async () => {
    window.visitor = await import("/visitor.mjs");
    window.own = await import("/worker.mjs");
  });
  try {
    return await work(page);
  } finally {
    await context.close();
  }
}

/** A worker that was fetched has started by then, and what Chromium makes of its code is made. */
const settled = (page) => page.waitForTimeout(1000);

const fetchInto = (page, names) => page.evaluate(async (names) => void (window.files = await visitor.fetchFiles(names)), names);

const dropToVerdict = (page) => page.evaluate(() => visitor.dropToVerdict(window.files));

/** The longest task of a page's main thread while `work` goes on, in milliseconds. */
async function longestTask(page, work) {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "devtools.timeline"] });
  await work();
  // What the last answer has set off belongs to it.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = new Set();
  for (const { name, args, pid, tid } of traceEvents) {
    if (name === "thread_name" && args.name === "CrRendererMain") main.add(`${pid} ${tid}`);
  }
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === "RunTask" && main.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error("the trace has no tasks");
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000;
}

/** Each row's candidates, by name. */
const ROWS = {
  "page-drop": {
    "drop to verdict": () =>
      visit(async (page) => {
        await fetchInto(page, ["plain"]);
        return dropToVerdict(page);
      }),
    "reading and the worker's own validation": () =>
      visit(async (page) => {
        await page.evaluate(async () => void (window.ready = await own.startWorker()));
        await settled(page);
        return page.evaluate(async () => own.checkInWorker(window.ready, await own.fetchFile("plain"), 50_000));
      }),
  },
  "page-set": Object.fromEntries(
    [1, 2].map((cores) => [
      `cores ${cores}`,
      () =>
        visit(async (page) => {
          await fetchInto(page, SET.map((name) => `set/${name}`));
          return dropToVerdict(page);
        }, cores),
    ]),
  ),
  "page-task": {
    plain: () =>
      visit(async (page) => {
        await fetchInto(page, ["plain"]);
        return longestTask(page, () => dropToVerdict(page));
      }),
    errors: () =>
      visit(async (page) => {
        await fetchInto(page, [ERRORS]);
        return longestTask(page, () => dropToVerdict(page));
      }),
    scrolling: () =>
      visit(async (page) => {
        await fetchInto(page, [ERRORS]);
        await dropToVerdict(page);
        return longestTask(page, () => page.evaluate(() => visitor.scroll()));
      }),
  },
  "page-stages": Object.fromEntries(
    ["read", "open", "check", "report", "post", "render"].map((stage) => [
      stage,
      () =>
        visit(async (page) => {
          await fetchInto(page, ["plain"]);
          const all = await dropToVerdict(page);
          return (await stages(page, all))[stage];
        }),
    ]),
  ),
  "page-cancel": {
    page: () => visit((page) => cancelled(page, () => page.evaluate(() => visitor.cancel()))),
    worker: () =>
      visit((page) =>
        cancelled(page, () => {
          // The one that is at work has to be gone; others may stay.
          const gone = page.workers().map((worker) => new Promise((resolve) => worker.once("close", resolve)));
          return Promise.all([page.evaluate(() => visitor.cancel()), Promise.any(gone)]);
        }),
      ),
  },
};

/** How long each stage took between the drop and the verdict, by the worker's marks; drawing is what is left of `all`. */
async function stages(page, all) {
  const given = () => performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime]);
  const known = await Promise.all(page.workers().map((worker) => worker.evaluate(given)));
  const marks = known.find((marks) => marks.some(([name]) => name === "read"));
  const first = marks.findIndex(([name]) => name === "read");
  const report = marks.findIndex(([name]) => name === "report");
  const last = marks.findIndex(([name], at) => at > report && name === "end");
  const took = {};
  for (let at = first; at < last; at += 1) {
    const [name, begun] = marks[at];
    took[name] = (took[name] ?? 0) + marks[at + 1][1] - begun;
  }
  took.render = all - (marks[last][1] - marks[first][1]);
  return took;
}

/** What `work` takes while a huge file is being checked, in milliseconds. */
async function cancelled(page, work) {
  await page.evaluate(async () => void (window.files = await visitor.fetchHuge("plain")));
  await page.evaluate(() => visitor.dropAndWait(window.files));
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

try {
  for (const [row, candidates] of Object.entries(ROWS).filter(([row]) => rows.has(row))) {
    await take(row, rounds, Object.keys(candidates), (name) => candidates[name]());
  }
} finally {
  await browser.close();
  server.close();
}
