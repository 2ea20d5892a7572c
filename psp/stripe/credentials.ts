import { z } from "zod";
import { credentialsProblem } from "../credentials-problem";
import type { Psp } from "../port";

const secretKey = z.string().regex(/^(?:sk|rk)_(?:test|live)_\w+$/u, "must be a secret key of Stripe's");
const webhookSecrets = z
  .array(z.string().regex(/^whsec_\w+$/u, "must be a webhook's signing secret"))
  .max(10)
  .default([]);
/** Where a test account's Stripe is simulated: on this computer, or not at all. */
const apiBase = z
  .url({
    protocol: /^https?$/u,
    hostname: /^(?:127\.0\.0\.1|localhost|\[::1\])$/u,
    error: "must be on this computer",
  })
  .optional();

/**
 * What an account at Stripe is reached with. `direct`: the service's own account. `connect`: a platform takes the
 * payments on behalf of the service's account and passes the money on.
 */
export const StripeCredentials = z
  .discriminatedUnion("mode", [
    z.strictObject({ mode: z.literal("direct"), secretKey, webhookSecrets, apiBase }),
    z.strictObject({
      mode: z.literal("connect"),
      secretKey,
      accountId: z.string().regex(/^acct_\w+$/u, "must be an account's id"),
      webhookSecrets,
      apiBase,
    }),
  ])
  .refine((value) => value.apiBase === undefined || !isLiveKey(value.secretKey), {
    path: ["apiBase"],
    message: "is for test keys only",
  });
export type StripeCredentials = z.infer<typeof StripeCredentials>;

export function isLiveKey(key: string): boolean {
  return /^.k_live_/u.test(key);
}

/** Reads credentials as staff gave them. */
export function readCredentials(given: unknown): ReturnType<NonNullable<Psp["readCredentials"]>> {
  const read = StripeCredentials.safeParse(given);
  return read.success
    ? { is: "read", credentials: read.data }
    : { is: "invalid", why: credentialsProblem(read.error) };
}
