import { symmetricEncrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { database } from "@/db/client";
import { staffSecondFactors } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { derivedKey } from "../secrets";
import { firstRecoveryCodes } from "./recovery-codes";
import { resealSecondFactors } from "./reseal-second-factors";
import { signedIn, testStaff, type TestStaff } from "./test-staff";

const [OLD, NEW] = ["old ".repeat(10), "new ".repeat(10)];

// Every second factor of the platform is moved: other suites have some in the shared database.
let drop: () => Promise<void>;
beforeAll(async () => {
  drop = await ownTestDatabase();
});
afterAll(async () => drop());

afterEach(async () => {
  vi.unstubAllEnvs();
  await database().delete(staffSecondFactors);
});

async function storedOf({ id }: TestStaff) {
  const [row] = await database().select().from(staffSecondFactors).where(eq(staffSecondFactors.staffId, id));
  if (!row) throw new Error("There is no second factor");
  return row;
}

test("an app goes on working under a new sealing secret, and without the old one once it is resealed", async () => {
  const staff = await testStaff();
  const before = await storedOf(staff);
  vi.stubEnv("SEALING_SECRET", OLD);
  await signedIn(staff);
  expect(await resealSecondFactors()).toBe(2);
  const after = await storedOf(staff);
  expect([after.secret, after.backupCodes]).not.toContain(before.secret);
  expect(await resealSecondFactors()).toBe(0);

  vi.stubEnv("SEALING_SECRET", NEW);
  await expect(resealSecondFactors()).rejects.toThrow("not found in keys");
  vi.stubEnv("SEALING_SECRET_PREVIOUS", OLD);
  expect(await resealSecondFactors()).toBe(2);
  vi.stubEnv("SEALING_SECRET_PREVIOUS", "");
  await database().update(staffSecondFactors).set({ lastStep: 0 });
  await signedIn(staff);
  expect(await firstRecoveryCodes(staff.id)).toEqual([]);
});

test("what was encrypted before there were sealing secrets for it is opened, and moved", async () => {
  const staff = await testStaff();
  const legacy = derivedKey("staff sign-in").toString("base64url");
  const [secret, backupCodes] = await Promise.all([
    symmetricEncrypt({ key: legacy, data: staff.secret }),
    symmetricEncrypt({ key: legacy, data: "[]" }),
  ]);
  await database().update(staffSecondFactors).set({ secret, backupCodes });
  await signedIn(staff);
  expect(await resealSecondFactors()).toBe(2);
  await database().update(staffSecondFactors).set({ lastStep: 0 });
  await signedIn(staff);
});
