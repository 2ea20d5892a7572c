import { isId } from "../new-id";
import { base32, macOf, sameSecret } from "../secrets";

const MAC_CHARACTERS = 26;

export type TokenPurpose = "next url" | "one-time token";

/** What a token is derived from: it changes with each use, because a use counts the generation up (D10). */
interface TokenSource {
  readonly id: string;
  readonly tokenGeneration: number;
}

/**
 * The token that opens a payment once: its id and 130 bits that only we can compute. Nothing is stored for it,
 * so reading a payment writes nothing.
 */
export function paymentToken(purpose: TokenPurpose, payment: TokenSource): string {
  return payment.id + base32(macOf(purpose, `${payment.id}|${payment.tokenGeneration}`), MAC_CHARACTERS);
}

/** The id of the payment that a token claims to open; whether it does is for isCurrentToken to say. */
export function paymentIdOfToken(token: string): string | undefined {
  const id = token.slice(0, 26);
  return token.length === 26 + MAC_CHARACTERS && isId(id) ? id : undefined;
}

/** Whether a token is the payment's present one: neither forged nor used before. */
export function isCurrentToken(purpose: TokenPurpose, token: string, payment: TokenSource): boolean {
  return sameSecret(token, paymentToken(purpose, payment));
}
