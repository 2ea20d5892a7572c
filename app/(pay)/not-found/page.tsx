import { NoEntry } from "@/components/both-languages";
import { referenceToQuote } from "../reference-to-quote";

export default async function NotFoundPage() {
  return <NoEntry page="notFound" reference={await referenceToQuote()} />;
}
