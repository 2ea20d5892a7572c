import { auditPage } from "../../audit-page";
import { addressOf } from "../../routes";
import { staffPage } from "../../staff-page";

export default staffPage("platformAudit", async ({ params, query, here, csrf }) =>
  auditPage({
    serviceId: undefined,
    query,
    here,
    csrf,
    csv: addressOf("platformAuditCsv", params),
    verify: addressOf("verifyPlatformAudit", params),
  }),
);
