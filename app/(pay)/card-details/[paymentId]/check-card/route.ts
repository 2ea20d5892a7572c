import { LOOK_UP_DIGITS, type CardLookUp } from "@/contract/card-look-up";
import { findAccountOf } from "@/domain/accounts/find-account";
import { lookUpCard } from "@/domain/cards/look-up-card";
import { log } from "@/domain/log";
import type { Payment } from "@/domain/payments/payment";
import { isRefused } from "@/domain/refused";
import { problemSentence } from "@/components/problem-texts";
import { wordsIn } from "@/messages";
import { formatPounds } from "@/messages/format";
import { readFormPost } from "../../../form-post";

type Context = { params: Promise<{ paymentId: string }> };

const DIGITS = new RegExp(String.raw`^\d{${LOOK_UP_DIGITS}}$`, "u");
const STATUS = { notAwaitingCard: 409, tooManyRequests: 429 } as const;

/** The card page's script asks about the first digits of a card. Nothing of them is kept, nor in any log. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  const now = new Date();
  try {
    const post = await readFormPost(request, paymentId, now);
    if (!post) return answer(403, { code: "403", description: "Not from this payment's page" });
    const digits = post.answers.digits ?? "";
    if (!DIGITS.test(digits))
      return answer(422, { code: "422", description: `digits must be ${LOOK_UP_DIGITS} digits` });
    const { payment } = post;
    const found = await lookUpCard(payment, await findAccountOf(payment), digits, now);
    if (isRefused(found))
      return answer(STATUS[found.refused], {
        code: String(STATUS[found.refused]),
        description: found.refused,
      });
    return answer(200, inWords(payment, found));
  } catch (error) {
    log.error({ err: error, paymentId, requestId: request.headers.get("x-request-id") }, "a look-up failed");
    return answer(500, { code: "500", description: "Something went wrong" });
  }
}

type Found = Exclude<Awaited<ReturnType<typeof lookUpCard>>, { refused: string }>;

function inWords({ language, amount }: Payment, { kind, problem, surcharge }: Found): CardLookUp {
  const sums = { fee: formatPounds(surcharge), total: formatPounds(amount + surcharge) };
  return {
    brand: kind?.brand ?? null,
    type: kind?.type ?? null,
    corporate: kind?.corporate ?? false,
    prepaid: kind?.prepaid ?? false,
    accepted: problem === null,
    problem,
    surcharge,
    words: {
      problem: problem === null ? null : problemSentence(language, { field: "cardNo", code: problem }),
      surcharge: surcharge > 0 ? { note: wordsIn(language)("cardDetails.cardFee", sums), ...sums } : null,
    },
  };
}

function answer(status: number, body: CardLookUp | { code: string; description: string }): Response {
  return Response.json(body, { status });
}
