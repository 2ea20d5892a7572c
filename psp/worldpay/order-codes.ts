import type { AuthoriseCommand } from "../port";
import type { Merchant, WorldpayCredentials } from "./credentials";

/** What a merchant code is for; its letter stands in the order code, so that an order tells where it was made. */
const LETTERS = { oneOff: "o", customerInitiated: "c", merchantInitiated: "m", telephone: "t" } as const;
export type Purpose = keyof typeof LETTERS;
type Attempt = 1 | 2;

export interface Order {
  readonly paymentId: string;
  readonly purpose: Purpose;
  readonly attempt: Attempt;
}

const ORDER_CODE = /^([0-9a-z]{1,40})-([ocmt])([12])$/u;

/**
 * The code that an order goes by at Worldpay: worked out from the payment, so that it can be asked about when every
 * answer was lost. The second attempt follows a refusal for want of 3D Secure. Under 50 characters: 3DS Flex
 * cuts longer ones.
 */
export function orderCodeOf({ paymentId, purpose, attempt }: Order): string {
  return `${paymentId}-${LETTERS[purpose]}${attempt}`;
}

/** The order that a code stands for; undefined for a code that is not of our making. */
export function orderOf(orderCode: string): Order | undefined {
  const [, paymentId, letter, attempt] = ORDER_CODE.exec(orderCode) ?? [];
  const purpose = PURPOSES.find((candidate) => LETTERS[candidate] === letter);
  if (paymentId === undefined || purpose === undefined) return undefined;
  return { paymentId, purpose, attempt: attempt === "2" ? 2 : 1 };
}

const PURPOSES = Object.keys(LETTERS) as Purpose[];

export function purposeOf(
  { saveFor, moto }: Pick<AuthoriseCommand, "saveFor" | "moto">,
  { motoMerchant }: WorldpayCredentials,
): Purpose {
  if (saveFor) return "customerInitiated";
  return moto && motoMerchant ? "telephone" : "oneOff";
}

export function merchantFor(purpose: Purpose, credentials: WorldpayCredentials): Merchant {
  switch (purpose) {
    case "oneOff":
      return credentials.oneOff;
    case "customerInitiated":
      return credentials.recurringCustomerInitiated;
    case "merchantInitiated":
      return credentials.recurringMerchantInitiated;
    case "telephone":
      return credentials.motoMerchant ?? credentials.oneOff;
  }
}

/** Every order that a payment may have made: which of them it did is not known when its answers were lost. */
export function possibleOrders(paymentId: string, { motoMerchant, settings }: WorldpayCredentials): Order[] {
  const purposes = PURPOSES.filter((purpose) => purpose !== "telephone" || motoMerchant !== undefined);
  return purposes.flatMap((purpose) => {
    const triedAgain = settings.exemptionEngine && (purpose === "oneOff" || purpose === "customerInitiated");
    const attempts: Attempt[] = triedAgain ? [1, 2] : [1];
    return attempts.map((attempt) => ({ paymentId, purpose, attempt }));
  });
}
