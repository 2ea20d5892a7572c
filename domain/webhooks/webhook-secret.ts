import { randomBytes } from "node:crypto";
import { seal, unseal } from "../sealed";
import type { Webhook } from "./webhook";

/** A new secret, as Standard Webhooks has them: `whsec_` and base64 of 32 random bytes. */
export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function sealSecret(secret: string): string {
  return seal(secret);
}

/** The secrets that sign now: the current one and, while it is being rotated out, the one before. */
export function secretsOf(webhook: Webhook, now: Date): { current: string; retiring?: string } {
  const current = unseal(webhook.secret) as string;
  const { previousSecret, previousSecretUntil } = webhook;
  const overlaps = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  return overlaps ? { current, retiring: unseal(previousSecret) as string } : { current };
}
