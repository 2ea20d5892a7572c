import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { createPayment, getPayment } from "./support/api";
import { BASE_URL } from "./support/environment";
import { accountOfAdmin, proveAdminLately } from "./support/from-inside";
import { expectAccessible } from "./support/promises";
import { asAdmin } from "./support/staff";
import { expect, test } from "./support/test";

/** An account that nothing else here uses: its clock is moved, and it is turned off for a while. */
let account: { place: string; id: string } | undefined;

test.describe.configure({ mode: "serial" });

test.beforeEach(async ({ context }) => {
  account ??= await accountOfAdmin();
  await asAdmin(context);
  await proveAdminLately();
});

async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${account?.place}/${path}`);
}

async function createKey(page: Page, name: string): Promise<string> {
  await go(page, "api-keys");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create the key" }).click();
  return page.locator(".app-inset code").innerText();
}

test("a key is created, takes payments at once, and stops when it is revoked", async ({ page }) => {
  const key = await createKey(page, "Night shift");
  expect(key).toMatch(/^api_test_/u);
  await expectAccessible(page);
  await page.reload();
  await expect(page.locator("body")).not.toContainText(key);
  const payment = await createPayment({ key });
  expect(payment.state.status).toBe("created");

  await page.getByRole("link", { name: "Revoke Night shift" }).first().click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.locator(".app-done")).toContainText("Night shift");
  const answer = await fetch(`${BASE_URL}/v1/payments`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(401);
});

test("a webhook is created, tried out, and what it was sent is sent again", async ({ page }) => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"]));
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  try {
    await go(page, "new-webhook");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create the webhook" }).click();
    await expect(page.locator("#error-summary")).toContainText("Enter an address.");
    await expectAccessible(page);
    const { port } = receiver.address() as AddressInfo;
    await page.getByLabel("Address").fill(`http://127.0.0.1:${port}/hook`);
    await page.getByLabel("What it is for").fill("Ledger");
    await page.getByRole("button", { name: "Create the webhook" }).click();
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(page.locator(".app-done")).toContainText("status 200");
    expect(received).toHaveLength(1);
    await expectAccessible(page);

    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Send the chosen ones again" }).click();
    await expect(page.locator(".app-done")).toContainText("1 message");
    await expect.poll(() => received.length).toBe(2);
    expect(new Set(received).size).toBe(1);
    await page.getByRole("link", { name: "webhook_test" }).first().click();
    await expect(page.getByRole("row")).toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Webhook", exact: true }).click();

    await page.getByText("Send all of some days again").click();
    await page.getByRole("button", { name: "Send these days again" }).click();
    await expect(page.locator("#error-summary")).toContainText("Enter the first and the last day");
    await expectAccessible(page);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date());
    await page.getByLabel("First day").fill(today);
    await page.getByLabel("Last day").fill(today);
    await page.getByRole("button", { name: "Send these days again" }).click();
    await expect(page.locator(".app-done")).toContainText("1 message");
    await expect.poll(() => received.length).toBe(3);
    expect(new Set(received).size).toBe(1);

    await page.getByRole("link", { name: "Secret" }).click();
    await page.getByRole("button", { name: "Make a new secret" }).click();
    await expect(page.locator("code")).toContainText("whsec_");
    await expectAccessible(page);
    await page.getByRole("button", { name: "End the old secret now" }).click();
    await expect(page.locator(".app-done")).toContainText("Only the new secret");
    await go(page, "webhooks");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Ledger" }).last().click();
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  } finally {
    receiver.close();
  }
});

test("the test clock moves on two hours, and a payment has expired", async ({ page }) => {
  const key = await createKey(page, "Clock");
  const payment = await createPayment({ key });
  await go(page, "test-tools");
  await page.getByLabel("Hours forward").fill("2");
  await page.getByRole("button", { name: "Move the clock" }).click();
  await expect(page.locator(".app-done")).toContainText("payments expired: ");
  expect((await getPayment(payment, key)).state).toMatchObject({ status: "failed", code: "P0020" });
});

