import { verifyAudit } from "@/domain/staff/verify-audit";
import type { Problem } from "./flash";
import { again, done, type Outcome } from "./staff-action";

/** Checks the whole audit, and goes on to a page that says how it stands. */
export async function tellAuditVerdict(to: string): Promise<Outcome> {
  const { entries, broken } = await verifyAudit();
  if (!broken)
    return done(
      to,
      `The audit is whole: ${entries.toLocaleString("en-GB")} entries, none changed or missing.`,
    );
  const how = broken.how === "changed" ? "was changed" : "does not follow the one before";
  return again(to, [problemOf(broken.id, how)]);
}

/** What is said of an entry that is not as it was written. */
export function problemOf(id: number, how: string): Problem {
  return { field: "main-content", text: `Entry ${id} ${how}. Tell the platform’s operators.` };
}
