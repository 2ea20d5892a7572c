import { ACTS } from "@/domain/staff/acts";
import { eachAuditEntry } from "@/domain/staff/list-audit";
import { readAuditFilters } from "./audit-filters";
import { csvMoment } from "./csv";
import type { CsvFile } from "./stream-csv";

const HEAD = [
  "Number",
  "When (UTC)",
  "Who",
  "From address",
  "What",
  "Kind of thing",
  "ID",
  "Before",
  "After",
  "Hash",
];

/** What the audit's page shows with the same filters: all of it, with the hash that seals each entry. */
export function auditFile(
  query: Readonly<Record<string, string>>,
  serviceId: string | undefined,
  now: Date,
): CsvFile {
  const { criteria } = readAuditFilters(query, serviceId);
  return { name: `audit-${now.toISOString().slice(0, 10)}`, head: HEAD, batches: rowsOf(criteria) };
}

async function* rowsOf(criteria: Parameters<typeof eachAuditEntry>[0]) {
  for await (const batch of eachAuditEntry(criteria))
    yield batch.map((entry) => [
      entry.id,
      csvMoment(entry.happenedAt),
      entry.who,
      entry.fromAddress,
      Object.hasOwn(ACTS, entry.what) ? ACTS[entry.what as keyof typeof ACTS] : entry.what,
      entry.resourceType,
      entry.resourceId,
      entry.before === null ? null : JSON.stringify(entry.before),
      entry.after === null ? null : JSON.stringify(entry.after),
      entry.hash,
    ]);
}
