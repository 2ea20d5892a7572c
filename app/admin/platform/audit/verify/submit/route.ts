import { tellAuditVerdict } from "../../../../audit-verdict";
import { addressOf } from "../../../../routes";
import { staffAction } from "../../../../staff-action";

export const POST = staffAction("verifyPlatformAudit", async ({ params, now }) =>
  tellAuditVerdict(addressOf("platformAudit", params), now),
);
