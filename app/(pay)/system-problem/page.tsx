import { BothLanguages } from "@/components/both-languages";
import { Fault } from "@/components/fault";
import { FAULT_WORDS } from "@/messages/faults";
import { referenceToQuote } from "../reference-to-quote";

export default async function SystemProblemPage() {
  const reference = await referenceToQuote();
  return (
    <BothLanguages
      say={(language) => ({
        title: FAULT_WORDS[language].title,
        children: <Fault language={language} reference={reference} />,
      })}
    />
  );
}
