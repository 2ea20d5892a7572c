import { sql, type SQL } from "drizzle-orm";
import { payoutLines, payouts } from "@/db/schema";

// A payout that fails comes back into the balance, and goes out again as a part of a later one, which may fail as well.

/**
 * The payouts that have brought to the bank what some payouts were made of: themselves, or the later ones that they have
 * come back in. Those that have failed or come back have brought nothing.
 *
 * @param serviceId as a value or a column.
 * @param start a query for the payouts' ids.
 * @returns a query for `id` and `arrives_on`.
 */
export function carriersOf(serviceId: unknown, start: SQL): SQL {
  return sql`
    with recursive onward(id) as (
      ${start}
      union
      select later.payout_id from onward
      join ${payouts} back on back.service_id = ${serviceId} and back.id = onward.id
      join ${payoutLines} later on later.service_id = ${serviceId} and later.returned_provider_id = back.provider_id)
    select carrier.id, carrier.arrives_on from onward
    join ${payouts} carrier on carrier.service_id = ${serviceId} and carrier.id = onward.id
    where carrier.status not in ('failed', 'cancelled') and not exists (
      select from ${payoutLines} later
      where later.service_id = ${serviceId} and later.returned_provider_id = carrier.provider_id)`;
}

/** A query for the ids of a payout and of all that have come back in it. */
export function carriedBy({ serviceId, id }: { serviceId: string; id: string }): SQL {
  return sql`
    with recursive carried(id) as (
      select ${id}::text
      union
      select back.id from carried
      join ${payoutLines} line on line.service_id = ${serviceId} and line.payout_id = carried.id
      join ${payouts} back on back.service_id = ${serviceId} and back.provider_id = line.returned_provider_id)
    select id from carried`;
}
