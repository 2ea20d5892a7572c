import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { createAgreement, createPayment, type Payment } from "./support/api";
import { CARDS } from "./support/cards";
import { hurryTo } from "./support/payer";
import { disputed, lost, paidOut, raised } from "./support/provider-news";
import { asAdmin } from "./support/staff";
import { DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP });

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("staff download what a filter leaves, with a column for each key of metadata", async ({
    page,
    context,
  }) => {
    const reference = `=${newReference()}`;
    await createPayment({ reference, metadata: { ledger: "A1" } });
    await open(page, context, "Payments");
    await page.locator("#reference").fill(reference);
    await page.getByRole("button", { name: "Find payments" }).click();
    const link = page.getByRole("link", { name: "Download it as CSV" });
    const answer = await context.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename="payments-[\d-]+\.csv"$/u);
    const [head = "", row = "", ...rest] = (await answer.text()).split("\r\n");
    expect(head).toMatch(/^\uFEFFPayment ID,Reference,.*,Metadata: ledger$/u);
    expect(row).toContain(`,'${reference},`);
    expect(row).toMatch(/,14\.50,1450,.*,A1$/u);
    expect(rest).toEqual([""]);
  });

  test("one box leads to a payment by its reference and by its id, and refuses card numbers", async ({
    page,
    context,
  }) => {
    const payment = await createPayment({ reference: newReference() });
    await asAdmin(context);
    for (const text of [payment.reference.toLowerCase(), payment.payment_id]) {
      await page.goto("/admin");
      await find(page, text);
      await expect(page.locator("h1")).toHaveText(payment.reference);
    }
    await find(page, CARDS.visa);
    await expect(page.locator("#error-summary")).toContainText("looks like a whole card number");
    expect(page.url()).not.toContain(CARDS.visa);
    await find(page, "nobody has this");
    await expect(page.getByText("Nothing of yours is called that.")).toBeVisible();
    const twin = await createPayment({ reference: payment.reference });
    await find(page, payment.reference);
    await expect(page.getByRole("row")).toHaveCount(3);
    expect(twin.reference).toBe(payment.reference);
  });

  test("staff look for a lost refund at the provider, and decide it once", async ({ page, context }) => {
    const payment = await createPayment({ reference: newReference() });
    await hurryTo(context, payment, "confirmed");
    await lost(payment, 500);
    await asAdmin(context);
    await page.goto("/admin");
    await find(page, payment.payment_id);
    await expect(page.getByText("The provider does not say what became of it.")).toBeVisible();
    await page.getByRole("link", { name: "Decide" }).click();
    const stale = await context.newPage();
    await stale.goto(page.url());

    await page.getByRole("button", { name: "Decide" }).click();
    await expect(page.locator("#error-summary")).toContainText("Choose what you found.");
    await decide(page, "It was not made, and shall not be");
    await expect(page.locator(".app-done")).toContainText("The refund is recorded as failed.");
    await expect(page.locator(".app-timeline")).toContainText("Decided what became of a refund");
    await expect(page.locator(".app-timeline")).toContainText("Reason: It is not in their books");
    await expect(page.getByRole("link", { name: "Decide" })).toHaveCount(0);

    await decide(stale, "It was made");
    await expect(stale.locator("h1")).toHaveText("There is nothing to decide about this refund");
    await expect(stale.locator("#error-summary")).toContainText("Nothing was decided");
  });

  test("staff find an agreement, see its card and its payments, and cancel it with a reason", async ({
    page,
    context,
  }) => {
    const description = newReference();
    const agreement = await createAgreement(description);
    const payment = await createPayment({ set_up_agreement: agreement });
    await hurryTo(context, payment, "confirmed");
    await open(page, context, "Agreements");
    await page.locator("#reference").fill("agreement-1");
    await page.locator("#status").selectOption("active");
    await page.getByRole("button", { name: "Find agreements" }).click();
    await page.getByRole("row").filter({ hasText: description }).getByRole("link").click();
    await expect(page.locator("main")).toContainText(/Visa •••• \d{4}, expires \d\d\/\d\d/u);
    await expect(page.locator("main")).toContainText("Saved the card");
    await page.getByRole("link", { name: "Cancel the agreement" }).click();
    await page.getByRole("button", { name: "Cancel the agreement" }).click();
    await expect(page.locator("#error-summary")).toContainText("Enter a reason.");
    await page.locator("#reason").fill("Moved away");
    await page.getByRole("button", { name: "Cancel the agreement" }).click();
    await expect(page.getByText("The agreement is cancelled.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cancel the agreement" })).toHaveCount(0);
  });

  test("a dispute says by when to answer, and leads to its payment", async ({ page, context }) => {
    const payment = await paid(context);
    const id = await disputed(payment);
    await open(page, context, "Disputes");
    await page.locator("#status").selectOption("needs_response");
    await page.getByRole("button", { name: "Find disputes" }).click();
    await page.getByRole("link", { name: id }).click();
    await expect(page.locator("main")).toContainText("Send your evidence");
    await page.getByRole("link", { name: payment.reference }).click();
    await expect(page.locator("h1")).toHaveText(payment.reference);
  });

  test("a payout says to the penny whether its parts are all of it", async ({ page, context }) => {
    const payment = await paid(context);
    const { providerId: right } = await paidOut(payment, 1420);
    const { providerId: wrong } = await paidOut(payment, 1421);
    await open(page, context, "Payouts");
    await page.getByRole("link", { name: right }).click();
    await expect(page.locator("main")).toContainText(
      "Its one part is £14.20, which is to the penny what was paid out.",
    );
    const link = page.getByRole("link", { name: "Download all its parts as CSV" });
    const answer = await context.request.get((await link.getAttribute("href")) ?? "");
    expect(await answer.text()).toContain(`${payment.payment_id},,,14.50,1450,0.30,30,14.20,1420,`);
    await page.getByRole("link", { name: payment.payment_id }).click();
    await expect(page.locator("h1")).toHaveText(payment.reference);
    await open(page, context, "Payouts");
    await page.getByRole("link", { name: wrong }).click();
    await expect(page.locator("main")).toContainText("which is £0.01 less than was paid out");
  });

  test("an alert is settled with a note, and is open no longer", async ({ page, context }) => {
    const payment = await paid(context);
    const id = await raised(payment);
    await open(page, context, "Overview");
    const alert = page.locator(`a[href$="/alerts/${id}"]`);
    await alert.click();
    await expect(page.locator("h1")).toHaveText("The provider refused to take a payment’s money");
    await page.locator("#reason").fill("Payer was asked for another card");
    await page.getByRole("button", { name: "Settle the alert" }).click();
    await expect(page.getByText("The alert is settled.")).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.goBack();
    await page.goto(page.url().replace(/overview$/u, `alerts/${id}`));
    await expect(page.locator("main")).toContainText("Payer was asked for another card");
    await expect(page.getByRole("button", { name: "Settle the alert" })).toHaveCount(0);
  });

  test("a report is of the days that were asked for, and keeps what was typed wrong", async ({
    page,
    context,
  }) => {
    await paid(context);
    await open(page, context, "Reports");
    await expect(page.locator("main")).toContainText("Day by day");
    await page.locator("#from").fill("2020-01-01");
    await page.locator("#to").fill("2020-01-31");
    await page.getByRole("button", { name: "Show the report" }).click();
    await expect(page.getByText("Nothing happened in this period.")).toBeVisible();
    await page.locator("#to").fill("2019-12-31");
    await page.getByRole("button", { name: "Show the report" }).click();
    await expect(page.locator("#error-summary")).toContainText("not before the beginning");
    await expect(page.locator("#to")).toHaveValue("2019-12-31");
    await page.getByRole("link", { name: "This month" }).click();
    const link = page.getByRole("link", { name: "Download it as CSV" });
    const answer = await context.request.get((await link.getAttribute("href")) ?? "");
    expect((await answer.text()).split("\r\n").length).toBeGreaterThan(2);
  });
});

