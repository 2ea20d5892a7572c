import { symmetricDecrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { staffSecondFactors } from "@/db/schema";
import { base32 } from "../secrets";
import { auth } from "./auth";
import type { StaffSession } from "./find-session";

/** What an authenticator app needs to know: the secret to type, and the same as an address to scan. */
export interface AppToSetUp {
  readonly secret: string;
  readonly uri: string;
}

/** The secret that signing in has made, for as long as no code has proved that an app has it. */
export async function findAppToSetUp({ member }: StaffSession): Promise<AppToSetUp | undefined> {
  const [factor] = await database()
    .select()
    .from(staffSecondFactors)
    .where(eq(staffSecondFactors.staffId, member.id));
  if (!factor || factor.verified) return undefined;
  const { secretConfig } = await auth().$context;
  const secret = asTyped(await symmetricDecrypt({ key: secretConfig, data: factor.secret }));
  const { host } = new URL(process.env.PUBLIC_URL ?? "http://localhost:3000");
  const issuer = `Exchequer ${host}`;
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(member.email)}`;
  const query = new URLSearchParams({ secret, issuer, algorithm: "SHA1", digits: "6", period: "30" });
  return { secret, uri: `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}` };
}

/** A secret in the letters that apps take: base32 without padding. */
export function asTyped(secret: string): string {
  const bytes = Buffer.from(secret);
  // The last letter may stand for less than five bits; a zero byte fills it up.
  return base32(Buffer.concat([bytes, Buffer.alloc(1)]), Math.ceil((bytes.length * 8) / 5)).toUpperCase();
}
