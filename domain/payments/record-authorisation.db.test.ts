import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { ownTestDatabase } from "@/db/test-database";
import { testAccount } from "../accounts/test-account";
import { giveCardToAgreement } from "../agreements/save-card";
import { activeAgreement, readAgreement, SAVED_CARDS, untakenPayment } from "../agreements/test-agreement";
import type { ServiceCaller } from "../caller";
import { takeDuePayments } from "./take-due-payments";
import { answeredCard, opened, readPayment, testPayment } from "./test-payment";

let caller: ServiceCaller;
let drop: () => Promise<void>;

beforeAll(async () => {
  // Who waits for a lock is asked of the whole database: here it can only be this suite.
  drop = await ownTestDatabase();
  ({ caller } = await testAccount());
});
afterAll(async () => drop());

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const [waiting] = await database().execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("a saved card that is refused for good while its payer replaces it leaves the agreement active, to be tried again", async () => {
  const agreement = await activeAgreement(caller, SAVED_CARDS.refusedForGood);
  const replacing = await answeredCard(
    await opened(await testPayment(caller, { set_up_agreement: agreement.id })),
    caller,
  );
  const recurring = await untakenPayment(caller, agreement);
  const { taking } = await database().transaction(async (transaction) => {
    await giveCardToAgreement(transaction, replacing, new Date());
    const under = takeDuePayments(new Date(), recurring);
    await untilSomebodyWaits();
    return { taking: under };
  });
  await taking;
  expect(await readAgreement(agreement)).toMatchObject({
    status: "active",
    paymentInstrumentId: replacing.savedInstrumentId,
  });
  expect(await readPayment(recurring)).toMatchObject({ status: "failed", code: "P0010", canRetry: true });
});
