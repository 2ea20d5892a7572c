import { isRefused } from "@/domain/refused";
import { retireOldSecret } from "@/domain/webhooks/rotate-webhook-secret";
import { addressOf } from "../../../../../../../routes";
import { again, done, staffAction } from "../../../../../../../staff-action";

export const POST = staffAction("retireWebhookSecret", async ({ caller, params, now }) => {
  const outcome = await retireOldSecret(caller, params.webhookId ?? "", now);
  if (isRefused(outcome)) return again(addressOf("webhooks", params), []);
  return done(addressOf("webhookSecret", params), "Only the new secret signs now.");
});
