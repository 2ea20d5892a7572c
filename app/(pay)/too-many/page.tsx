import { TooMany } from "@/components/too-many";
import { addressOf } from "../journey";
import { referenceToQuote } from "../reference-to-quote";
import { readWait } from "./wait";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Refused for now. The address tells the wait and the payment, which the gate guards as ever. */
export default async function TooManyPage({ searchParams }: Props) {
  const wait = readWait(await searchParams);
  return (
    <TooMany
      wait={wait && { minutes: wait.minutes, paymentPage: addressOf(wait.paymentId, "card-details") }}
      reference={await referenceToQuote()}
    />
  );
}
