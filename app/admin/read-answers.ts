import { z } from "zod";
import { LIMITS } from "@/contract/limits";

const REASON_CHARACTERS = 255;

/** An amount as people type it: £14.50, 14.5, 1,450. @returns pence, or undefined for anything else. */
export function readPounds(text: string): number | undefined {
  const plain = text.replace(/^£\s*/u, "").replaceAll(/(\d),(?=\d{3}(?:\D|$))/gu, "$1");
  const [, pounds, pence = ""] = /^(\d{1,7})(?:\.(\d{1,2}))?$/u.exec(plain) ?? [];
  return pounds === undefined ? undefined : Number(pounds) * 100 + Number(pence.padEnd(2, "0"));
}

/** What is wrong with a reason, or nothing. */
export function whyNotReason(reason: string): string | undefined {
  if (reason === "") return "Enter a reason.";
  return reason.length > REASON_CHARACTERS
    ? `Enter a reason with ${REASON_CHARACTERS} characters or fewer.`
    : undefined;
}

/** What is wrong with an email address, or nothing. */
export function whyNotEmail(email: string): string | undefined {
  return z.email().max(LIMITS.emailCharacters).safeParse(email).success
    ? undefined
    : "Enter an email address in the correct format, like name@example.com.";
}
