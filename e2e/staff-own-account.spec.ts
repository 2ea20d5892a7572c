import { randomUUID } from "node:crypto";
import { asPerson, letAppCodesCountAgain, linkSentTo, newPerson } from "./support/staff";
import { another, DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP, javaScriptEnabled: false });

const PASSWORD = "seven herons on a wall";

test("a password is changed, and every other session ends with it", async ({ page, context }) => {
  const person = await newPerson("view_only");
  await asPerson(context, person);
  await another(context, async (theirs) => {
    await letAppCodesCountAgain(person);
    await asPerson(theirs, person);
    const elsewhere = await theirs.newPage();
    await elsewhere.goto("/admin");
    await expect(elsewhere.locator("h1")).toHaveText("Your services");

    await page.goto("/admin/your-account");
    await page.getByRole("link", { name: "Change your password" }).click();
    await page.locator("#current").fill("not my password");
    await page.locator("#password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.locator("#error-summary")).toContainText("This is not your password.");
    await page.locator("#current").fill(person.password);
    await page.locator("#password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.locator(".app-done")).toHaveText("Your password is changed.");

    await elsewhere.reload();
    await expect(elsewhere.locator("h1")).toHaveText("Sign in");
  });
  await letAppCodesCountAgain(person);
  await asPerson(context, { ...person, password: PASSWORD });
  await page.goto("/admin");
  await expect(page.locator("h1")).toHaveText("Your services");
});

test("new recovery codes are shown once, and each signs in once", async ({ page, context }) => {
  const person = await newPerson("view_only");
  await asPerson(context, person);
  await page.goto("/admin/your-account");
  await page.getByRole("link", { name: "Make new recovery codes" }).click();
  await page.locator("#password").fill("not my password");
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  await expect(page.locator("#error-summary")).toContainText("This is not your password.");
  await page.locator("#password").fill(person.password);
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  const codes = page.locator(".app-codes li");
  await expect(codes).toHaveCount(10);
  const code = ((await codes.first().textContent()) ?? "").trim();
  await page.reload();
  await expect(codes).toHaveCount(0);

  for (const title of ["Your services", "Enter a code"]) {
    await context.clearCookies();
    await page.goto("/admin/sign-in");
    await page.locator("#email").fill(person.email);
    await page.locator("#password").fill(person.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator("#code").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.locator("h1")).toHaveText(title);
  }
});

test("an operator creates a service, and its first admin is invited to it", async ({ page, context }) => {
  await asPerson(context, await newPerson("operator"));
  await page.goto("/admin");
  await page.getByRole("link", { name: "Create a service" }).click();
  await page.getByRole("button", { name: "Create the service" }).click();
  await expect(page.locator("#error-summary li")).toHaveCount(3);
  const [name, email] = [`Hire a hall ${randomUUID()}`, `${randomUUID()}@staff.example`];
  await page.locator("#name_en").fill(name);
  await page.locator("#organisation").fill("Ambridge Parish Council");
  await page.locator("#email").fill(email);
  await page.getByRole("button", { name: "Create the service" }).click();
  await expect(page.locator(".app-done")).toContainText(`${name} is created`);
  await page.goto((await linkSentTo(email)) ?? "");
  await expect(page.locator("h1")).toHaveText(`Join ${name}`);
});

test("an operator downloads the platform's audit", async ({ page, context }) => {
  const operator = await newPerson("operator");
  await asPerson(context, operator);
  await page.goto(`/admin/platform/audit?who=${operator.email}`);
  const link = page.getByRole("link", { name: "Download these as CSV" });
  const answer = await context.request.get((await link.getAttribute("href")) ?? "");
  expect(answer.status()).toBe(200);
  const rows = (await answer.text()).trim().split("\r\n");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("Signed in");
});
