import { createHmac, timingSafeEqual } from "node:crypto";
import { parseUrl } from "@/contract/parse-url";
import type { WorldpayCredentials } from "../../worldpay/credentials";

type Flex = WorldpayCredentials["threeDsFlex"];

const DEVICE_CHECK = ["OrgUnitId", "exp", "iat", "iss", "jti"];
const CHALLENGE = ["ObjectifyPayload", "OrgUnitId", "Payload", "ReturnUrl", "iat", "iss", "jti"];

export interface ChallengeClaims {
  readonly returnUrl: string;
  readonly acsUrl: string;
  readonly payload: string;
  readonly transactionId: string;
}

/** Whether a device check's token is this account's, with its claims and no others. */
export function isDeviceCheckToken(token: string, accounts: readonly Flex[]): boolean {
  return claimsOf(token, accounts, DEVICE_CHECK) !== undefined;
}

export function readChallengeToken(token: string, accounts: readonly Flex[]): ChallengeClaims | undefined {
  const claims = claimsOf(token, accounts, CHALLENGE);
  const { ReturnUrl: returnUrl, ObjectifyPayload, Payload } = claims ?? {};
  if (typeof returnUrl !== "string" || !/^https?:$/u.test(protocolOf(returnUrl)) || ObjectifyPayload !== true)
    return undefined;
  const {
    ACSUrl: acsUrl,
    Payload: payload,
    TransactionId: transactionId,
  } = (Payload ?? {}) as Record<string, unknown>;
  if (typeof acsUrl !== "string" || typeof payload !== "string" || typeof transactionId !== "string")
    return undefined;
  return { returnUrl, acsUrl, payload, transactionId };
}

function protocolOf(url: string): string {
  return parseUrl(url)?.protocol ?? "";
}

/** The claims of a token that one of the accounts has signed. */
function claimsOf(
  token: string,
  accounts: readonly Flex[],
  names: readonly string[],
): Record<string, unknown> | undefined {
  const [header = "", payload = "", signature = "", rest] = token.split(".");
  if (rest !== undefined) return undefined;
  const { typ, alg } = decode(header);
  const claims = decode(payload);
  const account = accounts.find(
    ({ issuer, orgUnitId }) => issuer === claims.iss && orgUnitId === claims.OrgUnitId,
  );
  if (typ !== "JWT" || alg !== "HS256" || !account) return undefined;
  const expected = createHmac("sha256", account.jwtMacKey).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const isExact = JSON.stringify(Object.keys(claims).sort()) === JSON.stringify(names);
  return isExact ? claims : undefined;
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
