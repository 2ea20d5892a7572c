import { formatMoment } from "@/components/admin/format";
import { checkAudit, type AuditCheck } from "@/domain/staff/check-audit";
import type { Problem } from "./flash";
import { again, done, type Outcome } from "./staff-action";

/** Checks the whole audit, and goes on to a page that says how it stands. */
export async function tellAuditVerdict(to: string, now: Date): Promise<Outcome> {
  const check = await checkAudit("staff", now);
  const problem = problemFound(check);
  return problem ? again(to, [problem]) : done(to, `The audit is whole: ${entriesRead(check)}.`);
}

/** What a check of the whole audit has found wrong, if anything. */
export function problemFound({ finding, brokenId, entries }: AuditCheck): Problem | undefined {
  if (finding === "cutOff")
    return tell(`Of the audit's end something is missing: ${entries ?? 0} entries are left.`);
  if (finding === "changed" || finding === "doesNotFollow")
    return problemOf(brokenId ?? 0, finding === "changed" ? "was changed" : "does not follow the one before");
  return undefined;
}

/** What is said of an entry that is not as it was written. */
export function problemOf(id: number, how: string): Problem {
  return tell(`Entry ${id} ${how}.`);
}

/** When the whole audit was last read, by whom, and what came of it. */
export function lastCheckInWords(check: AuditCheck | undefined): string {
  if (!check) return "It was not checked yet. From now on it is every day.";
  const when = `It was last checked on ${formatMoment(check.startedAt)}, ${CHECKERS[check.startedBy]}`;
  return check.finding === "whole"
    ? `${when}, and was whole: ${entriesRead(check)}.`
    : `${when}, and was not whole.`;
}

const CHECKERS: Readonly<Record<AuditCheck["startedBy"], string>> = {
  clock: "as it is every day",
  staff: "by somebody on this page",
  command: "by a command at the server",
};

function entriesRead({ entries }: AuditCheck): string {
  return entries === 1
    ? "1 entry, as it was written"
    : `${(entries ?? 0).toLocaleString("en-GB")} entries, none changed or missing`;
}

function tell(text: string): Problem {
  return { field: "main-content", text: `${text} Tell the platform’s operators.` };
}
