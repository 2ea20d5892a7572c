import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "@/db/client";
import { auditLog, emails, staffSecondFactors, staffSessions } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { settleBackground } from "../background";
import { isRefused } from "../refused";
import { unseal } from "../sealed";
import { findAppToSetUp } from "./find-app-to-set-up";
import { findSession } from "./find-session";
import { changePassword, forgetPassword, ownerOf, resetPassword } from "./passwords";
import { proveSecondFactor } from "./prove-second-factor";
import { firstRecoveryCodes } from "./recovery-codes";
import { signIn, signOut } from "./sign-in";
import { takeTry } from "./sign-in-tries";
import { STAFF_LIMITS } from "./staff-limits";
import { staffOf } from "./staff-of";
import { withCookies } from "./staff-request";
import {
  signedIn,
  signedInByPassword,
  TEST_PASSWORD,
  testCode,
  testRequest,
  testStaff,
  type TestStaff,
} from "./test-staff";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => vi.unstubAllEnvs());

async function tryPassword(
  staff: Pick<TestStaff, "email">,
  password: string,
  now = new Date(),
  request = testRequest(),
) {
  return signIn({ email: staff.email, password }, request, now);
}

describe("signing in", () => {
  test("takes both factors, and is in the audit", async () => {
    const staff = await testStaff();
    const halfway = await signedInByPassword(staff);
    expect(await findSession(halfway, new Date())).toBeUndefined();
    const browser = await signedIn(staff);
    expect(await findSession(browser, new Date())).toMatchObject({ member: { email: staff.email } });
    const acts = await database.select().from(auditLog).where(eq(auditLog.who, staff.email));
    expect(acts.map(({ what }) => what)).toEqual(["signIn"]);
  });

  test("looks the same for a wrong password and for nobody", async () => {
    const staff = await testStaff();
    const wrong = await tryPassword(staff, "not the password at all");
    expect(wrong).toMatchObject({ refused: "wrong" });
    expect(await tryPassword({ email: "nobody@staff.example" }, TEST_PASSWORD)).toEqual(wrong);
    expect(await tryPassword({ email: "not an address" }, TEST_PASSWORD)).toEqual(wrong);
  });

  test("is followed by a growing wait after failures, for the right password too, until one succeeds", async () => {
    const staff = await testStaff();
    const now = new Date();
    const outcomes = [];
    for (let failure = 0; failure < STAFF_LIMITS.freeTriesByEmail; failure += 1)
      outcomes.push(await tryPassword(staff, "wrong wrong wrong", now));
    expect(outcomes.every((outcome) => isRefused(outcome) && outcome.refused === "wrong")).toBe(true);
    const { firstWaitSeconds: wait } = STAFF_LIMITS;
    expect(await tryPassword(staff, TEST_PASSWORD, now)).toMatchObject({
      refused: "mustWait",
      details: { seconds: wait },
    });
    const afterOne = new Date(now.getTime() + wait * 1000);
    expect(await tryPassword(staff, "wrong wrong wrong", afterOne)).toMatchObject({ refused: "wrong" });
    expect(await tryPassword(staff, TEST_PASSWORD, afterOne)).toMatchObject({
      details: { seconds: 2 * wait },
    });
    const afterTwo = new Date(afterOne.getTime() + 2 * wait * 1000);
    expect(await tryPassword(staff, TEST_PASSWORD, afterTwo)).toMatchObject({ missing: "code" });
    expect(await tryPassword(staff, "wrong wrong wrong", afterTwo)).toMatchObject({ refused: "wrong" });
  });

  test("gains nothing from many tries at once", async () => {
    const staff = await testStaff();
    const now = new Date();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async () => tryPassword(staff, "wrong wrong wrong", now)),
    );
    const checked = outcomes.filter((outcome) => isRefused(outcome) && outcome.refused === "wrong");
    expect(checked).toHaveLength(STAFF_LIMITS.freeTriesByEmail);
  });

  /** As many failures, each for another email, as an address is given before it has to wait. */
  const exhaust = async (from: (each: number) => string | null, now: Date) => {
    for (let each = 0; each < STAFF_LIMITS.freeTriesByAddress; each += 1)
      await takeTry({ kind: "address", value: from(each) }, now);
  };

  test("is followed by a wait for a network from which many people are tried, and for nobody else", async () => {
    const staff = await testStaff();
    const now = new Date();
    await exhaust((each) => `2001:db8:77:1::${each + 1}`, now);
    const browser = (address: string) => ({ ...testRequest(), address });
    expect(await tryPassword(staff, TEST_PASSWORD, now, browser("2001:db8:77:1::ffff"))).toMatchObject({
      refused: "mustWait",
    });
    expect(await tryPassword(staff, TEST_PASSWORD, now, browser("2001:db8:77:2::1"))).toMatchObject({
      missing: "code",
    });
  });

  test.each([null, "127.0.0.1", "10.0.0.7", "fd00::7"])(
    "is open to all when failures come from %s, from where everybody may seem to come",
    async (address) => {
      const staff = await testStaff();
      const now = new Date();
      await exhaust(() => address, now);
      const browser = { ...testRequest(), address };
      expect(await tryPassword(staff, TEST_PASSWORD, now, browser)).toMatchObject({ missing: "code" });
    },
  );

  test("tells people of one's own network apart where proxies say who they are", async () => {
    vi.stubEnv("TRUSTED_PROXIES", "1");
    const now = new Date();
    const address = `10.1.2.${now.getTime() % 256}`;
    await exhaust(() => address, now);
    const browser = { ...testRequest(), address };
    expect(await tryPassword(await testStaff(), TEST_PASSWORD, now, browser)).toMatchObject({
      refused: "mustWait",
    });
  });
});

