import { NoEntry } from "@/components/both-languages";
import "@/components/style/index.scss";
import { referenceToQuote } from "./(pay)/reference-to-quote";

export default async function GlobalNotFound() {
  return <NoEntry page="notFound" reference={await referenceToQuote()} />;
}
