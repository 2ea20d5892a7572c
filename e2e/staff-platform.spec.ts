import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { withDatabase } from "./support/ledger";
import { appCode, asPerson, letProofAge, linkSentTo, newPerson, type Person } from "./support/staff";
import { another, DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP, javaScriptEnabled: false });

const PASSWORD = "seven herons on a wall";
const HEADER = "from,to,brand,type,corporate,prepaid,country\n";

test("an operator invites another, who needs a second factor first, and is removed again", async ({
  page,
  context,
}) => {
  const operator = await newPerson("operator");
  await asPerson(context, operator);
  await letProofAge(operator);
  const email = `${randomUUID()}@staff.example`;
  await openPlatform(page, "See, invite and remove operators");
  await expect(page.getByRole("row").filter({ hasText: operator.email })).toContainText("This is you");
  await page.locator("#email").fill(email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await proveAgain(page, operator);
  await expect(page.locator("#email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.locator(".app-done")).toContainText(email);

  await another(context, async (theirs) => {
    const screen = await theirs.newPage();
    await accept(screen, email);
    await screen.goto("/admin/platform");
    await expect(screen.locator("h1")).toHaveText("Set up your authenticator app");
    const secret = ((await screen.locator("code.app-secret").textContent()) ?? "").replaceAll(" ", "");
    await screen.locator("#code").fill(appCode(0, { totp_secret: secret }));
    await screen.getByRole("button", { name: "Continue" }).click();
    await openPlatform(screen, "See, invite and remove operators");

    await page.reload();
    await page.getByRole("row").filter({ hasText: email }).getByRole("link", { name: "Remove" }).click();
    await expect(page.locator("h1")).toHaveText("Remove Ellis");
    await page.getByRole("button", { name: "Remove them from the operators" }).click();
    await expect(page.locator(".app-done")).toContainText(email);
    await expect(page.getByRole("row").filter({ hasText: email })).toHaveCount(0);
    await screen.goto("/admin/platform");
    await expect(screen.locator("h1")).toHaveText("Sign in");
  });
});

test("nobody removes themselves from the operators, and an invitation can be withdrawn", async ({
  page,
  context,
}) => {
  const operator = await newPerson("operator");
  await asPerson(context, operator);
  const id = await withDatabase(async (sql) => {
    const [row] = await sql<{ id: string }[]>`select id from staff where email = ${operator.email}`;
    return row?.id ?? "";
  });
  await page.goto(`/admin/platform/operators/${id}/remove`);
  await page.getByRole("button", { name: "Remove them from the operators" }).click();
  await expect(page.locator("#error-summary")).toContainText("You cannot remove yourself");

  await page.locator("#email").fill("nobody");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.locator("#error-summary")).toContainText("Enter an email address in the correct format");
  await page.locator("#email").fill(operator.email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.locator("#error-summary")).toContainText("is an operator already");
  const email = `${randomUUID()}@staff.example`;
  await page.locator("#email").fill(email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  const waiting = page.getByRole("row").filter({ hasText: email });
  await waiting.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.locator(".app-done")).toHaveText(`The invitation to ${email} is withdrawn.`);
  await expect(waiting).toHaveCount(0);
  await page.goto((await linkSentTo(email)) ?? "");
  await expect(page.locator("h1")).toHaveText("This link does not work any more");
});

test("an operator loads a table of card ranges; a faulty one is told line by line and loads nothing", async ({
  page,
  context,
}) => {
  const operator = await newPerson("operator");
  await asPerson(context, operator);
  await openPlatform(page, "Load a table");
  await page.getByRole("button", { name: "Load the table" }).click();
  await expect(page.locator("#error-summary")).toContainText("Choose a file.");

  const before = await rangesNow();
  await choose(page, `${HEADER}400000,400009,visa,,false,false,\n4000,400009,visa,,false,false,\nx\n`);
  await expect(page.locator("#error-summary li")).toHaveCount(2);
  await expect(page.locator("#error-summary")).toContainText("Line 3: from: must be 6 to 19 digits");
  await expect(page.locator("#error-summary")).toContainText("Line 4:");
  expect(await rangesNow()).toBe(before);

  // Three times as large as what any other form may be. Ranges that no card of another test begins with.
  const rows = Array.from(
    { length: 5000 },
    (_, n) => `9${n + 10_000},9${n + 10_000},visa,credit,false,false,GB`,
  );
  await choose(page, `${HEADER}${rows.join("\n")}\n`);
  await expect(page.locator(".app-done")).toHaveText("5,000 ranges are loaded and in use.");
  await expect(page.locator("main")).toContainText(/5,000 ranges are in use, loaded on .* by /u);
  await expect(page.locator("main")).toContainText(operator.email);
  await page.goto("/admin/platform/audit?what=loadCardRanges");
  await expect(page.getByRole("row").nth(1)).toContainText(operator.email);
});

test("a table that is too large is refused in words, and so is a form of another site", async ({
  page,
  context,
}) => {
  await asPerson(context, await newPerson("operator"));
  await page.goto("/admin/platform/card-ranges");
  await choose(page, HEADER + "x".repeat(20 * 1024 * 1024));
  await expect(page.locator("#error-summary")).toContainText("The file must be smaller than 8 MB.");

  const table = { name: "table.csv", mimeType: "text/csv", buffer: Buffer.from(HEADER) };
  const csrf = await page.locator(".app-staff-form [name=csrf]").inputValue();
  const address = "/admin/platform/card-ranges/submit";
  for (const [form, headers] of [
    [{ csrf, table }, { "Sec-Fetch-Site": "cross-site" }],
    [{ csrf: "forged", table }, {}],
  ] as const) {
    const answer = await context.request.post(address, { multipart: form, headers, maxRedirects: 0 });
    expect(answer.headers().location).toBe("/admin/problem/session-problem");
    expect(answer.headers()).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  }
  await another(context, async (theirs) => {
    const answer = await theirs.request.post(address, { multipart: { csrf, table }, maxRedirects: 0 });
    expect(answer.headers().location).toBe("/admin/sign-in");
    expect((await theirs.request.get(address)).status()).toBe(404);
  });
});

async function openPlatform(page: Page, link: string): Promise<void> {
  await page.goto("/admin");
  await page.getByRole("link", { name: "Look after the platform" }).click();
  await page.getByRole("link", { name: link }).click();
}

async function proveAgain(page: Page, person: Person): Promise<void> {
  await expect(page.locator("h1")).toHaveText("Confirm that it is you");
  // The code that signed in is spent; the app's next one is accepted too.
  await page.locator("#code").fill(appCode(1, person));
  await page.getByRole("button", { name: "Continue" }).click();
}

async function accept(page: Page, email: string): Promise<void> {
  await expect.poll(() => linkSentTo(email)).toBeTruthy();
  await page.goto((await linkSentTo(email)) ?? "");
  await expect(page.locator("h1")).toHaveText("Become an operator of Exchequer");
  await page.locator("#name").fill("Ellis");
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function choose(page: Page, csv: string): Promise<void> {
  const file = { name: "table.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.locator("#table").setInputFiles(file);
  await page.getByRole("button", { name: "Load the table" }).click();
}

async function rangesNow(): Promise<number> {
  return withDatabase(async (sql) => {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from bin_ranges`;
    return row?.count ?? 0;
  });
}
