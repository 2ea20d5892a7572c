"use client";

import type * as Content from "./footer-content";
import { useServed } from "./use-served";

/** Below every page; the browser's script does without what is in it. */
export function PageFooter(facts: Content.FooterFacts) {
  return <footer className="app-footer" {...useServed("page-footer", () => contentOf(facts))} />;
}

function contentOf(facts: Content.FooterFacts) {
  if (typeof window !== "undefined") return {};
  const { FooterContent } = require("./footer-content") as typeof Content;
  return { children: <FooterContent {...facts} /> };
}
