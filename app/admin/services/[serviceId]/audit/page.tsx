import { auditPage } from "../../../audit-page";
import { addressOf } from "../../../routes";
import { staffPage } from "../../../staff-page";

export default staffPage("audit", async ({ caller, params, query, here, csrf }) =>
  auditPage({
    serviceId: caller.service.id,
    query,
    here,
    csrf,
    csv: addressOf("auditCsv", params),
    verify: addressOf("verifyAudit", params),
  }),
);
