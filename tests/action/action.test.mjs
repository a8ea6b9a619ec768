// The GitHub Action: runs its script with the variables of a runner, and a release from a server on this machine.
//
// PROGRAM names the program for the tests that need it; without it, they are skipped.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { PROGRAM } = process.env;
const VERSION = /^version = "(.+)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"))[1];
const TARGET = "x86_64-unknown-linux-musl";
const NAME = `sitemap-validator-${VERSION}-${TARGET}`;
const ARCHIVE = `${NAME}.tar.gz`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "action-")));
after(() => rmSync(folder, { recursive: true }));

// Records its arguments, one per line, and writes the reports that CONTENT_JSON and its like hold.
const STUB = `#!/bin/sh
printf '%s\\n' "$@" >> "$RECORD"
echo "::error::a line of the sitemap"
while [ $# -gt 0 ]; do
  if [ "$1" = --report ]; then
    case $2 in
      json=*) [ -z "$CONTENT_JSON" ] || printf %s "$CONTENT_JSON" > "\${2#*=}" ;;
      github=*) [ -z "$CONTENT_GITHUB" ] || cp "$CONTENT_GITHUB" "\${2#*=}" ;;
      markdown=*) [ -z "$CONTENT_MARKDOWN" ] || cp "$CONTENT_MARKDOWN" "\${2#*=}" ;;
      sarif=*) echo '{}' > "\${2#*=}" ;;
    esac
    shift
  fi
  shift
done
exit "\${CODE:-0}"
`;

/** Writes the archive of a release, with this program in it, and gives its checksum. */
function pack(program) {
  const build = mkdtempSync(join(folder, "build-"));
  mkdirSync(join(build, NAME));
  copyFileSync(program, join(build, NAME, "sitemap-validator"));
  chmodSync(join(build, NAME, "sitemap-validator"), 0o755);
  execFileSync("tar", ["-czf", ARCHIVE, NAME], { cwd: build });
  const bytes = readFileSync(join(build, ARCHIVE));
  return { bytes, sum: createHash("sha256").update(bytes).digest("hex") };
}

