import type { Page, Request, Response } from "@playwright/test";
import { askLighthouse } from "../bin/bench/lighthouse.mjs";
import { createPayment } from "./support/api";
import { giveCard, hurryTo, open, pageOf, untilScripted } from "./support/payer";
import { WRONG } from "./support/stops";
import { expect, test } from "./support/test";
import { LANGUAGES, wordsIn } from "./support/words";

const SCRIPT_BYTES = 130_000;
/** As the browser reads it, no longer compressed: a telephone has to go through all of it. */
const HTML_BYTES = 40_000;

for (const language of LANGUAGES) {
  test(`the card page's HTML is light, ${language}: what the server has written is not sent again for script`, async ({
    page,
  }) => {
    const answer = page.waitForResponse((response) => response.status() === 200 && isPage(response));
    await open(page, await createPayment({ language }));
    const html = await (await answer).body();
    expect(html.byteLength).toBeLessThan(HTML_BYTES);
    expect(html.toString().split("Afghanistan")).toHaveLength(2);
    expect(html.toString().split(wordsIn(language)("testCards.outcomes.refundsFail"))).toHaveLength(2);
  });
}

test("the card page is light: its script and its one stylesheet", async ({ page }) => {
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await open(page, await createPayment());
  await untilScripted(page);
  // Whatever is fetched only when it is needed counts as well.
  await giveCard(page, WRONG);
  await expect(page.locator("#error-summary")).toBeVisible();
  await page.waitForLoadState("networkidle");

  const script = await bytesOf(requests, "script");
  expect(script.count).toBeGreaterThan(0);
  expect(script.bytes).toBeLessThanOrEqual(SCRIPT_BYTES);
  expect((await bytesOf(requests, "stylesheet")).count).toBe(1);
  expect((await bytesOf(requests, "font")).count).toBe(0);
  expect(await whatBlocks(page)).toEqual(["link rel=stylesheet"]);
});

test("scripts and styles come as the browser takes them, and for good", async ({ page, request }) => {
  await open(page, await createPayment());
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map(
      (element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "",
    ),
  );
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) {
    const asked = async (accepted: string) => request.get(path, { headers: { "Accept-Encoding": accepted } });
    const [small, other, plain] = [
      await asked("gzip, br"),
      await asked("gzip, br;q=0"),
      await asked("identity"),
    ];
    expect(small.headers()).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      vary: "Accept-Encoding",
    });
    expect(small.headers()["content-type"]).toBe(plain.headers()["content-type"]);
    expect(other.headers()["content-encoding"]).toBe("gzip");
    expect(plain.headers()["content-encoding"]).toBeUndefined();
    expect(await small.text()).toBe(await plain.text());
    if (path.endsWith(".js")) expect(await plain.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/u);
    expect(await other.text()).toBe(await plain.text());
  }
});

test("no function holds the page up to be compiled: that is done beside it, while the scripts arrive", async ({
  page,
  browser,
}) => {
  const categories = ["devtools.timeline", "v8", "disabled-by-default-v8.compile"];
  await browser.startTracing(page, { categories });
  await open(page, await createPayment());
  await untilScripted(page);
  const { traceEvents: events } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: TraceEvent[];
  };
  const runs = events.filter(
    ({ name, args }) => name === "EvaluateScript" && args.data?.url?.includes("/_next/static/"),
  );
  expect(runs.length).toBeGreaterThan(2);
  const compiled = events.filter(
    (event) => event.name === "V8.CompileCode" && runs.some((run) => isWithin(event, run)),
  );
  // Without the hint they were more than four hundred.
  expect(compiled.length).toBeLessThan(40);
});

test("Lighthouse finds nothing against it that a person would", async ({ context, baseURL }) => {
  const payment = await createPayment();
  await hurryTo(context, payment, "card");
  const cookies = await context.cookies(baseURL);
  const { scores, complaints } = await askLighthouse({
    url: `${baseURL}${pageOf(payment)}`,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    browser: process.env.EXCHEQUER_CHROMIUM,
    categories: ["accessibility", "best-practices"],
  });
  expect(complaints).toEqual([]);
  expect(scores).toEqual({ accessibility: 100, "best-practices": 100 });
});

function isPage(response: Response): boolean {
  return response.request().resourceType() === "document";
}

/** Of a trace: when the browser did what, in microseconds, and in which of its threads. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args: { data?: { url?: string } };
}

function isWithin(event: TraceEvent, other: TraceEvent): boolean {
  const isOfItsThread = event.pid === other.pid && event.tid === other.tid;
  return isOfItsThread && event.ts >= other.ts && event.ts <= other.ts + (other.dur ?? 0);
}

/** As they travelled, compressed. */
async function bytesOf(requests: readonly Request[], kind: string) {
  const ofKind = requests.filter((request) => request.resourceType() === kind);
  const sizes = await Promise.all(ofKind.map(async (request) => (await request.sizes()).responseBodySize));
  return { count: ofKind.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What the browser waits for before it shows anything. */
async function whatBlocks(page: Page) {
  return page.evaluate(() => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
    const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    return [
      ...scripts.filter(({ async, defer, noModule }) => !async && !defer && !noModule).map(({ src }) => src),
      ...sheets.map(() => "link rel=stylesheet"),
    ];
  });
}
