import { cancelByPayer } from "@/domain/payments/cancel-by-payer";
import { onFormPost } from "../../../form-post";

/** The payer presses Cancel payment. Too late, or twice, they are shown how the payment stands. */
export const POST = onFormPost(async ({ payment }, now) => {
  await cancelByPayer(payment, now);
  return `/card-details/${payment.id}`;
});
