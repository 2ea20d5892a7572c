import { randomUUID } from "node:crypto";
import { expect, type BrowserContext } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { AdminRoutes, PageName } from "@/app/admin/routes";
import { WEBHOOK_EVENT_NAMES } from "@/contract/webhook";
import { database } from "@/db/client";
import { memberships, staff, staffPasskeys } from "@/db/schema";
import { createAccount, createApiKey } from "@/domain/accounts/create-account";
import { findAccountStaff } from "@/domain/staff/find-caller-of";
import { inviteToTeam } from "@/domain/staff/invitations";
import { seedAdmin } from "@/domain/staff/seed-admin";
import { staffOf } from "@/domain/staff/staff-of";
import { createWebhook } from "@/domain/webhooks/create-webhook";
import { newId } from "@/domain/new-id";
import { createAgreement, createPayment, refundAll } from "./api";
import { beInside } from "./be-inside";
import { CARDS } from "./cards";
import { withDatabase, type Sql } from "./ledger";
import { hurryTo } from "./payer";
import { disputed, lost, paidOut, raised } from "./provider-news";
import { demoAdmin, newPerson } from "./staff";

/** What stands in square brackets in the addresses of the staff's pages. */
export type Place = Readonly<Record<ParamIn<AdminRoutes[PageName]["path"]>, string>>;

type ParamIn<Path extends string> = Path extends `${string}[${infer Name}]${infer Rest}`
  ? Name | ParamIn<Rest>
  : never;

/** An address at which nobody listens. */
const NOBODY = "http://127.0.0.1:9/";

/** An account of the demonstration's admin in which nothing has happened yet; its pages say so. */
export async function emptyAccount(): Promise<{ accountId: string; serviceId: string }> {
  const { account } = await newAccount("Borrow a bicycle");
  return { accountId: account.id, serviceId: account.serviceId };
}

/** One in which everything has happened once, and where to see each thing. */
export async function fullAccount(payer: BrowserContext): Promise<Place> {
  const { account, admin, key, now } = await newAccount(`Hire a village hall ${"neuaddbentref".repeat(12)}`);
  const caller = await findAccountStaff(staffOf(admin, "192.0.2.7"), account.id);
  if (!caller) throw new Error("The admin is not a member of the new service.");
  const webhook = await createWebhook(
    caller,
    { callbackUrl: NOBODY, description: "Finance system", events: WEBHOOK_EVENT_NAMES },
    now,
  );
  if ("refused" in webhook) throw new Error(`No webhook: ${webhook.refused}`);
  await inviteToTeam(caller, { email: `${randomUUID()}@staff.example`, role: "view_only" }, now);
  const agreementId = await createAgreement("Weekly hire", key);
  const metadata = { ledger: "H1", "cost centre": 4711, deposit: true };
  const saving = await createPayment({
    key,
    reference: "HALL-0001",
    set_up_agreement: agreementId,
    metadata,
  });
  await hurryTo(payer, saving, "confirmed");
  await refundAll(saving, key);
  const paid = await createPayment({ key, reference: "HALL-0002", metadata });
  await hurryTo(payer, paid, "confirmed");
  const takenBack = await createPayment({ key, reference: "HALL-0004" });
  await hurryTo(payer, takenBack, "confirmed");
  const declined = await createPayment({ key, reference: "HALL-0003", language: "cy" });
  await hurryTo(payer, declined, "confirmed", { cardNo: CARDS.declined });
  await createPayment({ key, reference: `HALL-${"a reference as long as any ".repeat(7)}` });
  const { email: operator } = await newPerson("operator");
  return {
    accountId: account.id,
    serviceId: account.serviceId,
    operatedId: account.id,
    paymentId: paid.payment_id,
    agreementId,
    disputeId: await disputed(takenBack),
    payoutId: (await paidOut(paid, 1420)).id,
    alertId: await raised(paid),
    refundId: await lost(paid, 100),
    webhookId: webhook.webhook.id,
    keyId: await idOf("api_keys", account.id),
    emailId: await idOf("emails", account.id),
    messageId: await messageTo(webhook.webhook.id),
    entryId: await idOf("request_log", account.id),
    passkeyId: await addPasskey(admin.id, now),
    staffId: await colleagueOf(account.serviceId),
    operatorId: (await memberCalled(operator)).id,
    token: "nonsense",
  };
}

async function newAccount(nameEn: string) {
  beInside();
  const now = new Date();
  const service = { nameEn, organisation: "Ambridge Parish Council" };
  const account = await createAccount(service, { recurringEnabled: true }, now);
  await seedAdmin(demoAdmin(), [account.serviceId], now);
  const key = await createApiKey(account, "Booking system", "e2e", now);
  return { account, admin: await memberCalled(demoAdmin().email), key, now };
}

async function memberCalled(email: string) {
  const [member] = await database().select().from(staff).where(eq(staff.email, email));
  if (!member) throw new Error(`There is no ${email}.`);
  return member;
}

async function colleagueOf(serviceId: string): Promise<string> {
  const { id: staffId } = await memberCalled((await newPerson("view_only")).email);
  const role = "view_and_refund" as const;
  await database().insert(memberships).values({ serviceId, staffId, role, addedAt: new Date() });
  return staffId;
}

async function addPasskey(staffId: string, now: Date): Promise<string> {
  const id = newId(now);
  await database().insert(staffPasskeys).values({
    id,
    staffId,
    name: "Telephone",
    publicKey: "",
    credentialID: randomUUID(),
    counter: 0,
    deviceType: "singleDevice",
    backedUp: false,
    createdAt: now,
  });
  return id;
}

/** Some of it is written a moment after what it is about. */
async function idOf(table: "api_keys" | "emails" | "request_log", accountId: string): Promise<string> {
  return soon(
    async (sql) => sql<{ id: string }[]>`
      select id::text from ${sql(table)} where account_id = ${accountId} order by id desc limit 1`,
  );
}

async function messageTo(webhookId: string): Promise<string> {
  return soon(
    async (sql) => sql<{ id: string }[]>`
      select message_id as id from webhook_attempts
      where message_id in (select id from webhook_messages where webhook_id = ${webhookId}) limit 1`,
  );
}

async function soon(find: (sql: Sql) => Promise<{ id: string }[]>): Promise<string> {
  let id: string | undefined;
  await expect(async () => {
    [{ id } = { id: undefined }] = await withDatabase(find);
    expect(id).toBeDefined();
  }).toPass();
  return id ?? "";
}
