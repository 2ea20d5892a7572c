import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { signMessage } from "./sign-message";
import { mintWebhookSecret } from "./webhook-secret";

const NOW = new Date();
const BODY = JSON.stringify({ event_type: "card_payment_succeeded", reference: "Trwydded bysgota £5 ŵ" });
const hmac = (secret: string) => createHmac("sha256", secret).update(BODY).digest("hex");

describe("a message's headers", () => {
  test("satisfy the reference library of Standard Webhooks, and nobody else's secret does", () => {
    const secret = mintWebhookSecret();
    const headers = signMessage("01abc", BODY, { current: secret }, NOW);
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(secret).verify(`${BODY} `, headers)).toThrow("No matching signature");
    expect(() => new Webhook(mintWebhookSecret()).verify(BODY, headers)).toThrow("No matching signature");
  });

  test("carry the hex HMAC of the raw body under the secret's text", () => {
    const secret = mintWebhookSecret();
    const headers = signMessage("01abc", BODY, { current: secret }, NOW);
    expect(headers["Pay-Signature"]).toBe(hmac(secret));
    expect(headers["Pay-Signature"]).toMatch(/^[0-9a-f]{64}$/u);
    expect(headers).not.toHaveProperty("Pay-Signature-Next");
  });

  test("satisfy holders of the old secret and of the new one while it is rotated", () => {
    const [retiring, current] = [mintWebhookSecret(), mintWebhookSecret()];
    const headers = signMessage("01abc", BODY, { current, retiring }, NOW);
    for (const secret of [retiring, current])
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(headers["Pay-Signature"]).toBe(hmac(retiring));
    expect(headers["Pay-Signature-Next"]).toBe(hmac(current));
  });
});
