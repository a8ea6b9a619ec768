// The packages with the program, one for each target.

import { readFileSync } from "node:fs";

/** The systems of the Rust targets, as npm calls them. */
export const targets = JSON.parse(readFileSync(new URL("targets.json", import.meta.url), "utf8"));

/** The system that Node runs on. */
export function thisSystem() {
  const { platform: os, arch: cpu } = process;
  return { os, cpu, libc: os === "linux" ? libc() : undefined };
}

function libc() {
  // Reading the network interfaces can take seconds, and is not needed.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
}

/** The package with the program for a system. */
export function packageFor({ os, cpu, libc }) {
  return `@sitemap-validator/cli-${os}-${cpu}${libc === "musl" ? "-musl" : ""}`;
}

/** The name of the program's file in its package. */
export function fileFor({ os }) {
  return os === "win32" ? "sitemap-validator.exe" : "sitemap-validator";
}
