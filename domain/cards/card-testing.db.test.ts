import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { CARD_TESTING } from "@/contract/limits";
import { database } from "@/db/client";
import { alerts, cardAttempts } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { Account } from "../caller";
import { isRefused } from "../refused";
import {
  answeredCard,
  opened,
  readPayment,
  TEST_NUMBERS,
  TEST_PAYER,
  testCard,
  testPayment,
  unlessRefused,
} from "../payments/test-payment";
import { completeThreeDSecure } from "../payments/complete-three-d-secure";
import { submitCard } from "../payments/submit-card";
import { answerChallenge } from "@/psp/sandbox/bank";
import { countTry, forgetCardAttempts, takeLookUp } from "./card-attempts";
import { admitCard, countersOf, noteDecline, type Attempt } from "./card-testing";

const START = new Date("2026-03-02T09:00:00.000Z");
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);

const defended = async () => (await testAccount({ defendsAgainstCardTesting: true })).account;

/** Another card of an issuer for every number. */
const cardOf = (issuer: string, n: number) => issuer + String(n).padStart(16 - issuer.length, "0");

/** The bank says no. */
const decline = async (account: Account, attempt: Attempt, now: Date) =>
  noteDecline(
    account,
    {
      counters: countersOf(account, attempt),
      address: attempt.address,
      firstDigits: attempt.number.slice(0, 6),
    },
    now,
  );

/** A card is tried and the bank answers. @returns whether it was let through. */
async function tryCard(account: Account, attempt: Attempt, declined: boolean, now: Date): Promise<boolean> {
  if (isRefused(await admitCard(account, attempt, now))) return false;
  if (declined) await decline(account, attempt, now);
  return true;
}

const alertsOf = async ({ id }: Account) => database().select().from(alerts).where(eq(alerts.accountId, id));

