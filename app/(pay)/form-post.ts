import type { Payment } from "@/domain/payments/payment";
import { findStage, formToken } from "@/domain/payments/find-journey";
import { sameSecret } from "@/domain/secrets";
import { needsFormToken } from "./gate";

const FORM_BYTES = 64 * 1024;

/** A form that the payer has sent, and the payment it is about. The gate has already seen cookie and origin. */
export interface FormPost {
  readonly payment: Payment;
  readonly answers: Readonly<Record<string, string>>;
}

/** Reads a posted form; undefined when it is none of ours, too large, or about a payment that is not there. */
export async function readFormPost(request: Request, paymentId: string, now: Date): Promise<FormPost | undefined> {
  const answers = await readAnswers(request);
  const stage = await findStage(paymentId, now);
  if (!stage || !answers) return undefined;
  const token = answers.csrf ?? "";
  if (needsFormToken((name) => request.headers.get(name)) && !sameSecret(token, formToken(paymentId))) return undefined;
  return { payment: stage.payment, answers };
}

/** Sends the browser on with GET, by an address of our own. */
export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { Location: address } });
}

async function readAnswers(request: Request): Promise<Record<string, string> | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > FORM_BYTES) return undefined;
  try {
    const entries = [...(await request.formData())];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {};
  }
}
