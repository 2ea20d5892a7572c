import { NoEntry } from "@/components/both-languages";
import { referenceToQuote } from "../reference-to-quote";

export default async function TooManyPage() {
  return <NoEntry page="tooMany" reference={await referenceToQuote()} />;
}
