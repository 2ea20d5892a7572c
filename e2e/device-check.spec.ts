import type { Page, Request } from "@playwright/test";
import { createPayment, getPayment, keyOf, type Payment } from "./support/api";
import { CARDS, inGroups } from "./support/cards";
import { expectHeading, fillIn, open, pageOf, untilScripted } from "./support/payer";
import { expectAccessible } from "./support/promises";
import { expect, test } from "./support/test";
import { wordsIn } from "./support/words";

test.describe.configure({ mode: "parallel" });

const t = wordsIn("en");
const CHECK = "**/shopper/3ds/ddc.html";
const SILENT = { contentType: "text/html", body: "<!doctype html><title>Silent</title>" };
const FORGED = JSON.stringify({ MessageType: "profile.completed", SessionId: "forged", Status: true });

async function atWorldpay(page: Page): Promise<Payment> {
  const payment = await createPayment({ key: keyOf("worldpay") });
  await open(page, payment);
  return payment;
}

/** Presses Continue. @returns what the browser sends along with the card. */
async function send(page: Page, payment: Payment) {
  const isCard = (request: Request) =>
    request.method() === "POST" && new URL(request.url()).pathname === pageOf(payment);
  const [request] = await Promise.all([
    page.waitForRequest(isCard),
    page.locator("#submit-card-details").click(),
  ]);
  const fields = new URLSearchParams(request.postData() ?? "");
  return { deviceData: fields.get("deviceData"), hasScript: fields.get("hasScript") };
}

test("a device is checked while its payer types, by the card's first six digits and no more", async ({
  page,
}) => {
  const asked = page.waitForRequest(CHECK);
  const payment = await atWorldpay(page);
  await fillIn(page, { cardNo: inGroups(CARDS.visa) });
  const fields = new URLSearchParams((await asked).postData() ?? "");
  expect(fields.get("Bin")).toBe(CARDS.visa.slice(0, 6));
  expect(fields.get("JWT")).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/u);
  await expectAccessible(page);
  expect(await send(page, payment)).toEqual({
    deviceData: expect.stringMatching(/^0_[0-9a-f-]{36}$/u),
    hasScript: "yes",
  });
  await expectHeading(page, t("confirm.title"));
});

test("a check that says nothing holds nobody up", async ({ page }) => {
  await page.route(CHECK, (route) => route.fulfill(SILENT));
  const payment = await atWorldpay(page);
  await fillIn(page);
  expect(await send(page, payment)).toEqual({ deviceData: "", hasScript: "yes" });
  await expectHeading(page, t("confirm.title"));
});

test("only the frame is believed, and only when it says that the check is over", async ({ page }) => {
  await page.route(CHECK, (route) => route.fulfill(SILENT));
  const payment = await atWorldpay(page);
  await untilScripted(page);
  await fillIn(page);
  await page.evaluate((forged) => window.postMessage(forged, "*"), FORGED);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  await frame?.evaluate(
    (forged) => window.parent.postMessage(forged.replace("completed", "begun"), "*"),
    FORGED,
  );
  expect((await send(page, payment)).deviceData).toBe("");
});

test("without script there is no check, and the card goes through", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const payment = await atWorldpay(page);
  await fillIn(page);
  expect(await send(page, payment)).toEqual({ deviceData: "", hasScript: "" });
  await expectHeading(page, t("confirm.title"));
  expect(asked.filter((url) => url.includes("ddc"))).toEqual([]);
  expect((await getPayment(payment, keyOf("worldpay"))).state.status).toBe("submitted");
  await context.close();
});

test("the check's site is let in on that card page, and nowhere else", async ({ page }) => {
  const policyOf = async (address: string) =>
    (await page.context().request.get(address, { maxRedirects: 0 })).headers()["content-security-policy"] ??
    "";
  const asked = page.waitForRequest(CHECK);
  const payment = await atWorldpay(page);
  await fillIn(page);
  const { origin } = new URL((await asked).url());
  const policy = await policyOf(pageOf(payment));
  expect(policy).toContain(`; frame-src ${origin};`);
  expect(policy).toContain(`; form-action 'self' ${origin};`);
  await send(page, payment);
  await expectHeading(page, t("confirm.title"));
  expect(await policyOf(pageOf(payment, "confirm"))).not.toMatch(/frame-src|127\.0\.0\.1/u);

  const loaded: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/_next/static/")) loaded.push(response.url());
  });
  const elsewhere = await createPayment();
  await open(page, elsewhere);
  await untilScripted(page);
  expect(await policyOf(pageOf(elsewhere))).not.toContain("frame-src");
  for (const url of loaded) {
    const text = await (await page.request.get(url)).text();
    expect(text.includes("profile.completed"), url).toBe(false);
  }
});
