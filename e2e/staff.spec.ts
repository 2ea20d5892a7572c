import type { BrowserContext, Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { createPayment, getPayment, listEvents, type Payment } from "./support/api";
import { CARDS } from "./support/cards";
import { hurryTo } from "./support/payer";
import { expectAccessible } from "./support/promises";
import { appCode, asAdmin, demoAdmin, letAppCodesCountAgain, newPerson } from "./support/staff";
import { DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP });

test("staff sign in with a password and a code, and nothing is open to them before or after", async ({
  page,
}) => {
  await page.goto("/admin/your-account");
  await expect(page.locator("h1")).toHaveText("Sign in");
  await expectAccessible(page);
  await page.locator("#email").fill(demoAdmin().email);
  await page.locator("#password").fill("not the password at all");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("#error-summary")).toContainText("do not belong together");
  await expect(page).toHaveTitle(/^Error: Sign in/u);
  await expect(page.locator("#email")).toHaveValue(demoAdmin().email);
  await expectAccessible(page);
  await page.locator("#password").fill(demoAdmin().password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("h1")).toHaveText("Enter a code");
  await expectAccessible(page);
  await page.goto("/admin");
  await expect(page.locator("h1")).toHaveText("Sign in");
  await page.goBack();
  await expect(async () => {
    await page.locator("#code").fill(appCode(Math.random() < 0.5 ? 0 : 1));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.locator("h1")).toHaveText("Your account", { timeout: 2000 });
  }).toPass({ timeout: 50_000, intervals: [8000] });
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.goto("/admin");
  await expect(page.locator("h1")).toHaveText("Sign in");
});

test("who is asked to sign in comes back to the page with its filters, and to no other site", async ({
  page,
  context,
}) => {
  await openPayments(page, context);
  const filtered = `${page.url()}?status=success`;
  const person = await newPerson("view_only");
  for (const [asked, title] of [
    [filtered, "Payments"],
    ["/admin/sign-in?next=https%3A%2F%2Fevil.example%2Fadmin%2Fnonsense", "Your services"],
  ] as const) {
    await context.clearCookies();
    await letAppCodesCountAgain(person);
    await page.goto(asked);
    await expect(page.locator("h1")).toHaveText("Sign in");
    await page.locator("#email").fill(person.email);
    await page.locator("#password").fill(person.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator("#code").fill(appCode(0, person));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.locator("h1")).toHaveText(title);
    expect(new URL(page.url()).origin).toBe(new URL(filtered).origin);
  }
  await page.goto(filtered);
  await expect(page.locator("#status")).toHaveValue("success");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("staff find a payment, refund a part and then the rest, and see everything that happened", async ({
    page,
    context,
  }) => {
    const payment = await paid(context);
    await openPayments(page, context);
    await page.locator("#reference").fill(payment.reference.toLowerCase());
    await page.locator("#status").selectOption("success");
    await page.getByRole("button", { name: "Find payments" }).click();
    expect(new URL(page.url()).searchParams.get("status")).toBe("success");
    await expect(page.getByText("1 payment", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: payment.reference }).click();
    await expect(page.locator("h1")).toHaveText(payment.reference);

    await refund(page, "4.50", "Permit used for a month");
    await expect(page.getByText("£4.50 is on its way back to the payer.")).toBeVisible();
    await refund(page, undefined, "Permit sent back");
    await expect(page.getByText("£10.00 is on its way back to the payer.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Refund", exact: true })).toHaveCount(0);
    expect((await getPayment(payment)).refund_summary).toMatchObject({
      status: "full",
      amount_submitted: 1450,
    });

    const timeline = page.locator(".app-timeline");
    await expect(timeline).toContainText("Payment Created");
    await expect(timeline).toContainText("API POST /v1/payments");
    await expect(timeline).toContainText("Payer Opened the page “Enter card details”");
    await expect(timeline).toContainText("Provider Asked to authorise the card");
    await expect(timeline).toContainText("Payment Successful");
    await expect(timeline).toContainText(`${demoAdmin().email}: Refunded the payment`);
    await expect(timeline).toContainText("Reason: Permit used for a month");
    await expect(timeline).toContainText("Refund Sent back to the payer");
    await page.reload();
    await expect(page.getByText("is on its way back")).toHaveCount(0);
  });

  test("a form that is wrong says so, keeps what was typed and refunds nothing", async ({
    page,
    context,
  }) => {
    const payment = await paid(context);
    await openRefund(page, context, payment);
    for (const [amount, words] of [
      ["fourteen", "Enter an amount in pounds and pence"],
      ["0", "Enter an amount in pounds and pence"],
      ["14.51", "not more than what can be refunded"],
    ] as const) {
      await page.locator("#amount").fill(amount);
      await page.locator("#reason").fill("Wrong");
      await page.getByRole("button", { name: "Refund" }).click();
      await expect(page.locator("#error-summary")).toContainText(words);
      await expect(page.locator("#amount")).toHaveValue(amount);
      await expect(page.locator("#reason")).toHaveValue("Wrong");
    }
    await page.locator("#reason").fill("");
    await page.getByRole("button", { name: "Refund" }).click();
    await expect(page.locator("#error-summary")).toContainText("Enter a reason.");
    expect((await getPayment(payment)).refund_summary).toMatchObject({ amount_submitted: 0 });
  });
});

