import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { pspOperations } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { createSandbox } from "@/psp/sandbox/create-sandbox";
import type { Psp } from "@/psp/port";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { leaseFrom, operationOf, type PspOperation } from "../operations/operation";
import { describePayment } from "./describe-payment";
import type { Payment } from "./payment";
import { askToPrepare, recordPreparation } from "./prepare-payment";
import { recordAuthorisation } from "./record-authorisation";
import { moved, opened, operationsOn, readPayment, sandboxContext, testPayment, write } from "./test-payment";

const CARD = {
  cardBrand: "visa",
  cardType: "credit",
  firstDigits: "444433",
  lastDigits: "1111",
  cardExpiry: "04/31",
  cardholderName: "Jean Payer",
} as const;

const PREPARED = { is: "prepared", providerId: "pi_1" } as const;

let caller: ServiceCaller;
let drop: () => Promise<void>;
beforeAll(async () => {
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

/** A payment whose card has been sent, and whose PSP is being told of it. */
async function beingPrepared(): Promise<{ payment: Payment; operation: PspOperation }> {
  const payment = await write(await opened(await testPayment(caller)), CARD);
  const operation = operationOf(payment, "prepare");
  const now = new Date();
  await database()
    .insert(pspOperations)
    .values({ ...operation, state: "asked", askedAt: now, leaseUntil: leaseFrom(now) });
  return { payment, operation };
}

describe("a payment that its PSP opens before the card", () => {
  test("is known by the PSP's id from then on, and its authorisation is claimed in the same moment", async () => {
    const { payment, operation } = await beingPrepared();
    const prepared = await recordPreparation(operation, PREPARED, new Date());
    expect(prepared).toMatchObject({ id: payment.id, status: "started", providerId: "pi_1" });
    expect(await operationsOn(payment)).toMatchObject({
      prepare: { state: "answered", answer: { is: "prepared" } },
      authorise: { state: "asked" },
    });
  });

  test("is told in the same words at every ask, and of no card", async () => {
    const { payment, operation } = await beingPrepared();
    const told: unknown[] = [];
    const telling: Psp = {
      ...createSandbox(database()),
      prepare: async (_, command) => {
        told.push(command);
        return PREPARED;
      },
    };
    const context = sandboxContext(operation, new Date());
    for (const _ of [1, 2]) expect(await askToPrepare(telling, context, payment)).toEqual(PREPARED);
    expect(told[0]).toEqual(told[1]);
    expect(told[0]).toEqual({
      paymentId: payment.id,
      amount: 1200,
      description: "A test fee",
      reference: "REF-1",
      moto: false,
      saveFor: null,
      threeDsReturnUrl: `http://localhost:3000/card-details/${payment.id}/three-d-secure/return`,
    });
  });

  test("that ended meanwhile is not authorised, and is closed there", async () => {
    const { payment, operation } = await beingPrepared();
    await moved(payment, "cancelByPayer");
    expect(await recordPreparation(operation, PREPARED, new Date())).toBeUndefined();
    expect(await operationsOn(payment)).not.toHaveProperty("authorise");
    const after = await readPayment(payment);
    expect(after).toMatchObject({ code: "P0030", providerId: "pi_1" });
    expect(after.voidDueAt).not.toBeNull();
  });

  test("ends as an error when the PSP will not have it", async () => {
    const { payment, operation } = await beingPrepared();
    await recordPreparation(operation, { is: "error", reason: "no_such_account" }, new Date());
    expect(await readPayment(payment)).toMatchObject({ status: "error", code: "P0050", voidDueAt: null });
    expect((await operationsOn(payment)).prepare).toMatchObject({
      state: "answered",
      answer: { is: "error", reason: "no_such_account" },
    });
  });

  test("stays as it is while nobody knows, and goes on when the answer is found", async () => {
    const { payment, operation } = await beingPrepared();
    expect(
      await recordPreparation(operation, { is: "unknown", cause: "timeout" }, new Date()),
    ).toBeUndefined();
    expect(await readPayment(payment)).toEqual(payment);
    expect(await recordPreparation(operation, PREPARED, new Date())).toBeDefined();
    expect(await recordPreparation(operation, PREPARED, new Date())).toBeUndefined();
  });

  test("whose card was lost on the way is an error, and closed there", async () => {
    const { payment, operation } = await beingPrepared();
    await recordPreparation(operation, PREPARED, new Date());
    const lost = { is: "error", reason: "the card was never sent" } as const;
    await recordAuthorisation(operationOf(payment, "authorise"), lost, new Date());
    const after = await readPayment(payment);
    expect(after).toMatchObject({ status: "error", code: "P0050" });
    expect(after.voidDueAt).not.toBeNull();
  });

  test("shows the PSP's id to its service once a card was sent, not before", async () => {
    const payment = await write(await opened(await testPayment(caller)), { providerId: "pi_2" });
    expect(describePayment(payment, caller.account)).not.toHaveProperty("provider_id");
    const sent = await write(payment, CARD);
    expect(describePayment(sent, caller.account)).toMatchObject({ provider_id: "pi_2" });
  });
});
