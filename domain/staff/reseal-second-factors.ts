import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { staffSecondFactors } from "@/db/schema";
import { sealingSecrets } from "../sealed";
import { auth, SECOND_FACTORS } from "./auth";

/**
 * Encrypts authenticator apps' secrets and recovery codes under the current sealing secret. better-auth does so by
 * itself with what it writes, and opens what is under those before it.
 *
 * @returns how many values were under another.
 */
export async function resealSecondFactors(): Promise<number> {
  let moved = 0;
  for (const { id, secret, backupCodes } of await database().select().from(staffSecondFactors)) {
    moved += await move(id, "secret", secret);
    moved += await move(id, "backupCodes", backupCodes);
  }
  return moved;
}

async function move(id: string, column: "secret" | "backupCodes", sealed: string): Promise<number> {
  const [current] = sealingSecrets(SECOND_FACTORS);
  if (parseEnvelope(sealed)?.version === current?.version) return 0;
  const { secretConfig } = await auth().$context;
  const data = await symmetricDecrypt({ key: secretConfig, data: sealed });
  const resealed = await symmetricEncrypt({ key: secretConfig, data });
  // Unless it was replaced in the meantime, which was under the current secret then.
  const stillTheSame = and(eq(staffSecondFactors.id, id), eq(staffSecondFactors[column], sealed));
  await database()
    .update(staffSecondFactors)
    .set({ [column]: resealed })
    .where(stillTheSame);
  return 1;
}
