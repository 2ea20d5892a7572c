import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { accounts, payouts } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { listApiKeys } from "@/domain/accounts/manage-api-keys";
import { testAccount } from "@/domain/accounts/test-account";
import { activeAgreement } from "@/domain/agreements/test-agreement";
import { raiseAlert } from "@/domain/alerts/raise-alert";
import { settleBackground } from "@/domain/background";
import type { Account, ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { paymentIn, unlessRefused } from "@/domain/payments/test-payment";
import { lostRefund } from "@/domain/refunds/test-refund";
import { findServiceStaff } from "@/domain/staff/find-caller-of";
import { inviteToTeam, listInvitations } from "@/domain/staff/invitations";
import { listMembers } from "@/domain/staff/members";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { signedIn, testStaff } from "@/domain/staff/test-staff";
import { messagesOf, testWebhook } from "@/domain/webhooks/test-webhook";
import { testReceiver, type TestReceiver } from "@/domain/webhooks/test-receiver";
import { fieldOf } from "./read-webhook";
import { ADMIN_ROUTES, type ActionName, type DownloadName, type RouteName } from "./routes";
import { download, paramsIn, post } from "./test-door";

type Ids = Record<string, string>;

const PLACES = new Set(["accountId", "serviceId"]);
/** What is named within a service. */
const thingsIn = (name: RouteName) => paramsIn(name).filter((param) => !PLACES.has(param));
const named = (Object.keys(ADMIN_ROUTES) as RouteName[]).filter(
  (name) => thingsIn(name).length > 0 && paramsIn(name).some((param) => PLACES.has(param)),
);
const ACTIONS = named.filter((name): name is ActionName => ADMIN_ROUTES[name].is === "action");
const FILES = named.filter((name): name is DownloadName => ADMIN_ROUTES[name].is === "download");

/** Whoever owns it all, somebody of another service, and the live side of the owner's own. */
let owner: { account: Account; browser: StaffRequest };
let stranger: { account: Account; browser: StaffRequest };
let otherSide: { account: Account; browser: StaffRequest };
let ids: Ids;
let receiver: TestReceiver;
let drop: () => Promise<void>;

beforeAll(async () => {
  drop = await ownTestDatabase();
  receiver = await testReceiver();
  const { account, caller } = await testAccount();
  const { account: strange } = await testAccount();
  const live = { ...account, id: newId(new Date()), live: true, paymentProvider: "stripe" as const };
  await database().insert(accounts).values(live);
  owner = { account, browser: await adminOf(account) };
  stranger = { account: strange, browser: await adminOf(strange) };
  otherSide = { account: live, browser: owner.browser };
  ids = await belongings(account, caller);
}, 60_000);

afterAll(async () => {
  await receiver.close();
  await drop();
});

test("everything that an address may name is tried", () => {
  expect(Object.keys(ids)).toEqual(expect.arrayContaining(named.flatMap(thingsIn)));
});

describe.each(["another service", "the other side of the service"])("from %s", (where) => {
  const isHere = (name: RouteName) => where === "another service" || paramsIn(name).includes("accountId");

  test.each(ACTIONS.filter(isHere))("%s does nothing", async (name) => {
    const { account, browser } = where === "another service" ? stranger : otherSide;
    const before = await everythingOf(owner.account);
    const answer = await post(browser, name, paramsFor(name, account), formFor(name));
    await settleBackground();
    expect(answer.status).toBe(303);
    expect(await everythingOf(owner.account)).toEqual(before);
  });

  test.each(FILES.filter(isHere))("%s is not there", async (name) => {
    const { account, browser } = where === "another service" ? stranger : otherSide;
    const answer = await download(browser, name, paramsFor(name, account));
    expect(answer.headers.get("location")).toMatch(/\/admin\/problem\/not-found$/u);
  });
});

describe("at home", () => {
  // Last of all, since they do what they say: the forms above were whole, and only their place was wrong.
  test.each(ACTIONS)("%s does something", async (name) => {
    const before = await everythingOf(owner.account);
    const answer = await post(owner.browser, name, paramsFor(name, owner.account), formFor(name));
    await settleBackground();
    expect(answer.status).toBe(303);
    expect(await everythingOf(owner.account)).not.toEqual(before);
  });

  test.each(FILES)("%s is there", async (name) => {
    const answer = await download(owner.browser, name, paramsFor(name, owner.account));
    expect(answer.status).toBe(200);
    expect((await answer.text()).length).toBeGreaterThan(0);
  });
});

async function adminOf({ serviceId }: Account): Promise<StaffRequest> {
  return signedIn(await testStaff({ serviceId, role: "admin" }));
}

/** One of everything that a service may own and an address may name. */
async function belongings(account: Account, caller: ServiceCaller): Promise<Ids> {
  const now = new Date();
  const { serviceId, id: accountId } = account;
  const paid = await paymentIn(caller, "success");
  const { webhook } = await testWebhook(account, receiver.url);
  const [created, capturable] = [await paymentIn(caller, "created"), await paymentIn(caller, "capturable")];
  const [key] = await listApiKeys(account);
  const colleague = await testStaff({ serviceId, role: "view_only" });
  const alertId = await alertOf(account, now);
  const payoutId = newId(now);
  const lost = await lostRefund(await paymentIn(caller, "success"));
  await database().insert(payouts).values({
    serviceId,
    id: payoutId,
    accountId,
    createdAt: now,
    providerId: payoutId,
    status: "paid",
    amount: 100,
    arrivesOn: "2026-01-01",
  });
  return {
    paymentId: paid.id,
    doCancelPayment: created.id,
    doCapturePayment: capturable.id,
    doDecideRefund: lost.refund.paymentId,
    refundId: lost.refund.id,
    askedAt: lost.askedAt.toISOString(),
    agreementId: (await activeAgreement(caller)).id,
    disputeId: newId(now),
    entryId: "1",
    emailId: newId(now),
    alertId,
    payoutId,
    webhookId: webhook.id,
    messageId: (await messagesOf(webhook))[0]?.id ?? "",
    keyId: key?.id ?? "",
    staffId: colleague.id,
    invitationId: await invitationTo(account, now),
  };
}

async function alertOf({ serviceId, id: accountId }: Account, now: Date): Promise<string> {
  await raiseAlert({ kind: "payoutFailed", key: accountId, serviceId, accountId, details: {} }, now);
  const [row] = await database().execute<{ id: string }>(
    sql`select id from alerts where account_id = ${accountId}`,
  );
  return row?.id ?? "";
}

async function invitationTo({ serviceId }: Account, now: Date): Promise<string> {
  const [admin] = await listMembers(serviceId);
  const who = { id: admin?.id ?? "", email: "", name: "", operator: false };
  const caller = await findServiceStaff(
    { kind: "staff", member: who, address: null, noted: { acts: 0 } },
    serviceId,
  );
  if (!caller) throw new Error("The test's admin has gone");
  unlessRefused(await inviteToTeam(caller, { email: "new@staff.example", role: "view_only" }, now));
  return (await listInvitations(serviceId, now))[0]?.id ?? "";
}

/** The sender's own place, and what is the owner's. */
function paramsFor(name: RouteName, { serviceId, id: accountId }: Account): Ids {
  const known: Ids = { ...ids, serviceId, accountId, paymentId: ids[name] ?? ids.paymentId ?? "" };
  return Object.fromEntries(paramsIn(name).map((param) => [param, known[param] ?? ""]));
}

/** What each of them wants to be told. */
function formFor(name: ActionName): Ids {
  return {
    reason: "Mine now",
    amount: "1.00",
    available: "1200",
    decision: "made",
    askedAt: ids.askedAt ?? "",
    role: "view_and_refund",
    callback_url: receiver.url,
    description: `By ${name}`,
    [fieldOf("card_payment_started")]: "on",
    [`message_${ids.messageId ?? ""}`]: "on",
  };
}

/** A picture of every row that a service owns. */
async function everythingOf({ serviceId }: Account): Promise<Ids> {
  const tables = await database().execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'service_id' order by 1`);
  const pictures: Ids = {};
  for (const { name } of tables) {
    const [row] = await database().execute<{ picture: string }>(sql`
      select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as picture
      from ${sql.identifier(name)} t where service_id = ${serviceId}`);
    pictures[name] = row?.picture ?? "";
  }
  return pictures;
}
