import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { auditLog, staffPasskeys, staffSessions } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import type { Staff } from "../caller";
import { newId } from "../new-id";
import { isRefused } from "../refused";
import { findSession } from "./find-session";
import { addPasskey, askForNewPasskey, listPasskeys, removePasskey } from "./passkeys";
import { askForPasskey, provePasskey } from "./prove-passkey";
import { proveSecondFactor } from "./prove-second-factor";
import { resetSecondFactor } from "./reset-second-factor";
import { STAFF_LIMITS } from "./staff-limits";
import { staffOf } from "./staff-of";
import { withCookies, type StaffRequest } from "./staff-request";
import { testPasskey } from "./test-passkey";
import { signedIn, signedInByPassword, testCode, testRequest, testStaff, type TestStaff } from "./test-staff";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});

describe("a passkey", () => {
  test("is added under a name, signs in by itself, and both are in the audit", async () => {
    const { staff, device } = await withPasskey();
    const [challenge, browser] = await challenged(testRequest());
    const proved = await provePasskey(device.use(challenge), browser, new Date());
    if (isRefused(proved)) throw new Error(proved.refused);
    const session = await findSession(withCookies(browser, proved.cookies), new Date());
    expect(session).toMatchObject({ member: { email: staff.email }, provedAt: expect.any(Date) });
    const acts = await database.select().from(auditLog).where(eq(auditLog.who, staff.email));
    expect(acts.map(({ what, after }) => [what, after])).toEqual([
      ["signIn", { with: "app" }],
      ["addPasskey", { name: "Work laptop" }],
      ["signIn", { with: "passkey" }],
    ]);
  });

  test("without finger, face or PIN is neither added nor let in", async () => {
    const { device, browser, caller } = await withPasskey();
    const [first, asked] = await challenged(testRequest());
    const used = device.use(first, { verified: false });
    expect(await provePasskey(used, asked, new Date())).toMatchObject({ refused: "wrong" });
    const [second, bound] = await challengedToMake(caller, browser);
    const answer = testPasskey().make(second, { verified: false });
    expect(await addPasskey(caller, { answer, name: "" }, bound, new Date())).toMatchObject({
      refused: "wrong",
    });
    expect(await listPasskeys(caller)).toHaveLength(1);
  });

  test("answers once, in the browser that was asked, and on our own pages", async () => {
    const { device } = await withPasskey();
    const [challenge, browser] = await challenged(testRequest());
    const answer = device.use(challenge);
    expect(await provePasskey(answer, testRequest(), new Date())).toMatchObject({ refused: "wrong" });
    expect(isRefused(await provePasskey(answer, browser, new Date()))).toBe(false);
    expect(await provePasskey(answer, browser, new Date())).toMatchObject({ refused: "wrong" });
    const [next, other] = await challenged(testRequest());
    const phished = device.use(next, { origin: "https://exchequer.example" });
    expect(await provePasskey(phished, other, new Date())).toMatchObject({ refused: "wrong" });
  });

  test("made for one challenge is not added by another, nor by an answer that makes no sense", async () => {
    const { browser, caller } = await withPasskey();
    const [, bound] = await challengedToMake(caller, browser);
    const strange = testPasskey().make("b3RoZXI");
    expect(await addPasskey(caller, { answer: strange, name: "" }, bound, new Date())).toMatchObject({
      refused: "wrong",
    });
    const [challenge, again] = await challengedToMake(caller, browser);
    const { response, ...rest } = testPasskey().make(challenge);
    const broken = { ...rest, response: { ...response, attestationObject: "oA" } };
    expect(await addPasskey(caller, { answer: broken, name: "" }, again, new Date())).toMatchObject({
      refused: "wrong",
    });
    expect(await listPasskeys(caller)).toHaveLength(1);
  });

  test("proves its owner once more, in the session that there is; nobody else's does", async () => {
    const { staff, device, browser } = await withPasskey();
    const before = await findSession(browser, new Date());
    const soon = new Date(Date.now() + 60_000);
    const [challenge, asked] = await challenged(browser);
    const proved = await provePasskey(device.use(challenge), asked, soon);
    expect(proved).toEqual({ cookies: [] });
    expect(await findSession(browser, soon)).toMatchObject({ id: before?.id, provedAt: soon });
    const sessions = await database.select().from(staffSessions).where(eq(staffSessions.staffId, staff.id));
    expect(sessions).toHaveLength(1);

    const { browser: theirs } = await withPasskey();
    const [other, foreign] = await challenged(theirs);
    expect(await provePasskey(device.use(other), foreign, soon)).toMatchObject({ refused: "wrong" });
  });

  test("is asked for so many times and then after a wait, until one succeeds", async () => {
    const { device, browser } = await withPasskey();
    const now = new Date();
    for (let each = 0; each < STAFF_LIMITS.freeTriesByEmail; each += 1)
      expect(isRefused(await askForPasskey(browser, now))).toBe(false);
    expect(await askForPasskey(browser, now)).toMatchObject({ refused: "mustWait" });
    const later = new Date(now.getTime() + STAFF_LIMITS.firstWaitSeconds * 1000);
    const [challenge, asked] = await challenged(browser, later);
    expect(isRefused(await provePasskey(device.use(challenge), asked, later))).toBe(false);
    expect(isRefused(await askForPasskey(browser, later))).toBe(false);
  });

  test("is removed by its owner alone, and signs in no more", async () => {
    const { device, caller } = await withPasskey();
    const { caller: other } = await withPasskey();
    const [passkey] = await listPasskeys(caller);
    for (const [who, id] of [
      [other, passkey?.id ?? ""],
      [caller, newId(new Date())],
      [caller, "nonsense"],
    ] as const)
      expect(await removePasskey(who, id, new Date())).toMatchObject({ refused: "notFound" });
    await removePasskey(caller, passkey?.id ?? "", new Date());
    const [challenge, asked] = await challenged(testRequest());
    expect(await provePasskey(device.use(challenge), asked, new Date())).toMatchObject({ refused: "wrong" });
  });

  test("is one of a few", async () => {
    const { staff, browser, caller } = await withPasskey();
    for (let each = 1; each < STAFF_LIMITS.passkeys; each += 1)
      await database.insert(staffPasskeys).values({
        id: newId(new Date()),
        staffId: staff.id,
        publicKey: "",
        credentialID: newId(new Date()),
        counter: 0,
        deviceType: "singleDevice",
        backedUp: false,
      });
    expect(await askForNewPasskey(caller, browser)).toMatchObject({ refused: "tooMany" });
  });
});

