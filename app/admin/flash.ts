import { isSecure } from "@/domain/public-url";
import { seal, unseal } from "@/domain/sealed";

export const FLASH_COOKIE = "exchequer_staff_flash";

const LIFETIME_SECONDS = 600;
/** Browsers keep no more than 4096 characters of a cookie. */
const LONGEST = 3800;

/** What an action leaves to be said by the page that it sends on to: once, and by no other page. */
export interface Flash {
  /** What was done, in a sentence. */
  readonly done?: string;
  /** What is wrong with the form, by field, in page order. */
  readonly problems?: readonly Problem[];
  /** What was typed, to be typed no second time. Never a password or a code. */
  readonly values?: Readonly<Record<string, string>>;
  /** What is shown this once and is not stored: an API key, recovery codes, a link. */
  readonly shownOnce?: readonly string[];
}

export interface Problem {
  /** The id of the input that it is about. */
  readonly field: string;
  readonly text: string;
}

/** A Set-Cookie value that keeps a flash for the page at `path`, encrypted. */
export function keepFlash(path: string, flash: Flash, now: Date): string {
  const until = now.getTime() + LIFETIME_SECONDS * 1000;
  const sealed = seal({ flash, for: path, until });
  // Rather nothing kept of what was typed than a cookie that browsers drop as a whole.
  const value =
    sealed.length > LONGEST ? seal({ flash: { ...flash, values: {} }, for: path, until }) : sealed;
  return `${FLASH_COOKIE}=${value}; ${attributes(LIFETIME_SECONDS)}`;
}

/** A Set-Cookie value that forgets it. */
export function forgetFlash(): string {
  return `${FLASH_COOKIE}=; ${attributes(0)}`;
}

/** What there is to say at `path`; nothing for a cookie that is altered, out of date or another page's. */
export function readFlash(cookie: string | undefined, path: string, now: Date): Flash {
  if (!cookie) return {};
  try {
    const kept = unseal(cookie) as { flash: Flash; for: string; until: number };
    return kept.for === path && kept.until > now.getTime() ? kept.flash : {};
  } catch {
    return {};
  }
}

export function isFlashFor(cookie: string, path: string, now: Date): boolean {
  return Object.keys(readFlash(cookie, path, now)).length > 0;
}

/** What a page finds wrong itself, and what the action before has found: each said once. */
export function allProblems(...from: readonly { readonly problems?: readonly Problem[] }[]): Problem[] {
  const problems = from.flatMap(({ problems: some = [] }) => some);
  return [...new Map(problems.map((problem) => [`${problem.field} ${problem.text}`, problem])).values()];
}

function attributes(seconds: number): string {
  const secure = isSecure() ? "; Secure" : "";
  return `Path=/admin; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
