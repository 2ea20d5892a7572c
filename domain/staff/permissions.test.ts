import { expect, test } from "vitest";
import { roleMay, SERVICE_PERMISSIONS, type Role, type ServicePermission } from "./permissions";

/** What was agreed, role by role: on the test side, on the live side, and for the service as a whole. */
const AGREED: Record<ServicePermission, Partial<Record<Role, string>>> = {
  viewPayments: {
    view_only: "test live whole",
    view_and_refund: "test live whole",
    developer: "test",
    admin: "test live whole",
  },
  refundPayments: { view_and_refund: "test live whole", admin: "test live whole" },
  cancelPayments: { view_and_refund: "test live whole", admin: "test live whole" },
  capturePayments: { view_and_refund: "test live whole", admin: "test live whole" },
  cancelAgreements: { view_and_refund: "test live whole", admin: "test live whole" },
  settleAlerts: { view_and_refund: "test live whole", developer: "test", admin: "test live whole" },
  manageApiKeys: { developer: "test", admin: "test live whole" },
  manageWebhooks: { developer: "test", admin: "test live whole" },
  viewRequestLog: { developer: "test", admin: "test live whole" },
  useTestTools: { developer: "test", admin: "test" },
  manageTeam: { admin: "test live whole" },
  manageSettings: { admin: "test live whole" },
  manageCredentials: { admin: "test live whole" },
  goLive: { admin: "test live whole" },
  viewAudit: { admin: "test live whole" },
};

const ROLES: Role[] = ["view_only", "view_and_refund", "developer", "admin"];

test.each(Object.keys(SERVICE_PERMISSIONS) as ServicePermission[])(
  "%s is granted as agreed",
  (permission) => {
    for (const role of ROLES) {
      const sides = (["test", "live", undefined] as const).filter((side) => roleMay(role, permission, side));
      const granted = sides.map((side) => side ?? "whole").join(" ");
      expect(`${role}: ${granted}`).toBe(`${role}: ${AGREED[permission][role] ?? ""}`);
    }
  },
);
