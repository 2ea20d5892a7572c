import { LIMITS } from "@/contract/limits";
import { findAccountOf } from "@/domain/accounts/find-account";
import { takeRequest } from "@/domain/accounts/take-request";
import { authoriseByToken, findPaymentOfToken } from "@/domain/payments/authorise-by-token";
import { networkOf } from "@/domain/network-of";
import { isRefused, refused } from "@/domain/refused";
import { asRoute } from "../as-route";
import { handle, isWithinRate } from "../handle";

const sendCard = handle("sendCard", async ({ body, address, now }) => {
  const payment = await findPaymentOfToken(body.one_time_token);
  if (!payment) {
    // Nobody's token: counted by address, so that tokens cannot be guessed at leisure (D36).
    const allowed = await takeRequest(
      `unknown token ${networkOf(address ?? "") ?? ""}`,
      LIMITS.unknownTokenPerSecond,
    );
    return refused(allowed ? "tokenUnknown" : "tooManyRequests");
  }
  const account = await findAccountOf(payment);
  if (!(await isWithinRate({ rate: "otherPost" }, account))) return refused("tooManyRequests");
  const outcome = await authoriseByToken(payment, body, now);
  return isRefused(outcome) ? outcome : {};
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(sendCard);
