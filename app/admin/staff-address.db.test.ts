import { desc, eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { auditLog } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { findSession } from "@/domain/staff/find-session";
import { signedIn, testStaff } from "@/domain/staff/test-staff";
import { formTokenOf } from "./form-token";
import { POST } from "./sign-out/submit/route";

const PEER = { [Symbol.for("exchequer.peerHeader")]: "x-peer-of-a-test" };

afterEach(() => Object.assign(globalThis, { [Symbol.for("exchequer.peerHeader")]: undefined }));

test("the audit says from where staff act, without any proxy that tells", async () => {
  const database = await testDatabase();
  const staff = await testStaff();
  const browser = await signedIn(staff);
  const session = await findSession(browser, new Date());
  Object.assign(globalThis, PEER);
  const sent = new Request("http://localhost/admin/sign-out", {
    method: "POST",
    headers: { cookie: browser.cookie, "x-peer-of-a-test": "192.0.2.77", "x-forwarded-for": "198.51.100.1" },
    body: new URLSearchParams({ csrf: session ? formTokenOf(session) : "" }),
  });
  const answer = await POST(sent, { params: Promise.resolve({}) });
  expect(answer.headers.get("location")).toBe("/admin/sign-in");
  const [act] = await database
    .select()
    .from(auditLog)
    .where(eq(auditLog.who, staff.email))
    .orderBy(desc(auditLog.id));
  expect(act).toMatchObject({ what: "signOut", fromAddress: "192.0.2.77" });
});
