import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { BASE_URL, DATA_DIR, readData } from "./environment";

interface DemoAdmin {
  email: string;
  password: string;
  totp_secret: string;
}

/** How to sign in to the demonstration. */
export function demoAdmin(): DemoAdmin {
  return (JSON.parse(readData("demo.json")) as { admin: DemoAdmin }).admin;
}

const STEP_SECONDS = 30;

/** What the admin's authenticator app shows, a number of steps from now; the next step's is accepted too. */
export function appCode(later = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(demoAdmin().totp_secret) });
  return totp.generate({ timestamp: Date.now() + later * STEP_SECONDS * 1000 });
}

const KEPT = join(DATA_DIR, "staff-cookies.json");

/**
 * Gives a browser the demonstration admin's session. A code of the app counts once, so that all tests together sign
 * in once and keep the cookies; whoever finds the code spent takes the app's next one, or waits for it.
 */
export async function asAdmin(context: BrowserContext): Promise<void> {
  const kept = existsSync(KEPT) ? readFileSync(KEPT, "utf8") : "";
  const cookies = (await isSignedIn(kept)) ? kept : await signIn();
  writeFileSync(KEPT, cookies, { mode: 0o600 });
  const pairs = cookies.split("; ").map((cookie) => cookie.split(/=(.*)/su));
  await context.addCookies(
    pairs.map(([name = "", value = ""]) => ({ name, value, url: `${BASE_URL}/admin`, httpOnly: true })),
  );
}

async function isSignedIn(cookie: string): Promise<boolean> {
  if (cookie === "") return false;
  const answer = await fetch(`${BASE_URL}/admin`, { headers: { cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status === 200;
}

async function signIn(): Promise<string> {
  const { email, password } = demoAdmin();
  for (let attempt = 0; ; attempt += 1) {
    const half = cookiesOf(await send("/admin/sign-in", "", { email, password }));
    const whole = cookiesOf(await send("/admin/second-factor", half, { code: appCode(attempt % 2) }));
    if (await isSignedIn(whole)) return whole;
    if (attempt > 12) throw new Error("The demonstration's admin could not sign in.");
    await new Promise((resolve) => setTimeout(resolve, attempt % 2 === 0 ? 0 : 5000));
  }
}

async function send(path: string, cookie: string, form: Record<string, string>): Promise<Response> {
  return fetch(BASE_URL + path, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams(form),
    redirect: "manual",
  });
}

function cookiesOf(answer: Response): string {
  const set = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  return set.filter((cookie) => !cookie.endsWith("=")).join("; ");
}