describe("an attack", () => {
  test("with many cards from one address is stopped after a few, and slows down with each further try", async () => {
    const account = await defended();
    const admitted: number[] = [];
    for (let second = 0; second < 3600; second += 6) {
      const number = cardOf(String(400000 + second), second);
      if (await tryCard(account, { number, address: "203.0.113.7" }, true, at(second))) admitted.push(second);
    }
    // Six hundred tries in an hour; what is let through after the threshold comes ever more rarely.
    expect(admitted.length).toBeLessThanOrEqual(CARD_TESTING.address.declines + 6);
    expect(admitted.length).toBeGreaterThanOrEqual(CARD_TESTING.address.declines);
    const later = admitted.slice(CARD_TESTING.address.declines);
    const waits = later.slice(1).map((second, index) => second - (later[index] ?? 0));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });

  test("from one address with cards that work is stopped by the number of payments alone", async () => {
    const account = await defended();
    let admitted = 0;
    for (let n = 0; n < CARD_TESTING.address.tries + 50; n += 1) {
      const attempt = { number: cardOf(String(400000 + n), n), address: "2001:db8:7:7::1" };
      if (await tryCard(account, attempt, false, at(n))) admitted += 1;
    }
    expect(admitted).toBe(CARD_TESTING.address.tries);
    const neighbour = { number: cardOf("510000", 1), address: "2001:db8:7:7:ffff::9" };
    expect(await tryCard(account, neighbour, false, at(340))).toBe(false);
    const stranger = { number: cardOf("510000", 1), address: "2001:db8:7:8::1" };
    expect(await tryCard(account, stranger, false, at(340))).toBe(true);
  });

  test("spread over many addresses is stopped by the issuer whose cards are tried", async () => {
    const account = await defended();
    let admitted = 0;
    for (let n = 0; n < 200; n += 1) {
      const attempt = { number: cardOf("52345678", n), address: `198.51.100.${n}` };
      if (await tryCard(account, attempt, true, at(n / 4))) admitted += 1;
    }
    expect(admitted).toBe(CARD_TESTING.issuer.declines);
    const other = { number: cardOf("40000012", 1), address: "198.51.100.201" };
    expect(await tryCard(account, other, false, at(50))).toBe(true);
  });

  test("spread over addresses and issuers makes the service stricter with everybody, and closes it to nobody", async () => {
    const account = await defended();
    for (let n = 0; n < 100; n += 1) {
      const attempt = { number: cardOf(String(41000000 + n), n), address: `198.51.${n}.1` };
      expect(await tryCard(account, attempt, true, at(n))).toBe(true);
    }
    let admitted = 0;
    for (let n = 0; n < 40; n += 1) {
      const attempt = { number: cardOf(String(42000000 + n), n), address: "192.0.2.200" };
      if (await tryCard(account, attempt, true, at(101))) admitted += 1;
    }
    expect(admitted).toBe(CARD_TESTING.address.declines / CARD_TESTING.onGuardDivisor);
    const honest = { number: cardOf("43000000", 1), address: "192.0.2.201" };
    expect(await tryCard(account, honest, false, at(102))).toBe(true);
  });

  test("with one card over and over is stopped wherever it comes from, by telephone too", async () => {
    const account = await defended();
    let admitted = 0;
    for (let n = 0; n < 40; n += 1) {
      const attempt = { number: "4929420573595709", address: n % 2 ? `198.51.100.${n}` : null };
      if (await tryCard(account, attempt, true, at(n))) admitted += 1;
    }
    expect(admitted).toBe(CARD_TESTING.card.declines);
  });

  test("that comes all at once loses none of its tries on the way", async () => {
    const account = await defended();
    const tries = Array.from({ length: 60 }, (_, n) => ({
      number: cardOf(String(400000 + n), n),
      address: "203.0.113.9",
    }));
    const admitted = await Promise.all(tries.map(async (attempt) => admitCard(account, attempt, START)));
    expect(admitted.filter(isRefused)).toEqual([]);
    await Promise.all(tries.map(async (attempt) => decline(account, attempt, START)));
    const rows = await database().select().from(cardAttempts).where(eq(cardAttempts.attempts, 60));
    expect(rows.filter(({ declines }) => declines === 60).length).toBeGreaterThanOrEqual(2);
    const next = await admitCard(account, { number: cardOf("550000", 1), address: "203.0.113.9" }, at(3599));
    expect(next).toMatchObject({ refused: "tooManyTries", details: { waitSeconds: 1 } });
  });

  test("is told to staff once, however long it lasts, and again when it comes back", async () => {
    const account = await defended();
    const attack = async (from: number) =>
      Promise.all(
        Array.from({ length: 40 }, async (_, n) =>
          tryCard(account, { number: cardOf("52345678", n), address: "203.0.113.10" }, true, at(from + n)),
        ),
      );
    await attack(0);
    await attack(3700);
    const [alert, ...more] = await alertsOf(account);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ kind: "cardTesting", details: { address: "203.0.113.10" } });
    expect(JSON.stringify(alert)).not.toMatch(/52345678/u);
    await attack(3700 + 60 * CARD_TESTING.episodeMinutes + 100);
    expect(await alertsOf(account)).toHaveLength(2);
  });
});

