import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { database } from "@/db/client";
import { emails } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import { settleBackground } from "@/domain/background";
import type { Account, ServiceCaller } from "@/domain/caller";
import { listEmails, readEmail } from "@/domain/emails/find-email";
import { sendDueEmails } from "@/domain/emails/send-due-emails";
import { captureByService } from "@/domain/payments/capture-by-service";
import { paymentIn, unlessRefused } from "@/domain/payments/test-payment";
import { sendLink } from "@/domain/staff/send-link";
import { createRefund } from "@/domain/refunds/create-refund";
import { EMAIL_WORDS } from "./email-words";
import { testMailServer, type TestMailServer } from "./test-mail-server";

let caller: ServiceCaller;
let drop: () => Promise<void>;
let server: TestMailServer;

beforeAll(async () => {
  drop = await ownTestDatabase();
});
afterAll(async () => drop());
beforeEach(async () => {
  server = await testMailServer();
  vi.stubEnv("SMTP_URL", server.url);
  vi.stubEnv("EMAIL_FROM", "Payments <payments@borsetshire.example>");
  ({ caller } = await testAccount());
});
afterEach(async () => {
  vi.unstubAllEnvs();
  // What a test has left unsent is none of the next one's business.
  await database().update(emails).set({ dueAt: null });
  await server.close();
});

const send = async () => {
  await settleBackground();
  return sendDueEmails(new Date(), EMAIL_WORDS);
};
const read = async (account: Account) =>
  Promise.all((await listEmails(account)).map(async ({ id }) => readEmail(account, id, EMAIL_WORDS)));
const stored = async () => (await listEmails(caller.account))[0];
const letTimePass = async () =>
  database()
    .update(emails)
    .set({ dueAt: new Date(0) })
    .where(eq(emails.accountId, caller.account.id));

describe("a payer is written", () => {
  test("that the payment has succeeded, with what was paid and nothing of the card but its end", async () => {
    const payment = await paymentIn(caller, "success", { description: "Fishing <b>permit</b>" });
    expect(await send()).toBe(1);
    expect(server.mails.map(({ to }) => to)).toEqual(["payer@example.org"]);
    const [mail] = await read(caller.account);
    expect(mail?.subject).toBe("Confirmation of your payment: Fishing <b>permit</b>");
    for (const fact of ["Pay a test fee", "Borsetshire Council", "REF-1", "£12.00", "Visa ending in 1111"])
      for (const part of [mail?.text, mail?.html]) expect(part).toContain(fact);
    expect(mail?.html).toContain("Fishing &lt;b&gt;permit&lt;/b&gt;");
    expect(mail?.html).not.toContain("<b>");
    const said = server.mails[0]?.source ?? "";
    for (const secret of ["444433", "Jean", "737", "04/31", payment.providerId ?? "none"])
      expect(`${said}${mail?.text}${mail?.html}`).not.toContain(secret);
    expect(await send()).toBe(0);
  });

  test("in the payment's language", async () => {
    await paymentIn(caller, "success", { language: "cy" });
    await send();
    const [mail] = await read(caller.account);
    expect(mail?.text).toContain("Mae eich taliad wedi llwyddo.");
    expect(mail?.html).toContain('<html lang="cy">');
    expect(server.mails[0]?.source).toMatch(/Subject: =\?UTF-8\?Q\?Cadarnhad_o/u);
  });

  test("of a delayed payment once the service has taken it, and not before", async () => {
    const payment = await paymentIn(caller, "capturable");
    expect(await send()).toBe(0);
    unlessRefused(await captureByService(caller, payment.id, new Date()));
    expect(await send()).toBe(1);
  });

  test("what has been refunded", async () => {
    const payment = await paymentIn(caller, "success");
    await send();
    const input = { amount: 500, refund_amount_available: 1200 };
    unlessRefused(await createRefund(caller, payment.id, input, new Date()));
    expect(await send()).toBe(1);
    const [mail] = await read(caller.account);
    expect(mail?.subject).toBe("Your refund: A test fee");
    expect(mail?.text).toContain("Amount refunded: £5.00");
    expect(mail?.text).toContain("Amount paid: £12.00");
  });

  test("nothing that the account has switched off, and nothing of payments that failed", async () => {
    const quiet = await testAccount({ emailsConfirmation: false, emailsRefund: false });
    const payment = await paymentIn(quiet.caller, "success");
    const input = { amount: 500, refund_amount_available: 1200 };
    unlessRefused(await createRefund(quiet.caller, payment.id, input, new Date()));
    for (const status of ["failed", "cancelled", "error"] as const) await paymentIn(caller, status);
    expect(await listEmails(quiet.account)).toEqual([]);
    expect(await listEmails(caller.account)).toEqual([]);
  });
});

