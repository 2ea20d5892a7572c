import { describe, expect, test } from "vitest";
import { Secret } from "../port";
import { challenged, command, look, psp, simulator, under, withSimulator } from "./test-over-the-wire";
import { answerBank, authoriseCommand, postForm, recurringCommand } from "./test-worldpay";

withSimulator();

describe("3D Secure", () => {
  test.each([
    ["3DS_V2_CHALLENGE_IDENTIFIED", "challengeForm", { is: "authorised" }],
    ["3DS_V2_CHALLENGE_VALID_ERROR", "challengeForm", { is: "authorised" }],
    ["3DS_V2_CHALLENGE_UNKNOWN_IDENTITY", "challengeForm", { is: "refused" }],
    ["3DS_V2_CHALLENGE_IDENTIFIED", "failForm", { is: "refused" }],
    ["3DS_V2_CHALLENGE_IDENTIFIED", "cancelForm", { is: "refused" }],
  ] as const)("%s answered by %s ends %o", async (name, form, outcome) => {
    const { at, session, challenge } = await challenged(name);
    expect(await look(at)).toEqual({ state: "missing" });
    const back = await (await answerBank(challenge, form)).text();
    expect(back).toContain('action="https://pay.example/card-details/1/three-d-secure/return"');
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({
      ...outcome,
      threeDs: { required: true },
    });
  });

  test("without the payer's answer is a refusal", async () => {
    const { at, session } = await challenged();
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "refused" });
  });

  test("answered twice keeps the first answer", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "failForm");
    await answerBank(challenge, "challengeForm");
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "refused" });
  });

  test("completed twice tells the same twice", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    const [once, again] = [
      await psp.complete3ds(under(), at, session),
      await psp.complete3ds(under(), at, session),
    ];
    expect(once).toMatchObject({ is: "authorised" });
    expect(again).toMatchObject({ is: "authorised", providerId: at.providerId, threeDs: { required: true } });
  });

  test("saves the card only with the second message, and can charge it then", async () => {
    const saveFor = { agreementId: "agreement", description: "x", use: "instalment" } as const;
    const { at, session, challenge } = await challenged("3DS_V2_CHALLENGE_IDENTIFIED", { saveFor });
    await answerBank(challenge, "challengeForm");
    const outcome = await psp.complete3ds(under(), at, session);
    if (outcome.is !== "authorised" || !outcome.savedCard) throw new Error("No card saved");
    const later = recurringCommand({ paymentId: "later", token: outcome.savedCard });
    expect(await psp.authoriseSavedCard(under(), later)).toMatchObject({
      is: "authorised",
      providerId: "later-m1",
    });
  });

  test("whose cookie was lost fails, and nothing is held", async () => {
    simulator.faults.add({ psp: "worldpay", do: "cookie:drop" });
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "error" });
    expect(await look(at)).toEqual({ state: "missing" });
  });

  test("whose cookie came twice sends one back", async () => {
    simulator.faults.add({ psp: "worldpay", do: "cookie:double" });
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "authorised" });
    expect(simulator.log.entries().at(-1)?.headers.cookie).toBe(`machine=${session.machine}`);
  });

  test("asked for a second time is a refusal", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    simulator.faults.add({ psp: "worldpay", operation: "complete3ds", do: "cookie:rotate" });
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({
      is: "refused",
      reason: "authentication_failed",
    });
  });

  test("with another's session or cookie leads nowhere", async () => {
    const { at, session, challenge } = await challenged();
    await answerBank(challenge, "challengeForm");
    for (const wrong of [
      { ...session, machine: "another" },
      { ...session, sessionId: "another" },
    ])
      expect(await psp.complete3ds(under(), at, wrong)).toMatchObject({ is: "unknown" });
    expect(await psp.complete3ds(under(), at, session)).toMatchObject({ is: "authorised" });
  });

  test("is not asked of schemes without it", async () => {
    const { card } = authoriseCommand();
    const diners = {
      ...card,
      number: new Secret("36148900647913"),
      cardholderName: "3DS_V2_CHALLENGE_IDENTIFIED",
    };
    const outcome = await psp.authorise(under(), command("", { card: diners }));
    expect(outcome).toMatchObject({ is: "authorised" });
    expect(outcome).not.toHaveProperty("threeDs");
  });

  test("begins with a device check that only our own key passes", async () => {
    const check = psp.deviceCheck?.(under(), "payment");
    const page = await postForm(check?.url ?? "", check?.fields ?? {});
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/profile\.completed.*SessionId/u);
    const forged = { ...check?.fields, JWT: `${check?.fields.JWT}x` };
    expect((await postForm(check?.url ?? "", forged)).status).toBe(400);
  });
});
