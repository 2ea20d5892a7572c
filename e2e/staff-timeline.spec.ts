import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPayment } from "./support/api";
import { accountOfAdmin } from "./support/from-inside";
import { hurryTo } from "./support/payer";
import { asAdmin } from "./support/staff";
import { DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP, javaScriptEnabled: false });

test("what staff refund is told to the service's webhook, and the payment's timeline says so", async ({
  page,
  context,
}) => {
  await asAdmin(context);
  const { place } = await accountOfAdmin();
  const told: string[] = [];
  const receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      told.push((JSON.parse(text) as { event_type: string }).event_type);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  try {
    await page.goto(`${place}/new-webhook`);
    const { port } = receiver.address() as AddressInfo;
    await page.getByLabel("Address").fill(`http://127.0.0.1:${port}/hook`);
    await page.getByLabel("What it is for").fill("Ledger");
    await page.getByRole("button", { name: "Create the webhook" }).click();
    await expect(page.getByRole("button", { name: "Send a test message" })).toBeVisible();
    await page.goto(`${place}/api-keys`);
    await page.getByLabel("Name").fill("Counter");
    await page.getByRole("button", { name: "Create the key" }).click();
    const key = await page.locator(".app-inset code").innerText();

    const payment = await createPayment({ key });
    await hurryTo(context, payment, "confirmed");
    await page.goto(`${place}/payments/${payment.payment_id}`);
    await page.getByRole("link", { name: "Refund", exact: true }).click();
    await page.locator("#reason").fill("Hall was flooded");
    await page.getByRole("button", { name: "Refund" }).click();
    await expect(page.locator(".app-done")).toContainText("is on its way back to the payer");
    await expect.poll(() => told, { timeout: 20_000 }).toContain("card_payment_refunded");
    const timeline = page.locator(".app-timeline");
    // What it answered is written a moment after it has.
    await expect(async () => {
      await page.reload();
      await expect(timeline).toContainText("Webhook card_payment_refunded", { timeout: 500 });
    }).toPass();
    await expect(timeline).toContainText("Try 1: 200");
    await expect(timeline).toContainText("Reason: Hall was flooded");
  } finally {
    receiver.close();
  }
});
