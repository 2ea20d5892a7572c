import { lengthOf } from "@/contract/text";
import { COMMON_PASSWORDS } from "./common-passwords";

export const PASSWORD_CHARACTERS = { least: 12, most: 128 } as const;

export type PasswordFault = "tooShort" | "tooLong" | "tooCommon" | "aboutYou";

/**
 * What is wrong with a new password: too short, known to everybody who guesses, or made of the person's own name or
 * address. Nothing is asked of its characters, which would only make it harder to remember.
 */
export function whyNotPassword(password: string, about: readonly string[]): PasswordFault | undefined {
  const characters = lengthOf(password);
  if (characters < PASSWORD_CHARACTERS.least) return "tooShort";
  if (characters > PASSWORD_CHARACTERS.most) return "tooLong";
  if (COMMON.has(plainOf(password)) || isPattern(password)) return "tooCommon";
  const parts = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length > 3);
  const rest = parts.reduce((text, part) => text.replaceAll(part, ""), password.toLowerCase());
  return rest.length < PASSWORD_CHARACTERS.least / 2 ? "aboutYou" : undefined;
}

const LOOK_ALIKE: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "@": "a",
  $: "s",
  "!": "i",
};

const COMMON = new Set(COMMON_PASSWORDS.map(plainOf));

/** Lower case, with the usual disguises of letters taken off and what is put at the end left out. */
function plainOf(password: string): string {
  const text = password
    .toLowerCase()
    .replaceAll(/\s/gu, "")
    .replace(/[\d!?.$]{1,4}$/u, "");
  return text.replaceAll(/[01345@$!]/gu, (character) => LOOK_ALIKE[character] ?? character);
}

const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "012345678901234567890123456789",
  "1234567890qwertyuiopasdfghjklzxcvbnm",
  "qwertyuiop[]asdfghjkl;'zxcvbnm,./",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.",
];

/** One short piece over and over, or a row of the alphabet, the digits or the keyboard. */
function isPattern(password: string): boolean {
  const text = password.toLowerCase();
  if (/^(.{1,4}?)\1*$/u.test(text)) return true;
  return ROWS.some((row) => row.includes(text) || backwards(row).includes(text));
}

function backwards(row: string): string {
  return row.split("").reverse().join("");
}
