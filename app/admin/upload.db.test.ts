import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { serviceLogos } from "@/db/schema";
import type { Database } from "@/db/client";
import { testDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import { testPng } from "@/domain/accounts/test-pictures";
import { findSession } from "@/domain/staff/find-session";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { signedIn, testStaff } from "@/domain/staff/test-staff";
import { FLASH_COOKIE, readFlash } from "./flash";
import { formTokenOf } from "./form-token";
import { addressOf } from "./routes";
import { POST } from "./services/[serviceId]/branding/submit/route";

let database: Database;
let serviceId: string;
let browser: StaffRequest;
let csrf: string;

beforeAll(async () => {
  database = await testDatabase();
  ({ serviceId } = (await testAccount()).account);
  browser = await signedIn(await testStaff({ serviceId, role: "admin" }));
  const session = await findSession(browser, new Date());
  csrf = session ? formTokenOf(session) : "";
});

/** Sends a logo. @returns what the page that the browser is sent on to has to say. */
async function send(logo: Buffer, { headers = {}, cutTo = Infinity } = {}) {
  const form = new FormData();
  form.set("csrf", csrf);
  form.set("logo", new Blob([new Uint8Array(logo)], { type: "image/png" }), "logo.png");
  const whole = new Request("http://localhost", { method: "POST", body: form });
  const bytes = Buffer.from(await whole.arrayBuffer());
  const sent = new Request("http://localhost", {
    method: "POST",
    headers: {
      "Content-Type": whole.headers.get("content-type") ?? "",
      "Content-Length": String(bytes.length),
      cookie: browser.cookie,
      ...headers,
    },
    body: bytes.subarray(0, Math.min(cutTo, bytes.length)),
  });
  const answer = await POST(sent, { params: Promise.resolve({ serviceId }) });
  const address = addressOf("branding", { serviceId });
  if (answer.headers.get("location") !== address) return answer.headers.get("location");
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0]?.replace(`${FLASH_COOKIE}=`, "");
  const { done, problems } = readFlash(cookie, address, new Date());
  return done ?? problems?.map(({ field, text }) => `${field}: ${text}`);
}

const logos = async () => database.$count(serviceLogos, eq(serviceLogos.serviceId, serviceId));
const TOO_LARGE = ["logo: The file must be smaller than 100 KB."];
const filled = (kibibytes: number) => Buffer.concat([testPng(50, 50), Buffer.alloc(kibibytes * 1024)]);

test("a file that is too large is refused in words, also where it was cut off on its way", async () => {
  expect(await send(filled(101))).toEqual(TOO_LARGE);
  expect(await send(filled(500))).toEqual(TOO_LARGE);
  expect(await send(filled(500), { cutTo: 64 * 1024 })).toEqual(TOO_LARGE);
  expect(await logos()).toBe(0);
});

test("a form of another site does nothing, whoever's cookie comes with it", async () => {
  const headers = { "Sec-Fetch-Site": "cross-site" };
  expect(await send(testPng(50, 50), { headers })).toBe("/admin/problem/session-problem");
  expect(await logos()).toBe(0);
});

test("one that fits is taken", async () => {
  expect(await send(filled(99))).toBe("Payers see the new look from now on.");
  expect(await logos()).toBe(1);
});
