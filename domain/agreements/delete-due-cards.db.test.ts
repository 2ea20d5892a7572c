import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { paymentInstruments } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { accountTime } from "../accounts/account-time";
import { moveClock } from "../accounts/move-clock";
import { testAccount } from "../accounts/test-account";
import { settleBackground } from "../background";
import type { ServiceCaller } from "../caller";
import { confirmPayment } from "../payments/confirm-payment";
import { answeredCard, opened, testPayment, unlessRefused } from "../payments/test-payment";
import type { Agreement } from "./agreement";
import { cancelAgreement } from "./cancel-agreement";
import { activeAgreement, savedCards } from "./test-agreement";

const MINUTE = 60_000;
const YEAR_SECONDS = 365 * 24 * 3600;

let drop: () => Promise<void>;

beforeAll(async () => {
  // Deletions are due to whoever asks: here they are to be this suite's alone.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

type Discard = (caller: ServiceCaller, agreement: Agreement, now: Date) => Promise<void>;

const cancel: Discard = async (caller, { id }, now) => {
  unlessRefused(await cancelAgreement(caller, id, now));
};

const replaceCard: Discard = async (caller, { id }, now) => {
  const payment = await opened(await testPayment(caller, { set_up_agreement: id }, now));
  unlessRefused(await confirmPayment(await answeredCard(payment, caller), now));
};

test.each([
  ["cancelled", cancel],
  ["given another card", replaceCard],
])("an agreement that is %s by a test clock hastens nobody else's deletion", async (_, discard) => {
  const { caller: other } = await testAccount();
  await activeAgreement(other);
  // Its bank could not be reached just now.
  await database()
    .update(paymentInstruments)
    .set({ deletionDueAt: new Date(Date.now() + 5 * MINUTE) });
  const before = await savedCards(other);

  const { caller } = await testAccount();
  const agreement = await activeAgreement(caller);
  const now = new Date();
  const { account } = unlessRefused(await moveClock(caller, YEAR_SECONDS, now));
  await discard(caller, agreement, accountTime(account, now));
  await settleBackground();
  expect(await savedCards(other)).toEqual(before);
  expect((await savedCards(caller))[0]).toMatchObject({ savedCard: null, deletionDueAt: null });
});
