// Writes a report as text: each finding with its line of the file, like the command line program.

import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { isGzip } from "./given.js";

/** The maximum number of findings of a rule to show for each file. */
const SHOWN = 10;

/** The maximum number of characters of a line to show, and how many of them are before the finding. */
const WIDE = 120;
const BEFORE = 40;

/** Characters that are two columns wide. */
const DOUBLE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/gu;

/** The report, with a line about all files at the end. `paths` are those of its files. */
export async function frames(report, paths) {
  const out = [];
  for (const [at, file] of report.files.entries()) {
    const lines = file.diagnostics.length > 0 ? await linesOf(paths[at], file.encoding) : [];
    write(out, file, (finding, ...notes) => frame(finding, notes, paths, at, lines[finding.line - 1]));
  }
  // These are about several files, so they have no lines.
  if (report.set) write(out, report.set, (finding, ...notes) => frame(finding, notes, paths, finding.file));
  if (report.built) {
    const { problems, notes, pages } = report.built;
    out.push(...problems.map((text) => `error: ${text}`), ...notes.map((text) => `note: ${text}`));
    if (pages > 0) out.push(`The sitemaps were compared with ${counted(pages, "page")}.`);
  }
  const { error, warning, info } = report.set?.counts ?? report.files[0].counts;
  const counts = [counted(error, "error"), counted(warning, "warning"), ...(info > 0 ? [counted(info, "remark")] : [])];
  out.push(`${counted(report.files.length, "file")} checked: ${counts.join(", ")}.`);
  return out.join("\n");
}

/** A number with its noun. */
export const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** Writes the first findings of each rule, errors first, and how many more there are. */
function write(out, { diagnostics, rules }, frame) {
  const shown = {};
  const helps = {};
  const rank = ({ severity }) => ["error", "warning", "info"].indexOf(severity);
  for (const finding of diagnostics.toSorted((one, other) => rank(one) - rank(other))) {
    const { rule, help, sources } = finding;
    shown[rule] = (shown[rule] ?? 0) + 1;
    if (shown[rule] > SHOWN) continue;
    // The same advice is given once.
    const advice = helps[rule] === help ? [] : [`help: ${safe(help)}`];
    const source = shown[rule] === 1 ? [`source: ${sources.join(", ")}`] : [];
    helps[rule] = help;
    out.push(...frame(finding, advice, source), "");
  }
  for (const [rule, count] of Object.entries(rules)) {
    if (count > SHOWN) out.push(`… and ${(count - SHOWN).toLocaleString("en")} more of ${rule}`, "");
  }
}

/** The lines about one finding on the line `text` of file number `at`. */
function frame(finding, [advice, source], paths, at, text) {
  const { severity, rule, message, line, column, endLine, endColumn, related } = finding;
  const place = (at, { line, column }) => `${safe(relative("", paths[at]))}:${line}:${column}`;
  const gutter = " ".repeat(String(line).length);
  const lines = [`${severity === "info" ? "remark" : severity}[${rule}]: ${safe(message)}`, `${gutter}--> ${place(at, finding)}`];
  if (text !== undefined) {
    const [before, marked, after] = excerpt(text, column - 1, endLine === line ? endColumn - 1 : Infinity).map(safe);
    const underline = " ".repeat(width(before)) + "^".repeat(width(marked) || 1);
    lines.push(`${gutter} |`, `${line} | ${before}${marked}${after}`, `${gutter} | ${underline}`);
  }
  const others = related.map((other) => `note: ${place(other.file ?? at, other)}: ${safe(other.message)}`);
  return [...lines, ...[...advice, ...others, ...source].map((note) => `${gutter} = ${note}`)];
}

/** The part of `line` around the columns `start..end`, which count code points from 0: before, there, and after. */
function excerpt(line, start, end) {
  const from = line.length > WIDE ? Math.max(0, start - BEFORE) : 0;
  const first = index(line, from);
  const shown = [...line.slice(first, first + 2 * WIDE)];
  const part = (from, to) => shown.slice(from, to).join("");
  const rest = first + part(0, WIDE).length < line.length ? "…" : "";
  const to = Math.min(end - from, WIDE);
  return [(from > 0 ? "…" : "") + part(0, start - from), part(start - from, to), part(to, WIDE) + rest];
}

/** The index of the code unit with which code point number `count` begins. */
function index(line, count) {
  let at = 0;
  for (; count > 0 && at < line.length; count -= 1) at += line.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

/** The number of columns of a text in a terminal. */
function width(text) {
  return text.replace(/\p{Mn}/gu, "").replace(DOUBLE, "  ").length;
}

/** The lines of a file; none if the runtime cannot decode it. */
async function linesOf(path, encoding) {
  try {
    const bytes = await readFile(path);
    const text = (await isGzip(bytes)) ? await promisify(gunzip)(bytes) : bytes;
    return new TextDecoder(encoding).decode(text).split(/\r\n|\r|\n/);
  } catch {
    return [];
  }
}

/** Makes characters visible that control a terminal or a build log. */
function safe(text) {
  const code = (character) => `<U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  return text.replaceAll("\t", "    ").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, code).replaceAll("##[", "#♯[");
}
