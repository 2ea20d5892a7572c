import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { createReadyStaff } from "@/domain/staff/create-ready-staff";
import { asTyped } from "@/domain/staff/find-app-to-set-up";
import type { Role } from "@/domain/staff/permissions";
import { unseal } from "@/domain/sealed";
import { BASE_URL, DATA_DIR, readData } from "./environment";
import { beInside } from "./be-inside";
import { withDatabase } from "./ledger";

/** What somebody needs to sign in. */
export interface Person {
  email: string;
  password: string;
  totp_secret: string;
}

/** How to sign in to the demonstration. */
export function demoAdmin(): Person {
  return (JSON.parse(readData("demo.json")) as { admin: Person }).admin;
}

const STEP_SECONDS = 30;

/** What somebody's authenticator app shows, a number of steps from now; the next step's is accepted too. */
export function appCode(
  later = 0,
  { totp_secret: secret }: Pick<Person, "totp_secret"> = demoAdmin(),
): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + later * STEP_SECONDS * 1000 });
}

const KEPT = join(DATA_DIR, "staff-cookies.json");

/**
 * Gives a browser the demonstration admin's session. A code of the app counts once, so that all tests together sign
 * in once and keep the cookies; whoever finds the code spent takes the app's next one, or waits for it.
 */
export async function asAdmin(context: BrowserContext): Promise<void> {
  const kept = existsSync(KEPT) ? readFileSync(KEPT, "utf8") : "";
  const cookies = (await isSignedIn(kept)) ? kept : await signIn(demoAdmin());
  writeFileSync(KEPT, cookies, { mode: 0o600 });
  await giveCookies(context, cookies);
}

/** Somebody new on the team of the demonstration's first service, or an operator, both factors set up. */
export async function newPerson(of: Role | "operator"): Promise<Person> {
  beInside();
  const secret = randomBytes(10).toString("hex");
  const person = {
    email: `${randomUUID()}@staff.example`,
    password: `lantern ${randomUUID()}`,
    totp_secret: asTyped(secret),
  };
  const ready = { ...person, name: "Robin", secret, operator: of === "operator" };
  const id = await createReadyStaff(ready, new Date());
  if (of === "operator") return person;
  await withDatabase(
    (sql) => sql`
      insert into memberships (service_id, staff_id, role, added_at)
      select m.service_id, ${id}, ${of}, now() from memberships m
      join staff s on s.id = m.staff_id join services v on v.id = m.service_id
      where s.email = ${demoAdmin().email} and v.name_en = 'Pay for a parking permit'`,
  );
  return person;
}

/** Gives a browser a session of somebody's, both factors proved just now. */
export async function asPerson(context: BrowserContext, person: Person): Promise<void> {
  await giveCookies(context, await signIn(person));
}

/** Gives a browser a session of somebody's who has a password only, and no authenticator app yet. */
export async function asNewcomer(context: BrowserContext): Promise<void> {
  const { email, password } = await newPerson("view_only");
  await withDatabase(async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      update staff set two_factor_enabled = false where email = ${email} returning id`;
    await sql`delete from staff_second_factors where staff_id = ${row?.id ?? ""}`;
  });
  await giveCookies(context, cookiesOf(await send("/admin/sign-in", "", { email, password })));
}

/** Lets somebody's proof of the second factor be too old for what asks for it twice. */
export async function letProofAge({ email }: Person): Promise<void> {
  await withDatabase(
    (sql) => sql`
      update staff_sessions set proved_at = now() - interval '10 minutes'
      where staff_id = (select id from staff where email = ${email})`,
  );
}

/** Lets a code of somebody's app that was used already count once more, rather than wait for the next. */
export async function letAppCodesCountAgain({ email }: Person): Promise<void> {
  await withDatabase(
    (sql) => sql`
      update staff_second_factors set last_step = 0
      where staff_id = (select id from staff where email = ${email})`,
  );
}

/** The link of the latest email to somebody, out of the mail that a demonstration keeps. */
export async function linkSentTo(email: string): Promise<string | undefined> {
  beInside();
  const [latest] = await withDatabase(
    (sql) => sql<{ sealed_details: string | null }[]>`
      select sealed_details from emails where recipient = ${email} order by created_at desc limit 1`,
  );
  return latest?.sealed_details ? (unseal(latest.sealed_details) as { link: string }).link : undefined;
}

async function giveCookies(context: BrowserContext, cookies: string): Promise<void> {
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

async function signIn(person: Person): Promise<string> {
  const { email, password } = person;
  for (let attempt = 0; ; attempt += 1) {
    const half = cookiesOf(await send("/admin/sign-in", "", { email, password }));
    const whole = cookiesOf(await send("/admin/second-factor", half, { code: appCode(attempt % 2, person) }));
    if (await isSignedIn(whole)) return whole;
    if (attempt > 12) throw new Error(`${email} could not sign in.`);
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
