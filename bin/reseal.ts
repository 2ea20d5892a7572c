/** `npm run reseal`: brings every sealed value under the current SEALING_SECRET, so that the old one can go. */
import { and, eq, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { database } from "@/db/client";
import { emails, paymentInstruments, pspCredentials, webhooks } from "@/db/schema";
import { resealSecondFactors } from "@/domain/staff/reseal-second-factors";
import { reseal } from "@/domain/sealed";
import { withDatabase } from "./with-database";

interface Place {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly sealed: PgColumn;
  /** The column's name in the schema. */
  readonly name: string;
}

/** Every column that holds a sealed value. */
const PLACES: readonly Place[] = [
  { table: pspCredentials, id: pspCredentials.id, sealed: pspCredentials.sealed, name: "sealed" },
  {
    table: paymentInstruments,
    id: paymentInstruments.id,
    sealed: paymentInstruments.savedCard,
    name: "savedCard",
  },
  { table: webhooks, id: webhooks.id, sealed: webhooks.secret, name: "secret" },
  { table: webhooks, id: webhooks.id, sealed: webhooks.previousSecret, name: "previousSecret" },
  { table: emails, id: emails.id, sealed: emails.sealedDetails, name: "sealedDetails" },
];

await withDatabase(async () => {
  for (const place of PLACES) {
    const moved = await resealAll(place);
    console.log(`${getTableName(place.table)}: ${moved} values moved to the current secret`);
  }
  const factors = await resealSecondFactors();
  console.log(`staff_second_factors: ${factors} values moved to the current secret`);
});

async function resealAll({ table, id, sealed, name }: Place): Promise<number> {
  const rows = await database().select({ id, sealed }).from(table);
  let moved = 0;
  for (const row of rows) {
    const current = typeof row.sealed === "string" ? reseal(row.sealed) : undefined;
    if (current === undefined) continue;
    // Unless it was replaced in the meantime, which was under the current secret then.
    const stillTheSame = and(eq(id, row.id), eq(sealed, row.sealed));
    await database()
      .update(table)
      .set({ [name]: current })
      .where(stillTheSame);
    moved += 1;
  }
  return moved;
}
