import { cardForm, echoable, problemsOf, type Problem } from "@/contract/card-form";
import { findAccountOf } from "@/domain/accounts/find-account";
import { inBackground } from "@/domain/background";
import { clientAddress } from "@/domain/client-address";
import { saveDraft } from "@/domain/payments/save-draft";
import { submitCard } from "@/domain/payments/submit-card";
import { isRefused } from "@/domain/refused";
import { readFormPost, seeOther, type FormPost } from "../../../form-post";

/** How long a payer waits for the bank before the waiting page is shown. */
const PATIENCE_MILLISECONDS = 3000;

type Context = { params: Promise<{ paymentId: string }> };

/** The card form is sent: to the bank, or back to the form with what is wrong. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  const now = new Date();
  const post = await readFormPost(request, paymentId, now);
  if (!post) return seeOther("/session-problem");
  const account = await findAccountOf(post.payment);
  const card = cardForm(account, now).safeParse(post.answers);
  if (!card.success) return backToForm(post, problemsOf(card.error), now);

  const header = (name: string) => request.headers.get(name) ?? undefined;
  const outcome = await submitCard(post.payment, account, card.data, {
    ip: clientAddress(header, undefined) ?? null,
    userAgent: header("user-agent") ?? "",
    accept: header("accept") ?? "",
  }, now);
  if (isRefused(outcome)) {
    const { refused, details } = outcome;
    if (refused === "notAwaitingCard") return seeOther(`/card-details/${paymentId}`);
    return backToForm(post, [{ field: "cardNo", code: String(details.problem) }], now);
  }
  inBackground("authorise", () => outcome.authorising);
  await Promise.race([outcome.authorising.catch(() => {}), patience()]);
  return seeOther(`/card-details/${paymentId}`);
}

async function backToForm({ payment, answers }: FormPost, problems: Problem[], now: Date): Promise<Response> {
  if (payment.status === "started") await saveDraft(payment, echoable(answers), problems, now);
  return seeOther(`/card-details/${payment.id}?problem=1`);
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS).unref());
}