test("of two staff who refund at once, a double press and a stale page, one refund comes", async ({
  page,
  context,
}) => {
  const payment = await paid(context);
  await openRefund(page, context, payment);
  await expectAccessible(page);
  const stale = await context.newPage();
  await stale.goto(page.url());
  const form = {
    csrf: await page.locator(".app-staff-form [name=csrf]").inputValue(),
    available: await page.locator("[name=available]").inputValue(),
    amount: "3.00",
    reason: "Twice",
  };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => context.request.post(page.url(), { form, maxRedirects: 0 })),
  );
  expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303, 303]);
  const done = answers.filter((answer) => !answer.headers().location?.endsWith("/refund"));
  expect(done).toHaveLength(1);
  expect((await getPayment(payment)).refund_summary).toMatchObject({ amount_submitted: 300 });
  await stale.locator("#amount").fill("2.00");
  await stale.locator("#reason").fill("Stale");
  await stale.getByRole("button", { name: "Refund" }).click();
  await expect(stale.locator("#error-summary")).toContainText("Nothing was refunded");
  await expect(stale.locator("#amount")).toHaveValue("11.50");
  expect((await getPayment(payment)).refund_summary).toMatchObject({ amount_submitted: 300 });
});

test("staff cancel a payment and take a delayed one's money, each with a reason", async ({
  page,
  context,
}) => {
  const open = await createPayment({ reference: newReference() });
  await openPayment(page, context, open);
  await page.getByRole("link", { name: "Cancel the payment" }).click();
  await expectAccessible(page);
  await page.locator("#reason").fill("Asked for twice");
  await page.getByRole("button", { name: "Cancel the payment" }).click();
  await expect(page.getByText("The payment is cancelled.")).toBeVisible();
  expect(await listEvents(open)).toEqual(["created", "cancelled P0040"]);

  const delayed = await createPayment({ reference: newReference(), delayed_capture: true });
  await hurryTo(context, delayed, "confirmed");
  await openPayment(page, context, delayed);
  await page.getByRole("link", { name: "Take the money" }).click();
  await page.locator("#reason").fill("Permit printed");
  await page.getByRole("button", { name: "Take the money" }).click();
  await expect(page.getByText("The money is being taken.")).toBeVisible();
  expect((await getPayment(delayed)).state.status).toBe("success");
});

test("what looks like a card number is not searched for, and does not stay in the address", async ({
  page,
  context,
}) => {
  await openPayments(page, context);
  await page.locator("#reference").fill(CARDS.visa);
  await page.getByRole("button", { name: "Find payments" }).click();
  await expect(page.locator("#error-summary")).toContainText("looks like a whole card number");
  expect(page.url()).not.toContain(CARDS.visa);
  await expect(page.locator("#reference")).toHaveValue("");
});

test("a form without its token, and one of another site, does nothing", async ({ page, context }) => {
  const payment = await createPayment({ reference: newReference() });
  await openPayment(page, context, payment);
  const address = `${page.url()}/cancel`;
  const forged = await context.request.post(address, { form: { reason: "forged" }, maxRedirects: 0 });
  expect(forged.headers().location).toBe("/admin/problem/session-problem");
  const foreign = await context.request.post(address, {
    form: { reason: "forged" },
    headers: { "Sec-Fetch-Site": "cross-site" },
    maxRedirects: 0,
  });
  expect(foreign.status()).toBe(403);
  expect((await getPayment(payment)).state.status).toBe("created");
});

/** A payment that its payer has made, found again by a reference of its own. */
async function paid(context: BrowserContext): Promise<Payment> {
  const payment = await createPayment({ reference: newReference() });
  await hurryTo(context, payment, "confirmed");
  return payment;
}

function newReference(): string {
  return `STAFF-${randomUUID()}`;
}

async function openPayments(page: Page, context: BrowserContext): Promise<void> {
  await asAdmin(context);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Payments of Pay for a parking permit, Test" }).click();
  await expect(page.locator("h1")).toHaveText("Payments");
}

async function openPayment(page: Page, context: BrowserContext, payment: Payment): Promise<void> {
  await openPayments(page, context);
  await page.goto(`${page.url()}/${payment.payment_id}`);
  await expect(page.locator("h1")).toHaveText(payment.reference);
}

async function openRefund(page: Page, context: BrowserContext, payment: Payment): Promise<void> {
  await openPayment(page, context, payment);
  await page.getByRole("link", { name: "Refund", exact: true }).click();
  await expect(page.locator("h1")).toHaveText("Refund this payment");
}

/** Refunds an amount, or all that is left, from the payment's page. */
async function refund(page: Page, amount: string | undefined, reason: string): Promise<void> {
  await page.getByRole("link", { name: "Refund", exact: true }).click();
  if (amount !== undefined) await page.locator("#amount").fill(amount);
  await page.locator("#reason").fill(reason);
  await page.getByRole("button", { name: "Refund" }).click();
}
