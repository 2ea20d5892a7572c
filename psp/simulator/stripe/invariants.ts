import { idOf, type Books } from "./books";

/** What must hold of money whatever goes wrong: each broken law in a sentence. */
export function brokenLaws(everybody: readonly Books[]): string[] {
  return everybody.flatMap((books) => [
    ...overcaptured(books),
    ...overrefunded(books),
    ...authorisedTwice(books),
  ]);
}

function overcaptured({ intents, charges }: Books): string[] {
  return [...intents.values()].flatMap((intent) => {
    const own = [...charges.values()].filter((charge) => idOf(charge.payment_intent) === intent.id);
    const captured = own.reduce((sum, charge) => sum + charge.amount_captured, 0);
    return captured > intent.amount
      ? [`${intent.id}: ${captured} captured of ${intent.amount} authorised`]
      : [];
  });
}

function overrefunded({ charges, refunds }: Books): string[] {
  return [...charges.values()].flatMap((charge) => {
    const own = [...refunds.values()].filter(
      (refund) => idOf(refund.charge) === charge.id && refund.status !== "failed",
    );
    const refunded = own.reduce((sum, refund) => sum + refund.amount, 0);
    return refunded > charge.amount_captured
      ? [`${charge.id}: ${refunded} refunded of ${charge.amount_captured} captured`]
      : [];
  });
}

function authorisedTwice({ intents }: Books): string[] {
  const held = [...intents.values()].filter(
    ({ status }) => status === "requires_capture" || status === "succeeded",
  );
  const payments = held.flatMap(({ metadata }) => metadata["payment_id"] ?? []);
  const twice = new Set(payments.filter((payment, index) => payments.indexOf(payment) !== index));
  return [...twice].map((payment) => `payment ${payment}: authorised more than once`);
}
