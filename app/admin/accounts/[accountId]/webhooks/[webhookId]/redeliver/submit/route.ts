import { isRefused } from "@/domain/refused";
import { redeliverMessages, type Picked } from "@/domain/webhooks/redeliver-messages";
import type { Problem } from "../../../../../../flash";
import { readDays } from "../../../../../../read-days";
import { addressOf } from "../../../../../../routes";
import { again, done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("redeliverMessages", async ({ caller, params, field, answers, now }) => {
  const here = addressOf("webhook", params);
  const read = whichOf(field("which"), answers);
  if ("problems" in read) return again(here, read.problems, { from: field("from"), to: field("to") });
  const outcome = await redeliverMessages(caller, params.webhookId ?? "", read.which, now);
  if (isRefused(outcome)) return again(here, [{ field: "messages", text: REFUSALS[outcome.refused] }]);
  return done(here, inWords(outcome.redelivered));
});

/** Which messages the form means: those that are ticked, unless it says otherwise. */
function whichOf(
  which: string,
  answers: Readonly<Record<string, string>>,
): { readonly which: Picked } | { readonly problems: readonly Problem[] } {
  if (which === "given up") return { which };
  if (which === "days") {
    const { from, before, problems } = readDays(answers);
    if (problems.length > 0) return { problems };
    if (!from || !before)
      return {
        problems: [{ field: from ? "to" : "from", text: "Enter the first and the last day to send again." }],
      };
    return { which: { from, before } };
  }
  const picked = Object.keys(answers)
    .filter((name) => name.startsWith("message_"))
    .map((name) => name.slice("message_".length));
  if (picked.length > 0) return { which: picked };
  return { problems: [{ field: "messages", text: "Choose the messages to send again." }] };
}

function inWords(redelivered: number): string {
  if (redelivered === 0) return "There was no such message: nothing is sent again.";
  return redelivered === 1
    ? "1 message is on its way again."
    : `${redelivered.toLocaleString("en-GB")} messages are on their way again, after those that are new.`;
}

const REFUSALS = {
  notFound: "There is no such webhook.",
  paused: "Resume the webhook first: while it is paused nothing is sent.",
  tooMany: "Choose fewer messages.",
} as const;
