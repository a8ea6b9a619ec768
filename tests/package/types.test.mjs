import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { load, project, sitemap } from "./support.mjs";

const folderOf = (name) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const TSC = join(folderOf("typescript"), "bin/tsc");

let folder;
before(async () => {
  folder = await project();
});

/** What the compiler says of `program`, a line for each fault; none when all is well. */
async function compiled(program, resolution) {
  const module = resolution === "nodenext" ? "nodenext" : "esnext";
  const compilerOptions = {
    module,
    moduleResolution: resolution,
    target: "es2022",
    lib: ["es2023", "dom", "dom.asynciterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // Those of Vite ask for those of Node.
    skipLibCheck: program.includes('from "vite"'),
    paths: { vite: [join(folderOf("vite"), "dist/node/index.d.ts")] },
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  await writeFile(join(folder, "program.ts"), program);
  const told = await promisify(execFile)(process.execPath, [TSC, "--pretty", "false"], { cwd: folder }).catch((error) => error);
  return told.stdout.trim().split("\n").filter(Boolean);
}

const PROGRAM = `
import { dispose, validate, validateSite, version } from "sitemap-validator";
import type { Content, Diagnostic, Fetch, FetchProgress, Input, Options, Progress, Report, ReportFile, Severity, SiteOptions, Verdict } from "sitemap-validator";

const options: Options = {
  name: "sitemap.xml",
  url: new URL("https://tidepool.page/sitemap.xml"),
  profile: ["google", "yandex"] as const,
  now: new Date(),
  lang: "fr",
  signal: AbortSignal.timeout(1000),
  onProgress: ({ done, total, first }: Progress) => console.log(done / total, first.map((found) => found.message)),
  pages: { files: ["dist/index.html"], read: async (name: string, limit: number) => new Uint8Array(limit) },
};
const report: Report = await validate(new ReadableStream<Uint8Array>(), options);
const one: 1 = report.version;
const verdicts: Verdict[] = report.files.map((file: ReportFile) => file.verdict);
const weights: Severity[] = report.files.flatMap(({ diagnostics }) => diagnostics.map((found: Diagnostic) => found.severity));
const yandex: Verdict | undefined = report.files[0]?.engines?.["sitemaps.org"];
const across: number | undefined = report.set?.diagnostics[0]?.file;
const pages: number | undefined = report.built?.pages;

const inputs: Input[] = [{ name: "index.xml", content: "" }, { content: new File([], "a.xml"), url: "https://tidepool.page/a.xml" }];
await validate(inputs, { base: "https://tidepool.page/", signal: undefined });
for (const content of [new Uint8Array(1), new ArrayBuffer(1), new SharedArrayBuffer(1), new Blob([]), (async function* () { yield "text"; })()]) {
  await validate(content);
}
declare const either: Content | readonly Input[];
await validate(either, { base: "https://tidepool.page/" });
declare const pieces: AsyncGenerator<ArrayBuffer>;
await validate(pieces);
await validate(new ReadableStream<ArrayBuffer | SharedArrayBuffer | DataView>());

const follow: Fetch = (url, init) => fetch(url, { ...init, redirect: "follow" });
const site: SiteOptions = {
  fetch: follow,
  headers: new Headers(),
  allowPrivate: true,
  profile: ["bing"],
  timeout: 1000,
  onProgress: (progress: FetchProgress | Progress) => console.log("known" in progress ? progress.known : progress.total),
};
const status: number | null | undefined = (await validateSite(new URL("https://tidepool.page/"), site)).files[0]?.http?.status;
await validateSite("https://tidepool.page/", { fetch, headers: { authorization: "tide" }, signal: undefined });
dispose();
console.log(version.length, one, verdicts, weights, yandex, across, status);
`;

for (const resolution of ["bundler", "nodenext"]) {
  test(`a program that uses all of it compiles, modules resolved as by ${resolution}`, async () => {
    assert.deepEqual(await compiled(PROGRAM, resolution), []);
  });
}

test("what the README shows for browsers and for sites compiles", async () => {
  const readme = await readFile(join(folder, "node_modules/sitemap-validator/README.md"), "utf8");
  const shown = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, program]) => program);
  const [first, browser, site] = shown.filter((program) => !program.includes("node:"));
  const given = "declare const text: string;\ndeclare const input: { files: FileList };\n";
  assert.deepEqual(await compiled(given + first + browser, "bundler"), []);
  assert.deepEqual(await compiled(site, "bundler"), []);
});

