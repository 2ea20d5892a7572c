"use client";

import type { Language } from "@/messages";
import type * as Cards from "./test-cards";
import { useServed } from "./use-served";

/** The test cards as the card page has them: the browser's script does without. */
export function ServedTestCards({ language }: { language: Language }) {
  return <div {...useServed("test-cards", () => testCardsIn(language))} />;
}

function testCardsIn(language: Language) {
  if (typeof window !== "undefined") return {};
  const { TestCards } = require("./test-cards") as typeof Cards;
  return { children: <TestCards language={language} /> };
}
