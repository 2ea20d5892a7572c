import { cardForm, echoable, problemsOf, type Problem } from "@/contract/card-form";
import { admitCard } from "@/domain/cards/card-testing";
import { findAccountOf } from "@/domain/accounts/find-account";
import { inBackground } from "@/domain/background";
import { findStage } from "@/domain/payments/find-journey";
import { saveDraft } from "@/domain/payments/save-draft";
import { submitCard, type PayerFacts } from "@/domain/payments/submit-card";
import { isRefused } from "@/domain/refused";
import { senderAddress } from "@/app/sender-address";
import { onFormPost, type FormPost } from "../../../form-post";
import { addressOf, pageFor } from "../../../journey";
import { patience } from "../../../patience";
import { addressToWaitAt } from "../../../too-many/wait";

/** The card form is sent: to the bank, or back to the form with what is wrong. */
export const POST = onFormPost(async (post, now) => {
  const { payment, answers } = post;
  const account = await findAccountOf(payment);
  const card = cardForm(account, now).safeParse(answers);
  if (!card.success) return backToForm(post, problemsOf(card.error), now);

  const payer = payerOf(post);
  if (payment.status === "started") {
    const attempt = { number: card.data.number, address: payer.ip };
    const refusal = await admitCard(account, attempt, now);
    if (refusal) return tooManyTries(post, Number(refusal.details.waitSeconds), now);
  }
  const outcome = await submitCard(payment, account, card.data, payer, now);
  if (isRefused(outcome)) {
    const { refused, details } = outcome;
    if (refused === "notAwaitingCard") return `/card-details/${payment.id}`;
    return backToForm(post, [{ field: "cardNo", code: String(details.problem) }], now);
  }
  inBackground("authorise", () => outcome.authorising);
  await Promise.race([outcome.authorising.catch(() => {}), patience()]);
  return afterBanksAnswer(payment.id, new Date());
});

/** What was typed is kept for later; the page says for how long to wait. */
async function tooManyTries({ payment, answers }: FormPost, waitSeconds: number, now: Date): Promise<string> {
  await saveDraft(payment, echoable(answers), [], now);
  return addressToWaitAt(payment.id, waitSeconds);
}

/** Where the bank wants proof, the payer goes straight on to it, this once; Back does not send them there again. */
async function afterBanksAnswer(paymentId: string, now: Date): Promise<string> {
  const stage = await findStage(paymentId, now);
  const isChallenged = stage && pageFor(stage) === "three-d-secure";
  return isChallenged ? `${addressOf(paymentId, "three-d-secure")}?onward=1` : `/card-details/${paymentId}`;
}

async function backToForm({ payment, answers }: FormPost, problems: Problem[], now: Date): Promise<string> {
  if (payment.status === "started") await saveDraft(payment, echoable(answers), problems, now);
  return `/card-details/${payment.id}?problem=1`;
}

function payerOf({ request: { headers }, answers }: FormPost): PayerFacts {
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    ip: senderAddress((name) => headers.get(name)),
    userAgent: header("user-agent") ?? "",
    accept: header("accept") ?? "",
    deviceData: answers.deviceData || null,
    hasScript: answers.hasScript === "yes",
  };
}
