import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { testDatabase } from "@/db/test-database";
import { memberships, staff as staffTable, staffSecondFactors } from "@/db/schema";
import { isRefused } from "../refused";
import { base32 } from "../secrets";
import { createReadyStaff } from "./create-ready-staff";
import { hotp, STEP_SECONDS } from "./hotp";
import type { Role } from "./permissions";
import { proveSecondFactor } from "./prove-second-factor";
import { signIn } from "./sign-in";
import { withCookies, type StaffRequest } from "./staff-request";

export const TEST_PASSWORD = "lantern biscuit meadow";

/** For tests: somebody of the staff who could sign in. */
export interface TestStaff {
  readonly id: string;
  readonly email: string;
  readonly secret: string;
}

/** For tests: a request of a browser of its own, in a network of its own. */
export function testRequest(cookie = ""): StaffRequest {
  const [, a, b] = /^(.{4})(.{4})$/u.exec(randomBytes(4).toString("hex")) ?? [];
  return { cookie, address: `2001:db8:${a}:${b}::1` };
}

/** For tests: somebody new, with a role in a service where one is given. */
export async function testStaff(
  of: { serviceId?: string; role?: Role; operator?: boolean; withoutApp?: true } = {},
): Promise<TestStaff> {
  const database = await testDatabase();
  const now = new Date();
  const secret = base32(randomBytes(20), 32);
  const email = `${base32(randomBytes(10), 16)}@staff.example`;
  const ready = { email, name: "Robin", password: TEST_PASSWORD, secret, operator: of.operator ?? false };
  const id = await createReadyStaff(ready, now);
  const { serviceId, role } = of;
  if (of.withoutApp) {
    await database.delete(staffSecondFactors).where(eq(staffSecondFactors.staffId, id));
    await database.update(staffTable).set({ twoFactorEnabled: false }).where(eq(staffTable.id, id));
  }
  if (serviceId !== undefined && role !== undefined)
    await database.insert(memberships).values({ serviceId, staffId: id, role, addedAt: now });
  return { id, email, secret };
}

/** For tests: what their authenticator app shows, a number of steps from now. */
export function testCode({ secret }: TestStaff, later = 0): string {
  return hotp(secret, Math.floor(Date.now() / 1000 / STEP_SECONDS) + later);
}

/** For tests: their browser once they have signed in, both factors proved. */
export async function signedIn(staff: TestStaff, now = new Date()): Promise<StaffRequest> {
  const halfway = await signedInByPassword(staff, now);
  const proved = await proveSecondFactor(testCode(staff), halfway, now);
  if (isRefused(proved)) throw new Error(`The code was refused: ${proved.refused}`);
  return withCookies(halfway, proved.cookies);
}

/** For tests: their browser once their password was accepted. */
export async function signedInByPassword(staff: TestStaff, now = new Date()): Promise<StaffRequest> {
  const request = testRequest();
  const admitted = await signIn({ email: staff.email, password: TEST_PASSWORD }, request, now);
  if (isRefused(admitted)) throw new Error(`The password was refused: ${admitted.refused}`);
  return withCookies(request, admitted.cookies);
}
