import type { ServiceStaff, Staff, StaffCaller } from "@/domain/caller";
import type { StaffSession } from "@/domain/staff/find-session";
import { isServicePermission, roleMay } from "@/domain/staff/permissions";
import type { Navigation } from "@/components/admin/staff-header";
import { ADMIN_ROUTES, addressOf, type AdminRoute, type RouteName } from "./routes";

/** What stands above a page: who is signed in, which service this is and which side of it, and where else to go. */
export function navigationFor(
  current: RouteName,
  caller: Staff | ServiceStaff | StaffCaller | undefined,
  session: StaffSession | undefined,
): Navigation {
  const signedIn = session?.provedAt ? session.member.email : undefined;
  if (!caller || !("service" in caller)) return { signedIn, links: [] };
  const { service, role } = caller;
  const account = "account" in caller ? caller.account : undefined;
  const side = account && (account.live ? "live" : "test");
  const params = { serviceId: service.id, ...(account && { accountId: account.id }) };
  const links = Object.entries<AdminRoute>(ADMIN_ROUTES).flatMap(([name, { nav, path, needs }]) => {
    const fits = !path.includes("[accountId]") || account !== undefined;
    const may = isServicePermission(needs) && roleMay(role, needs, side);
    if (nav === undefined || !fits || !may) return [];
    const address = ADMIN_ROUTES[current].path;
    const isCurrent = address === path || address.startsWith(`${path}/`);
    return [{ name: nav, href: addressOf(name as RouteName, params), current: isCurrent }];
  });
  return { signedIn, place: { service: service.nameEn, side }, links };
}
