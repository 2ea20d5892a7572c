import { auditFile } from "../../audit-file";
import { staffDownload } from "../../staff-download";

export const GET = staffDownload("platformAuditCsv", ({ query, now }) =>
  Promise.resolve(auditFile(query, undefined, now)),
);
