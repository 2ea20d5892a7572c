import { NoEntry } from "@/components/both-languages";
import { referenceToQuote } from "../reference-to-quote";

export default async function SessionProblemPage() {
  return <NoEntry page="sessionProblem" reference={await referenceToQuote()} />;
}
