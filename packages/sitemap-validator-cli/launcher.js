#!/usr/bin/env node
// Runs the program, which is in an optional dependency for the user's system.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { isatty } from "node:tty";

import { fileFor, packageFor, targets, thisSystem } from "./targets.js";

/** The exit code of the program when it cannot do its work. */
const FAILURE = 2;

const path = process.env.SITEMAP_VALIDATOR_BINARY || installed();
if (path) run(path);

/** Prints an error message, and sets the exit code. */
function fail(message) {
  console.error(`sitemap-validator-cli: ${message}`);
  process.exitCode = FAILURE;
}

/** Returns the path of the program for this system. */
function installed() {
  const system = thisSystem();
  const name = packageFor(system);
  if (!Object.values(targets).some((target) => packageFor(target) === name)) {
    return fail(
      `There is no package with the program for ${system.os} ${system.cpu}. Build the program from its sources, and set the\n` +
        "environment variable SITEMAP_VALIDATOR_BINARY to its path.",
    );
  }
  try {
    return createRequire(import.meta.url).resolve(`${name}/${fileFor(system)}`);
  } catch {
    return fail(
      `The package ${name} with the program for this system is not installed.\n` +
        "It is an optional dependency: npm skips it with --omit=optional, and if package-lock.json or node_modules\n" +
        "was copied from another system. Delete both, and run: npm install --include=optional\n" +
        "Or set the environment variable SITEMAP_VALIDATOR_BINARY to the path of the program.",
    );
  }
}

/** Runs the program until it ends, and ends in the same way. */
function run(program) {
  let child;
  const forward = (signal) => child?.kill(signal);
  // A terminal sends Ctrl-C to the program too. A second SIGINT would end it before it has printed its report.
  const interrupt = [0, 1, 2].some((stream) => isatty(stream)) ? () => {} : forward;
  process.on("SIGINT", interrupt).on("SIGTERM", forward).on("SIGHUP", forward);
  child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  child.on("error", ({ message }) => fail(`${program} could not be started: ${message}`));
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    // If this process ignores the signal, the exit code is that of a shell.
    process.exitCode = 128 + constants.signals[signal];
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