describe("honest payers", () => {
  test("two hundred in one office, ten of them declined, never meet it", async () => {
    const account = await defended();
    for (let n = 0; n < 200; n += 1) {
      const attempt = { number: cardOf(n % 3 ? "46581234" : "53551200", n), address: "192.0.2.50" };
      expect(await tryCard(account, attempt, n % 20 === 0, at(n * 15))).toBe(true);
    }
    expect(await alertsOf(account)).toEqual([]);
  });

  test("who try a declined card again and then another never meet it", async () => {
    const account = await defended();
    for (let n = 0; n < 5; n += 1) {
      const attempt = { number: "4929420573595709", address: "192.0.2.51" };
      expect(await tryCard(account, attempt, true, at(n * 40))).toBe(true);
    }
    const another = { number: "5555555555554444", address: "192.0.2.51" };
    expect(await tryCard(account, another, false, at(300))).toBe(true);
  });

  test("who all seem to come from a proxy that nobody told us of never meet it", async () => {
    const account = await defended();
    for (let n = 0; n < CARD_TESTING.address.tries + 50; n += 1) {
      const attempt = { number: cardOf(String(40000000 + n), n), address: "10.0.0.7" };
      expect(await tryCard(account, attempt, n % 20 === 0, at(n))).toBe(true);
    }
  });

  test("who pay fifty bills with one card never meet it", async () => {
    const account = await defended();
    for (let n = 0; n < 50; n += 1) {
      const attempt = { number: "4929420573595709", address: "192.0.2.52" };
      expect(await tryCard(account, attempt, false, at(n * 60))).toBe(true);
    }
  });

  test("of one account are not counted with another's", async () => {
    const [attacked, other] = [await defended(), await defended()];
    const attempt = { number: "4929420573595709", address: "192.0.2.53" };
    for (let n = 0; n < 20; n += 1) await tryCard(attacked, attempt, true, at(n));
    expect(await tryCard(attacked, attempt, false, at(20))).toBe(false);
    expect(await tryCard(other, attempt, false, at(20))).toBe(true);
  });
});

describe("the defence", () => {
  test("is on for live accounts, off for others, unless the account says otherwise", async () => {
    const { account } = await testAccount();
    const attempt = { number: "4929420573595709", address: "192.0.2.60" };
    const isStopped = async (settings: Partial<Account>) => {
      const asked = { ...account, ...settings, id: `${account.id}${JSON.stringify(settings)}` };
      for (let n = 0; n < 20; n += 1) if (!(await tryCard(asked, attempt, true, at(n)))) return true;
      return false;
    };
    expect(await isStopped({})).toBe(false);
    expect(await isStopped({ defendsAgainstCardTesting: true })).toBe(true);
    expect(await isStopped({ live: true })).toBe(true);
    expect(await isStopped({ live: true, defendsAgainstCardTesting: false })).toBe(false);
  });

  test("counts what banks really decline, and keeps neither number nor address", async () => {
    const { caller, account } = await testAccount({ defendsAgainstCardTesting: true });
    for (let n = 0; n < CARD_TESTING.card.declines; n += 1) {
      const payment = await opened(await testPayment(caller));
      const attempt = { number: TEST_NUMBERS.declined, address: TEST_PAYER.ip };
      expect(await admitCard(account, attempt, new Date())).toBeUndefined();
      expect((await answeredCard(payment, caller, TEST_NUMBERS.declined)).status).toBe("failed");
    }
    const attempt = { number: TEST_NUMBERS.declined, address: "198.51.100.99" };
    expect(await admitCard(account, attempt, new Date())).toMatchObject({ refused: "tooManyTries" });
    const kept = JSON.stringify(await database().select().from(cardAttempts));
    for (const secret of [TEST_NUMBERS.declined, TEST_NUMBERS.declined.slice(0, 6), TEST_PAYER.ip])
      expect(kept).not.toContain(secret);
  });

  test.each(["challengeThenDeclined", "impassable"] as const)(
    "counts a decline that comes after the bank asked for proof, with the card's number long gone: %s",
    async (card) => {
      const { caller, account } = await testAccount({ defendsAgainstCardTesting: true });
      const number = TEST_NUMBERS[card];
      for (let n = 0; n < CARD_TESTING.card.declines; n += 1) {
        const attempt = { number, address: `198.51.100.${n}` };
        expect(await admitCard(account, attempt, new Date())).toBeUndefined();
        const challenged = await answeredCard(await opened(await testPayment(caller)), caller, number);
        expect(challenged).toMatchObject({ status: "started", challenge: { counters: {} } });
        for (const secret of [number, number.slice(0, 8), TEST_PAYER.ip])
          expect(JSON.stringify(challenged.challenge)).not.toContain(secret);
        await answerChallenge(database(), challenged.id, "pass");
        const { completing } = unlessRefused(await completeThreeDSecure(challenged, new Date()));
        await completing;
        expect(await readPayment(challenged)).toMatchObject({ status: "failed", challenge: null });
      }
      const attempt = { number, address: "198.51.100.99" };
      expect(await admitCard(account, attempt, new Date())).toMatchObject({ refused: "tooManyTries" });
      const [alert] = await alertsOf(account);
      expect(alert?.details).toEqual({ by: "card", address: null, firstDigits: number.slice(0, 6) });
    },
  );

  test("takes no challenge that was passed for a decline, nor one that nobody answered", async () => {
    const { caller, account } = await testAccount({ defendsAgainstCardTesting: true });
    for (let n = 0; n < CARD_TESTING.card.declines; n += 1) {
      const challenged = await answeredCard(
        await opened(await testPayment(caller)),
        caller,
        TEST_NUMBERS.challenge,
      );
      if (n % 2 === 0) await answerChallenge(database(), challenged.id, "pass");
      const { completing } = unlessRefused(await completeThreeDSecure(challenged, new Date()));
      await completing;
    }
    const attempt = { number: TEST_NUMBERS.challenge, address: TEST_PAYER.ip };
    const { card = "" } = countersOf(account, attempt);
    expect(await admitCard(account, attempt, new Date())).toBeUndefined();
    const [counted] = await database().select().from(cardAttempts).where(eq(cardAttempts.bucket, card));
    expect(counted).toMatchObject({ declines: 0 });
  });

  test("does not take what the bank never saw for a decline", async () => {
    const { caller, account } = await testAccount({ defendsAgainstCardTesting: true });
    for (let n = 0; n < CARD_TESTING.card.declines + 2; n += 1) {
      const payment = await opened(await testPayment(caller));
      const outcome = await submitCard(
        payment,
        account,
        testCard("6759649826438453"),
        TEST_PAYER,
        new Date(),
      );
      expect(outcome).toMatchObject({ refused: "cardNotAccepted" });
    }
    const attempt = { number: "6759649826438453", address: TEST_PAYER.ip };
    expect(await admitCard(account, attempt, new Date())).toBeUndefined();
  });
});

