import { TooMany } from "@/components/too-many";
import { CARD_TESTING } from "@/contract/limits";
import { isId } from "@/domain/new-id";
import { addressOf } from "../journey";
import { referenceToQuote } from "../reference-to-quote";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Refused for now. The address tells the wait and the payment, which the gate guards as ever. */
export default async function TooManyPage({ searchParams }: Props) {
  const { minutes, payment } = await searchParams;
  const wait = Math.min(Number(minutes), CARD_TESTING.longestDelayMinutes);
  const isKnown = wait >= 1 && Number.isInteger(wait) && typeof payment === "string" && isId(payment);
  return (
    <TooMany
      wait={isKnown ? { minutes: wait, paymentPage: addressOf(payment, "card-details") } : undefined}
      reference={await referenceToQuote()}
    />
  );
}
