import { describe, expect, test } from "vitest";
import { TEST_CARDS, type TestOutcome } from "@/contract/test-cards";
import { Secret, type SavedCard } from "../port";
import { command, held, impatiently, look, psp, simulator, under, withSimulator } from "./test-over-the-wire";
import { authoriseCommand, recurringCommand, settings } from "./test-worldpay";

withSimulator();

/** What a test card's payer sees at once; any other is authorised. */
const AT_ONCE: Readonly<Partial<Record<TestOutcome, object>>> = {
  declined: { is: "refused", reason: "do_not_honour" },
  expiredCard: { is: "refused" },
  wrongCode: { is: "refused" },
  processingError: { is: "error" },
  challengeThenAuthorised: { is: "challenge" },
  challengeThenDeclined: { is: "challenge" },
  challengeFails: { is: "challenge" },
  frictionless: { is: "authorised", threeDs: { required: false } },
  slow: { is: "unknown", cause: "timeout" },
};

describe("a bank's answer", () => {
  test.each([
    ["AUTHORISED", { is: "authorised" }],
    ["REFUSED", { is: "refused", reason: "do_not_honour" }],
    ["REFUSED51", { is: "refused", reason: "insufficient_funds", canRetry: true }],
    ["REFUSED41", { is: "refused", reason: "lost_card", canRetry: false }],
    ["CANCELLED", { is: "refused", reason: "cancelled" }],
    ["ERROR", { is: "error" }],
    ["3D", { is: "error" }],
    ["3DS_V2_FRICTIONLESS_IDENTIFIED", { is: "authorised", threeDs: { required: false } }],
  ])("to %s is %o", async (name, outcome) => {
    expect(await psp.authorise(under(), command(name))).toMatchObject(outcome);
  });

  test.each(TEST_CARDS.map(({ number, outcome }) => [number, outcome] as const))(
    "to the test card %s is that of the sandbox: %s",
    async (number, outcome) => {
      const { card } = authoriseCommand();
      const asked = command("", { card: { ...card, number: new Secret(number), cardholderName: "A Payer" } });
      const expected = AT_ONCE[outcome] ?? { is: "authorised" };
      expect(await impatiently(() => psp.authorise(under(), asked))).toMatchObject(expected);
      if (outcome === "slow") expect(await look(asked)).toMatchObject({ state: "authorised" });
    },
  );

  test.each([
    "4911830000000",
    "4917610000000000",
    "4462030000000000",
    "4917300800000000",
    "4484070000000000",
    "5555555555554444",
    "5454545454545454",
    "2221000000000009",
    "5163613613613613",
    "343434343434343",
    "36700102000000",
    "6011000400000000",
    "3528000700000000",
  ])("to Worldpay's own test card %s is yes", async (number) => {
    const { card } = authoriseCommand();
    const asked = command("", { card: { ...card, number: new Secret(number), cardholderName: "A Payer" } });
    expect(await psp.authorise(under(), asked)).toMatchObject({ is: "authorised" });
  });

  test("to a card that cannot be right is a refusal, and nothing stands", async () => {
    const { card } = authoriseCommand();
    const expired = command("A", { card: { ...card, expiryYear: 2025 } });
    expect(await psp.authorise(under(), expired)).toMatchObject({ is: "refused", reason: "expired_card" });
    const mistyped = command("A", { card: { ...card, number: new Secret("4444333322221112") } });
    expect(await psp.authorise(under(), mistyped)).toMatchObject({
      is: "refused",
      reason: "invalid_card_number",
    });
    expect(await look(mistyped)).toEqual({ state: "missing" });
  });

  test("never has the card's number or code written down", async () => {
    await psp.authorise(under(), command());
    const log = JSON.stringify(simulator.log.entries());
    expect(log).toContain("************1111");
    expect(log).not.toMatch(/4444333322221111|<cvc>123|<cvc>\d/u);
  });
});