describe("a code of the app", () => {
  test("is good once: of two browsers at once with the same code one gets in", async () => {
    const staff = await testStaff();
    const browsers = await Promise.all([signedInByPassword(staff), signedInByPassword(staff)]);
    const code = testCode(staff);
    const outcomes = await Promise.all(
      browsers.map(async (browser) => proveSecondFactor(code, browser, new Date())),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(1);
    const later = await signedInByPassword(staff);
    expect(await proveSecondFactor(code, later, new Date())).toMatchObject({ refused: "wrong" });
  });

  test("before one that was used is spent as well", async () => {
    const staff = await testStaff();
    const [first, second] = [await signedInByPassword(staff), await signedInByPassword(staff)];
    expect(isRefused(await proveSecondFactor(testCode(staff, 1), first, new Date()))).toBe(false);
    expect(await proveSecondFactor(testCode(staff), second, new Date())).toMatchObject({ refused: "wrong" });
  });

  test("that is wrong five times ends the try, and ten times the account's second factor for a while", async () => {
    const staff = await testStaff();
    const guess = async (times: number) => {
      const browser = await signedInByPassword(staff);
      for (let each = 0; each < times; each += 1) await proveSecondFactor("000000", browser, new Date());
      return browser;
    };
    const browser = await guess(5);
    expect(await proveSecondFactor(testCode(staff), browser, new Date())).toMatchObject({ refused: "wrong" });
    await guess(5);
    const [factor] = await database
      .select()
      .from(staffSecondFactors)
      .where(eq(staffSecondFactors.staffId, staff.id));
    expect(factor?.lockedUntil?.getTime()).toBeGreaterThan(Date.now() + 800_000);
    expect(
      await proveSecondFactor(testCode(staff, 1), await signedInByPassword(staff), new Date()),
    ).toMatchObject({
      refused: "wrong",
    });
  });

  test("asked for again is limited too", async () => {
    const browser = await signedIn(await testStaff());
    const now = new Date();
    const tries = Array.from({ length: 6 }, () => "000000");
    const outcomes = [];
    for (const code of tries) outcomes.push(await proveSecondFactor(code, browser, now));
    expect(outcomes.at(-1)).toMatchObject({ refused: "mustWait" });
  });
});

describe("somebody without an app", () => {
  test("sets one up first, and then has recovery codes that work once each", async () => {
    const staff = await testStaff({ withoutApp: true });
    const browser = await signedInByPassword(staff);
    const session = await findSession(browser, new Date());
    expect(session).toMatchObject({ provedAt: null });
    if (!session) return;
    const app = await findAppToSetUp(session);
    expect(app?.uri).toContain(`secret=${app?.secret}`);
    const secret = fromBase32(app?.secret ?? "");
    const proved = await proveSecondFactor(testCode({ ...staff, secret }), browser, new Date());
    expect(proved).toMatchObject({ first: true });
    expect(await findSession(browser, new Date())).toBeUndefined();
    const codes = await firstRecoveryCodes(staff.id);
    expect(new Set(codes).size).toBe(10);
    const [code = ""] = codes;
    expect(isRefused(await proveSecondFactor(code, await signedInByPassword(staff), new Date()))).toBe(false);
    expect(await proveSecondFactor(code, await signedInByPassword(staff), new Date())).toMatchObject({
      refused: "wrong",
    });
  });
});

describe("a session", () => {
  test("ends when it is left alone, however its cookie looks", async () => {
    const browser = await signedIn(await testStaff());
    const soon = new Date(Date.now() + (STAFF_LIMITS.idleMinutes - 1) * 60_000);
    expect(await findSession(browser, soon)).toBeDefined();
    const tooLate = new Date(soon.getTime() + (STAFF_LIMITS.idleMinutes + 1) * 60_000);
    expect(await findSession(browser, tooLate)).toBeUndefined();
    expect(await findSession(browser, soon)).toBeUndefined();
  });

  test("ends at once on signing out", async () => {
    const browser = await signedIn(await testStaff());
    const cookies = await signOut(browser);
    expect(withCookies(browser, cookies).cookie).not.toContain("session_token");
    expect(await findSession(browser, new Date())).toBeUndefined();
  });

  test("is none with a cookie that was altered", async () => {
    const browser = await signedIn(await testStaff());
    const altered = { ...browser, cookie: browser.cookie.replace(/session_token=./u, "session_token=~") };
    expect(await findSession(altered, new Date())).toBeUndefined();
  });

  test("elsewhere ends when its owner changes the password; the one at hand stays proved", async () => {
    const staff = await testStaff();
    const here = await signedIn(staff);
    const there = await signedInElsewhere(staff);
    const session = await findSession(here, new Date());
    if (!session) throw new Error("There is no session");
    const who = staffOf(session.member, null);
    const next = "meadow biscuit lantern";
    const wrong = { current: "not this one", next };
    expect(await changePassword(who, wrong, here, new Date())).toMatchObject({ refused: "wrong" });
    const changed = await changePassword(who, { current: TEST_PASSWORD, next }, here, new Date());
    if (isRefused(changed)) throw new Error(changed.refused);
    expect(await findSession(there, new Date())).toBeUndefined();
    expect((await findSession(withCookies(here, changed.cookies), new Date()))?.provedAt).not.toBeNull();
    expect(await tryPassword(staff, TEST_PASSWORD)).toMatchObject({ refused: "wrong" });
    expect(await tryPassword(staff, next)).toMatchObject({ missing: "code" });
  });
});

describe("a forgotten password", () => {
  test("tells nothing about who exists, and its link works once and ends every session", async () => {
    const staff = await testStaff();
    const browser = await signedIn(staff);
    const answers = await Promise.all([
      forgetPassword(staff.email, testRequest(), new Date()),
      forgetPassword("nobody@staff.example", testRequest(), new Date()),
    ]);
    expect(answers).toEqual([undefined, undefined]);
    await settleBackground();
    const sent = await database.select().from(emails).where(eq(emails.recipient, staff.email));
    expect(sent.map(({ kind }) => kind)).toEqual(["staffPasswordReset"]);
    expect(await database.$count(emails, eq(emails.recipient, "nobody@staff.example"))).toBe(0);
    const { link } = unseal(sent[0]?.sealedDetails ?? "") as { link: string };
    const token = link.split("/").at(-1) ?? "";
    expect(await ownerOf(token, new Date())).toMatchObject({ id: staff.id });
    const next = "meadow biscuit lantern";
    expect(await resetPassword(token, "short", testRequest(), new Date())).toMatchObject({
      refused: "tooShort",
    });
    expect(isRefused(await resetPassword(token, next, testRequest(), new Date()))).toBe(false);
    expect(await findSession(browser, new Date())).toBeUndefined();
    expect(await resetPassword(token, next, testRequest(), new Date())).toMatchObject({
      refused: "linkProblem",
    });
    expect(await tryPassword(staff, next)).toMatchObject({ missing: "code" });
  });

  /** The link of an email for a new password, and a sign-in whose code is still missing. */
  const halfOpen = async (staff: TestStaff) => {
    await forgetPassword(staff.email, testRequest(), new Date());
    await settleBackground();
    const sent = await database.select().from(emails).where(eq(emails.recipient, staff.email));
    const { link } = unseal(sent.at(-1)?.sealedDetails ?? "") as { link: string };
    return { token: link.split("/").at(-1) ?? "", halfway: await signedInByPassword(staff) };
  };

  const expectShut = async (staff: TestStaff, { token, halfway }: Awaited<ReturnType<typeof halfOpen>>) => {
    const again = await resetPassword(token, "biscuit meadow lantern", testRequest(), new Date());
    expect(again).toMatchObject({ refused: "linkProblem" });
    const proved = await proveSecondFactor(testCode(staff, 1), halfway, new Date());
    expect(proved).toMatchObject({ refused: "wrong" });
  };

  test("once reset, makes other links and sign-ins that are half done worthless", async () => {
    const staff = await testStaff();
    const [first, second] = [await halfOpen(staff), await halfOpen(staff)];
    const done = await resetPassword(second.token, "meadow biscuit lantern", testRequest(), new Date());
    expect(isRefused(done)).toBe(false);
    await expectShut(staff, first);
  });

  test("so does one that was changed by its owner", async () => {
    const staff = await testStaff();
    const browser = await signedIn(staff);
    const open = await halfOpen(staff);
    const session = await findSession(browser, new Date());
    if (!session) throw new Error("There is no session");
    const passwords = { current: TEST_PASSWORD, next: "meadow biscuit lantern" };
    const changed = await changePassword(staffOf(session.member, null), passwords, browser, new Date());
    expect(isRefused(changed)).toBe(false);
    await expectShut(staff, open);
  });

  test("is reset by no link that was made up", async () => {
    expect(
      await resetPassword("a".repeat(24), "meadow biscuit lantern", testRequest(), new Date()),
    ).toMatchObject({
      refused: "linkProblem",
    });
  });
});

/** Another browser of theirs, without waiting for the app's next code. */
async function signedInElsewhere(staff: TestStaff) {
  const halfway = await signedInByPassword(staff);
  const proved = await proveSecondFactor(testCode(staff, 1), halfway, new Date());
  if (isRefused(proved)) throw new Error(proved.refused);
  const browser = withCookies(halfway, proved.cookies);
  const session = await findSession(browser, new Date());
  expect(
    await database.$count(
      staffSessions,
      and(eq(staffSessions.staffId, staff.id), eq(staffSessions.id, session?.id ?? "")),
    ),
  ).toBe(1);
  return browser;
}

function fromBase32(text: string): string {
  const bits = text
    .split("")
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/[01]{8}/gu) ?? [];
  return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2)));
}
