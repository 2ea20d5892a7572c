import { desc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { auditLog } from "@/db/schema";
import { testAccount } from "../accounts/test-account";
import type { Account, StaffCaller } from "../caller";
import { newId } from "../new-id";
import { findAccountStaff } from "../staff/find-caller-of";
import { testStaff } from "../staff/test-staff";
import { findAlert, findNoteOf, listOpenAlerts } from "./open-alerts";
import { raiseAlert } from "./raise-alert";
import { settleAlert } from "./settle-alert";

let caller: StaffCaller;
let stranger: StaffCaller;

beforeAll(async () => {
  caller = await staffOf((await testAccount()).account);
  stranger = await staffOf((await testAccount()).account);
});

async function staffOf(account: Account): Promise<StaffCaller> {
  const { id, email } = await testStaff({ serviceId: account.serviceId, role: "admin" });
  const member = { id, email, name: "Robin", operator: false };
  const found = await findAccountStaff(
    { kind: "staff", member, address: null, noted: { acts: 0 } },
    account.id,
  );
  if (!found) throw new Error("Not a member");
  return found;
}

async function raised(key = newId(new Date())) {
  const { serviceId, id: accountId } = caller.account;
  const trouble = { kind: "payoutFailed", key, serviceId, accountId, details: { providerId: key } } as const;
  await raiseAlert(trouble, new Date());
  const alert = (await listOpenAlerts(caller)).find(({ details }) => details.providerId === key);
  if (!alert) throw new Error("Not raised");
  return alert;
}

async function auditOf(id: string) {
  return database().select().from(auditLog).where(eq(auditLog.resourceId, id)).orderBy(desc(auditLog.id));
}

test("an alert is settled with a note, once, and leaves one entry in the audit", async () => {
  const alert = await raised();
  const both = await Promise.all(
    ["Asked the bank", "Wrote to the bank"].map((reason) =>
      settleAlert({ ...caller, reason }, alert.id, new Date()),
    ),
  );
  expect(both.filter((outcome) => "refused" in outcome)).toMatchObject([{ refused: "settledAlready" }]);
  const audit = await auditOf(alert.id);
  expect(audit).toMatchObject([{ what: "settleAlert", who: caller.member.email }]);
  const settled = await findAlert(caller, alert.id);
  expect(settled).toMatchObject({ settledBy: caller.member.email });
  expect(settled && (await findNoteOf(settled))).toMatch(/^(?:Asked|Wrote to) the bank$/u);
  expect((await listOpenAlerts(caller)).map(({ id }) => id)).not.toContain(alert.id);
});

test("the same trouble raised again is open again, and settling that is another act", async () => {
  const key = newId(new Date());
  const alert = await raised(key);
  await settleAlert({ ...caller, reason: "Done" }, alert.id, new Date());
  const again = await raised(key);
  expect(again).toMatchObject({ id: alert.id, times: 2 });
  await settleAlert({ ...caller, reason: "Done again" }, alert.id, new Date());
  expect((await auditOf(alert.id)).length).toBe(2);
  expect(await findNoteOf(alert)).toBe("Done again");
});

test("another service's alert looks like none and stays open", async () => {
  const alert = await raised();
  expect(await findAlert(stranger, alert.id)).toBeUndefined();
  expect(await listOpenAlerts(stranger)).toEqual([]);
  for (const id of [alert.id, newId(new Date()), "nonsense"])
    expect(await settleAlert(stranger, id, new Date())).toMatchObject({ refused: "notFound" });
  expect((await listOpenAlerts(caller)).map(({ id }) => id)).toContain(alert.id);
  expect(await auditOf(alert.id)).toEqual([]);
});
