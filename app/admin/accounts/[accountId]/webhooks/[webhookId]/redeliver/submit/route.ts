import { isRefused } from "@/domain/refused";
import { redeliverMessages } from "@/domain/webhooks/redeliver-messages";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("redeliverMessages", async ({ caller, params, field, answers, now }) => {
  const here = addressOf("webhook", params);
  const picked = Object.keys(answers)
    .filter((name) => name.startsWith("message_"))
    .map((name) => name.slice("message_".length));
  const which = field("which") === "given up" ? "given up" : picked;
  if (which.length === 0)
    return again(here, [{ field: "messages", text: "Choose the messages to send again." }]);
  const outcome = await redeliverMessages(caller, params.webhookId ?? "", which, now);
  if (isRefused(outcome)) return again(here, [{ field: "messages", text: REFUSALS[outcome.refused] }]);
  const { redelivered } = outcome;
  return done(
    here,
    redelivered === 1 ? "1 message is on its way again." : `${redelivered} messages are on their way again.`,
  );
});

const REFUSALS = {
  notFound: "There is no such webhook.",
  paused: "Resume the webhook first: while it is paused nothing is sent.",
  tooMany: "Choose fewer messages.",
} as const;
