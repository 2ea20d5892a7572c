import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { expectAccessible } from "./support/promises";
import { asPerson, letProofAge, newPerson, type Person } from "./support/staff";
import { DESKTOP, expect, test } from "./support/test";

test.use({ viewport: DESKTOP });

test("a passkey is added, signs in by itself, proves the second factor once more, and is removed", async ({
  page,
  context,
}) => {
  await authenticator(context, page);
  const person = await newPerson("admin");
  await addPasskey(page, context, person);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto("/admin/your-account");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.locator("h1")).toHaveText("Your account");
  await expect(page.getByText(person.email, { exact: true }).last()).toBeVisible();

  await letProofAge(person);
  await page.getByRole("link", { name: "Remove Test laptop" }).click();
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(page.locator("h1")).toHaveText("Confirm that it is you");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.locator("h1")).toHaveText("Remove the passkey “Test laptop”");
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.locator("#error-summary")).toContainText("This passkey is not known here");
  await expectAccessible(page);
});

test("adding a passkey asks for the second factor again, and keeps the name that was typed", async ({
  page,
  context,
}) => {
  await authenticator(context, page);
  const person = await newPerson("view_only");
  await asPerson(context, person);
  await letProofAge(person);
  await page.goto("/admin/your-account");
  await page.locator("#name").fill("Blue key");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.locator("h1")).toHaveText("Confirm that it is you");
});

test("an answer without finger, face or PIN is one factor only, and is refused", async ({
  page,
  context,
}) => {
  const device = await authenticator(context, page);
  const person = await newPerson("view_only");
  await addPasskey(page, context, person);
  const held = await device.moveTo(await authenticator(context, page, { hasUserVerification: false }));
  await beCareless(page, held);
  await page.goto("/admin/your-account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.locator("#error-summary")).toContainText("No passkey was added");
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.locator("#error-summary")).toContainText("This passkey is not known here");
  await page.goto("/admin");
  await expect(page.locator("h1")).toHaveText("Sign in");
});

test("an answer that was overheard is worth nothing in another browser", async ({ page, context }) => {
  await authenticator(context, page);
  const person = await newPerson("view_only");
  await addPasskey(page, context, person);
  await page.getByRole("button", { name: "Sign out" }).click();
  const sent = page.waitForRequest((request) => request.url().endsWith("/admin/passkey/answer"));
  await page.getByRole("button", { name: "Use a passkey" }).click();
  const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ""));
  await expect(page.locator("h1")).toHaveText("Your services");
  await context.clearCookies();
  const again = await context.request.post("/admin/passkey/answer", { form, maxRedirects: 0 });
  expect(again.headers().location).toBe("/admin/passkey");
  await page.goto("/admin");
  await expect(page.locator("h1")).toHaveText("Sign in");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of passkeys says what else there is", async ({ page }) => {
    await page.goto("/admin/sign-in");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("Passkeys need JavaScript")).toBeVisible();
    await page.getByRole("link", { name: "Sign in with a password and a code" }).click();
    await expect(page.locator("h1")).toHaveText("Sign in");
  });
});

async function addPasskey(page: Page, context: BrowserContext, person: Person): Promise<void> {
  await asPerson(context, person);
  await page.goto("/admin/your-account");
  await page.locator("#name").fill("Test laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey “Test laptop” is added.")).toBeVisible();
}

/** Chromium's own authenticator, whose owner is there and lets themselves be known, where it can tell. */
async function authenticator(
  context: BrowserContext,
  page: Page,
  { hasUserVerification = true }: { hasUserVerification?: boolean } = {},
) {
  const device: CDPSession = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "usb",
      hasResidentKey: true,
      hasUserVerification,
      isUserVerified: hasUserVerification,
      automaticPresenceSimulation: true,
    },
  });
  return {
    id: authenticatorId,
    /** What it holds is on another device from now on, and it is gone. @returns the ids of what it held. */
    async moveTo(other: { id: string }): Promise<string[]> {
      const { credentials } = await device.send("WebAuthn.getCredentials", { authenticatorId });
      await device.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
      for (const credential of credentials)
        await device.send("WebAuthn.addCredential", { authenticatorId: other.id, credential });
      return credentials.map(({ credentialId: id }) => Buffer.from(id, "base64").toString("base64url"));
    },
  };
}

/** The pages that follow do not ask for the owner, as those of somebody who meddles with them would. */
async function beCareless(page: Page, held: string[]): Promise<void> {
  await page.addInitScript((ids) => {
    const get = PublicKeyCredential.parseRequestOptionsFromJSON.bind(PublicKeyCredential);
    const create = PublicKeyCredential.parseCreationOptionsFromJSON.bind(PublicKeyCredential);
    PublicKeyCredential.parseRequestOptionsFromJSON = (options) =>
      get({
        ...options,
        allowCredentials: ids.map((id) => ({ id, type: "public-key" })),
        userVerification: "discouraged",
      });
    PublicKeyCredential.parseCreationOptionsFromJSON = (options) =>
      create({
        ...options,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "discouraged", userVerification: "discouraged" },
      });
  }, held);
}
