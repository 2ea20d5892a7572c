import { randomUUID } from "node:crypto";
import type { WorldpayCredentials } from "../../worldpay/credentials";
import { element, writeXml, type XmlElement } from "../../worldpay/xml";
import type { Answer, SimulatedRequest } from "../protocol";
import { page } from "./answer-gateway";
import type { Bank } from "./bank";
import type { ChallengeState } from "./orders";
import { isDeviceCheckToken, readChallengeToken } from "./three-ds-token";

const DEVICE_CHECK_PATH = "/shopper/3ds/ddc.html";
const CHALLENGE_PATH = "/shopper/3ds/challenge.html";
const ANSWER_PATH = "/shopper/3ds/answer.html";
export const PAGE_PATHS: readonly string[] = [DEVICE_CHECK_PATH, CHALLENGE_PATH, ANSWER_PATH];

/** The pages that a payer's browser is sent to: the device check, the bank's challenge and the way back. */
export function answerPage(
  bank: Bank,
  accounts: readonly WorldpayCredentials["threeDsFlex"][],
  request: SimulatedRequest,
): Answer {
  const form = new URLSearchParams(request.body);
  const token = form.get("JWT") ?? "";
  if (request.path === DEVICE_CHECK_PATH)
    return isDeviceCheckToken(token, accounts) ? deviceCheckPage() : page(400, "The JWT is not valid.");

  const claims = readChallengeToken(token, accounts);
  const challenge = claims && findChallenge(bank, claims.transactionId);
  if (!claims || challenge?.acsUrl !== claims.acsUrl || challenge.payload !== claims.payload)
    return page(400, "The JWT is not valid.");
  if (request.path === CHALLENGE_PATH) return challengePage(token, form.get("MD"));
  const answer = ANSWERS.find((known) => known === form.get("answer"));
  if (answer === undefined) return page(400, "No answer.");
  challenge.answer ??= answer;
  return returnPage(claims.returnUrl, claims.transactionId, form.get("MD"));
}

const ANSWERS = ["pass", "fail", "cancel"] as const;

function findChallenge({ books }: Bank, transactionId: string): ChallengeState | undefined {
  for (const { challenge } of books.orders.values())
    if (challenge?.transactionId === transactionId) return challenge;
  return undefined;
}

/** Tells the page around it, as Worldpay's does, which session the card goes with. */
function deviceCheckPage(): Answer {
  const message = JSON.stringify({
    MessageType: "profile.completed",
    SessionId: `0_${randomUUID()}`,
    Status: true,
  });
  return html("Device check", [], `parent.postMessage(${JSON.stringify(message)}, "*");`);
}

/** A form for each answer: they work without script. */
function challengePage(token: string, md: string | null): Answer {
  const form = (id: string, answer: string, label: string) =>
    element(
      "form",
      { id, method: "post", action: ANSWER_PATH },
      hidden("JWT", token),
      md === null ? undefined : hidden("MD", md),
      hidden("answer", answer),
      element("button", { type: "submit" }, label),
    );
  return html("Your bank wants to know that it is you", [
    element("p", {}, "This page stands for your bank's. Say how it shall answer."),
    form("challengeForm", "pass", "Pass authentication"),
    form("failForm", "fail", "Fail authentication"),
    form("cancelForm", "cancel", "Cancel authentication"),
  ]);
}

/** Posts the browser back; what it brings is not what decides. */
function returnPage(returnUrl: string, transactionId: string, md: string | null): Answer {
  const form = element(
    "form",
    { id: "returnForm", method: "post", action: returnUrl },
    hidden("TransactionId", transactionId),
    hidden("Response", ""),
    md === null ? undefined : hidden("MD", md),
    element("button", { type: "submit" }, "Continue"),
  );
  return html("Back to your payment", [form], 'document.getElementById("returnForm").submit();');
}

function hidden(name: string, value: string): XmlElement {
  return element("input", { type: "hidden", name, value });
}

function html(title: string, content: XmlElement[], script?: string): Answer {
  const heading = writeXml(element("h1", {}, title));
  const main = `<main>${heading}${content.map(writeXml).join("")}</main>`;
  return {
    status: 200,
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-store" },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"/><title>${title}</title></head><body>${main}${
      script === undefined ? "" : `<script>${script}</script>`
    }</body></html>\n`,
  };
}
