import type { Merchant } from "../../worldpay/credentials";
import { find } from "../../worldpay/read-xml";
import type { XmlElement } from "../../worldpay/xml";
import type { Answer, SimulatedRequest } from "../protocol";
import { answerInquiry } from "./answer-inquiry";
import type { Bank } from "./bank";
import { faultInOrder } from "./element-order";
import { findOrder } from "./orders";
import { readMessage } from "./read-request";
import { takeModification } from "./take-modification";
import { takeOrder, takeSecondMessage, type Answered } from "./take-order";
import { challengeStatus, errorElement, replyDocument } from "./write-reply";

export interface GatewaySettings {
  readonly merchants: readonly Merchant[];
  readonly lagMilliseconds: number;
}

/** Answers one message as the gateway would. */
export function answerGateway(bank: Bank, settings: GatewaySettings, request: SimulatedRequest): Answer {
  const user = userOf(settings.merchants, request.header("authorization"));
  if (!user) return page(401, "This request requires HTTP authentication.");
  const message = readMessage(request.body);
  if (!message) return xml(user.merchantCode, { element: errorElement(2, "Invalid XML") });
  const { merchantCode, operation } = message;
  if (merchantCode !== user.merchantCode)
    return xml(merchantCode, { element: errorElement(4, "Security violation") });
  const injected = /^error:(\d+)$/u.exec(request.fault ?? "")?.[1];
  if (injected !== undefined)
    return xml(merchantCode, { element: errorElement(Number(injected), "Simulated fault") });
  const fault = faultInOrder(operation);
  if (fault !== undefined) return xml(merchantCode, { element: errorElement(2, fault) });
  return xml(merchantCode, perform(bank, settings, merchantCode, operation, request), request);
}

function perform(
  bank: Bank,
  { lagMilliseconds }: GatewaySettings,
  merchantCode: string,
  operation: XmlElement,
  request: SimulatedRequest,
): Answered {
  const order = find(operation, "order");
  if (operation.name === "modify") return { element: takeModification(bank, merchantCode, operation) };
  if (operation.name === "inquiry")
    return { element: answerInquiry(bank, merchantCode, operation, lagMilliseconds) };
  if (!order) return { element: errorElement(2, "No order") };
  if (!find(order, "info3DSecure")) return takeOrder(bank, merchantCode, order);
  const known = findOrder(bank.books, merchantCode, order.attributes.orderCode ?? "");
  if (request.fault === "cookie:rotate" && known?.challenge) {
    // The bank asks once more, from another machine.
    known.challenge.machine = `${known.challenge.machine}b`;
    return { element: challengeStatus(known), machine: known.challenge.machine };
  }
  return takeSecondMessage(bank, merchantCode, order, machinesOf(request));
}

/** The user that the login stands for; a merchant code has one. */
function userOf(merchants: readonly Merchant[], authorization = ""): Merchant | undefined {
  const login = Buffer.from(authorization.replace(/^Basic /u, ""), "base64").toString("utf8");
  return merchants.find(({ username, password }) => `${username}:${password}` === login);
}

function machinesOf(request: SimulatedRequest): string[] {
  return [...(request.header("cookie") ?? "").matchAll(/(?:^|;)\s*machine=([^;]*)/gu)].map(
    ([, value = ""]) => value,
  );
}

function xml(merchantCode: string, answered: Answered, request?: SimulatedRequest): Answer {
  const { element, machine, fate } = answered;
  const cookies = request && machine !== undefined ? cookiesFor(machine, request.fault) : [];
  return {
    status: 200,
    headers: {
      "content-type": "text/xml;charset=UTF-8",
      ...(cookies.length > 0 && { "set-cookie": cookies }),
    },
    body: replyDocument(merchantCode, element),
    ...(fate?.fault === "timeout" && { play: "timeout:after-commit" }),
    ...(fate?.fault === "resetAfterCommit" && { play: "reset:after-commit" }),
    ...(fate?.slow !== undefined && { afterMilliseconds: fate.slow }),
  };
}

function cookiesFor(machine: string, fault: string | undefined): string[] {
  if (fault === "cookie:drop") return [];
  const cookie = `machine=${machine};Secure;path=/`;
  return fault === "cookie:double" ? ["machine=0a0c0b10;Secure;path=/", cookie] : [cookie];
}

export function page(status: number, text: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html;charset=utf-8" },
    body: `<!doctype html><html lang="en"><head><title>${status}</title></head><body><p>${text}</p></body></html>\n`,
  };
}