test("files are only for those who may see what is in them", async ({ page, context }) => {
  await open(page, context, "Payments");
  const address = `${page.url()}.csv`;
  const answer = await fetch(address, { redirect: "manual" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toContain("/admin/sign-in");
});

async function decide(page: Page, found: string): Promise<void> {
  await page.getByLabel("What did you find there?").selectOption(found);
  await page.locator("#reason").fill("It is not in their books");
  await page.getByRole("button", { name: "Decide" }).click();
}

async function find(page: Page, text: string): Promise<void> {
  await page.locator("#find-anything").fill(text);
  await page.locator("#find-anything").press("Enter");
}

async function open(
  page: Page,
  context: BrowserContext,
  name: "Overview" | "Payments" | "Agreements" | "Disputes" | "Payouts" | "Reports",
): Promise<void> {
  await asAdmin(context);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Payments of Pay for a parking permit, Test" }).click();
  await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  await expect(page.locator("h1")).toHaveText(name);
}

/** A payment that its payer has made, found again by a reference of its own. */
async function paid(context: BrowserContext): Promise<Payment> {
  const payment = await createPayment({ reference: newReference() });
  await hurryTo(context, payment, "confirmed");
  return payment;
}

function newReference(): string {
  return `FINANCE-${randomUUID()}`;
}
