import { log } from "@/domain/log";
import { findStage, formToken } from "@/domain/payments/find-journey";
import type { Payment } from "@/domain/payments/payment";
import { sameSecret } from "@/domain/secrets";
import { needsFormToken } from "./gate";
import { readForm } from "./read-form";

/** A form that the payer has sent, and the payment it is about. The gate has already seen cookie and origin. */
export interface FormPost {
  readonly payment: Payment;
  readonly answers: Readonly<Record<string, string>>;
  readonly request: Request;
  /** What time it is for the payment's account. */
  readonly now: Date;
}

type Context = { params: Promise<{ paymentId: string }> };

/**
 * Handles a form of a payment's pages: whatever comes of it, the browser is sent on with GET (303), so that a
 * reload never sends the form again.
 *
 * @param act does what the form is for. @returns the address to go to, one of our own.
 */
export function onFormPost(act: (post: FormPost, now: Date) => Promise<string>) {
  return async (request: Request, { params }: Context): Promise<Response> => {
    const { paymentId } = await params;
    try {
      const post = await readFormPost(request, paymentId, new Date());
      return seeOther(post ? await act(post, post.now) : "/session-problem");
    } catch (error) {
      log.error({ err: error, paymentId, requestId: request.headers.get("x-request-id") }, "a form failed");
      return seeOther("/system-problem");
    }
  };
}

/** Sends the browser on with GET. */
export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { Location: address } });
}

/** A form read and proven. Undefined when it is none of ours, too large, or about a payment that is not there. */
export async function readFormPost(
  request: Request,
  paymentId: string,
  now: Date,
): Promise<FormPost | undefined> {
  const answers = await readForm(request);
  const stage = await findStage(paymentId, now);
  if (!stage || !answers) return undefined;
  const mustProve = needsFormToken((name) => request.headers.get(name));
  if (mustProve && !sameSecret(answers.csrf ?? "", formToken(paymentId))) return undefined;
  return { payment: stage.payment, answers, request, now: stage.now };
}
