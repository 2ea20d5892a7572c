import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { memberships, staff } from "@/db/schema";
import { base32 } from "../secrets";
import { createReadyStaff } from "./create-ready-staff";
import { asTyped } from "./find-app-to-set-up";

/** How to sign in to a demonstration, as demo.json says it. */
export interface DemoAdmin {
  readonly email: string;
  readonly password: string;
  readonly totp_secret: string;
}

/**
 * Makes sure that a demonstration has somebody who may do everything: an operator and admin of the services named.
 * One that `known` tells of and that is still there is kept.
 */
export async function seedAdmin(
  known: DemoAdmin | undefined,
  serviceIds: readonly string[],
  now: Date,
): Promise<DemoAdmin> {
  const kept = known && (await findOperator(known.email));
  const { id, admin } = kept ? { id: kept.id, admin: known } : await create(now);
  for (const serviceId of serviceIds) {
    await database()
      .insert(memberships)
      .values({ serviceId, staffId: id, role: "admin", addedAt: now })
      .onConflictDoNothing();
  }
  return admin;
}

async function findOperator(email: string) {
  const [member] = await database()
    .select()
    .from(staff)
    .where(and(eq(staff.email, email), eq(staff.operator, true)));
  return member;
}

async function create(now: Date): Promise<{ id: string; admin: DemoAdmin }> {
  const password = base32(randomBytes(15), 20).replaceAll(/(.{5})(?!$)/gu, "$1-");
  const secret = base32(randomBytes(20), 32);
  // Another demonstration on the same database has an admin of its own, whose password we do not know.
  const email = (await findOperator("admin@demo.example"))
    ? `admin-${base32(randomBytes(5), 8)}@demo.example`
    : "admin@demo.example";
  const ready = { email, name: "Demonstration admin", password, secret, operator: true };
  const id = await createReadyStaff(ready, now);
  return { id, admin: { email, password, totp_secret: asTyped(secret) } };
}