describe("counters", () => {
  const threshold = { tries: 3, declines: 2, declinedShare: 0.5 };

  const forgetAll = async (now: Date): Promise<void> => {
    if ((await forgetCardAttempts(now)) > 0) await forgetAll(now);
  };

  test("begin anew when their window and delay are over, and are forgotten later", async () => {
    const bucket = `test ${crypto.randomUUID()}`;
    for (const blocks of [false, false, true])
      expect(await countTry(bucket, threshold, START)).toEqual({ until: null, blocks });
    expect(await countTry(bucket, threshold, at(59))).toEqual({ until: at(60) });
    expect(await countTry(bucket, threshold, at(60))).toEqual({ until: null, blocks: true });
    expect(await countTry(bucket, threshold, at(61))).toEqual({ until: at(180) });
    expect(await countTry(bucket, threshold, at(3600))).toEqual({ until: null, blocks: false });
    const kept = async () =>
      (await database().select().from(cardAttempts).where(eq(cardAttempts.bucket, bucket))).length;
    await forgetAll(at(3600 + 60 * 60));
    expect(await kept()).toBe(1);
    await forgetAll(at(3600 + 4 * 60 * 60));
    expect(await kept()).toBe(0);
  });

  test("let a payment's card be looked up twenty times, however many come at once", async () => {
    const id = crypto.randomUUID();
    const taken = await Promise.all(Array.from({ length: 50 }, async () => takeLookUp(id, START)));
    expect(taken.filter(Boolean)).toHaveLength(20);
  });

  beforeAll(async () => {
    await testAccount();
  });
});
