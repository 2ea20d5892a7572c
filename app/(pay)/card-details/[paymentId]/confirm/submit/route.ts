import { confirmPayment } from "@/domain/payments/confirm-payment";
import { findStage } from "@/domain/payments/find-journey";
import { isRefused } from "@/domain/refused";
import { readFormPost, seeOther } from "../../../../form-post";

type Context = { params: Promise<{ paymentId: string }> };

/** The payer confirms, and goes back to the service (D31). A second press finds the payment as the first left it. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  const now = new Date();
  const post = await readFormPost(request, paymentId, now);
  if (!post) return seeOther("/session-problem");
  const outcome = await confirmPayment(post.payment, now);
  if (!isRefused(outcome)) return seeOther(`/return/${paymentId}`);
  const stage = await findStage(paymentId, now);
  const wentThrough = stage?.payment.status === "success" || stage?.payment.status === "capturable";
  return seeOther(wentThrough ? `/return/${paymentId}` : `/card-details/${paymentId}`);
}
