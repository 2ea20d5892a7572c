import { expect, test } from "vitest";
import { PAYMENT_STEPS } from "@/contract/states";
import { OTHER_ENDS, UNFINISHED } from "./state-figure";

/** Steps that the picture has arrows of their own for. */
const DRAWN = [
  "created → started",
  "started → submitted",
  "submitted → capturable",
  "capturable → success",
  "submitted → success",
  "success → error",
];
/** Without a payer there is nobody to start a payment. */
const WITHOUT_PAYER = ["created → submitted"];

test("the picture of a payment's statuses shows every step there is, and no other", () => {
  const shown = UNFINISHED.flatMap((from) => OTHER_ENDS.map((to) => `${from} → ${to}`)).concat(DRAWN);
  const steps = PAYMENT_STEPS.filter(({ from }) => from !== null).map(({ from, to }) => `${from} → ${to}`);
  expect(new Set([...shown, ...WITHOUT_PAYER])).toEqual(new Set(steps));
});
