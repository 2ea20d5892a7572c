import { headers } from "next/headers";

/** What the payer can quote, by which staff find the request in the logs. */
export async function referenceToQuote(): Promise<string | null> {
  return (await headers()).get("x-request-id");
}
