import { randomUUID } from "node:crypto";
import type { CredentialsVerdict, PspCredentials } from "../port";
import { WorldpayCredentials, type Merchant } from "./credentials";
import { endpointsOf } from "./endpoints";
import { kindOf } from "./faults";
import { sendMessage, TIMEOUT_MILLISECONDS } from "./gateway";
import { inquiryMessage } from "./modification-message";
import { deviceCheckToken } from "./three-ds-flex";

const GOOD: CredentialsVerdict = { is: "good" };

/** Tries every part of the credentials: each merchant code is asked about an order that is not there. */
export async function checkCredentials(given: PspCredentials, live: boolean): Promise<CredentialsVerdict> {
  const parsed = WorldpayCredentials.safeParse(given);
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join("."));
    return { is: "bad", why: `Not in the form that Worldpay gives them: ${paths.join(", ")}` };
  }
  const credentials = parsed.data;
  const { gateway, deviceCheck } = endpointsOf(credentials, live);
  const { oneOff, recurringCustomerInitiated, recurringMerchantInitiated, motoMerchant } = credentials;
  const merchants = [oneOff, recurringCustomerInitiated, recurringMerchantInitiated, motoMerchant];
  const verdicts = await Promise.all([
    ...merchants.flatMap((merchant) => (merchant ? [checkMerchant(merchant, gateway)] : [])),
    checkFlex(credentials, deviceCheck),
  ]);
  return (
    verdicts.find(({ is }) => is === "bad") ??
    verdicts.find(({ is }) => is === "unknown") ??
    verdicts[0] ??
    GOOD
  );
}

async function checkMerchant(merchant: Merchant, url: string): Promise<CredentialsVerdict> {
  const answer = await sendMessage({
    url,
    merchant,
    body: inquiryMessage(`check-${randomUUID()}`),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS.inquiry,
  });
  if (answer.is === "turnedAway" && answer.status === 401)
    return { is: "bad", why: `The user name or password of ${merchant.merchantCode} is wrong` };
  if (answer.is !== "reply")
    return { is: "unknown", cause: answer.is === "turnedAway" ? `http_${answer.status}` : answer.cause };
  if (answer.reply.is === "fault" && answer.reply.code === 4)
    return { is: "bad", why: `The merchant code ${merchant.merchantCode} is not this user's` };
  const isAnswered = answer.reply.is === "fault" && kindOf(answer.reply) === "notFound";
  return isAnswered ? GOOD : { is: "unknown", cause: "an unexpected answer" };
}

/** The device check refuses a token that is not signed with the account's own key. */
async function checkFlex({ threeDsFlex }: WorldpayCredentials, url: string): Promise<CredentialsVerdict> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ Bin: "", JWT: deviceCheckToken(threeDsFlex, new Date()) }),
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS.inquiry),
    });
    await response.body?.cancel();
    if (response.status === 200) return GOOD;
    if (response.status === 400) return { is: "bad", why: "The 3DS Flex credentials are wrong" };
    return { is: "unknown", cause: `http_${response.status}` };
  } catch {
    return { is: "unknown", cause: "no_answer" };
  }
}
