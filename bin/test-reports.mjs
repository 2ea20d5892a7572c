// @ts-check
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number; failed: number; said: string }} Outcome what a step comes to and what it said */

/**
 * @param {string} path a report of vitest's JSON reporter
 * @param {boolean} ok whether vitest was content
 * @param {string} said
 * @returns {Outcome}
 */
export function readVitest(path, ok, said) {
  const report = read(path);
  return outcome(Number(report?.numPassedTests ?? 0), Number(report?.numFailedTests ?? 0), ok, said);
}

/**
 * @param {string} path a report of Playwright's JSON reporter
 * @param {boolean} ok whether Playwright was content
 * @param {string} said
 * @returns {Outcome}
 */
export function readPlaywright(path, ok, said) {
  const { expected = 0, unexpected = 0, flaky = 0 } = read(path)?.stats ?? {};
  return outcome(Number(expected) + Number(flaky), Number(unexpected), ok, said);
}

/**
 * A tool may fail without any test having failed: a file that does not load, a crash. That counts as one.
 *
 * @param {number} passed
 * @param {number} failed
 * @param {boolean} ok
 * @param {string} said
 */
function outcome(passed, failed, ok, said) {
  return { passed, failed: ok ? failed : Math.max(failed, 1), said };
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
