import { cookies } from "next/headers";
import { z } from "zod";
import { isSecure } from "@/domain/public-url";
import { seal, unseal } from "@/domain/sealed";
import type { MadePasskey, UsedPasskey } from "@/domain/staff/passkeys";

/** The same as the cookie of better-auth's that binds the answer. */
const LIFETIME_SECONDS = 300;
/** Browsers keep no more than 4096 characters of a cookie. */
const LONGEST = 3800;

/** A challenge on its way to the page whose script hands it to the browser. */
export interface Challenge {
  /** WebAuthn's own JSON. */
  readonly options: object;
  /** What the new passkey shall be called. */
  readonly name?: string;
}

/** A Set-Cookie value that keeps a challenge for the page at `path`, and for no other. */
export function keepChallenge(path: string, challenge: Challenge, now: Date): string {
  const until = now.getTime() + LIFETIME_SECONDS * 1000;
  const whole = seal({ ...challenge, until });
  // Which passkeys there are is a courtesy: browsers find them without.
  const bare = { ...challenge.options, allowCredentials: [], excludeCredentials: [] };
  const value = whole.length > LONGEST ? seal({ ...challenge, options: bare, until }) : whole;
  return `${cookieOf(path)}=${value}; ${attributes(path, LIFETIME_SECONDS)}`;
}

/** A Set-Cookie value that forgets it. */
export function forgetChallenge(path: string): string {
  return `${cookieOf(path)}=; ${attributes(path, 0)}`;
}

/** The challenge that waits for an answer at `path`. */
export async function readChallenge(path: string, now: Date): Promise<Challenge | undefined> {
  return openChallenge((await cookies()).get(cookieOf(path))?.value, now);
}

function openChallenge(cookie: string | undefined, now: Date): Challenge | undefined {
  if (!cookie) return undefined;
  try {
    const kept = unseal(cookie) as Challenge & { until: number };
    return kept.until > now.getTime() ? kept : undefined;
  } catch {
    return undefined;
  }
}

const text = z.base64url().max(20_000);
const answer = { id: text.min(1), rawId: text, type: z.literal("public-key") };

const Made = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
});

const Used = z.object({
  ...answer,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
});

/** The new passkey that the page's script has put into the form; undefined for anything else. */
export function readMadePasskey(field: string): MadePasskey | undefined {
  return Made.safeParse(parse(field)).data;
}

/** The same of one that was used. */
export function readUsedPasskey(field: string): UsedPasskey | undefined {
  return Used.safeParse(parse(field)).data;
}

function parse(field: string): unknown {
  try {
    return JSON.parse(field);
  } catch {
    return undefined;
  }
}

function cookieOf(path: string): string {
  return `exchequer_staff_${path.replace("/admin/", "").replaceAll("-", "_")}`;
}

function attributes(path: string, seconds: number): string {
  const secure = isSecure() ? "; Secure" : "";
  return `Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
