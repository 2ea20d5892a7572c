import { CARD_BRAND_NAMES, CARD_BRANDS } from "@/contract/card";
import { COUNTRY_CODES } from "@/contract/countries";
import type { AccountSettings } from "@/domain/accounts/change-account";
import type { Account } from "@/domain/caller";
import { asPounds } from "@/components/admin/format";
import { readPounds } from "../../../read-answers";

type Switch = keyof AccountSettings & `${"accepts" | "collects" | "emails" | "moto"}${string}`;

/** What is on or off, by its checkbox, under what it belongs to. */
export const SWITCHES: readonly { legend: string; options: readonly { name: Switch; label: string }[] }[] = [
  {
    legend: "Kinds of card",
    options: [
      { name: "acceptsCredit", label: "Credit cards" },
      { name: "acceptsDebit", label: "Debit cards" },
      { name: "acceptsPrepaid", label: "Prepaid cards" },
    ],
  },
  {
    legend: "What payers are asked for",
    options: [
      { name: "collectsBillingAddress", label: "Billing address" },
      { name: "collectsEmail", label: "Email address" },
    ],
  },
  {
    legend: "Emails to payers",
    options: [
      { name: "emailsConfirmation", label: "When they have paid" },
      { name: "emailsRefund", label: "When they are refunded" },
    ],
  },
  {
    legend: "Telephone orders",
    options: [
      { name: "motoMasksNumber", label: "Hide the card’s number while staff type it" },
      { name: "motoMasksSecurityCode", label: "Hide the security code while staff type it" },
    ],
  },
];

export const BRANDS = CARD_BRANDS.map((brand) => ({
  name: `brand_${brand}`,
  label: CARD_BRAND_NAMES[brand],
}));

export const DEFENCES = [
  { value: "", name: "As the platform has it: on for live accounts" },
  { value: "on", name: "On" },
  { value: "off", name: "Off" },
];

/** An account's settings as the form has them. */
export function fieldsOf(account: Account): Record<string, string> {
  const on = (value: boolean) => (value ? "on" : "");
  const { stepUpRefundPence, defendsAgainstCardTesting: defends } = account;
  return {
    ...Object.fromEntries(
      SWITCHES.flatMap(({ options }) => options.map(({ name }) => [name, on(account[name])])),
    ),
    ...Object.fromEntries(
      CARD_BRANDS.map((brand) => [`brand_${brand}`, on(account.acceptedBrands.includes(brand))]),
    ),
    defaultCountry: account.defaultCountry,
    cardDigits: account.cardDigits,
    defence: defends === null ? "" : defends ? "on" : "off",
    stepUpRefund: stepUpRefundPence === null ? "" : asPounds(stepUpRefundPence),
  };
}

/** Reads the form: what was typed, and the settings or what is wrong with them. */
export function readSettings(account: Account, field: (name: string) => string) {
  const values = Object.fromEntries(Object.keys(fieldsOf(account)).map((name) => [name, field(name)]));
  const problems: { field: string; text: string }[] = [];
  const acceptedBrands = CARD_BRANDS.filter((brand) => values[`brand_${brand}`] === "on");
  if (acceptedBrands.length === 0)
    problems.push({ field: "brands", text: "Choose at least one brand of card." });
  if (values.acceptsCredit !== "on" && values.acceptsDebit !== "on")
    problems.push({ field: "acceptsCredit", text: "Choose credit cards, debit cards or both." });
  const country = values.defaultCountry ?? "";
  if (!COUNTRY_CODES.includes(country)) problems.push({ field: "defaultCountry", text: "Choose a country." });
  const limit = values.stepUpRefund === "" ? null : readPounds(values.stepUpRefund ?? "");
  if (limit === undefined)
    problems.push({ field: "stepUpRefund", text: "Enter an amount in pounds and pence, like 100.00." });
  const switches = Object.fromEntries(
    SWITCHES.flatMap(({ options }) => options.map(({ name }) => [name, values[name] === "on"])),
  ) as Record<Switch, boolean>;
  const settings: AccountSettings = {
    ...switches,
    acceptedBrands,
    defaultCountry: country,
    cardDigits: values.cardDigits === "text" ? "text" : "number",
    defendsAgainstCardTesting: values.defence === "" ? null : values.defence === "on",
    stepUpRefundPence: limit ?? null,
  };
  return { values, problems, settings };
}
