import type { Account, ServiceStaff, Staff, StaffCaller } from "@/domain/caller";
import type { StaffSession } from "@/domain/staff/find-session";
import {
  isServicePermission,
  roleMay,
  type Role,
  type ServicePermission,
  type Side,
} from "@/domain/staff/permissions";
import type { Navigation } from "@/components/admin/staff-header";
import { ADMIN_ROUTES, addressOf, type AdminRoute, type RouteName } from "./routes";

/** In which group of the navigation the pages stand that a permission opens. */
const GROUP_OF: Readonly<Record<ServicePermission, (typeof GROUPS)[number]>> = {
  viewPayments: "Payments",
  refundPayments: "Payments",
  cancelPayments: "Payments",
  capturePayments: "Payments",
  cancelAgreements: "Payments",
  settleAlerts: "Payments",
  manageApiKeys: "Developers",
  manageWebhooks: "Developers",
  viewRequestLog: "Developers",
  useTestTools: "Developers",
  manageTeam: "Service",
  manageSettings: "Service",
  manageCredentials: "Service",
  goLive: "Service",
  viewAudit: "Service",
};
const GROUPS = ["Payments", "Developers", "Service"] as const;

/**
 * What stands above a page: who is signed in, which service this is and which side of it, and where else to go.
 *
 * @param accounts the service's.
 */
export function navigationFor(
  current: RouteName,
  caller: Staff | ServiceStaff | StaffCaller | undefined,
  session: StaffSession | undefined,
  accounts: readonly Account[],
): Navigation {
  const signedIn = session?.provedAt ? session.member.email : undefined;
  if (!caller || !("service" in caller)) return { signedIn, groups: [] };
  const account = "account" in caller ? caller.account : onlyOne(accounts);
  return {
    signedIn,
    place: {
      service: caller.service.nameEn,
      side: account && sideOf(account),
      sides: accounts.flatMap((each) => linkToSide(current, caller.role, each, each.id === account?.id)),
    },
    groups: groupsFor(current, caller, account),
  };
}

/** A service with one side is always on it, on the pages that belong to all of the service too. */
function onlyOne(accounts: readonly Account[]): Account | undefined {
  return accounts.length === 1 ? accounts[0] : undefined;
}

const SIDES: Readonly<Record<Side, string>> = { test: "Test", live: "Live" };

function sideOf({ live }: Account): Side {
  return live ? "live" : "test";
}

/** The same page of the other side, where it has one that they may see; else that side's overview. */
function linkToSide(page: RouteName, role: Role, account: Account, current: boolean) {
  const side = sideOf(account);
  if (!roleMay(role, "viewPayments", side)) return [];
  const { nav, path, needs }: AdminRoute = ADMIN_ROUTES[page];
  const hasTwin = nav !== undefined && path.includes("[accountId]");
  const to = hasTwin && isServicePermission(needs) && roleMay(role, needs, side) ? page : "overview";
  return [
    {
      side,
      name: current ? SIDES[side] : `Go to ${side}`,
      href: addressOf(to, { accountId: account.id }),
      current,
    },
  ];
}

function groupsFor(current: RouteName, { service, role }: ServiceStaff, account: Account | undefined) {
  const address = ADMIN_ROUTES[current].path;
  const params = { serviceId: service.id, ...(account && { accountId: account.id }) };
  const links = Object.entries<AdminRoute>(ADMIN_ROUTES).flatMap(([name, { nav, path, needs }]) => {
    const fits = !path.includes("[accountId]") || account !== undefined;
    if (nav === undefined || !fits || !isServicePermission(needs)) return [];
    const side = account && path.includes("[accountId]") ? sideOf(account) : undefined;
    if (!roleMay(role, needs, side)) return [];
    const isCurrent = address === path || address.startsWith(`${path}/`);
    const href = addressOf(name as RouteName, params);
    return [{ name: nav, href, current: isCurrent, group: GROUP_OF[needs] }];
  });
  return GROUPS.map((name) => ({ name, links: links.filter(({ group }) => group === name) })).filter(
    (group) => group.links.length > 0,
  );
}
