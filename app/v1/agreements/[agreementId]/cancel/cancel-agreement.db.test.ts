import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgreementResource } from "@/contract/agreement";
import { testAccount } from "@/domain/accounts/test-account";
import {
  activeAgreement,
  cardsAtTheBank,
  readAgreement,
  SAVED_CARDS,
  savedCards,
  setUp,
  testAgreement,
  untakenPayment,
} from "@/domain/agreements/test-agreement";
import { deleteDueCards } from "@/domain/agreements/delete-due-cards";
import { settleBackground } from "@/domain/background";
import { newId } from "@/domain/new-id";
import { takeDuePayments } from "@/domain/payments/take-due-payments";
import { confirmPayment } from "@/domain/payments/confirm-payment";
import { answeredCard, effectsOn, opened, readPayment, testPayment } from "@/domain/payments/test-payment";
import { refusalIn, serveApi, type TestApi } from "../../../test-api";

const NOT_FOUND = { status: 404, code: "P2500", description: "Not found" };
const NOT_ACTIVE = { status: 400, code: "P2501", description: "Cancellation of agreement failed" };

let api: TestApi;
let of: Awaited<ReturnType<typeof testAccount>>;

beforeAll(async () => {
  of = await testAccount();
  api = await serveApi();
});
afterAll(async () => api.close());

const cancel = async (id: string, key = of.key) => api.send("POST", `/v1/agreements/${id}/cancel`, { key });
const read = async (id: string, key = of.key) =>
  (await api.get<AgreementResource>(`/v1/agreements/${id}`, { key })).body;

describe("an active agreement", () => {
  test("is cancelled with 204 and a date, and its card is deleted at the bank", async () => {
    const of = await testAccount();
    const agreement = await activeAgreement(of.caller);
    expect(await cardsAtTheBank(of.caller)).toEqual(["1111"]);
    expect(await cancel(agreement.id, of.key)).toMatchObject({ status: 204, text: "" });
    const { status, cancelled_date } = await read(agreement.id, of.key);
    expect(status).toBe("cancelled");
    expect(Math.abs(Date.now() - Date.parse(cancelled_date ?? ""))).toBeLessThan(10_000);
    await settleBackground();
    expect(await cardsAtTheBank(of.caller)).toEqual([]);
    const [card] = await savedCards(of.caller);
    expect(card).toMatchObject({ savedCard: null, deletionDueAt: null });
    expect(card?.deletedAt).not.toBeNull();
  });

  test("is cancelled by one of ten at once, and its card deleted once", async () => {
    const of = await testAccount();
    const agreement = await testAgreement(of.caller);
    const payment = await setUp(of.caller, agreement);
    const answers = await Promise.all(Array.from({ length: 10 }, async () => cancel(agreement.id, of.key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(400)]);
    await settleBackground();
    await deleteDueCards(new Date(Date.now() + 3_600_000));
    expect((await effectsOn(payment)).filter((effect) => effect === "deleteSavedCard")).toHaveLength(1);
  });

  test("whose card is replaced at the same moment leaves none behind at the bank but its own", async () => {
    for (let round = 0; round < 8; round += 1) {
      const of = await testAccount();
      const agreement = await activeAgreement(of.caller);
      const payment = await opened(await testPayment(of.caller, { set_up_agreement: agreement.id }));
      const answered = await answeredCard(payment, of.caller, "5200828282828210");
      await Promise.all([confirmPayment(answered, new Date()), cancel(agreement.id, of.key)]);
      await settleBackground();
      await deleteDueCards(new Date(Date.now() + 60_000));
      const { status } = await readAgreement(agreement);
      expect(await cardsAtTheBank(of.caller)).toEqual(status === "active" ? ["8210"] : []);
    }
  });

  test("takes no payment any more, not even one that was waiting", async () => {
    const agreement = await activeAgreement(of.caller);
    const waiting = await untakenPayment(of.caller, agreement);
    await cancel(agreement.id);
    await settleBackground();
    const body = {
      amount: 1000,
      reference: "R",
      description: "D",
      authorisation_mode: "agreement",
      agreement_id: agreement.id,
    };
    expect(refusalIn(await api.post("/v1/payments", body, { key: of.key }))).toMatchObject({
      status: 422,
      code: "P0102",
      field: "agreement_id",
      description: "Invalid attribute value: agreement_id. Agreement must be active",
    });
    await takeDuePayments(new Date(), waiting);
    expect(await readPayment(waiting)).toMatchObject({ status: "failed", code: "P0010", canRetry: false });
    expect((await readAgreement(agreement)).status).toBe("cancelled");
  });
});

describe("cancelling is refused", () => {
  test("for an agreement that is unknown, malformed or another account's", async () => {
    const other = await activeAgreement((await testAccount()).caller);
    for (const id of [newId(new Date()), "nonsense", other.id]) {
      expect(refusalIn(await cancel(id))).toEqual(NOT_FOUND);
    }
    expect((await readAgreement(other)).status).toBe("active");
  });

  test("for one that is created, cancelled or inactive; nothing changes", async () => {
    const [created, cancelled, inactive] = [
      await testAgreement(of.caller),
      await activeAgreement(of.caller),
      await activeAgreement(of.caller, SAVED_CARDS.refusedForGood),
    ];
    await cancel(cancelled.id);
    await takeDuePayments(new Date(), await untakenPayment(of.caller, inactive));
    await settleBackground();
    for (const [agreement, status] of [
      [created, "created"],
      [cancelled, "cancelled"],
      [inactive, "inactive"],
    ] as const) {
      const before = await readAgreement(agreement);
      expect(before.status).toBe(status);
      expect(refusalIn(await cancel(agreement.id))).toEqual(NOT_ACTIVE);
      expect(await readAgreement(agreement)).toEqual(before);
    }
  });
});
