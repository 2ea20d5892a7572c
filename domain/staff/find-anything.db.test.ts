import { beforeAll, describe, expect, it } from "vitest";
import { database } from "@/db/client";
import { accounts, disputes, payouts, refunds } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import { testAgreement } from "../agreements/test-agreement";
import type { Account, ServiceCaller, Staff } from "../caller";
import { newId } from "../new-id";
import { testPayment, write } from "../payments/test-payment";
import { findAnything } from "./find-anything";
import type { Role } from "./permissions";
import { testStaff } from "./test-staff";

let caller: ServiceCaller;
let stranger: ServiceCaller;
let live: ServiceCaller;

async function someone(role: Role, serviceId = caller.account.serviceId): Promise<Staff> {
  const { id, email } = await testStaff({ serviceId, role });
  return {
    kind: "staff",
    member: { id, email, name: "Robin", operator: false },
    address: null,
    noted: { acts: 0 },
  };
}

async function found(who: Staff, text: string): Promise<string[]> {
  return (await findAnything(who, text)).map(({ is, id }) => `${is} ${id}`);
}

beforeAll(async () => {
  ({ caller } = await testAccount());
  ({ caller: stranger } = await testAccount());
  const account: Account = {
    ...caller.account,
    id: newId(new Date()),
    live: true,
    paymentProvider: "stripe",
  };
  await database().insert(accounts).values(account);
  live = { ...caller, account };
});

describe("whatever is looked for", () => {
  it("is found by its id, in either case, and leads to the payment that a refund is of", async () => {
    const { serviceId, id: accountId } = caller.account;
    const payment = await testPayment(caller);
    const agreement = await testAgreement(caller);
    const key = () => ({ serviceId, accountId, id: newId(new Date()) });
    const refund = {
      ...key(),
      paymentId: payment.id,
      createdAt: new Date(),
      amount: 1,
      status: "submitted",
    } as const;
    await database().insert(refunds).values(refund);
    const dispute = {
      ...key(),
      paymentId: payment.id,
      createdAt: new Date(),
      amount: 1,
      reason: "general",
      status: "needs_response" as const,
      providerId: `dp_${refund.id}`,
    };
    await database().insert(disputes).values(dispute);
    const payout = {
      ...key(),
      createdAt: new Date(),
      providerId: `po_${refund.id}`,
      status: "paid" as const,
      amount: 1,
      arrivesOn: "2026-01-01",
    };
    await database().insert(payouts).values(payout);
    const who = await someone("view_only");
    expect(await found(who, payment.id.toUpperCase())).toEqual([`payment ${payment.id}`]);
    expect(await findAnything(who, refund.id)).toMatchObject([
      { is: "refund", paymentId: payment.id, live: false },
    ]);
    expect(await found(who, agreement.id)).toEqual([`agreement ${agreement.id}`]);
    expect(await found(who, dispute.id)).toEqual([`dispute ${dispute.id}`]);
    expect(await found(who, dispute.providerId)).toEqual([`dispute ${dispute.id}`]);
    expect(await found(who, payout.id)).toEqual([`payout ${payout.id}`]);
    expect(await found(who, payout.providerId)).toEqual([`payout ${payout.id}`]);
  });

  it("is found by its reference in any case, latest first, and by the provider's id as it is", async () => {
    const reference = `Ref ${newId(new Date())}`;
    const first = await testPayment(caller, { reference });
    const second = await testPayment(caller, { reference: reference.toUpperCase() });
    const agreement = await testAgreement(caller, { reference }, new Date(Date.now() + 1000));
    const who = await someone("view_only");
    const [latest, ...others] = await found(who, reference.toLowerCase());
    expect(latest).toBe(`agreement ${agreement.id}`);
    expect(others.sort()).toEqual([`payment ${first.id}`, `payment ${second.id}`].sort());
    const { providerId } = await write(first, { providerId: `Pi_${first.id}` });
    expect(await found(who, providerId ?? "")).toEqual([`payment ${first.id}`]);
    expect(await found(who, reference.slice(0, -1))).toEqual([]);
  });

  it("is never another service's, nor of a side that the role does not see", async () => {
    const theirs = await testPayment(stranger);
    const ofLive = await write(await testPayment(caller), {
      accountId: live.account.id,
      providerId: "in live",
    });
    const admin = await someone("admin");
    expect(await found(admin, theirs.id)).toEqual([]);
    expect(await found(admin, ofLive.id)).toEqual([`payment ${ofLive.id}`]);
    expect(await found(await someone("developer"), ofLive.id)).toEqual([]);
    expect(await found(await someone("admin", stranger.account.serviceId), theirs.id)).toEqual([
      `payment ${theirs.id}`,
    ]);
  });
});