describe("a second factor that is reset", () => {
  test("counts no more, in any of its kinds, and its owner's sessions have ended", async () => {
    const { staff, device, browser } = await withPasskey();
    const halfway = await signedInByPassword(staff);
    const { caller: operator } = await withPasskey({ operator: true });
    const reset = await resetSecondFactor(
      { ...operator, reason: "Phone lost" },
      staff.email.toUpperCase(),
      new Date(),
    );
    expect(reset).toMatchObject({ id: staff.id });
    expect(await findSession(browser, new Date())).toBeUndefined();
    const late = await proveSecondFactor(testCode(staff, 1), halfway, new Date());
    expect(late).toMatchObject({ refused: "wrong" });
    const [challenge, asked] = await challenged(testRequest());
    expect(await provePasskey(device.use(challenge), asked, new Date())).toMatchObject({ refused: "wrong" });
    const again = await findSession(await signedInByPassword(staff), new Date());
    expect(again).toMatchObject({ provedAt: null, member: { twoFactorEnabled: false } });
    const [act] = await database.select().from(auditLog).where(eq(auditLog.resourceId, staff.id));
    expect(act).toMatchObject({
      who: operator.member.email,
      what: "resetSecondFactor",
      after: { email: staff.email, reason: "Phone lost" },
    });
  });

  test("is somebody's: an unknown address is refused", async () => {
    const { caller } = await withPasskey({ operator: true });
    const reset = await resetSecondFactor(caller, "nobody@staff.example", new Date());
    expect(reset).toMatchObject({ refused: "notFound" });
  });
});

/** Somebody signed in, who has a passkey on a device. */
async function withPasskey(of: { operator?: boolean } = {}) {
  const staff: TestStaff = await testStaff(of);
  const browser = await signedIn(staff);
  const session = await findSession(browser, new Date());
  if (!session) throw new Error("They are not signed in");
  const caller = staffOf(session.member, browser.address);
  const device = testPasskey();
  const [challenge, bound] = await challengedToMake(caller, browser);
  const answer = device.make(challenge);
  const added = await addPasskey(caller, { answer, name: "Work laptop" }, bound, new Date());
  if (isRefused(added)) throw new Error("The passkey was not added");
  return { staff, browser, caller, device };
}

/** A challenge to use a passkey, and the browser with the cookie that binds its answer. */
async function challenged(browser: StaffRequest, now = new Date()): Promise<[string, StaffRequest]> {
  const asked = await askForPasskey(browser, now);
  if (isRefused(asked)) throw new Error(asked.refused);
  return [asked.options.challenge, withCookies(browser, asked.cookies)];
}

async function challengedToMake(caller: Staff, browser: StaffRequest): Promise<[string, StaffRequest]> {
  const asked = await askForNewPasskey(caller, browser);
  if (isRefused(asked)) throw new Error(asked.refused);
  return [asked.options.challenge, withCookies(browser, asked.cookies)];
}