test("the integrations are of the types that Vite and Astro ask for", async () => {
  const program = `
import { defineConfig, type Plugin } from "vite";
import astro, { type BuildOptions } from "sitemap-validator/astro";
import vite from "sitemap-validator/vite";

interface AstroIntegration {
  name: string;
  hooks: { "astro:build:done"?: (options: { dir: URL }) => void | Promise<void> } & Partial<Record<string, unknown>>;
}

const options: BuildOptions = { base: "https://tidepool.page/", failOn: "warning", files: ["feed.xml"] as const, profile: ["yandex"] };
const plugin: Plugin = vite(options);
const integrations: AstroIntegration[] = [astro(), astro(options)];
export default defineConfig({ plugins: [plugin, vite()] });
console.log(integrations);
vite({ failOn: "info" });
astro({ url: "https://tidepool.page/" });
`;
  const faults = await compiled(program, "bundler");
  assert.deepEqual(faults.map((fault) => /^program\.ts\((\d+),/.exec(fault)?.[1]), ["16", "17"], faults.join("\n"));
  assert.equal((await compiled(program, "nodenext")).length, 2);
});

test("mistakes are found before the program runs", async () => {
  const wrong = [
    'await validate(7);',
    'await validate("", { profiles: ["google"] });',
    'await validate("", { profile: ["altavista"] });',
    'await validate([{ name: "a.xml", content: "" }], { name: "b.xml" });',
    'await validate((await fetch("/")).body);',
    'await validateSite("https://tidepool.page/", { url: "https://tidepool.page/" });',
    'await validateSite("https://tidepool.page/", { fetch: () => "text" });',
    'await validateSite("https://tidepool.page/", { headers: { "x-tide": 7 } });',
    'await compare("", "", { format: "iis" });',
    '(await compare("", "")).counts.lost;',
    'await validate((async function* () { yield 7; })());',
    '(await validate("")).files[0]!.verdict === "perfect";',
    '(await validate("")).files[0]!.well_formed;',
  ];
  const faults = await compiled(['import { compare, validate, validateSite } from "sitemap-validator";', ...wrong].join("\n"), "bundler");
  const lines = new Set(faults.map((fault) => Number(/^program\.ts\((\d+),/.exec(fault)?.[1])).filter(Boolean));
  assert.deepEqual([...lines].sort((one, other) => one - other), wrong.map((_, at) => at + 2), faults.join("\n"));
});

test("real reports are what their types say, with nothing missing and nothing besides", async () => {
  const { validate } = await load(folder);
  const broken = sitemap(
    "<loc>https://tidepool.page/a&b</loc><lastmod>2024-02-31</lastmod>",
    "<loc>https://rocks.tidepool.page/</loc><priority>2</priority>",
    "<loc>https://rocks.tidepool.page/",
  );
  const index =
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
    ["a.xml", "gone.xml"].map((name) => `<sitemap><loc>https://tidepool.page/${name}</loc></sitemap>`).join("") +
    "</sitemapindex>";
  const reports = [
    await validate(broken, { url: "https://tidepool.page/sitemap.xml", pedantic: true, strictSchema: true }),
    await validate("no sitemap"),
    await validate(
      [
        { name: "index.xml", content: index },
        { name: "a.xml", content: broken },
        { name: "robots.txt", content: "User-agent: *\nDisallow: /\nSitemap: https://tidepool.page/index.xml\n" },
      ],
      { base: "https://tidepool.page/" },
    ),
  ];
  // All that is optional or may be null is there once and absent once.
  const found = reports.flatMap(({ files, set }) => [...files, ...(set ? [set] : [])]).flatMap(({ diagnostics }) => diagnostics);
  for (const key of ["fix", "entry", "file"]) {
    assert.ok(found.some((one) => one[key] != null) && found.some((one) => one[key] == null), key);
  }
  assert.ok(found.some(({ related }) => related.length > 0));
  const program = reports.map((report) => `(${JSON.stringify(report)}) satisfies Report;\n`).join("");
  assert.deepEqual(await compiled(`import type { Report } from "sitemap-validator";\n${program}`, "bundler"), []);
  const lacking = JSON.stringify(reports[0]).replace('"afterRecovery"', '"after_recovery"');
  const faults = await compiled(`import type { Report } from "sitemap-validator";\n(${lacking}) satisfies Report;\n`, "bundler");
  assert.match(faults[0], /after_recovery/);
});