const stub = join(folder, "stub");
/** Contents by path; others are not there. */
const files = new Map();
const requests = [];
const server = http.createServer((request, response) => {
  requests.push(request.url);
  const content = files.get(request.url);
  response.writeHead(content === undefined ? 404 : 200).end(content);
});
let origin;
before(async () => {
  writeFileSync(stub, STUB, { mode: 0o755 });
  const { bytes, sum } = pack(stub);
  files.set(`/v${VERSION}/${ARCHIVE}`, bytes);
  files.set(`/v${VERSION}/SHA256SUMS`, `${"0".repeat(64)}  other-${ARCHIVE}\n${sum}  ${ARCHIVE}\n`);
  files.set(`/v9.9.9/sitemap-validator-9.9.9-${TARGET}.tar.gz`, bytes);
  files.set("/v9.9.9/SHA256SUMS", `${sum.replace(/^./, (first) => (first === "0" ? "1" : "0"))}  sitemap-validator-9.9.9-${TARGET}.tar.gz\n`);
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

const report = (error, warning) => JSON.stringify({ files: [{ counts: { error, warning, info: 7 } }], set: null });

/** Runs the script with these variables; what it wrote. */
async function run(variables = {}, { script = join(ROOT, "action/run.sh") } = {}) {
  const runner = mkdtempSync(join(folder, "runner "));
  const paths = Object.fromEntries(["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "RECORD"].map((name) => [name, join(runner, name)]));
  for (const path of Object.values(paths)) writeFileSync(path, "");
  const env = {
    PATH: process.env.PATH,
    ...paths,
    RUNNER_TEMP: runner,
    RUNNER_OS: "Linux",
    RUNNER_ARCH: "X64",
    GITHUB_SERVER_URL: "http://127.0.0.1:1",
    GITHUB_REPOSITORY: "owner/site",
    SITEMAP_VALIDATOR_RELEASES: origin,
    CONTENT_JSON: report(0, 0),
    ...variables,
  };
  const child = spawn("bash", [script], { cwd: ROOT, env });
  let log = "";
  child.stdout.on("data", (text) => (log += text));
  child.stderr.on("data", (text) => (log += text));
  const [code] = await once(child, "close");
  const read = (name) => readFileSync(paths[name], "utf8");
  const outputs = Object.fromEntries(read("GITHUB_OUTPUT").split("\n").filter(Boolean).map((line) => line.split(/=(.*)/s, 2)));
  return { code, log, outputs, summary: read("GITHUB_STEP_SUMMARY"), words: read("RECORD").split("\n").slice(0, -1) };
}

describe("the program", () => {
  test("comes from the release of the action's version", async () => {
    requests.length = 0;
    const { code, log, words } = await run();
    assert.equal(code, 0, log);
    assert.deepEqual(requests, [`/v${VERSION}/${ARCHIVE}`, `/v${VERSION}/SHA256SUMS`]);
    assert.equal(words.filter((word) => word === "--fail-on").length, 1, "it runs once");
  });

  test("does not run if its checksum is wrong", async () => {
    const { code, log, words, outputs } = await run({ INPUT_VERSION: "v9.9.9" });
    assert.equal(code, 2);
    assert.match(log, /^::error .*The checksum of sitemap-validator-9\.9\.9-\S+ is not that in SHA256SUMS/m);
    assert.deepEqual([words, outputs], [[], {}]);
  });

  test("does not run if SHA256SUMS does not list it", async () => {
    files.set(`/v9.9.8/sitemap-validator-9.9.8-${TARGET}.tar.gz`, files.get(`/v${VERSION}/${ARCHIVE}`));
    files.set("/v9.9.8/SHA256SUMS", "");
    const { code, log, words } = await run({ INPUT_VERSION: "9.9.8" });
    assert.deepEqual([code, words], [2, []], log);
    assert.match(log, /^::error .*checksum/m);
  });

  test("is missing without a release", async () => {
    const { code, log, words } = await run({ INPUT_VERSION: "0.0.1" });
    assert.deepEqual([code, words], [2, []]);
    assert.match(log, /^::error .*could not be downloaded from the release v0\.0\.1/m);
  });

  test("is not looked for at a version that is none", async () => {
    requests.length = 0;
    for (const version of ["latest", "../../x", "1.2", "1.2.3/.."]) {
      const { code, log } = await run({ INPUT_VERSION: version });
      assert.equal(code, 2);
      assert.match(log, /^::error .*is not a version/m);
    }
    assert.deepEqual(requests, []);
  });

  test("is missing for an unknown system", async () => {
    requests.length = 0;
    const { code, log } = await run({ RUNNER_ARCH: "ARM" });
    assert.equal(code, 2);
    assert.match(log, /^::error .*no program for Linux on ARM: set SITEMAP_VALIDATOR_BINARY/m);
    assert.deepEqual(requests, []);
  });

  test("has the target of the system and the processor", async () => {
    for (const [system, processor, name] of [
      ["Linux", "ARM64", "aarch64-unknown-linux-musl.tar.gz"],
      ["macOS", "X64", "x86_64-apple-darwin.tar.gz"],
      ["macOS", "ARM64", "aarch64-apple-darwin.tar.gz"],
      ["Windows", "X64", "x86_64-pc-windows-msvc.zip"],
      ["Windows", "ARM64", "aarch64-pc-windows-msvc.zip"],
    ]) {
      requests.length = 0;
      const { code, log } = await run({ RUNNER_OS: system, RUNNER_ARCH: processor });
      assert.equal(code, 2);
      assert.match(log, /^::error .*could not be downloaded/m);
      assert.deepEqual(requests, [`/v${VERSION}/sitemap-validator-${VERSION}-${name}`]);
    }
  });

  test("can be one that is already there", async () => {
    requests.length = 0;
    const { code, words } = await run({ SITEMAP_VALIDATOR_BINARY: stub, RUNNER_OS: "Plan9" });
    assert.equal(code, 0);
    assert.ok(words.length > 0);
    assert.deepEqual(requests, []);
  });

  test("of a private repository is downloaded by gh", async () => {
    const bin = mkdtempSync(join(folder, "bin-"));
    const gh = `#!/bin/sh\nprintf '%s\\n' "$GH_TOKEN" "$@" >> "$RECORD"\nexit 1\n`;
    writeFileSync(join(bin, "gh"), gh, { mode: 0o755 });
    const variables = { PATH: `${bin}:${process.env.PATH}`, INPUT_TOKEN: "secret", SITEMAP_VALIDATOR_RELEASES: "", ACTION_REPOSITORY: "owner/action" };
    const { code, words, log } = await run(variables);
    assert.equal(code, 2);
    assert.deepEqual(words, ["secret", "release", "download", `v${VERSION}`, "--repo", "127.0.0.1:1/owner/action", "--pattern", ARCHIVE, "--pattern", "SHA256SUMS"]);
    assert.ok(!log.includes("secret"));
  });

  test("comes from the repository of the action, wherever that is", async () => {
    const at = join(folder, "_actions/owner/tool/v1");
    mkdirSync(join(at, "action"), { recursive: true });
    for (const name of ["action/run.sh", "Cargo.toml"]) copyFileSync(join(ROOT, name), join(at, name));
    const repository = async (variables, options) => {
      const { log } = await run({ SITEMAP_VALIDATOR_RELEASES: "", ...variables }, options);
      return /from the release \S+ of (.+)/.exec(log)?.[1];
    };
    assert.equal(await repository({ ACTION_REPOSITORY: "a/b" }), "a/b");
    assert.equal(await repository({}, { script: join(at, "action/run.sh") }), "owner/tool");
    assert.equal(await repository({}), "owner/site");
  });
});

describe("the inputs", () => {
  const own = (words) => words.filter((word, index) => word !== "--report" && words[index - 1] !== "--report");

  test("have the defaults of action.yml", async () => {
    const { words } = await run();
    assert.deepEqual(own(words), ["--fail-on", "error", "--", "."]);
    const formats = words.filter((_, index) => words[index - 1] === "--report").map((word) => word.split("=")[0]);
    assert.deepEqual(formats, ["json", "github", "markdown"]);
  });

  test("become arguments that no shell reads", async () => {
    const { words } = await run({
      INPUT_FILES: "  public/site map.xml\r\n\n--fix\n$(touch x)\n*.xml\nhttps://example.com/?a=1&b=2\n",
      INPUT_BASE: "https://example.com/`id`/",
      INPUT_ARGS: "--pedantic\n  --rule loc-relative=off\n--header 'A: b  c' \"$HOME\" *\n",
      INPUT_FAIL_ON: "warning",
      INPUT_SUMMARY: "false",
      INPUT_SARIF: "true",
    });
    assert.deepEqual(own(words), [
      ...["--fail-on", "warning", "--base", "https://example.com/`id`/"],
      ...["--pedantic", "--rule", "loc-relative=off", "--header", "A: b  c", "$HOME", "*"],
      ...["--", "public/site map.xml", "--fix", "$(touch x)", "*.xml", "https://example.com/?a=1&b=2"],
    ]);
    assert.ok(!existsSync(join(ROOT, "x")));
    assert.ok(words.some((word) => word.startsWith("sarif=")) && !words.some((word) => word.startsWith("markdown=")));
  });

  test("are refused without files, and with half a quote", async () => {
    const empty = await run({ INPUT_FILES: " \n" });
    assert.deepEqual([empty.code, empty.words], [2, []]);
    const half = await run({ INPUT_ARGS: "--header 'A: b" });
    assert.deepEqual([half.code, half.words], [2, []]);
    assert.match(half.log, /^::error .*quote/m);
  });
});

describe("the results", () => {
  test("are the exit code and the outputs", async () => {
    const { code, outputs } = await run({ CODE: "1", CONTENT_JSON: report(12, 3), INPUT_SARIF: "true" });
    assert.equal(code, 1);
    assert.deepEqual([outputs.errors, outputs.warnings], ["12", "3"]);
    assert.deepEqual([basename(outputs["report-file"]), basename(outputs["sarif-file"])], ["report.json", "report.sarif"]);
    assert.ok(existsSync(outputs["report-file"]) && existsSync(outputs["sarif-file"]));
  });

  test("count what was found across files too", async () => {
    const counts = (error, warning) => ({ counts: { error, warning, info: 0 } });
    const { outputs } = await run({ CONTENT_JSON: JSON.stringify({ files: [counts(1, 2), counts(3, 4)], set: counts(5, 7) }) });
    assert.deepEqual([outputs.errors, outputs.warnings], ["5", "7"]);
  });

  test("are partly missing if the report cannot be read", async () => {
    const { code, log, outputs } = await run({ CODE: "1", CONTENT_JSON: "{" });
    assert.equal(code, 1);
    assert.match(log, /^::warning .*outputs errors and warnings are empty/m);
    assert.deepEqual(Object.keys(outputs), ["report-file"]);
  });

  test("are no errors of the sitemap if the script fails", async () => {
    const { code, log } = await run({ GITHUB_OUTPUT: "/dev/null/none", CODE: "1" });
    assert.equal(code, 2);
    assert.match(log, /^::error .*The action failed in line \d+/m);
  });

  test("say so if the program failed", async () => {
    const { code, log, outputs } = await run({ CODE: "2", CONTENT_JSON: "" });
    assert.equal(code, 2);
    assert.match(log, /^::error .*The program failed/m);
    assert.deepEqual(outputs, {});
  });

  test("are shown as a group in which no line is a command", async () => {
    const { log } = await run();
    const lines = log.split("\n");
    const at = lines.indexOf("::error::a line of the sitemap");
    const [, stop] = /^::stop-commands::([0-9a-f]{32})$/.exec(lines[at - 1]);
    assert.equal(lines[at - 2], "::group::Report");
    assert.deepEqual(lines.slice(at + 1, at + 3), [`::${stop}::`, "::endgroup::"]);
    assert.notEqual(/::stop-commands::(.+)/.exec((await run()).log)[1], stop);
  });

  test("have ten annotations of each kind", async () => {
    const content = join(folder, "annotations");
    const line = (kind, number) => `::${kind} file=a.xml,line=${number}::text\n`;
    const kinds = ["error", "warning", "notice"];
    writeFileSync(content, `${Array.from({ length: 12 }, (_, number) => kinds.map((kind) => line(kind, number)).join("")).join("")}36 findings\n`);
    const { log } = await run({ CONTENT_GITHUB: content });
    for (const kind of kinds) {
      const shown = log.split("\n").filter((text) => text.startsWith(`::${kind} `));
      assert.deepEqual(shown, Array.from({ length: 10 }, (_, number) => line(kind, number).trimEnd()));
    }
    assert.match(log, /^36 findings$/m);
  });

  test("have a summary that GitHub accepts", async () => {
    const content = join(folder, "summary");
    writeFileSync(content, "# Sitemap report\n");
    assert.equal((await run({ CONTENT_MARKDOWN: content })).summary, "# Sitemap report\n");
    const line = `| ${"é".repeat(500)} |\n`;
    writeFileSync(content, line.repeat(2_000));
    const { summary, code } = await run({ CONTENT_MARKDOWN: content });
    assert.equal(code, 0);
    const size = Buffer.byteLength(summary);
    assert.ok(size > 1_000_000 && size <= 1024 * 1024, `${size}`);
    const [table, note] = summary.split("\n\n");
    assert.ok(`${table}\n`.replaceAll(line, "") === "", "whole lines");
    assert.match(note, /^\*\*The rest is not shown\*\*.* `report-file`/);
  });
});

describe("the real program", { skip: PROGRAM ? false : "PROGRAM is not set" }, () => {
  const sitemap = "tests/fixtures/err/dates.xml";
  before(() => {
    const { bytes, sum } = pack(PROGRAM);
    files.set(`/real/v${VERSION}/${ARCHIVE}`, bytes);
    files.set(`/real/v${VERSION}/SHA256SUMS`, `${sum} *${ARCHIVE}\n`);
  });
  const real = (variables) => run({ SITEMAP_VALIDATOR_RELEASES: `${origin}/real`, INPUT_FILES: sitemap, ...variables });

  test("fails on errors, and writes all reports", async () => {
    const { code, log, outputs, summary } = await real({ INPUT_SARIF: "true" });
    assert.equal(code, 1, log);
    const { files: [file] } = JSON.parse(readFileSync(outputs["report-file"], "utf8"));
    assert.ok(file.counts.error > 0);
    assert.deepEqual([outputs.errors, outputs.warnings], [`${file.counts.error}`, `${file.counts.warning}`]);
    assert.equal(JSON.parse(readFileSync(outputs["sarif-file"], "utf8")).version, "2.1.0");
    assert.match(summary, /^# Sitemap report/);
    assert.match(log, /^::error file=tests\/fixtures\/err\/dates\.xml,line=\d+/m);
    assert.match(log, /\[lastmod-invalid-calendar\]/);
  });

  test("passes with fail-on: never", async () => {
    const { code, outputs } = await real({ INPUT_FAIL_ON: "never" });
    assert.equal(code, 0);
    assert.ok(Number(outputs.errors) > 0);
  });

  test("counts the findings of several files", async () => {
    const { outputs } = await real({ INPUT_FILES: `${sitemap}\ntests/fixtures/err/hints.xml` });
    const { files: all, set } = JSON.parse(readFileSync(outputs["report-file"], "utf8"));
    assert.equal(all.length, 2);
    assert.deepEqual([outputs.errors, outputs.warnings], [`${set.counts.error}`, `${set.counts.warning}`]);
  });

  test("passes a valid sitemap", async () => {
    const { code, outputs } = await real({ INPUT_FILES: "tests/fixtures/ok/plain.xml" });
    assert.deepEqual([code, outputs.errors], [0, "0"]);
  });

  test("compares with an earlier version", async () => {
    const old = join(mkdtempSync(join(tmpdir(), "earlier-")), "sitemap.xml");
    writeFileSync(old, readFileSync(join(ROOT, "tests/fixtures/ok/plain.xml"), "utf8").replace("</urlset>", "<url><loc>https://tidepool.page/gone</loc></url></urlset>"));
    const file = "tests/fixtures/ok/plain.xml";
    const { code, outputs, summary, log } = await real({ INPUT_FILES: file, INPUT_COMPARE_WITH: old });
    assert.equal(code, 0, log);
    assert.match(summary, /\n## What changed\n[^]*<summary>Gone: 1<\/summary>\n\n- `https:\/\/tidepool\.page\/gone`/);
    assert.match(readFileSync(outputs["comparison-file"], "utf8"), /^- Old: /);
    const missing = await real({ INPUT_FILES: file, INPUT_COMPARE_WITH: "none.xml" });
    assert.equal(missing.code, 2);
    assert.match(missing.log, /^::error .*The comparison failed/m);
    const several = await real({ INPUT_FILES: `${file}\n${sitemap}`, INPUT_COMPARE_WITH: old });
    assert.match(several.log, /^::error .*requires one line in the input files/m);
  });

  test("compares with the built pages", async () => {
    const folder = mkdtempSync(join(tmpdir(), "built-"));
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>Home</title>");
    writeFileSync(join(folder, "about.html"), "<!doctype html><title>About</title>");
    writeFileSync(join(folder, "urls.txt"), ["", "about", "lost"].map((path) => `https://tidepool.page/${path}\n`).join(""));
    const variables = { INPUT_FILES: join(folder, "urls.txt"), INPUT_PAGES: folder, INPUT_BASE: "https://tidepool.page/" };
    const { code, log } = await real(variables);
    assert.equal(code, 1, log);
    assert.match(log, /\[page-not-built\]/);
  });

  test("reports a file that is not there, and an unknown option", async () => {
    for (const variables of [{ INPUT_FILES: "none.xml" }, { INPUT_ARGS: "--none" }, { INPUT_FAIL_ON: "info" }]) {
      const { code, log } = await real(variables);
      assert.equal(code, 2);
      assert.match(log, /^::error .*The program failed/m);
    }
  });
});

describe("action.yml", () => {
  const text = readFileSync(join(ROOT, "action.yml"), "utf8");
  const script = readFileSync(join(ROOT, "action/run.sh"), "utf8");

  test("passes all inputs in variables that the script reads", () => {
    const inputs = [.../^inputs:\n([^]*?)^outputs:/m.exec(text)[1].matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name);
    const passed = [...text.matchAll(/^ +INPUT_([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$/gm)];
    assert.deepEqual(passed.map(([, , name]) => name), inputs);
    for (const [, variable, name] of passed) {
      assert.equal(variable, name.toUpperCase().replaceAll("-", "_"));
      assert.ok(script.includes(`INPUT_${variable}`), variable);
    }
  });

  test("has no expression in a script, and pins actions by commit", () => {
    for (const [, command] of text.matchAll(/^ +(?:- )?run: (.+)$/gm)) assert.ok(!command.includes("${{") && command !== "|", command);
    const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    assert.ok(uses.length > 0 && uses.every((action) => /@[0-9a-f]{40}$/.test(action)), `${uses}`);
  });

  test("has the outputs that the script writes", () => {
    for (const [, name] of text.matchAll(/steps\.check\.outputs\.([a-z-]+) \}\}$/gm)) {
      assert.ok(script.includes(`${name}=`) || script.includes("${severity}s="), name);
    }
  });
});
