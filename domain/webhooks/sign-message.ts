import { createHmac } from "node:crypto";

/**
 * The headers by which a receiver knows that a message is ours and unchanged.
 *
 * `Pay-Signature` is hex HMAC-SHA256 of the raw body under the secret's text; it can name one signature only. The
 * `webhook-` headers are those of Standard Webhooks: base64 HMAC-SHA256 of id, time and body under the secret's
 * bytes. While a secret is rotated out, receivers that know one secret go on checking `Pay-Signature` by the old
 * one, find the new one's in `Pay-Signature-Next`, and both in `webhook-signature`.
 */
export function signMessage(
  id: string,
  body: string,
  { current, retiring }: { current: string; retiring?: string },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const secrets = retiring === undefined ? [current] : [retiring, current];
  return {
    "Pay-Signature": ofBody(body, retiring ?? current),
    ...(retiring !== undefined && { "Pay-Signature-Next": ofBody(body, current) }),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets
      .map((secret) => `v1,${timestamped(`${id}.${timestamp}.${body}`, secret)}`)
      .join(" "),
  };
}

function ofBody(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

function timestamped(signed: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/u, ""), "base64");
  return createHmac("sha256", key).update(signed).digest("base64");
}
