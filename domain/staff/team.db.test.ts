import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { auditLog, emails, staff as staffTable } from "@/db/schema";
import { testDatabase } from "@/db/test-database";
import { createService } from "../accounts/create-service";
import { testAccount } from "../accounts/test-account";
import type { ServiceStaff } from "../caller";
import { newId } from "../new-id";
import { isRefused } from "../refused";
import { unseal } from "../sealed";
import { findAccountStaff, findServiceStaff } from "./find-caller-of";
import { findSession } from "./find-session";
import { acceptInvitation, inviteToTeam, listInvitations, withdrawInvitation } from "./invitations";
import { changeRole, listMembers, removeMember } from "./members";
import { signIn } from "./sign-in";
import { staffOf } from "./staff-of";
import { signedIn, TEST_PASSWORD, testRequest, testStaff } from "./test-staff";

const NEW = { name: "Sam Clerk", password: "meadow biscuit lantern" };

let database: Database;
let admin: ServiceStaff;

beforeAll(async () => {
  database = await testDatabase();
});

beforeEach(async () => {
  const { account } = await testAccount();
  const { id } = await testStaff({ serviceId: account.serviceId, role: "admin" });
  admin = await memberOf(account.serviceId, id);
});

async function memberOf(serviceId: string, staffId: string): Promise<ServiceStaff> {
  const [row] = await database.select().from(staffTable).where(eq(staffTable.id, staffId));
  const member = row && (await findServiceStaff(staffOf(row, null), serviceId));
  if (!member) throw new Error("Not a member");
  return member;
}

function newAddress(): string {
  return `${newId(new Date())}@staff.example`;
}

async function invite(email: string): Promise<string> {
  const invited = await inviteToTeam(admin, { email, role: "developer" }, new Date());
  if (isRefused(invited)) throw new Error(invited.refused);
  return invited.link.split("/").at(-1) ?? "";
}

describe("an invitation", () => {
  test("is an email with a link, by which somebody new joins with a name and password, once", async () => {
    const email = newAddress();
    const token = await invite(email.toUpperCase());
    const [sent] = await database.select().from(emails).where(eq(emails.recipient, email));
    expect(sent).toMatchObject({ kind: "staffInvitation", serviceId: admin.service.id });
    expect(unseal(sent?.sealedDetails ?? "")).toMatchObject({
      link: expect.stringContaining(`/admin/invitation/${token}`) as string,
    });
    expect(await acceptInvitation(token, { ...NEW, password: "short" }, null, new Date())).toMatchObject({
      refused: "tooShort",
    });
    expect(await acceptInvitation(token, NEW, null, new Date())).toMatchObject({ email });
    const members = await listMembers(admin.service.id);
    expect(members).toContainEqual(expect.objectContaining({ email, name: NEW.name, role: "developer" }));
    expect(await acceptInvitation(token, NEW, null, new Date())).toMatchObject({ refused: "linkProblem" });
    expect(await signIn({ email, password: NEW.password }, testRequest(), new Date())).toMatchObject({
      missing: "app",
    });
  });

  test("accepted twice at once makes one member", async () => {
    const email = newAddress();
    const token = await invite(email);
    const outcomes = await Promise.all(
      [1, 2, 3].map(async () => acceptInvitation(token, NEW, null, new Date())),
    );
    expect(outcomes.filter((outcome) => !isRefused(outcome))).toHaveLength(1);
    expect(await database.$count(staffTable, eq(staffTable.email, email))).toBe(1);
  });

  test("leaves the password of somebody who has an account alone", async () => {
    const staff = await testStaff();
    const token = await invite(staff.email);
    expect(await acceptInvitation(token, NEW, null, new Date())).toMatchObject({ id: staff.id });
    const request = testRequest();
    expect(await signIn({ email: staff.email, password: TEST_PASSWORD }, request, new Date())).toMatchObject({
      missing: "code",
    });
  });

  test("is worth nothing once it is withdrawn, or a week old", async () => {
    const [withdrawn, old] = [await invite(newAddress()), await invite(newAddress())];
    const [first] = await listInvitations(admin.service.id, new Date());
    await withdrawInvitation(admin, admin.service.id, first?.id ?? "", new Date());
    expect(await acceptInvitation(withdrawn, NEW, null, new Date())).toMatchObject({
      refused: "linkProblem",
    });
    const later = new Date(Date.now() + 8 * 86_400_000);
    expect(await acceptInvitation(old, NEW, null, later)).toMatchObject({ refused: "linkProblem" });
  });

  test("of another service cannot be withdrawn", async () => {
    await invite(newAddress());
    const [open] = await listInvitations(admin.service.id, new Date());
    const { account } = await testAccount();
    const { id } = await testStaff({ serviceId: account.serviceId, role: "admin" });
    const stranger = await memberOf(account.serviceId, id);
    expect(await withdrawInvitation(stranger, stranger.service.id, open?.id ?? "", new Date())).toMatchObject(
      {
        refused: "notFound",
      },
    );
    expect(await listInvitations(admin.service.id, new Date())).toHaveLength(1);
  });
});

describe("a team", () => {
  test("always has an admin: of two who go at once, one stays", async () => {
    const { id: serviceId } = admin.service;
    const { id } = await testStaff({ serviceId, role: "admin" });
    const other = await memberOf(serviceId, id);
    const outcomes = await Promise.all([
      removeMember(admin, other.member.id, new Date()),
      changeRole(other, admin.member.id, "view_only", new Date()),
    ]);
    expect(outcomes.filter((outcome) => isRefused(outcome))).toHaveLength(1);
    const admins = (await listMembers(serviceId)).filter(({ role }) => role === "admin");
    expect(admins).toHaveLength(1);
    const [last] = admins;
    expect(await removeMember(admin, last?.id ?? "", new Date())).toMatchObject({ refused: "lastAdmin" });
  });

  test("that somebody is taken off is closed to them at once, and so is their session", async () => {
    const { id: serviceId } = admin.service;
    const staff = await testStaff({ serviceId, role: "view_only" });
    const browser = await signedIn(staff);
    await removeMember(admin, staff.id, new Date());
    expect(await findSession(browser, new Date())).toBeUndefined();
    await expect(memberOf(serviceId, staff.id)).rejects.toThrow("Not a member");
    const acts = await database.select().from(auditLog).where(eq(auditLog.serviceId, serviceId));
    expect(acts.map(({ what, resourceId }) => [what, resourceId])).toEqual([["removeMember", staff.id]]);
  });

  test("of another service is nobody's to change", async () => {
    const { account } = await testAccount();
    const { id } = await testStaff({ serviceId: account.serviceId, role: "view_only" });
    expect(await changeRole(admin, id, "admin", new Date())).toMatchObject({ refused: "notFound" });
    expect(await findAccountStaff(admin, account.id)).toBeUndefined();
  });
});

test("a service begins with a test side that can take payments, and nobody on its team", async () => {
  const service = await createService(
    admin,
    { nameEn: "Pay a fee", organisation: "Borsetshire" },
    new Date(),
  );
  expect(await listMembers(service.id)).toEqual([]);
  expect(admin.noted.acts).toBe(1);
});
