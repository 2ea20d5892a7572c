import { isRefused } from "@/domain/refused";
import { readWebhookSecrets } from "@/domain/webhooks/rotate-webhook-secret";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("showWebhookSecret", async ({ caller, params, now }) => {
  const secrets = await readWebhookSecrets(caller, params.webhookId ?? "", now);
  if (isRefused(secrets)) return again(addressOf("webhooks", params), []);
  const { current, retiring } = secrets;
  const shownOnce = retiring === undefined ? [current] : [current, retiring];
  return done(addressOf("webhookSecret", params), undefined, { flash: { shownOnce } });
});
