import type { CardKind } from "./cards";

const EEA = new Set(["FR", "DE", "ES", "IE", "IT", "NL"]);

/** What Stripe keeps of a captured payment, much like its prices in the United Kingdom. Pence. */
export function feeOf(amount: number, { country, brand }: CardKind): number {
  return Math.round((amount * basisPoints(country, brand)) / 10_000) + 20;
}

function basisPoints(country: string, brand: string): number {
  if (country === "GB") return brand === "amex" ? 190 : 150;
  return EEA.has(country) ? 250 : 325;
}

/** What a dispute costs whoever is disputed. Pence. */
export const DISPUTE_FEE_PENCE = 1500;
