// Many calls at the same time: how many threads there are, and who comes when.

import assert from "node:assert/strict";
import { getEventListeners, once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { afterEach, before, beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { load, project, sitemap } from "./support.mjs";

const GOOD = sitemap("<loc>https://tidepool.page/</loc>");

/** What the package takes for the number of processors. */
let processors;
os.availableParallelism = () => processors;
syncBuiltinESMExports();

/** The threads of a test that have not ended, all that were started, and how many there were at most. */
let alive, started, peak;
process.on("worker", (thread) => {
  started.push(thread);
  alive.add(thread);
  peak = Math.max(peak, alive.size);
  thread.once("exit", () => alive.delete(thread));
});

const ended = () => Promise.all([...alive].map((thread) => once(thread, "exit")));

let validate, dispose;
before(async () => {
  ({ validate, dispose } = await load(await project()));
});
beforeEach(() => {
  [alive, started, peak] = [new Set(), [], 0];
});
afterEach(async () => {
  dispose();
  await ended();
});

/** Lets everything happen that needs no message from a thread: calls with texts stand in their queue then. */
async function settled() {
  for (let turn = 0; turn < 100; turn += 1) await null;
}

/** Calls `validate` so many times at once; what each came to, and in which order they ended. */
function calls(count, options) {
  const order = [];
  const results = Array.from({ length: count }, (_, at) => {
    const content = sitemap(...Array(at + 1).fill("<loc>https://tidepool.page/</loc>"));
    return validate(content, { name: `${at}.xml`, ...options?.(at) }).finally(() => order.push(at));
  });
  return { results, order };
}

const named = ({ files: [{ name, stats }] }) => [name, stats.entries];

for (const [count, most] of [[1, 1], [3, 3], [16, 4]]) {
  test(`fifty calls with ${count} processors: ${most} at a time`, { timeout: 60_000 }, async () => {
    processors = count;
    const reports = await Promise.all(calls(50).results);
    assert.deepEqual(reports.map(named), Array.from({ length: 50 }, (_, at) => [`${at}.xml`, at + 1]));
    assert.deepEqual([started.length, peak], [most, most]);
    // All of them wait for the next calls.
    await Promise.all(calls(most).results);
    assert.equal(started.length, most);
    dispose();
    await ended();
    assert.equal((await validate(GOOD)).files[0].verdict, "valid");
    assert.equal(started.length, most + 1);
  });
}

test("first come, first served", async () => {
  processors = 1;
  const { results, order } = calls(10);
  await Promise.all(results);
  assert.deepEqual(order, Array.from({ length: 10 }, (_, at) => at));
});

test("aborted while it waits: at once, and those behind it come in its place", async () => {
  processors = 1;
  const controller = new AbortController();
  const reason = new Error("low tide");
  const { results, order } = calls(4, (at) => (at === 1 || at === 3 ? { signal: controller.signal } : {}));
  await settled();
  controller.abort(reason);
  await assert.rejects(results[1], reason);
  await assert.rejects(results[3], reason);
  assert.deepEqual(order, [1, 3]);
  assert.deepEqual((await Promise.all([results[0], results[2]])).map(named), [["0.xml", 1], ["2.xml", 3]]);
  assert.deepEqual(order, [1, 3, 0, 2]);
  assert.equal(started.length, 1);
});

test("aborted in the moment its turn comes: the turn is not lost", { timeout: 60_000 }, async () => {
  processors = 1;
  let onReport;
  const listen = (thread) => thread.on("message", (data) => typeof data === "object" && onReport?.());
  process.on("worker", listen);
  // The turn passes on within the first of these moments after the report is here.
  for (let moment = 0; moment < 30; moment += 1) {
    const controller = new AbortController();
    const { results } = calls(3, (at) => (at === 1 ? { signal: controller.signal } : {}));
    onReport = async () => {
      onReport = undefined;
      for (let passed = 0; passed < moment; passed += 1) await null;
      controller.abort();
    };
    await assert.rejects(results[1], { name: "AbortError" });
    assert.deepEqual((await Promise.all([results[0], results[2]])).map(named), [["0.xml", 1], ["2.xml", 3]]);
  }
  process.off("worker", listen);
});

test("disposed of while calls wait: they are served", async () => {
  processors = 2;
  await validate(GOOD);
  const { results } = calls(6);
  await settled();
  dispose();
  results[0].then(dispose);
  const reports = await Promise.all(results);
  assert.deepEqual(reports.map(named), Array.from({ length: 6 }, (_, at) => [`${at}.xml`, at + 1]));
});

test("a call that fails makes room for the next one", async () => {
  processors = 1;
  process.once("worker", (thread) => void thread.terminate());
  const { results } = calls(2);
  await assert.rejects(results[0], /could not be started, or stopped/);
  assert.deepEqual(named(await results[1]), ["1.xml", 2]);

  const controller = new AbortController();
  const atWork = calls(2, (at) => (at === 0 ? { signal: controller.signal } : {})).results;
  await settled();
  controller.abort();
  await assert.rejects(atWork[0], { name: "AbortError" });
  assert.deepEqual(named(await atWork[1]), ["1.xml", 2]);
});

test("threads that end while they wait are forgotten", async () => {
  processors = 3;
  await Promise.all(calls(3).results);
  assert.equal(started.length, 3);
  const [first, second] = started;
  await Promise.all([first.terminate(), second.terminate()]);
  const reports = await Promise.all(calls(3).results);
  assert.deepEqual(reports.map(named), [["0.xml", 1], ["1.xml", 2], ["2.xml", 3]]);
  assert.equal(started.length, 5);
});

test("a thread that had much to read does not wait for more", async () => {
  processors = 1;
  await validate(gzipSync(GOOD + " ".repeat(33 * 1024 * 1024)), { name: "sitemap.xml.gz" });
  await validate(GOOD);
  assert.equal(started.length, 2);
});

test("many calls may have one signal", async () => {
  processors = 4;
  const warnings = [];
  const warned = (warning) => warnings.push(warning.message);
  process.on("warning", warned);
  const { signal } = new AbortController();
  await Promise.all(calls(30, () => ({ signal })).results);
  assert.deepEqual(getEventListeners(signal, "abort"), []);

  const controller = new AbortController();
  const { results } = calls(30, () => ({ signal: controller.signal }));
  await settled();
  assert.equal(getEventListeners(controller.signal, "abort").length, 1);
  controller.abort();
  for (const result of results) await assert.rejects(result, { name: "AbortError" });
  assert.equal((await validate(GOOD)).files[0].verdict, "valid");
  process.off("warning", warned);
  assert.deepEqual(warnings, []);
});
