// @ts-check
// What Lighthouse says of the card page, on a telephone: npm run bench -- --lighthouse, and e2e of what does not vary.
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "../free-port.mjs";

/** @typedef {"accessibility" | "best-practices" | "performance"} Category */

/**
 * @param {object} options
 * @param {string} options.url
 * @param {string} options.cookie the payer's
 * @param {string | undefined} options.browser
 * @param {Category[]} options.categories
 * @param {number} [options.runs]
 * @returns {Promise<{ scores: Partial<Record<Category, number>>; complaints: string[] }>} of 100, the middle of the runs
 */
export async function askLighthouse({ url, cookie, browser, categories, runs = 1 }) {
  const port = await freePort();
  const running = await chromium.launch({
    ...(browser && { executablePath: browser }),
    args: [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-gpu"],
  });
  try {
    /** @type {Map<Category, number[]>} */
    const scores = new Map(categories.map((category) => [category, []]));
    /** @type {Set<string>} */
    const complaints = new Set();
    for (let run = 0; run < runs; run += 1) {
      const found = await look(url, {
        port,
        onlyCategories: categories,
        extraHeaders: { Cookie: cookie },
        logLevel: "error",
      });
      if (found.lhr.finalDisplayedUrl !== url)
        throw new Error(`Lighthouse saw ${found.lhr.finalDisplayedUrl}`);
      for (const [category, each] of scores) {
        const { score, auditRefs = [] } = found.lhr.categories[category] ?? {};
        each.push(Math.round((score ?? 0) * 100));
        if (score === 1) continue;
        for (const { id, weight } of auditRefs) {
          const audit = found.lhr.audits[id];
          if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
            complaints.add(`${audit.title} ${audit.displayValue ?? ""}`.trim());
        }
      }
    }
    const middle = [...scores].map(([category, each]) => [category, median(each)]);
    return { scores: Object.fromEntries(middle), complaints: [...complaints] };
  } finally {
    await running.close();
  }
}

/**
 * On a busy machine a trace may begin too late to be of use; Lighthouse asks to be run again then.
 *
 * @param {string} url
 * @param {import("lighthouse").Flags} flags
 */
async function look(url, flags, attempts = 3) {
  const found = await lighthouse(url, flags);
  if (!found) throw new Error(`Lighthouse says nothing about ${url}`);
  const { runtimeError } = found.lhr;
  if (!runtimeError) return found;
  if (attempts === 1) throw new Error(runtimeError.message);
  return look(url, flags, attempts - 1);
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
