import { and, asc, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts, memberships, services } from "@/db/schema";
import type { Account, Service, ServiceStaff, Staff, StaffCaller } from "../caller";
import { isId } from "../new-id";
import type { Role } from "./permissions";

/** Staff as a member of the service that an account belongs to; undefined where they are none, or it is not there. */
export async function findAccountStaff(who: Staff, accountId: string): Promise<StaffCaller | undefined> {
  if (!isId(accountId)) return undefined;
  const [found] = await database()
    .select({ account: accounts, service: services, role: memberships.role })
    .from(memberships)
    .innerJoin(services, eq(services.id, memberships.serviceId))
    .innerJoin(accounts, eq(accounts.serviceId, memberships.serviceId))
    .where(and(eq(memberships.staffId, who.member.id), eq(accounts.id, accountId)));
  return found && { ...who, ...found };
}

/** Staff as a member of a service; undefined where they are none, or it is not there. */
export async function findServiceStaff(who: Staff, serviceId: string): Promise<ServiceStaff | undefined> {
  if (!isId(serviceId)) return undefined;
  const [found] = await database()
    .select({ service: services, role: memberships.role })
    .from(memberships)
    .innerJoin(services, eq(services.id, memberships.serviceId))
    .where(and(eq(memberships.staffId, who.member.id), eq(services.id, serviceId)));
  return found && { ...who, ...found };
}

/** One of somebody's services, with the accounts of its two sides. */
export interface OwnService {
  readonly service: Service;
  readonly role: Role;
  readonly accounts: readonly Account[];
}

/** The services that somebody is a member of, by name. */
export async function listOwnServices(who: Staff): Promise<OwnService[]> {
  const rows = await database()
    .select({ service: services, role: memberships.role, account: accounts })
    .from(memberships)
    .innerJoin(services, eq(services.id, memberships.serviceId))
    .innerJoin(accounts, eq(accounts.serviceId, memberships.serviceId))
    .where(eq(memberships.staffId, who.member.id))
    .orderBy(asc(services.nameEn), asc(services.id), asc(accounts.live));
  const owned = new Map<string, { service: Service; role: Role; accounts: Account[] }>();
  for (const { service, role, account } of rows) {
    const own = owned.get(service.id) ?? { service, role, accounts: [] };
    own.accounts.push(account);
    owned.set(service.id, own);
  }
  return [...owned.values()];
}
