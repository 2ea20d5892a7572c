/** What a test card's bank does. Absent means as an ordinary card would. */
export interface CardFate {
  /** Says no, with Stripe's code and the bank's reason. */
  decline?: { code: string; decline_code?: string; advice_code?: string; blocked?: true };
  /** While the payer is present; `impassable` fails whatever the payer answers. */
  threeDs?: "challenge" | "impassable" | "frictionless" | "broken";
  /** Later payments with nobody present. */
  later?: { code: string; decline_code: string };
  dispute?: { reason: string; ends: "won" | "lost"; inquiry?: true };
  refund?: "pending" | "fails";
  availableAtOnce?: true;
  slow?: true;
}

export interface CardKind {
  brand: string;
  country: string;
  funding: "credit" | "debit" | "prepaid" | "unknown";
  fate: CardFate;
}

const card = (
  brand: string,
  funding: CardKind["funding"],
  fate: CardFate = {},
  country = "GB",
): CardKind => ({
  brand,
  country,
  funding,
  fate,
});
const visa = (fate: CardFate, country = "GB") => card("visa", "credit", fate, country);
const declined = (decline_code: string, code = "card_declined"): CardFate => ({
  decline: { code, decline_code },
});

/**
 * Stripe's own test cards with Stripe's own results, then the sandbox's that Stripe has no result of its own for. A
 * number in neither is a real card's: test keys do not take it.
 */
const CARDS: Readonly<Record<string, CardKind>> = {
  "4242424242424242": visa({}),
  "4000056655665556": card("visa", "debit"),
  "5555555555554444": card("mastercard", "credit"),
  "5105105105105100": card("mastercard", "prepaid"),
  "5200828282828210": card("mastercard", "debit"),
  "371449635398431": card("amex", "credit"),
  "378282246310005": card("amex", "credit"),
  "4000008260000000": visa({}),
  "4000058260000005": card("visa", "debit"),
  "4000002500000003": visa({}, "FR"),
  "3566002020360505": card("jcb", "credit", {}, "JP"),
  "6011000990139424": card("discover", "credit", {}, "US"),
  "36148900647913": card("diners", "credit"),
  "4111111111111111": visa({}),

  "4000002500003155": visa({ threeDs: "challenge" }),
  "4000002760003184": visa({
    threeDs: "challenge",
    later: { code: "authentication_required", decline_code: "authentication_required" },
  }),
  "4000000000003220": visa({ threeDs: "challenge" }),
  "4000000000003055": visa({ threeDs: "frictionless" }),
  "4000008400001629": visa({ threeDs: "challenge", ...declined("generic_decline") }),
  "4000008400001280": visa({ threeDs: "broken" }),
  "4000008260003178": visa({ threeDs: "challenge", ...declined("insufficient_funds") }),

  "4000000000000002": visa(declined("generic_decline")),
  "4000000000009995": visa(declined("insufficient_funds")),
  "4000000000009987": visa(declined("lost_card")),
  "4000000000009979": visa(declined("stolen_card")),
  "4000000000000069": visa(declined("expired_card", "expired_card")),
  "4000000000000127": visa(declined("incorrect_cvc", "incorrect_cvc")),
  "4000000000000119": visa(declined("processing_error", "processing_error")),
  "4100000000000019": visa({ decline: { code: "card_declined", decline_code: "fraudulent", blocked: true } }),
  "4000000000000341": visa({ later: { code: "card_declined", decline_code: "insufficient_funds" } }),

  "4000000000000259": visa({ dispute: { reason: "fraudulent", ends: "lost" } }),
  "4000000000002685": visa({ dispute: { reason: "product_not_received", ends: "won" } }),
  "4000000000001976": visa({ dispute: { reason: "fraudulent", ends: "lost", inquiry: true } }),
  "4000000000007726": visa({ refund: "pending" }),
  "4000000000005126": visa({ refund: "fails" }),
  "4000000000000077": visa({ availableAtOnce: true }),

  "4444333322221111": visa({}),
  "4917610000000000003": card("visa", "debit"),
  "4000000000000010": card("visa", "unknown"),
  "4988080000000000": card("visa", "debit"),
  "4000160000000004": card("visa", "prepaid"),
  "4131840000000003": card("visa", "prepaid"),
  "6759649826438453": card("mastercard", "debit"),
  "4000000000006975": visa({ slow: true }),
};

const REAL_CARD = visa(declined("test_mode_live_card"));

export function kindOf(number: string): CardKind {
  return CARDS[number] ?? REAL_CARD;
}

export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/u.test(number)) return false;
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
