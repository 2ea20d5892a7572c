import { findPaymentById } from "@/domain/payments/start-payment";
import { seeOther } from "../../form-post";

type Context = { params: Promise<{ paymentId: string }> };

/** Back to the service, by its return_url in serialised form and nothing added (D42). Changes nothing. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const payment = await findPaymentById((await params).paymentId);
  return seeOther(payment?.returnUrl ? new URL(payment.returnUrl).href : "/not-found");
}
