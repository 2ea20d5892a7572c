import { isRefused } from "@/domain/refused";
import { pauseWebhook } from "@/domain/webhooks/edit-webhook";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("pauseWebhook", async ({ caller, params, now }) => {
  const outcome = await pauseWebhook(caller, params.webhookId ?? "", now);
  if (isRefused(outcome)) return again(addressOf("webhooks", params), []);
  return done(
    addressOf("webhook", params),
    "The webhook is paused. Its messages wait, for as long as messages are kept.",
  );
});
