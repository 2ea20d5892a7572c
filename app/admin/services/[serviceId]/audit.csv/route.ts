import { auditFile } from "../../../audit-file";
import { staffDownload } from "../../../staff-download";

export const GET = staffDownload("auditCsv", ({ caller, query, now }) =>
  Promise.resolve(auditFile(query, caller.service.id, now)),
);
