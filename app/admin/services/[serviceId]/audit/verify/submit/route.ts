import { tellAuditVerdict } from "../../../../../audit-verdict";
import { addressOf } from "../../../../../routes";
import { staffAction } from "../../../../../staff-action";

export const POST = staffAction("verifyAudit", async ({ params, now }) =>
  tellAuditVerdict(addressOf("audit", params), now),
);
