import type { Language } from "@/messages";

export interface HelpProps {
  searchParams: Promise<{ lang?: string | string[] }>;
}

/** The language in a help page's address; English unless it says Welsh. */
export async function languageAsked({ searchParams }: HelpProps): Promise<Language> {
  return (await searchParams).lang === "cy" ? "cy" : "en";
}