describe("staff are written", () => {
  test("a link, which is forgotten here once it has been sent", async () => {
    const to = { email: "staff@borsetshire.example" };
    const link = "https://pay.example/admin/invitation/abc";
    const details = { link, invitedBy: "Sian <Rees>", serviceName: "Fishing" };
    await sendLink(database(), "staffInvitation", to, details, new Date(0));
    await sendLink(database(), "staffPasswordReset", to, { link, name: "Jean" }, new Date(0));
    expect(await send()).toBe(2);
    for (const { source } of server.mails) {
      const plain = source.replaceAll("=\n", "");
      expect(plain).toContain(`<a href=3D"${link}">${link}</a>`);
    }
    expect(server.mails.map(({ source }) => source).join("")).toContain("Sian &lt;Rees&gt; has invited you");
    const rows = await database().select().from(emails).where(eq(emails.recipient, to.email));
    expect(rows.map(({ sealedDetails }) => sealedDetails)).toEqual([null, null]);
  });
});

describe("an email", () => {
  test("that a server will not take yet is tried after 1 minute, 5, an hour and a day, and then given up", async () => {
    server.answer("451 try again later");
    await paymentIn(caller, "success");
    expect(await send()).toBe(1);
    for (const seconds of [60, 300, 3600, 86_400]) {
      const dueAt = (await stored())?.dueAt;
      expect(Math.abs(Number(dueAt) - Date.now() - seconds * 1000)).toBeLessThan(3000);
      expect(await send()).toBe(0);
      await letTimePass();
      expect(await send()).toBe(1);
    }
    expect(await stored()).toMatchObject({ dueAt: null, sentAt: null, tries: 5 });
    expect((await stored())?.failure).toContain("451");
  });

  test("to an address that does not exist is not tried again", async () => {
    server.answer("550 no such user");
    await paymentIn(caller, "success");
    await send();
    expect(await stored()).toMatchObject({ dueAt: null, sentAt: null, tries: 1 });
  });

  test("is sent once by three senders at once, and under the same id after a crash", async () => {
    await paymentIn(caller, "success");
    await settleBackground();
    await Promise.all([1, 2, 3].map(send));
    expect(server.mails).toHaveLength(1);
    await database()
      .update(emails)
      .set({ sentAt: null, dueAt: new Date(0) })
      .where(eq(emails.accountId, caller.account.id));
    await send();
    const ids = server.mails.map(({ source }) => /^Message-ID: (.*)$/imu.exec(source)?.[1]);
    expect(ids).toEqual([`<${(await stored())?.id}@borsetshire.example>`, ids[0]]);
  });

  test("of a test account stays here where there is no mail server", async () => {
    vi.stubEnv("SMTP_URL", "");
    await paymentIn(caller, "success");
    expect(await send()).toBe(1);
    expect(await stored()).toMatchObject({ dueAt: null, failure: null });
    expect(await read(caller.account)).toMatchObject([{ recipient: "payer@example.org" }]);
    expect(server.mails).toEqual([]);
  });

  test("is nobody else's to read", async () => {
    await paymentIn(caller, "success");
    const other = await testAccount();
    expect(await readEmail(other.account, (await stored())?.id ?? "", EMAIL_WORDS)).toBeUndefined();
  });
});
