import { NoEntry } from "@/components/both-languages";
import { referenceToQuote } from "../reference-to-quote";

export default async function LinkProblemPage() {
  return <NoEntry page="linkProblem" reference={await referenceToQuote()} />;
}
