import { isRefused } from "@/domain/refused";
import { rotateWebhookSecret } from "@/domain/webhooks/rotate-webhook-secret";
import { addressOf } from "../../../../../../../routes";
import { again, done, staffAction } from "../../../../../../../staff-action";

export const POST = staffAction("rotateWebhookSecret", async ({ caller, params, now }) => {
  const here = addressOf("webhookSecret", params);
  const outcome = await rotateWebhookSecret(caller, params.webhookId ?? "", now);
  if (!isRefused(outcome))
    return done(here, "The webhook has a new secret.", { flash: { shownOnce: [outcome.secret] } });
  if (outcome.refused === "notFound") return again(addressOf("webhooks", params), []);
  const text = "A new secret was made lately: end the old one before you make another.";
  return again(here, [{ field: "main-content", text }]);
});
