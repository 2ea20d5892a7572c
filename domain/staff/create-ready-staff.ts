import { symmetricEncrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { staff, staffSecondFactors } from "@/db/schema";
import { newId } from "../new-id";
import { auth } from "./auth";
import { createStaff } from "./invitations";

interface ReadyStaff {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** What the authenticator app makes its codes from, as plain text. */
  readonly secret: string;
  readonly operator: boolean;
}

/** Somebody who can sign in at once, both factors set up: for demonstrations and tests. @returns their id. */
export async function createReadyStaff(
  { email, name, password, secret, operator }: ReadyStaff,
  now: Date,
): Promise<string> {
  const { password: passwords, secretConfig } = await auth().$context;
  const hash = await passwords.hash(password);
  const [encrypted, backupCodes] = await Promise.all([
    symmetricEncrypt({ key: secretConfig, data: secret }),
    symmetricEncrypt({ key: secretConfig, data: "[]" }),
  ]);
  return database().transaction(async (transaction) => {
    const { id } = await createStaff(transaction, { email, name, hash }, now);
    await transaction.update(staff).set({ operator, twoFactorEnabled: true }).where(eq(staff.id, id));
    await transaction
      .insert(staffSecondFactors)
      .values({ id: newId(now), staffId: id, secret: encrypted, backupCodes, verified: true });
    return id;
  });
}
