import type { STAFF_ROLES } from "@/db/tables/staff";

export type Role = (typeof STAFF_ROLES)[number];

/** A service's two sides; a developer sees one of them. */
export type Side = "test" | "live";

type Grants = Readonly<Partial<Record<Role, "both" | "test">>>;

const EVERYBODY: Grants = { view_only: "both", view_and_refund: "both", developer: "test", admin: "both" };
const MONEY: Grants = { view_and_refund: "both", admin: "both" };
const MACHINES: Grants = { developer: "test", admin: "both" };
const ADMINS: Grants = { admin: "both" };
const TEST_ONLY: Grants = { developer: "test", admin: "test" };

/**
 * What each role may do for its service. The doorway, the navigation, the tests and the page about roles read this
 * table; nothing else decides.
 */
export const SERVICE_PERMISSIONS = {
  /** Payments, refunds, agreements, disputes, payouts and reports, and to download them. */
  viewPayments: EVERYBODY,
  refundPayments: MONEY,
  cancelPayments: MONEY,
  capturePayments: MONEY,
  cancelAgreements: MONEY,
  /** To say that an alert has been dealt with. */
  settleAlerts: { view_and_refund: "both", developer: "test", admin: "both" },
  manageApiKeys: MACHINES,
  manageWebhooks: MACHINES,
  viewRequestLog: MACHINES,
  /** Mock cards, a demonstration payment, the test clock. */
  useTestTools: TEST_ONLY,
  manageTeam: ADMINS,
  manageSettings: ADMINS,
  manageCredentials: ADMINS,
  goLive: ADMINS,
  viewAudit: ADMINS,
} as const satisfies Record<string, Grants>;

/** What the platform's operators may do, whatever their role in any service; they need one to see its payments. */
export const OPERATOR_PERMISSIONS = [
  "createServices",
  "switchFeatures",
  "disableAccounts",
  "switchMaintenance",
  "loadCardRanges",
  "manageOperators",
  "resetSecondFactors",
  "viewPlatformAudit",
] as const;

export type ServicePermission = keyof typeof SERVICE_PERMISSIONS;
export type OperatorPermission = (typeof OPERATOR_PERMISSIONS)[number];
export type Permission = ServicePermission | OperatorPermission;

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  view_only: "View only",
  view_and_refund: "View and refund",
  developer: "Developer",
  admin: "Admin",
};

export function isServicePermission(permission: string): permission is ServicePermission {
  return Object.hasOwn(SERVICE_PERMISSIONS, permission);
}

export function isOperatorPermission(permission: string): permission is OperatorPermission {
  return (OPERATOR_PERMISSIONS as readonly string[]).includes(permission);
}

/**
 * Whether a role may do something.
 *
 * @param side of the service that it is done on; undefined for what concerns the service as a whole, which those
 * who may only do it on one side may not do.
 */
export function roleMay(role: Role, permission: ServicePermission, side: Side | undefined): boolean {
  const grants: Grants = SERVICE_PERMISSIONS[permission];
  const grant = grants[role];
  return grant === "both" || (grant === "test" && side === "test");
}

export function isRole(text: string): text is Role {
  return Object.hasOwn(ROLE_NAMES, text);
}
