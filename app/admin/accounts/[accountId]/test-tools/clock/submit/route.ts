import { formatMoment } from "@/components/admin/format";
import { accountTime } from "@/domain/accounts/account-time";
import { moveClock } from "@/domain/accounts/move-clock";
import type { WorkDone } from "@/domain/due-work";
import { isRefused } from "@/domain/refused";
import { addressOf } from "../../../../../routes";
import { again, done, staffAction } from "../../../../../staff-action";
import { readHours } from "../../clock-steps";

export const POST = staffAction("moveClock", async ({ caller, params, field, now }) => {
  const here = addressOf("testTools", params);
  const hours = field("step") || field("hours");
  const seconds = readHours(hours);
  if (seconds === undefined) {
    return again(here, [{ field: "hours", text: "Enter how many hours, like 2 or 0.5." }], { hours });
  }
  const outcome = await moveClock(caller, seconds, now);
  if (isRefused(outcome))
    return again(here, [{ field: "hours", text: REFUSALS[outcome.refused] }], { hours });
  const time = formatMoment(accountTime(outcome.account, now));
  return done(here, `It is ${time} for this account. ${inWords(outcome.done)}`);
});

const REFUSALS = {
  live: "A live account goes by real time.",
  invalid: "Enter how many hours, like 2 or 0.5.",
  tooFar: "A test clock goes no further than three years ahead.",
} as const;

const WORK: Readonly<Record<keyof WorkDone, string>> = {
  expire: "payments expired",
  "take-saved-cards": "payments taken with a saved card",
  capture: "captures asked for",
  "check-captures": "captures looked after",
  void: "holds released",
  refund: "refunds sent",
  "delete-saved-cards": "saved cards deleted",
  news: "pieces of news from the provider",
};

function inWords(work: WorkDone): string {
  const parts = Object.entries(WORK)
    .map(([name, words]) => ({ count: work[name as keyof WorkDone], words }))
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${words}: ${count}`);
  return parts.length > 0 ? `What fell due: ${parts.join(", ")}.` : "Nothing fell due.";
}
