import { isRefused } from "@/domain/refused";
import { sendTestMessage } from "@/domain/webhooks/send-test-message";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("tryWebhook", async ({ caller, params, now }) => {
  const outcome = await sendTestMessage(caller, params.webhookId ?? "", now);
  if (isRefused(outcome)) return again(addressOf("webhooks", params), []);
  const { succeeded, httpStatus, failure } = outcome;
  const answer = httpStatus === null ? (failure ?? "no answer") : `status ${httpStatus}`;
  return done(
    addressOf("webhook", params),
    succeeded
      ? `The test message arrived: ${answer}.`
      : `The test message did not arrive as it should: ${answer}.`,
  );
});
