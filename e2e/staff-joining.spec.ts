import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { createPayment, getPayment } from "./support/api";
import { hurryTo } from "./support/payer";
import { appCode, asPerson, linkSentTo, newPerson, type Person } from "./support/staff";
import { another, DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP, javaScriptEnabled: false });

const PASSWORD = "seven herons on a wall";

test("somebody invited joins by the link of an email, sets up an app, and may view and nothing else", async ({
  page,
  context,
}) => {
  await asPerson(context, await newPerson("admin"));
  const email = `${randomUUID()}@staff.example`;
  await openTeam(page);
  await page.locator("#email").fill(email);
  await page.locator("#role").selectOption("view_only");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.locator(".app-done")).toContainText(email);

  await another(context, async (theirs) => {
    const screen = await theirs.newPage();
    const link = await sentTo(email);
    await screen.goto(link);
    await expect(screen.locator("h1")).toHaveText("Join Pay for a parking permit");
    await screen.locator("#name").fill("Ellis");
    await screen.locator("#password").fill("password1234");
    await screen.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(screen.locator("#error-summary")).toBeVisible();
    await expect(screen.locator("#name")).toHaveValue("Ellis");
    await screen.locator("#password").fill(PASSWORD);
    await screen.getByRole("button", { name: "Accept the invitation" }).click();
    await givePassword(screen, email, PASSWORD);

    await expect(screen.locator("h1")).toHaveText("Set up your authenticator app");
    const secret = ((await screen.locator("code.app-secret").textContent()) ?? "").replaceAll(" ", "");
    await screen.locator("#code").fill("000000");
    await screen.getByRole("button", { name: "Continue" }).click();
    await expect(screen.locator("#error-summary")).toContainText("Enter the code that your app shows now");
    await screen.locator("#code").fill(appCode(0, { totp_secret: secret }));
    await screen.getByRole("button", { name: "Continue" }).click();
    await expect(screen.locator("h1")).toHaveText("Recovery codes");
    await expect(screen.locator(".app-codes li")).toHaveCount(10);
    await screen.getByRole("link", { name: "I have kept them safe" }).click();
    await mayViewAlone(screen, theirs, context);

    await screen.goto(link);
    await expect(screen.locator("h1")).toHaveText("This link does not work any more");
  });
});

test("a forgotten password is replaced by the link of an email, and who exists is not told", async ({
  page,
}) => {
  const person = await newPerson("view_only");
  const answers = [];
  for (const email of [`${randomUUID()}@staff.example`, person.email]) {
    await page.goto("/admin/sign-in");
    await page.getByRole("link", { name: "I have forgotten my password" }).click();
    await page.locator("#email").fill(email);
    await page.getByRole("button", { name: "Send the email" }).click();
    answers.push(await page.locator(".app-done").textContent());
  }
  expect(answers[0]).toBe(answers[1]);
  const link = await sentTo(person.email);
  await page.goto(link);
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await givePassword(page, person.email, person.password);
  await expect(page.locator("#error-summary")).toContainText("do not belong together");
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await giveCode(page, person);
  await page.goto(link);
  await expect(page.locator("h1")).toHaveText("This link does not work any more");
});

test("somebody whose phone is lost sets up another app once an operator has reset theirs", async ({
  page,
  context,
}) => {
  const person = await newPerson("view_and_refund");
  await asPerson(context, await newPerson("operator"));
  await another(context, async (theirs) => {
    await asPerson(theirs, person);
    const screen = await theirs.newPage();
    await screen.goto("/admin/your-account");
    await expect(screen.locator("h1")).toHaveText("Your account");

    await page.goto("/admin");
    await page.getByRole("link", { name: "Reset somebody’s second factor" }).click();
    await page.locator("#email").fill("nobody@staff.example");
    await page.locator("#reason").fill("Telephoned from the number that we have");
    await page.getByRole("button", { name: "Reset their second factor" }).click();
    await expect(page.locator("#error-summary")).toContainText("Nobody signs in here with this address.");
    await page.locator("#email").fill(person.email);
    await page.getByRole("button", { name: "Reset their second factor" }).click();
    await expect(page.locator(".app-done")).toContainText(person.email);

    await screen.goto("/admin/your-account");
    await expect(screen.locator("h1")).toHaveText("Sign in");
    await givePassword(screen, person.email, person.password);
    await expect(screen.locator("h1")).toHaveText("Set up your authenticator app");
  });
});

/** They see a payment, but no way to refund it, nor does the address of one let them. */
async function mayViewAlone(page: Page, theirs: BrowserContext, payer: BrowserContext): Promise<void> {
  const payment = await createPayment({ reference: `STAFF-${randomUUID()}` });
  await hurryTo(payer, payment, "confirmed");
  await page.getByRole("link", { name: "Payments of Pay for a parking permit, Test" }).click();
  await page.goto(`${page.url()}/${payment.payment_id}`);
  await expect(page.locator("h1")).toHaveText(payment.reference);
  await expect(page.getByRole("link", { name: "Refund", exact: true })).toHaveCount(0);
  const csrf = await page.locator("[name=csrf]").first().inputValue();
  const refund = `${page.url()}/refund`;
  const form = { csrf, available: "1450", amount: "14.50", reason: "Mine now" };
  const posted = await theirs.request.post(refund, { form, maxRedirects: 0 });
  expect(posted.status()).toBe(403);
  const shown = await page.goto(refund);
  expect(shown?.status()).toBe(403);
  expect((await getPayment(payment)).refund_summary).toMatchObject({ amount_submitted: 0 });
}

async function openTeam(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByRole("link", { name: "Payments of Pay for a parking permit, Test" }).click();
  await page.getByRole("link", { name: "Team" }).click();
  await expect(page.locator("h1")).toHaveText("Team");
}

async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await expect(page.locator("h1")).toHaveText("Sign in");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function giveCode(page: Page, person: Person): Promise<void> {
  await expect(page.locator("h1")).toHaveText("Enter a code");
  await page.locator("#code").fill(appCode(0, person));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("h1")).toHaveText("Your services");
}

/** The link is written once the answer has gone. */
async function sentTo(email: string): Promise<string> {
  await expect.poll(() => linkSentTo(email)).toBeTruthy();
  return (await linkSentTo(email)) ?? "";
}
