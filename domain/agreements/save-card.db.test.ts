import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownTestDatabase } from "@/db/test-database";
import { effectsAtStripe } from "@/psp/stripe/test-stripe";
import { effectsAtWorldpay } from "@/psp/worldpay/test-worldpay";
import { settleBackground } from "../background";
import { cancelByPayer } from "../payments/cancel-by-payer";
import { submitCard } from "../payments/submit-card";
import {
  answeredCard,
  opened,
  readPayment,
  TEST_PAYER,
  testCard,
  testPayment,
  unlessRefused,
} from "../payments/test-payment";
import { voidDuePayments } from "../payments/void-due-payments";
import { openWorld, type World } from "../providers/test-world";
import { deleteDueCards } from "./delete-due-cards";
import type { Agreement } from "./agreement";
import { activeAgreement, readAgreement, setUp } from "./test-agreement";

let drop: () => Promise<void>;

beforeAll(async () => {
  // Deletions are due to whoever asks: here they are to be this suite's alone.
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

describe.each(["stripe", "worldpay"] as const)("at %s, a card saved once more for its agreement", (name) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(name);
  });
  afterAll(async () => world.close());

  async function charged(agreement: Agreement): Promise<string> {
    await deleteDueCards(new Date());
    const body = { authorisation_mode: "agreement", agreement_id: agreement.id } as const;
    const payment = await testPayment(world.caller, body);
    await settleBackground();
    return (await readPayment(payment)).status;
  }

  test("can be charged when the one before it is gone", async () => {
    const agreement = await activeAgreement(world.caller);
    await setUp(world.caller, agreement);
    expect(await charged(agreement)).toBe("success");
    expect((await readAgreement(agreement)).status).toBe("active");
  });

  test("and then not confirmed leaves the one that the agreement has", async () => {
    const agreement = await activeAgreement(world.caller);
    const again = await opened(await testPayment(world.caller, { set_up_agreement: agreement.id }));
    unlessRefused(await cancelByPayer(await answeredCard(again, world.caller), new Date()));
    await settleBackground();
    expect(await charged(agreement)).toBe("success");
  });

  test("while its payment was being cancelled is deleted there as well", async () => {
    const { caller, simulator } = world;
    const agreement = await activeAgreement(caller);
    const again = await opened(await testPayment(caller, { set_up_agreement: agreement.id }));
    const operation = name === "stripe" ? "payment_intents.confirm" : "authorise";
    simulator.faults.add({ psp: name, operation, do: "hold" });
    const submitted = submitCard(again, caller.account, testCard(), TEST_PAYER, new Date());
    const { authorising } = unlessRefused(await submitted);
    await expect.poll(() => simulator.faults.waiting()).toEqual([]);
    unlessRefused(await cancelByPayer(await readPayment(again), new Date()));
    simulator.faults.clear();
    await authorising;
    await settleBackground();
    for (const work of [voidDuePayments, deleteDueCards]) await work(new Date());
    expect((await readPayment(again)).status).toBe("failed");
    const effects = name === "stripe" ? effectsAtStripe : effectsAtWorldpay;
    expect(effects(simulator, again.id)).toEqual(["authorise", "deleteSavedCard", "void"]);
    expect(await charged(agreement)).toBe("success");
  });
});
