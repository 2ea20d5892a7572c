import type { ServiceStaff, Staff, StaffCaller } from "@/domain/caller";
import { findAccountStaff, findServiceStaff } from "@/domain/staff/find-caller-of";
import { findSession, type StaffSession } from "@/domain/staff/find-session";
import { isOperatorPermission, isServicePermission, roleMay } from "@/domain/staff/permissions";
import { staffOf } from "@/domain/staff/staff-of";
import type { StaffRequest } from "@/domain/staff/staff-request";
import { ADMIN_ROUTES, type AdminRoute, type AdminRoutes, type Params, type RouteName } from "./routes";

/** Whom a route's own code is given: as much as its path and its row make certain. */
export type CallerOf<Name extends RouteName> = AdminRoutes[Name]["needs"] extends "nobody"
  ? undefined
  : AdminRoutes[Name]["path"] extends `${string}[accountId]${string}`
    ? StaffCaller
    : AdminRoutes[Name]["path"] extends `${string}[serviceId]${string}`
      ? ServiceStaff
      : Staff;

/** Whether a request may go where it wants to. */
export type Decision =
  | {
      readonly is: "admitted";
      readonly caller: Staff | ServiceStaff | StaffCaller | undefined;
      readonly session: StaffSession | undefined;
    }
  /** Nobody is signed in; or only by password, and the code is missing, or the app to make it. */
  | { readonly is: "signIn" | "prove" | "setUp" }
  /** Not theirs to see, which looks like what is not there. */
  | { readonly is: "hidden" }
  /** Theirs to see, but not to do. */
  | { readonly is: "forbidden" };

/**
 * The one place that decides: session, second factor, membership of the service, permission. The gate asks it before
 * a page is made, and the doorway of each page and action asks it again.
 */
export async function authorise(
  name: RouteName,
  params: Params,
  request: StaffRequest,
  now: Date,
): Promise<Decision> {
  const route: AdminRoute = ADMIN_ROUTES[name];
  const session = await findSession(request, now);
  if (route.needs === "nobody") return { is: "admitted", caller: undefined, session };
  if (!session) return { is: "signIn" };
  const who = staffOf(session.member, request.address);
  if (route.needs === "password") return { is: "admitted", caller: who, session };
  if (!session.provedAt) return { is: session.member.twoFactorEnabled ? "prove" : "setUp" };
  const caller = await callerOf(who, params);
  if (!caller) return { is: "hidden" };
  return isAllowed(route, caller) ? { is: "admitted", caller, session } : { is: "forbidden" };
}

async function callerOf(who: Staff, { accountId, serviceId }: Params) {
  if (accountId !== undefined) return findAccountStaff(who, accountId);
  if (serviceId !== undefined) return findServiceStaff(who, serviceId);
  return who;
}

function isAllowed({ needs }: AdminRoute, caller: Staff | ServiceStaff | StaffCaller): boolean {
  if (needs === "signedIn") return true;
  if (isOperatorPermission(needs)) return caller.member.operator;
  return isServicePermission(needs) && "role" in caller && roleMay(caller.role, needs, sideOf(caller));
}

/** The side of its service that somebody acts on, where the address says which. */
function sideOf(caller: ServiceStaff | StaffCaller) {
  if (!("account" in caller)) return undefined;
  return caller.account.live ? "live" : "test";
}
