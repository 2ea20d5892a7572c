import { database } from "@/db/client";
import { log } from "@/domain/log";
import { answerChallenge, bankPagePath, findChallenge } from "@/psp/sandbox/bank";
import { seeOther } from "../../../../form-post";
import { readForm } from "../../../../read-form";

type Context = { params: Promise<{ paymentId: string }> };

/** Tells the sandbox's bank whether the payer has passed, and sends them back to the payment. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  try {
    return seeOther(await takeAnswer(paymentId, (await readForm(request))?.answer));
  } catch (error) {
    log.error({ err: error, paymentId }, "the sandbox's bank failed");
    return seeOther("/system-problem");
  }
}

/** @returns where the payer goes from here. */
async function takeAnswer(paymentId: string, answer: string | undefined): Promise<string> {
  const challenge = await findChallenge(database(), paymentId);
  if (!challenge || (answer !== "pass" && answer !== "fail")) return bankPagePath(paymentId);
  await answerChallenge(database(), paymentId, answer);
  return challenge.returnUrl;
}
