import { beforeAll, describe, expect, test } from "vitest";
import { TEST_CARDS } from "@/contract/test-cards";
import { database } from "@/db/client";
import { cardAttempts } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { ServiceCaller } from "../caller";
import { paymentIn } from "../payments/test-payment";
import { isRefused } from "../refused";
import { identifyCard } from "./identify-card";
import { lookUpCard } from "./look-up-card";

const NOW = new Date("2026-03-02T09:00:00.000Z");
let caller: ServiceCaller;
beforeAll(async () => {
  ({ caller } = await testAccount({
    surchargeCreditPence: 250,
    surchargeDebitPence: 110,
    acceptsPrepaid: false,
  }));
});

const look = async (digits: string, account = caller.account) =>
  lookUpCard(await paymentIn(caller, "started"), account, digits, NOW);

describe("a card's first digits", () => {
  test.each([
    ["44443333222", { problem: null, surcharge: 0, kind: { brand: "visa", type: "credit" } }],
    ["41111111111", { problem: null, surcharge: 250, kind: { corporate: true, type: "credit" } }],
    ["49880800000", { problem: null, surcharge: 110, kind: { corporate: true, type: "debit" } }],
    ["40001600000", { problem: "cardNo.prepaidNotAccepted", surcharge: 0 }],
    ["41318400000", { problem: "cardNo.prepaidNotAccepted", surcharge: 0 }],
    ["67596498264", { problem: "cardNo.notAccepted.maestro", surcharge: 0 }],
    ["99999999999", { problem: "cardNo.unknown", surcharge: 0, kind: null }],
    ["37144963539", { problem: null, kind: { brand: "american-express" } }],
  ])("%s tell %j", async (digits, expected) => expect(await look(digits)).toMatchObject(expected));

  test("never tell what the whole number would not: where cards that begin so differ, they say less", async () => {
    for (const { number } of TEST_CARDS) {
      const found = await look(number.slice(0, 11));
      const kind = isRefused(found) ? null : found.kind;
      const whole = identifyCard(number);
      expect([number, kind]).toEqual([number, kind?.type === null ? { ...whole, type: null } : whole]);
    }
  });

  test("are no test card's at a live account", async () => {
    const found = await look("41111111111", { ...caller.account, live: true });
    expect(found).toMatchObject({ surcharge: 0, kind: { brand: "visa", corporate: false, type: null } });
  });

  test("are looked up twenty times for a payment and no more, and not kept", async () => {
    const payment = await paymentIn(caller, "started");
    const found = await Promise.all(
      Array.from({ length: 30 }, async () => lookUpCard(payment, caller.account, "44443333222", NOW)),
    );
    expect(found.filter((each) => isRefused(each) && each.refused === "tooManyRequests")).toHaveLength(10);
    expect(JSON.stringify(await database().select().from(cardAttempts))).not.toContain("44443333222");
  });

  test("are looked up while the payment waits for its card, and not afterwards", async () => {
    for (const status of ["submitted", "cancelled", "success"] as const) {
      const found = await lookUpCard(await paymentIn(caller, status), caller.account, "44443333222", NOW);
      expect(found).toMatchObject({ refused: "notAwaitingCard" });
    }
  });
});
