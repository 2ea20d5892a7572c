import { createHmac, randomUUID } from "node:crypto";
import { LIMITS } from "@/contract/limits";
import type { Challenge, PspContext } from "../port";
import { credentialsOf, type WorldpayCredentials } from "./credentials";
import { endpointsOf } from "./endpoints";
import type { ChallengeReply } from "./read-reply";

type Flex = WorldpayCredentials["threeDsFlex"];

/**
 * The device check of 3DS Flex: a form for a hidden frame. The page fills `Bin` with the card's first digits, and
 * the frame's message then tells the session that goes with the card as its device data.
 */
export function deviceCheck(context: PspContext): { url: string; fields: { Bin: string; JWT: string } } {
  const credentials = credentialsOf(context);
  const { deviceCheck: url } = endpointsOf(credentials, context.live);
  return { url, fields: { Bin: "", JWT: deviceCheckToken(credentials.threeDsFlex, context.now) } };
}

/** Valid as long as a payment is. Claims beyond these are refused. */
export function deviceCheckToken(flex: Flex, now: Date): string {
  const issuedAt = seconds(now);
  return sign(flex, issuedAt, { exp: issuedAt + LIMITS.paymentLifetimeMinutes * 60 });
}

/** The bank's page, reached through 3DS Flex by a form that the payer's browser posts. */
export function challengeOf(context: PspContext, reply: ChallengeReply, returnUrl: string): Challenge {
  const credentials = credentialsOf(context);
  const token = sign(credentials.threeDsFlex, seconds(context.now), {
    ReturnUrl: returnUrl,
    ObjectifyPayload: true,
    Payload: { ACSUrl: reply.acsUrl, Payload: reply.payload, TransactionId: reply.transactionId },
  });
  return { via: "post", url: endpointsOf(credentials, context.live).challenge, fields: { JWT: token } };
}

function sign(flex: Flex, issuedAt: number, claims: Record<string, unknown>): string {
  const payload = {
    jti: randomUUID(),
    iat: issuedAt,
    iss: flex.issuer,
    OrgUnitId: flex.orgUnitId,
    ...claims,
  };
  const signed = `${encode({ typ: "JWT", alg: "HS256" })}.${encode(payload)}`;
  return `${signed}.${createHmac("sha256", flex.jwtMacKey).update(signed).digest("base64url")}`;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
}

function seconds(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
