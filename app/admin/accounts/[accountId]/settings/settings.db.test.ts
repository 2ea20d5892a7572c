import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { database } from "@/db/client";
import { accounts, staffSessions } from "@/db/schema";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account } from "@/domain/caller";
import { findSession } from "@/domain/staff/find-session";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { signedIn, testStaff } from "@/domain/staff/test-staff";
import { formTokenOf } from "../../../form-token";
import { fieldsOf } from "./setting-fields";
import { POST } from "./submit/route";

let account: Account;
let browser: StaffRequest;

beforeEach(async () => {
  ({ account } = await testAccount({ stepUpRefundPence: 5000, defendsAgainstCardTesting: true }));
  browser = await signedIn(await testStaff({ serviceId: account.serviceId, role: "admin" }));
});

/** The second factor was proved a while ago, so that what asks for it twice asks again. */
async function proveLongAgo(): Promise<void> {
  const session = await findSession(browser, new Date());
  const provedAt = new Date(Date.now() - 3_600_000);
  await database()
    .update(staffSessions)
    .set({ provedAt })
    .where(eq(staffSessions.id, session?.id ?? ""));
}

/** @returns where the browser is sent on to, and how the account stands then. */
async function send(changes: Record<string, string>) {
  const session = await findSession(browser, new Date());
  const csrf = session ? formTokenOf(session) : "";
  const sent = new Request("http://localhost/admin", {
    method: "POST",
    headers: { cookie: browser.cookie },
    body: new URLSearchParams({ ...fieldsOf(account), ...changes, csrf }),
  });
  const answer = await POST(sent, { params: Promise.resolve({ accountId: account.id }) });
  const [after] = await database().select().from(accounts).where(eq(accounts.id, account.id));
  return { to: answer.headers.get("location"), after };
}

test.each([
  ["without a limit for refunds", { stepUpRefund: "" }],
  ["with a higher one", { stepUpRefund: "50.01" }],
  ["without its defence against card testing", { defence: "off" }],
])("an account goes on %s only for whoever has just proved the second factor", async (_how, changes) => {
  await proveLongAgo();
  const stopped = await send(changes);
  expect(stopped.to).toMatch(/^\/admin\/second-factor\?next=/u);
  expect(stopped.after).toMatchObject({ stepUpRefundPence: 5000, defendsAgainstCardTesting: true });
});

test("what makes it safer, and all else, is asked for once", async () => {
  await proveLongAgo();
  const { to, after } = await send({ stepUpRefund: "20", collectsEmail: "" });
  expect(to).toBe(`/admin/accounts/${account.id}/settings`);
  expect(after).toMatchObject({ stepUpRefundPence: 2000, collectsEmail: false });
});

test("with the second factor just proved, it is changed", async () => {
  const { after } = await send({ stepUpRefund: "", defence: "off" });
  expect(after).toMatchObject({ stepUpRefundPence: null, defendsAgainstCardTesting: false });
});
