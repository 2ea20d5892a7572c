import { z } from "zod";

const Address = z.string().max(8000);

/** What `report-uri` has browsers send: one report, in the words of the first Content-Security-Policy. */
const OldReport = z.object({
  "csp-report": z.object({
    "document-uri": Address,
    "effective-directive": Address.optional(),
    "violated-directive": Address.optional(),
    "blocked-uri": Address.optional(),
  }),
});

/** What `report-to` has them send: several at once, of which those about the policy are ours. */
const NewReports = z.array(z.object({ type: z.string(), body: z.unknown() }));
const NewBody = z.object({
  documentURL: Address,
  effectiveDirective: Address,
  blockedURL: Address.nullish(),
});

/** A browser's report of what our Content-Security-Policy forbade: addresses as it gave them. */
export interface PolicyReport {
  readonly page: string;
  readonly directive: string;
  readonly blocked: string;
}

/** Reports in either of the two forms that browsers know (CSP3, section 5); undefined for anything else. */
export function readPolicyReports(posted: unknown): PolicyReport[] | undefined {
  const old = OldReport.safeParse(posted);
  if (old.success) {
    const report = old.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"] ?? "";
    return [{ page: report["document-uri"], directive, blocked: report["blocked-uri"] ?? "" }];
  }
  const reports = NewReports.safeParse(posted);
  if (!reports.success) return undefined;
  return reports.data.filter(({ type }) => type === "csp-violation").flatMap(({ body }) => ofBody(body));
}

function ofBody(body: unknown): PolicyReport[] {
  const { data } = NewBody.safeParse(body);
  if (!data) return [];
  return [{ page: data.documentURL, directive: data.effectiveDirective, blocked: data.blockedURL ?? "" }];
}
