import { database } from "@/db/client";
import { answerChallenge, bankPagePath, findChallenge } from "@/psp/sandbox/bank";
import { seeOther } from "../../../../form-post";
import { readForm } from "../../../../read-form";

type Context = { params: Promise<{ paymentId: string }> };

/** Tells the sandbox's bank whether the payer has passed, and sends them back to the payment. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  const answer = (await readForm(request))?.answer;
  const challenge = await findChallenge(database(), paymentId);
  if (!challenge || (answer !== "pass" && answer !== "fail")) return seeOther(bankPagePath(paymentId));
  await answerChallenge(database(), paymentId, answer);
  return seeOther(challenge.returnUrl);
}
