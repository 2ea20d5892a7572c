import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accounts, apiKeys, refunds, staffSessions } from "@/db/schema";
import type { Database } from "@/db/client";
import { testDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account, ServiceCaller } from "@/domain/caller";
import { newId } from "@/domain/new-id";
import { paymentIn } from "@/domain/payments/test-payment";
import { lostRefund } from "@/domain/refunds/test-refund";
import { findSession } from "@/domain/staff/find-session";
import { STAFF_LIMITS } from "@/domain/staff/staff-limits";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { signedIn, testStaff } from "@/domain/staff/test-staff";
import { ADMIN_ROUTES, addressOf, type ActionName, type AdminRoute, type RouteName } from "./routes";
import { paramsIn, post } from "./test-door";

/** What asks for the second factor again whatever is typed; the doorway sees to it by the row. */
const ALWAYS = (Object.keys(ADMIN_ROUTES) as RouteName[]).filter(
  (name): name is ActionName => (ADMIN_ROUTES[name] as AdminRoute).stepUp === true,
);

let database: Database;
let caller: ServiceCaller;
let account: Account;
let live: Account;
let browser: StaffRequest;

beforeAll(async () => {
  database = await testDatabase();
  ({ account, caller } = await testAccount());
  live = { ...account, id: newId(new Date()), live: true, paymentProvider: "stripe" };
  await database.insert(accounts).values(live);
  const { serviceId } = account;
  browser = await signedIn(await testStaff({ serviceId, role: "admin", operator: true }));
});

beforeEach(async () => proved(STAFF_LIMITS.stepUpMinutes));

/** Lets the second factor have been proved so many minutes ago. */
async function proved(minutes: number): Promise<void> {
  const session = await findSession(browser, new Date());
  await database
    .update(staffSessions)
    .set({ provedAt: new Date(Date.now() - minutes * 60_000) })
    .where(eq(staffSessions.id, session?.id ?? ""));
}

/** Posts a form as its page would. @returns where the browser is sent on to. */
async function send(name: ActionName, params: Record<string, string>, form: Record<string, string> = {}) {
  return (await post(browser, name, params, form)).headers.get("location");
}

function stepUpFor(address: string): string {
  return `/admin/second-factor?next=${encodeURIComponent(address)}`;
}

const ofTest = () => ({ serviceId: account.serviceId, accountId: account.id });
const ofLive = () => ({ serviceId: account.serviceId, accountId: live.id });

describe("the second factor is asked for again", () => {
  test("by everything that has to do with roles, webhooks' secrets and operators", () => {
    expect(ALWAYS).toEqual(
      expect.arrayContaining([
        "changeRole",
        "inviteStaff",
        "doRemoveMember",
        "showWebhookSecret",
        "rotateWebhookSecret",
        "retireWebhookSecret",
        "inviteOperator",
        "doRemoveOperator",
      ]),
    );
  });

  test.each(ALWAYS)("by %s, unless it was proved in the last minutes", async (name) => {
    const ours: Record<string, string> = ofTest();
    const params = Object.fromEntries(paramsIn(name).map((key) => [key, ours[key] ?? newId(new Date())]));
    expect(await send(name, params)).toBe(stepUpFor(addressOf(name, params)));
  });

  test("by a refund above the amount that the service has set, and by none below", async () => {
    const { id: paymentId } = await paymentIn(caller, "success");
    const params = { ...ofTest(), paymentId };
    const refund = async (amount: string, available: number) =>
      send("doRefundPayment", params, { amount, available: String(available), reason: "Sent back" });
    await database.update(accounts).set({ stepUpRefundPence: 300 }).where(eq(accounts.id, account.id));

    expect(await refund("3.01", 1200)).toBe(stepUpFor(addressOf("refundPayment", params)));
    expect(await refundsOf(paymentId)).toEqual([]);
    expect(await refund("3.00", 1200)).toBe(addressOf("payment", params));
    await proved(0);
    expect(await refund("3.01", 900)).toBe(addressOf("payment", params));
    expect(await refundsOf(paymentId)).toEqual([300, 301]);

    await proved(STAFF_LIMITS.stepUpMinutes);
    await database.update(accounts).set({ stepUpRefundPence: null }).where(eq(accounts.id, account.id));
    expect(await refund("5.00", 599)).toBe(addressOf("payment", params));
  });

  test("by a decision about a lost refund above that amount, and by none below", async () => {
    await database.update(accounts).set({ stepUpRefundPence: 300 }).where(eq(accounts.id, account.id));
    const payment = await paymentIn(caller, "success");
    const decide = async (pence: number) => {
      const { refund, askedAt } = await lostRefund(payment, pence);
      const params = { ...ofTest(), paymentId: payment.id, refundId: refund.id };
      const form = { decision: "made", askedAt: askedAt.toISOString(), reason: "It is in their books" };
      const sentTo = async () => send("doDecideRefund", params, form);
      return { refund, sentTo, wants: stepUpFor(addressOf("decideRefund", params)) };
    };
    const [small, large] = [await decide(300), await decide(301)];
    expect(await small.sentTo()).toBe(addressOf("payment", { ...ofTest(), paymentId: payment.id }));
    expect(await large.sentTo()).toBe(large.wants);
    expect(await statusOf(small.refund)).toBe("success");
    expect(await statusOf(large.refund)).toBe("submitted");
    await proved(0);
    expect(await large.sentTo()).not.toBe(large.wants);
    expect(await statusOf(large.refund)).toBe("success");
    await database.update(accounts).set({ stepUpRefundPence: null }).where(eq(accounts.id, account.id));
  });

  test("by a live API key, and not by a test one", async () => {
    expect(await send("createApiKey", ofLive(), { name: "Ledger" })).toBe(
      stepUpFor(addressOf("apiKeys", ofLive())),
    );
    expect(await keysOf(live)).toEqual([]);
    expect(await send("createApiKey", ofTest(), { name: "Ledger" })).toBe(addressOf("apiKeys", ofTest()));
    expect(await keysOf(account)).toContain("Ledger");
    await proved(0);
    expect(await send("createApiKey", ofLive(), { name: "Ledger" })).toBe(addressOf("apiKeys", ofLive()));
    expect(await keysOf(live)).toEqual(["Ledger"]);
  });

  test("by a provider's credentials", async () => {
    expect(await send("saveCredentials", ofLive(), { credentials: "{}" })).toBe(
      stepUpFor(addressOf("credentials", ofLive())),
    );
  });
});

async function refundsOf(paymentId: string): Promise<number[]> {
  const rows = await database.select().from(refunds).where(eq(refunds.paymentId, paymentId));
  return rows.map(({ amount }) => amount).sort((a, b) => a - b);
}

async function statusOf({ id }: { id: string }): Promise<string | undefined> {
  const [refund] = await database.select().from(refunds).where(eq(refunds.id, id));
  return refund?.status;
}

async function keysOf({ id }: Account): Promise<string[]> {
  const rows = await database.select().from(apiKeys).where(eq(apiKeys.accountId, id));
  return rows.map(({ name }) => name);
}