describe("an exemption", () => {
  const engine = { settings: settings({ exemptionEngine: true }) };
  const corporate = { settings: settings({ exemptionEngine: true, corporateExemption: true }) };
  const SOFT = "EE.REJECTED_ISSUER_REJECTED.SOFT_DECLINED";

  test("that the issuer grants is told", async () => {
    const asked = command("EE.HONOURED_ISSUER_HONOURED.AUTHORISED");
    expect(await psp.authorise(under(engine), asked)).toMatchObject({
      is: "authorised",
      exemption: { type: "optimised", result: "honoured" },
    });
  });

  test.each([
    [SOFT, "rejected"],
    ["EE.OUT_OF_SCOPE_MIT.SOFT_DECLINED", "out of scope"],
  ])(
    "of the engine's that costs the payment (%s) is given up: another order without it",
    async (name, result) => {
      const asked = command(name);
      expect(await psp.authorise(under(engine), asked)).toEqual({
        is: "authorised",
        providerId: `${asked.paymentId}-o2`,
        exemption: { type: "optimised", result },
      });
      expect(await look(asked, under(engine))).toMatchObject({
        state: "authorised",
        providerId: `${asked.paymentId}-o2`,
      });
    },
  );

  test("of a company's card that costs the payment is a refusal like any other", async () => {
    const asked = command(SOFT, { corporate: true });
    expect(await psp.authorise(under(corporate), asked)).toMatchObject({
      is: "refused",
      providerId: `${asked.paymentId}-o1`,
      exemption: { type: "corporate", result: "rejected" },
    });
    expect(simulator.log.entries().filter(({ operation }) => operation === "authorise")).toHaveLength(1);
  });

  test("whose second order is lost on the way is found by asking", async () => {
    simulator.faults.add({ psp: "worldpay", operation: "authorise", nth: 2, do: "reset:after-commit" });
    const asked = command(SOFT);
    expect(await psp.authorise(under(engine), asked)).toMatchObject({ is: "unknown" });
    expect(await look(asked, under(engine))).toMatchObject({ state: "authorised" });
  });
});

describe("a saved card", () => {
  async function savedCard(name: string): Promise<SavedCard> {
    const saveFor = { agreementId: "agreement", description: "x", use: "recurring" } as const;
    const { savedCard: saved } = await held({ saveFor }, name);
    if (!saved) throw new Error("No card saved");
    return saved;
  }

  test.each([
    ["A Payer", { is: "authorised" }],
    ["SIM.RECURRING.DECLINE46", { is: "refused", canRetry: false }],
    ["SIM.RECURRING.DECLINE51", { is: "refused", canRetry: true, reason: "insufficient_funds" }],
  ])("of %s is %o", async (name, outcome) => {
    const token = await savedCard(name);
    expect(await psp.authoriseSavedCard(under(), recurringCommand({ token }))).toMatchObject(outcome);
  });

  test("asked for again after a lost answer tells what it told", async () => {
    const token = await savedCard("SIM.RECURRING.DECLINE46");
    const again = recurringCommand({ token });
    simulator.faults.add({ psp: "worldpay", operation: "authoriseSavedCard", do: "truncate" });
    expect(await psp.authoriseSavedCard(under(), again)).toMatchObject({ is: "unknown" });
    expect(await psp.authoriseSavedCard(under(), again)).toMatchObject({
      is: "refused",
      reason: "closed_account",
    });
  });

  test("that was deleted is refused, and deleting it again is done", async () => {
    const token = await savedCard("A Payer");
    expect(await psp.deleteSavedCard(under(), token)).toEqual({ is: "done" });
    expect(await psp.deleteSavedCard(under(), token)).toEqual({ is: "done" });
    expect(await psp.authoriseSavedCard(under(), recurringCommand({ token }))).toMatchObject({
      is: "refused",
      canRetry: false,
    });
  });

  test("that is saved again can be charged though the first saving is deleted", async () => {
    const [first, again] = [await savedCard("A Payer"), await savedCard("A Payer")];
    expect(await psp.deleteSavedCard(under(), first)).toEqual({ is: "done" });
    expect(await psp.authoriseSavedCard(under(), recurringCommand({ token: again }))).toMatchObject({
      is: "authorised",
    });
  });
});
