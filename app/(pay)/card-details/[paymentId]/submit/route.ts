import { cardForm, echoable, problemsOf, type Problem } from "@/contract/card-form";
import { findAccountOf } from "@/domain/accounts/find-account";
import { inBackground } from "@/domain/background";
import { clientAddress } from "@/domain/client-address";
import { saveDraft } from "@/domain/payments/save-draft";
import { submitCard, type PayerFacts } from "@/domain/payments/submit-card";
import { isRefused } from "@/domain/refused";
import { onFormPost, type FormPost } from "../../../form-post";

/** How long a payer waits for the bank before the waiting page is shown. */
const PATIENCE_MILLISECONDS = 3000;

/** The card form is sent: to the bank, or back to the form with what is wrong. */
export const POST = onFormPost(async (post, now) => {
  const { payment, answers } = post;
  const account = await findAccountOf(payment);
  const card = cardForm(account, now).safeParse(answers);
  if (!card.success) return backToForm(post, problemsOf(card.error), now);

  const outcome = await submitCard(payment, account, card.data, payerOf(post), now);
  if (isRefused(outcome)) {
    const { refused, details } = outcome;
    if (refused === "notAwaitingCard") return `/card-details/${payment.id}`;
    return backToForm(post, [{ field: "cardNo", code: String(details.problem) }], now);
  }
  inBackground("authorise", () => outcome.authorising);
  await Promise.race([outcome.authorising.catch(() => {}), patience()]);
  return `/card-details/${payment.id}`;
});

async function backToForm({ payment, answers }: FormPost, problems: Problem[], now: Date): Promise<string> {
  if (payment.status === "started") await saveDraft(payment, echoable(answers), problems, now);
  return `/card-details/${payment.id}?problem=1`;
}

function payerOf({ request: { headers }, answers }: FormPost): PayerFacts {
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    ip: clientAddress(header, undefined) ?? null,
    userAgent: header("user-agent") ?? "",
    accept: header("accept") ?? "",
    deviceData: answers.deviceData || null,
    hasScript: answers.hasScript === "yes",
  };
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS).unref());
}
