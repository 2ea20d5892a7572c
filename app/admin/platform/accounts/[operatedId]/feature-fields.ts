import type { AccountFeatures } from "@/domain/accounts/change-account";

/** What is on or off, by its checkbox. */
export const SWITCHES = {
  motoEnabled: "Telephone orders (MOTO)",
  motoApiEnabled: "Telephone orders by the API (moto_api)",
  recurringEnabled: "Agreements and recurring payments",
  recurringTurnedOff: "Recurring payments turned off by the platform for now",
  creationTurnedOff: "New payments and refunds turned off by the platform for now",
} as const satisfies Partial<Record<keyof AccountFeatures, string>>;

/** Whole numbers that have to be there. */
export const AMOUNTS = {
  surchargeCreditPence: "Surcharge on companies’ credit cards, in pence",
  surchargeDebitPence: "Surcharge on companies’ debit cards, in pence",
  surchargePrepaidDebitPence: "Surcharge on companies’ prepaid debit cards, in pence",
  feeBasisPoints: "Fee in hundredths of a percent",
  feeFixedPence: "Fixed fee, in pence",
} as const satisfies Partial<Record<keyof AccountFeatures, string>>;

/** Whole numbers in place of the platform's own. */
export const RATES = {
  createPerSecond: "New payments a second",
  capturePerSecond: "Captures a second",
  otherPostPerSecond: "Other posts a second",
  getPerSecond: "Reads a second",
} as const satisfies Partial<Record<keyof AccountFeatures, string>>;

const MOST = 1_000_000;

/** Reads the form: what was typed, and the features or what is wrong with them. */
export function readFeatures(field: (name: string) => string) {
  const names = [...Object.keys(SWITCHES), ...Object.keys(AMOUNTS), ...Object.keys(RATES)];
  const values = Object.fromEntries(names.map((name) => [name, field(name)]));
  const isWhole = (text: string) => /^\d{1,7}$/u.test(text) && Number(text) <= MOST;
  const problems = [
    ...Object.keys(AMOUNTS).filter((name) => !isWhole(values[name] ?? "")),
    ...Object.keys(RATES).filter((name) => values[name] !== "" && !isWhole(values[name] ?? "")),
  ].map((name) => ({ field: name, text: "Enter a whole number that is not below 0." }));
  const features = Object.fromEntries(
    names.map((name) => {
      const text = values[name] ?? "";
      if (Object.hasOwn(SWITCHES, name)) return [name, text === "on"];
      return [name, text === "" ? null : Number(text)];
    }),
  ) as unknown as AccountFeatures;
  return { values, problems, features };
}
