import { and, asc, eq } from "drizzle-orm";
import { database, type Transaction } from "@/db/client";
import { memberships, staff, staffSessions } from "@/db/schema";
import type { ServiceStaff } from "../caller";
import { refused } from "../refused";
import { noteAct } from "./note-act";
import type { Role } from "./permissions";

/** Somebody of a service's team. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly addedAt: Date;
}

/** A service's team, by name. */
export async function listMembers(serviceId: string): Promise<Member[]> {
  return database()
    .select({
      id: staff.id,
      name: staff.name,
      email: staff.email,
      role: memberships.role,
      addedAt: memberships.addedAt,
    })
    .from(memberships)
    .innerJoin(staff, eq(staff.id, memberships.staffId))
    .where(eq(memberships.serviceId, serviceId))
    .orderBy(asc(staff.name), asc(staff.id));
}

/** Gives somebody of the team another role. Refused as `lastAdmin` where nobody else could do so afterwards. */
export async function changeRole(caller: ServiceStaff, staffId: string, role: Role, now: Date) {
  return changeTeam(caller, staffId, role === "admin", async (transaction, before) => {
    await transaction.update(memberships).set({ role }).where(isMember(caller, staffId));
    const on = { type: "staff", id: staffId };
    const act = { serviceId: caller.service.id, on, before: { role: before }, after: { role } };
    await noteAct(transaction, caller, "changeRole", act, now);
    return { role };
  });
}

/** Takes somebody off the team; their sessions end at once. The last admin cannot be removed. */
export async function removeMember(caller: ServiceStaff, staffId: string, now: Date) {
  return changeTeam(caller, staffId, false, async (transaction, before) => {
    await transaction.delete(memberships).where(isMember(caller, staffId));
    await transaction.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
    const on = { type: "staff", id: staffId };
    const act = { serviceId: caller.service.id, on, before: { role: before } };
    await noteAct(transaction, caller, "removeMember", act, now);
    return { removed: staffId };
  });
}

/** The team's admins are locked while one of them may go, so that two at once cannot leave nobody. */
async function changeTeam<Done>(
  { service }: ServiceStaff,
  staffId: string,
  staysAdmin: boolean,
  change: (transaction: Transaction, before: Role) => Promise<Done>,
) {
  return database().transaction(async (transaction) => {
    const team = await transaction
      .select()
      .from(memberships)
      .where(eq(memberships.serviceId, service.id))
      .orderBy(asc(memberships.staffId))
      .for("update");
    const member = team.find((each) => each.staffId === staffId);
    if (!member) return refused("notFound");
    const admins = team.filter(({ role }) => role === "admin");
    if (member.role === "admin" && !staysAdmin && admins.length === 1) return refused("lastAdmin");
    return change(transaction, member.role);
  });
}

function isMember({ service }: ServiceStaff, staffId: string) {
  return and(eq(memberships.serviceId, service.id), eq(memberships.staffId, staffId));
}
