import { formatMoment } from "@/components/admin/format";
import { accountTime } from "@/domain/accounts/account-time";
import { moveClock } from "@/domain/accounts/move-clock";
import type { WorkDone } from "@/domain/due-work";
import type { Told } from "@/domain/providers/count-told";
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
  return done(here, `It is ${time} for this account. ${inWords(outcome)}`);
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

/** What the provider came with, as it does by itself. */
const TOLD: Readonly<Record<keyof Told, string>> = {
  payment: "payments",
  refund: "refunds",
  dispute: "disputes",
  payout: "payouts",
};

function inWords({ done: work, told }: { done: WorkDone; told: Told }): string {
  const [fellDue, heardOf] = [counted(work, WORK), counted(told, TOLD)];
  const sentences = [
    fellDue && `What fell due: ${fellDue}.`,
    heardOf && `The provider has news of: ${heardOf}.`,
  ];
  return sentences.filter(Boolean).join(" ") || "Nothing fell due.";
}

/** What there is any of: payments expired: 2, refunds sent: 1. */
function counted<Kind extends string>(
  counts: Readonly<Partial<Record<Kind, number>>>,
  words: Readonly<Record<Kind, string>>,
): string {
  return Object.entries<string>(words)
    .map(([kind, name]) => ({ count: counts[kind as Kind] ?? 0, name }))
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${name}: ${count}`)
    .join(", ");
}