test("a demonstration payment is made, and its link opens it", async ({ page }) => {
  await go(page, "test-tools");
  await page.getByLabel("Amount in pounds").fill("nothing");
  await page.getByRole("button", { name: "Create the payment" }).click();
  await expect(page.locator("#error-summary")).toContainText("Enter an amount");
  await page.getByLabel("Amount in pounds").fill("12.34");
  await page.getByRole("button", { name: "Create the payment" }).click();
  await page.locator(".app-inset a").click();
  await expect(page.locator("body")).toContainText("£12.34");
});

test("an operator turns telephone orders off, and the API refuses them", async ({ page }) => {
  const key = await createKey(page, "Telephone");
  const telephone = async () => {
    const answer = await fetch(`${BASE_URL}/v1/payments`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        amount: 100,
        reference: "T-1",
        description: "By telephone",
        return_url: "https://service.example.org/",
        moto: true,
      }),
    });
    const body = (await answer.json()) as { code?: string };
    return body.code ?? answer.status;
  };
  await page.goto(`/admin/platform/accounts/${account?.id}`);
  await expectAccessible(page);
  await page.getByLabel("Telephone orders (MOTO)").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".app-done")).toHaveText("The account is changed.");
  expect(await telephone()).toBe(201);
  await page.getByLabel("Telephone orders (MOTO)").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Telephone orders (MOTO)")).not.toBeChecked();
  await expect.poll(telephone).toBe("P0196");
  await page.reload();
  await page.getByLabel("Telephone orders (MOTO)").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".app-done")).toBeVisible();

  await page.getByRole("link", { name: "Disable the account" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Disable the account" }).click();
  await expect(page.locator(".app-done")).toHaveText("The account is disabled.");
  expect(await telephone()).toBe("401");
  await page.getByRole("button", { name: "Enable the account again" }).click();
  await expect(page.locator(".app-done")).toHaveText("The account is on again.");
  expect(await telephone()).toBe(201);
});

test("settings are kept, and what cannot be is told", async ({ page }) => {
  await go(page, "settings");
  await page.getByLabel("Jcb").uncheck();
  await page.getByLabel(/^Refunds above/u).fill("100");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".app-done")).toHaveText("The settings are saved.");
  await expect(page.getByLabel("Jcb")).not.toBeChecked();
  await expect(page.getByLabel(/^Refunds above/u)).toHaveValue("100.00");
  await page.getByLabel(/^Refunds above/u).fill("much");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#error-summary")).toContainText("Enter an amount");
  await page.getByLabel(/^Refunds above/u).fill("");
  await page.getByLabel("Jcb").check();
  await page.getByRole("button", { name: "Save" }).click();
});

test("the audit says what was done, as a file too, and that it is whole", async ({ page }) => {
  await createKey(page, "Audited");
  await go(page, "api-keys");
  await page.getByRole("link", { name: "Audit", exact: true }).click();
  await page.getByLabel("What", { exact: true }).selectOption("Created an API key");
  await page.getByRole("button", { name: "Find entries" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("name: Audited");
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download these as CSV" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^audit-.*\.csv$/u);
  await page.getByRole("button", { name: "Check the audit" }).click();
  await expect(page.locator(".app-done")).toContainText("The audit is whole");
  // And whoever comes later sees it too.
  await page.reload();
  await expect(page.locator(".app-done")).toHaveCount(0);
  await expect(
    page.getByText(/^It was last checked on .* by somebody on this page, and was whole/u),
  ).toBeVisible();
});

test("a request is found in the log and looked at", async ({ page }) => {
  await createPayment({ key: await createKey(page, "Logged") });
  await go(page, "request-log");
  // What was asked is written a second later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: /^POST/u }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByLabel("Answer").selectOption("2");
  await page.getByLabel("Path contains").fill("/v1/payments");
  await page.getByRole("button", { name: "Find requests" }).click();
  await page.getByRole("link", { name: /^POST/u }).first().click();
  await expect(page.locator("body")).toContainText("201");
});
