import { cancelByPayer } from "@/domain/payments/cancel-by-payer";
import { readFormPost, seeOther } from "../../../form-post";

type Context = { params: Promise<{ paymentId: string }> };

/** The payer presses Cancel payment. Too late, or twice, they are shown how the payment stands. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  const now = new Date();
  const post = await readFormPost(request, paymentId, now);
  if (!post) return seeOther("/session-problem");
  await cancelByPayer(post.payment, now);
  return seeOther(`/card-details/${paymentId}`);
}
