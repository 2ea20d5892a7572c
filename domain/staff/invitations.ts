import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { memberships, services, staff, staffInvitations, staffPasswords } from "@/db/schema";
import type { ServiceStaff, Staff } from "../caller";
import { newId } from "../new-id";
import { publicUrl } from "../public-url";
import { refused } from "../refused";
import { macOf } from "../secrets";
import { auth } from "./auth";
import { noteAct } from "./note-act";
import { whyNotPassword } from "./password-rules";
import type { Role } from "./permissions";
import { sendLink } from "./send-link";
import { STAFF_LIMITS } from "./staff-limits";
import { staffOf } from "./staff-of";

export type Invitation = typeof staffInvitations.$inferSelect;

/** Invites somebody to a service's team by an email with a link. @returns the link, for demonstrations. */
export async function inviteToTeam(
  caller: ServiceStaff,
  { email, role }: { email: string; role: Role },
  now: Date,
) {
  const address = email.toLowerCase();
  const { service } = caller;
  return database().transaction(async (transaction) => {
    const [already] = await transaction
      .select({ id: staff.id })
      .from(memberships)
      .innerJoin(staff, eq(staff.id, memberships.staffId))
      .where(and(eq(memberships.serviceId, service.id), eq(staff.email, address)));
    if (already) return refused("alreadyMember");
    const invited = { email: address, serviceId: service.id, role, invitedBy: caller.member.email };
    const { id, link } = await storeInvitation(transaction, invited, now);
    const words = { link, invitedBy: caller.member.name, serviceName: service.nameEn };
    await sendLink(transaction, "staffInvitation", { email: address, serviceId: service.id }, words, now);
    const act = { serviceId: service.id, on: { type: "invitation", id }, after: { email: address, role } };
    await noteAct(transaction, caller, "inviteStaff", act, now);
    return { link };
  });
}

/** Invitations that can still be accepted: to a service's team, or to the platform's operators where there is none. */
export async function listInvitations(serviceId: string | null, now: Date): Promise<Invitation[]> {
  return database()
    .select()
    .from(staffInvitations)
    .where(and(isTo(serviceId), isOpen(now)))
    .orderBy(asc(staffInvitations.createdAt));
}

/** Makes an invitation's link worthless: one to the service, or to the platform's operators where there is none. */
export async function withdrawInvitation(
  caller: Staff,
  serviceId: string | null,
  invitationId: string,
  now: Date,
) {
  return database().transaction(async (transaction) => {
    const [withdrawn] = await transaction
      .update(staffInvitations)
      .set({ withdrawnAt: now })
      .where(and(eq(staffInvitations.id, invitationId), isTo(serviceId), isOpen(now)))
      .returning();
    if (!withdrawn) return refused("notFound");
    const { id, email, role } = withdrawn;
    const act = {
      serviceId: serviceId ?? undefined,
      on: { type: "invitation", id },
      before: { email, role: role ?? "operator" },
    };
    await noteAct(transaction, caller, "withdrawInvitation", act, now);
    return withdrawn;
  });
}

/** What a link invites to, and whether its holder has to choose a name and a password first. */
export async function findInvitation(token: string, now: Date) {
  const [found] = await database()
    .select({ invitation: staffInvitations, service: services, member: staff })
    .from(staffInvitations)
    .leftJoin(services, eq(services.id, staffInvitations.serviceId))
    .leftJoin(staff, eq(staff.email, staffInvitations.email))
    .where(and(eq(staffInvitations.tokenHash, hashOf(token)), isOpen(now)));
  return found;
}

/**
 * Accepts an invitation, once: its holder joins the team, and is created with a name and password where there is
 * nobody with the address yet. It lets nobody in by itself: they sign in next, both factors and all.
 */
export async function acceptInvitation(
  token: string,
  { name, password }: { name: string; password: string },
  address: string | null,
  now: Date,
) {
  const found = await findInvitation(token, now);
  if (!found) return refused("linkProblem");
  const { email } = found.invitation;
  const fault = found.member ? undefined : whyNotPassword(password, [email, name]);
  if (fault) return refused(fault);
  const hash = found.member ? undefined : await (await auth().$context).password.hash(password);
  return database().transaction(async (transaction) => {
    const [invitation] = await transaction
      .update(staffInvitations)
      .set({ acceptedAt: now })
      .where(and(eq(staffInvitations.id, found.invitation.id), isOpen(now)))
      .returning();
    if (!invitation) return refused("linkProblem");
    const member = found.member ?? (await createStaff(transaction, { email, name, hash }, now));
    const { serviceId, role } = invitation;
    if (serviceId !== null && role !== null) {
      await transaction
        .insert(memberships)
        .values({ serviceId, staffId: member.id, role, addedAt: now })
        .onConflictDoNothing();
    } else {
      await transaction.update(staff).set({ operator: true }).where(eq(staff.id, member.id));
    }
    const act = {
      serviceId: serviceId ?? undefined,
      on: { type: "staff", id: member.id },
      after: { email, role: role ?? "operator" },
    };
    await noteAct(transaction, staffOf(member, address), "acceptInvitation", act, now);
    return member;
  });
}

/** Somebody new, with the hash of a password. */
export async function createStaff(
  transaction: Transaction,
  { email, name, hash }: { email: string; name: string; hash: string | undefined },
  now: Date,
): Promise<typeof staff.$inferSelect> {
  const id = newId(now);
  const dates = { createdAt: now, updatedAt: now };
  const [member] = await transaction
    .insert(staff)
    .values({ id, email, name, emailVerified: true, ...dates })
    .returning();
  if (!member) throw new Error("The member of staff was not stored");
  await transaction.insert(staffPasswords).values({
    id: newId(now),
    staffId: id,
    accountId: id,
    providerId: "credential",
    password: hash ?? null,
    ...dates,
  });
  return member;
}

/** An invitation that can be accepted for a week. @returns its id, and the link, which is not stored. */
export async function storeInvitation(
  transaction: Transaction,
  invited: Pick<Invitation, "email" | "serviceId" | "role" | "invitedBy">,
  now: Date,
) {
  const token = randomBytes(24).toString("base64url");
  const id = newId(now);
  const expiresAt = new Date(now.getTime() + STAFF_LIMITS.invitationDays * 86_400_000);
  await transaction
    .insert(staffInvitations)
    .values({ id, tokenHash: hashOf(token), ...invited, createdAt: now, expiresAt });
  return { id, link: publicUrl(`/admin/invitation/${token}`) };
}

function hashOf(token: string): string {
  return macOf("staff link", token).toString("base64url");
}

/** Invitations to a service, or to the platform’s operators where there is none. */
export function isTo(serviceId: string | null) {
  return serviceId === null ? isNull(staffInvitations.serviceId) : eq(staffInvitations.serviceId, serviceId);
}

/** Invitations that can still be accepted. */
export function isOpen(now: Date) {
  return and(
    isNull(staffInvitations.acceptedAt),
    isNull(staffInvitations.withdrawnAt),
    gt(staffInvitations.expiresAt, now),
  );
}
