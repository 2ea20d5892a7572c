import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { auditLog, emails, staff as staffTable } from "@/db/schema";
import { ownTestDatabase } from "@/db/test-database";
import { readPlatform, switchMaintenance } from "../accounts/operate-platform";
import type { Staff } from "../caller";
import { newId } from "../new-id";
import { isRefused } from "../refused";
import { findSession } from "./find-session";
import { listOwnServices } from "./find-caller-of";
import { acceptInvitation, listInvitations, withdrawInvitation } from "./invitations";
import { inviteOperator, listOperators, removeOperator } from "./operators";
import { signIn } from "./sign-in";
import { staffAtServer, staffOf } from "./staff-of";
import { signedIn, testRequest, testStaff } from "./test-staff";

const NEW = { name: "Sam Clerk", password: "meadow biscuit lantern" };
const ADDRESS = "192.0.2.1";

// Operators are the whole platform's: other suites have some of their own in the shared one.
let drop: () => Promise<void>;

beforeAll(async () => {
  drop = await ownTestDatabase();
  return async () => drop();
});

let operator: Staff;

beforeEach(async () => {
  await database().update(staffTable).set({ operator: false });
  operator = await newOperator();
});

async function newOperator(): Promise<Staff> {
  return asCaller((await testStaff({ operator: true })).id);
}

async function asCaller(id: string): Promise<Staff> {
  const [row] = await database().select().from(staffTable).where(eq(staffTable.id, id));
  if (!row) throw new Error("Nobody has this id");
  return staffOf(row, ADDRESS);
}

function newAddress(): string {
  return `${newId(new Date())}@staff.example`;
}

async function invite(email: string, byEmail = true): Promise<string> {
  const invited = await inviteOperator(operator, { email, byEmail }, new Date());
  if (isRefused(invited)) throw new Error(invited.refused);
  return invited.link.split("/").at(-1) ?? "";
}

async function lastAct() {
  const rows = await database().select().from(auditLog).where(eq(auditLog.who, operator.member.email));
  return rows.at(-1);
}

describe("an operator's invitation", () => {
  test("makes one of somebody new, who needs a second factor first and is a member of nothing", async () => {
    const email = newAddress();
    const token = await invite(email.toUpperCase());
    expect(await lastAct()).toMatchObject({ what: "inviteOperator", after: { email }, fromAddress: ADDRESS });
    expect(await database().select().from(emails).where(eq(emails.recipient, email))).toHaveLength(1);
    await acceptInvitation(token, NEW, null, new Date());
    const [row] = await database().select().from(staffTable).where(eq(staffTable.email, email));
    expect(row).toMatchObject({ operator: true, twoFactorEnabled: false });
    expect(await listOwnServices(await asCaller(row?.id ?? ""))).toEqual([]);
    expect(await signIn({ email, password: NEW.password }, testRequest(), new Date())).toMatchObject({
      missing: "app",
    });
  });

  test("makes one of somebody who signs in here already", async () => {
    const { id, email } = await testStaff();
    await acceptInvitation(await invite(email), NEW, null, new Date());
    expect((await listOperators()).map((each) => each.id)).toContain(id);
  });

  test("is nothing for those who are one", async () => {
    const { email } = operator.member;
    expect(await inviteOperator(operator, { email, byEmail: true }, new Date())).toMatchObject({
      refused: "alreadyOperator",
    });
  });

  test("made on the server is passed on by hand, and says so in the audit", async () => {
    const email = newAddress();
    const command = staffAtServer(`npm run ${email}`);
    await inviteOperator(command, { email, byEmail: false }, new Date());
    expect(await database().select().from(emails).where(eq(emails.recipient, email))).toEqual([]);
    const [entry] = await database().select().from(auditLog).where(eq(auditLog.who, command.member.email));
    expect(entry).toMatchObject({ what: "inviteOperator", after: { email } });
  });

  test("is worth nothing once it is withdrawn", async () => {
    const token = await invite(newAddress());
    const [open] = (await listInvitations(null, new Date())).slice(-1);
    expect(await withdrawInvitation(operator, null, open?.id ?? "", new Date())).toMatchObject({
      id: open?.id,
    });
    expect(await lastAct()).toMatchObject({ what: "withdrawInvitation", before: { role: "operator" } });
    expect(await acceptInvitation(token, NEW, null, new Date())).toMatchObject({ refused: "linkProblem" });
    expect(await withdrawInvitation(operator, null, open?.id ?? "", new Date())).toMatchObject({
      refused: "notFound",
    });
  });
});

describe("an operator who is removed", () => {
  test("is signed out at once, and their open links are worth nothing", async () => {
    const person = await testStaff();
    const again = await invite(person.email);
    await database().update(staffTable).set({ operator: true }).where(eq(staffTable.id, person.id));
    const browser = await signedIn(person);
    expect(await removeOperator(operator, person.id, new Date())).toEqual({ email: person.email });
    expect(await findSession(browser, new Date())).toBeUndefined();
    expect(await lastAct()).toMatchObject({ what: "removeOperator", before: { email: person.email } });
    expect((await asCaller(person.id)).member.operator).toBe(false);
    expect(await acceptInvitation(again, NEW, null, new Date())).toMatchObject({ refused: "linkProblem" });
    expect(await removeOperator(operator, person.id, new Date())).toMatchObject({ refused: "notFound" });
  });

  test("is never oneself, so the last one stays", async () => {
    expect(await removeOperator(operator, operator.member.id, new Date())).toMatchObject({ refused: "self" });
    expect(await listOperators()).toHaveLength(1);
  });

  test("removes nobody any more: of two who remove each other at once, one stays", async () => {
    const other = await newOperator();
    const outcomes = await Promise.all([
      removeOperator(operator, other.member.id, new Date()),
      removeOperator(other, operator.member.id, new Date()),
    ]);
    expect(outcomes.filter((outcome) => isRefused(outcome))).toMatchObject([{ refused: "notAllowed" }]);
    expect(await listOperators()).toHaveLength(1);
  });
});

test("maintenance that begins and ends leaves an entry each, before and after", async () => {
  const noted = async () =>
    (await database().select().from(auditLog).where(eq(auditLog.who, operator.member.email))).map(
      ({ what, before, after }) => ({ what, before, after }),
    );
  await switchMaintenance(operator, true, new Date());
  expect((await readPlatform()).maintenance).toBe(true);
  await switchMaintenance(operator, false, new Date());
  expect((await readPlatform()).maintenance).toBe(false);
  expect(await noted()).toEqual([
    { what: "switchMaintenance", before: { on: false }, after: { on: true } },
    { what: "switchMaintenance", before: { on: true }, after: { on: false } },
  ]);
});
