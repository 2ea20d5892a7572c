import { confirmPayment } from "@/domain/payments/confirm-payment";
import { findStage } from "@/domain/payments/find-journey";
import { onFormPost } from "../../../../form-post";

/** The payer confirms, and goes back to the service (D31). A second press finds the payment as the first left it. */
export const POST = onFormPost(async ({ payment }, now) => {
  await confirmPayment(payment, now);
  const stage = await findStage(payment.id, new Date());
  const isConfirmed = stage?.payment.status === "success" || stage?.payment.status === "capturable";
  return isConfirmed ? `/return/${payment.id}` : `/card-details/${payment.id}`;
});
