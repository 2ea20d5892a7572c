import { CreatePayment } from "@/contract/payment";
import { createDemoPayment } from "@/domain/payments/create-demo-payment";
import { isRefused } from "@/domain/refused";
import type { Problem } from "../../../../../flash";
import { readPounds } from "../../../../../read-answers";
import { addressOf } from "../../../../../routes";
import { again, done, staffAction } from "../../../../../staff-action";

export const POST = staffAction("createDemoPayment", async ({ caller, params, field, now }) => {
  const here = addressOf("testTools", params);
  const values = Object.fromEntries(
    ["amount", "reference", "description", "language", "delayed_capture"].map((name) => [name, field(name)]),
  );
  const amount = readPounds(values.amount ?? "");
  const problems: Problem[] = [];
  if (amount === undefined)
    problems.push({ field: "amount", text: "Enter an amount in pounds and pence, like 14.50." });
  const wish = {
    amount: amount ?? 0,
    reference: values.reference ?? "",
    description: values.description ?? "",
    language: values.language === "cy" ? ("cy" as const) : ("en" as const),
    delayed_capture: values.delayed_capture === "on",
  };
  // The rules are the API's own; of them these two can be broken here.
  const read = CreatePayment.safeParse({ ...wish, return_url: "https://example.org" });
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path: [name] }) => name));
  for (const name of ["reference", "description"])
    if (wrong.has(name)) problems.push({ field: name, text: "Enter 1 to 255 characters, and no address." });
  if (problems.length > 0) return again(here, problems, values);
  const outcome = await createDemoPayment(caller, wish, here, now);
  if (isRefused(outcome)) {
    const text = REFUSALS[outcome.refused] ?? "This account cannot take such a payment.";
    return again(here, [{ field: "amount", text }], values);
  }
  return done(here, undefined, { flash: { shownOnce: [outcome.nextUrl] } });
});

const REFUSALS: Readonly<Record<string, string>> = {
  providerNotReady: "The account has no payment provider yet that it could take payments with.",
  creationTurnedOff: "The platform has turned off new payments for this account.",
  amountTooSmall: "Enter a larger amount.",
  amountTooLarge: "Enter a smaller amount.",
};
