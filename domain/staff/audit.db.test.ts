import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { auditLog } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import type { Staff } from "../caller";
import { checkAudit } from "./check-audit";
import { checkAuditDaily } from "./check-audit-daily";
import { findAuditCheck } from "./find-audit-check";
import { listAudit } from "./list-audit";
import { noteAct } from "./note-act";
import { isAsWritten, verifyAudit } from "./verify-audit";

// The chain is the whole platform's: other suites add to the shared one.
let drop: () => Promise<void>;

beforeAll(async () => {
  drop = await ownTestDatabase();
});

afterAll(async () => drop());

function staff(email: string): Staff {
  const member = { id: "01j00000000000000000000000", email, name: "Robin", operator: true };
  return { kind: "staff", member, address: "192.0.2.1", noted: { acts: 0 }, reason: "because" };
}

async function note(email: string): Promise<void> {
  const details = {
    on: { type: "service", id: "s" },
    before: { b: 1, a: [1.5, "ü"] },
    after: { z: null, name: "N" },
  };
  await database().transaction(async (transaction) =>
    noteAct(transaction, staff(email), "createService", details, new Date()),
  );
}

/** Changes what cannot be changed: as somebody could who has the database but not the secret. */
async function tamper(statement: string): Promise<void> {
  await database().transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql.raw(statement));
  });
}

test("acts at once follow each other, and all of them are as they were written", async () => {
  await Promise.all(Array.from({ length: 20 }, async (_, index) => note(`${index}@staff.example`)));
  const verdict = await verifyAudit();
  expect(verdict).toMatchObject({ entries: 20, holdsExpected: true });
  expect(verdict.broken).toBeUndefined();
});

test("entries are only ever added", async () => {
  const refusal = {
    cause: expect.objectContaining({ message: "rows of audit_log are only ever added" }) as unknown,
  };
  await expect(database().delete(auditLog)).rejects.toMatchObject(refusal);
  await expect(database().update(auditLog).set({ who: "nobody" })).rejects.toMatchObject(refusal);
  await expect(database().execute(sql`truncate audit_log`)).rejects.toMatchObject(refusal);
});

test("an act that is rolled back leaves no entry and no gap", async () => {
  const { entries } = await verifyAudit();
  const failing = database().transaction(async (transaction) => {
    await noteAct(transaction, staff("gone@staff.example"), "signIn", {}, new Date());
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await note("after@staff.example");
  expect(await verifyAudit()).toMatchObject({ entries: entries + 1 });
});

test("a head that was kept elsewhere proves that nothing was cut off", async () => {
  const { head } = await verifyAudit();
  await note("later@staff.example");
  expect(await verifyAudit(head)).toMatchObject({ holdsExpected: true });
  const { head: last } = await verifyAudit();
  await tamper(`delete from audit_log where hash = '${last}'`);
  const verdict = await verifyAudit(last);
  expect(verdict.broken).toBeUndefined();
  expect(verdict.holdsExpected).toBe(false);
});

test("what a check has found is remembered, and what was cut off since the last one is missed", async () => {
  expect(await findAuditCheck()).toBeUndefined();
  const { entries } = await verifyAudit();
  await note("checked@staff.example");
  expect(await checkAudit("staff", new Date())).toMatchObject({ finding: "whole", entries: entries + 1 });
  expect(await findAuditCheck()).toMatchObject({ startedBy: "staff", finding: "whole" });
  await tamper("create table kept as table audit_log");
  await tamper("delete from audit_log where id = (select max(id) from audit_log)");
  expect(await checkAudit("command", new Date())).toMatchObject({ finding: "cutOff", entries });
  await tamper(
    "insert into audit_log overriding system value table kept on conflict do nothing; drop table kept",
  );
  expect(await checkAudit("staff", new Date())).toMatchObject({ finding: "whole", entries: entries + 1 });
});

test("it is checked once a day, by one instance, unless somebody has done it", async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  expect(await checkAuditDaily(hours(23))).toBe(0);
  const atOnce = await Promise.all(Array.from({ length: 3 }, async () => checkAuditDaily(hours(25))));
  expect(atOnce.toSorted()).toEqual([0, 0, 1]);
  expect(await findAuditCheck()).toMatchObject({ startedBy: "clock", finding: "whole" });
  expect(await checkAuditDaily(hours(48))).toBe(0);
});

test.each([
  ["changed", "update audit_log set who = 'somebody else' where id = (select min(id) + 3 from audit_log)"],
  [
    "changed",
    `update audit_log set before = '{"a": [1.5, "u"], "b": 1}' where id = (select min(id) from audit_log)`,
  ],
])("an entry that was %s is found", async (how, statement) => {
  await tamper("create table kept as table audit_log");
  await tamper(statement);
  const { broken } = await verifyAudit();
  expect(broken).toMatchObject({ how });
  const changed = (await listAudit({})).filter((entry) => !isAsWritten(entry));
  expect(changed.map(({ id }) => id)).toEqual([broken?.id]);
  await tamper(
    "delete from audit_log; insert into audit_log overriding system value table kept; drop table kept",
  );
  expect((await verifyAudit()).broken).toBeUndefined();
});

test("an entry that was taken out is missed", async () => {
  await tamper("delete from audit_log where id = (select min(id) + 5 from audit_log)");
  expect((await verifyAudit()).broken).toMatchObject({ how: "does not follow" });
  expect(await checkAudit("staff", new Date())).toMatchObject({ finding: "doesNotFollow" });
  const { brokenId } = (await findAuditCheck()) ?? {};
  expect(brokenId).toBe((await verifyAudit()).broken?.id);
});
