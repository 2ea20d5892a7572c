import type { Sql } from "postgres";
import { PAYMENT_STEPS } from "@/contract/states";
import type { Walk } from "./walk";

/** What a run may have broken in our own books, in words; empty when nothing was. */
export async function verify(sql: Sql, walks: readonly Walk[]): Promise<string[]> {
  const ids = walks.map(({ paymentId }) => paymentId);
  const confirmed = walks.filter((walk) => walk.confirmed).map(({ paymentId }) => paymentId);
  const lawful = PAYMENT_STEPS.map(({ from, to }) => `${from ?? ""}>${to}`);
  return findings({
    "was promised to its caller and is lost": sql`
      select id from unnest(${ids}::text[]) as id where not exists (select from payments p where p.id = id.id)`,
    "has a step in its history that the table of states does not have": sql`
      select payment_id as id from (
        select payment_id, coalesce(lag(status) over (partition by payment_id order by id), '') || '>' || status as step
        from payment_events where refund_id is null) as steps
      where step <> all (${lawful}::text[])`,
    "has another status than its last event": sql`
      select p.id from payments p where p.status <> (
        select e.status from payment_events e where e.payment_id = p.id and e.refund_id is null
        order by e.id desc limit 1)`,
    "was confirmed to its payer and is not a success": sql`
      select id from payments where id = any(${confirmed}::text[]) and status not in ('success', 'capturable')`,
    "is a success whose money was never taken": sql`
      select id from payments where status = 'success' and captured_on is null`,
    "waits for a bank that nobody is asking any more": sql`
      select payment_id as id from psp_operations where state <> 'answered'`,
  });
}

/** The same of the sandbox's books beside ours, which are in the same database. */
export async function verifySandbox(sql: Sql): Promise<string[]> {
  return findings({
    "is a success and was not captured exactly once": sql`
      select p.id from payments p where p.status = 'success' and (p.captured_on is null or 1 <> (
        select count(*) from sandbox_operations o where o.payment_id = p.id and o.kind = 'capture'))`,
    "is no success and was captured": sql`
      select p.id from payments p where p.status <> 'success' and exists (
        select from sandbox_operations o where o.payment_id = p.id and o.kind = 'capture')`,
    "was authorised more than once": sql`
      select payment_id as id from sandbox_operations where kind = 'authorise' group by 1 having count(*) > 1`,
    "has ended and still holds its payer's money": sql`
      select p.id from payments p join sandbox_payments s on s.payment_id = p.id
      where p.status in ('failed', 'cancelled', 'error') and s.state in ('authorised', 'challenge')`,
    "took another amount than was asked for": sql`
      select p.id from payments p join sandbox_payments s on s.payment_id = p.id
      where p.status = 'success' and s.captured_pence <> p.amount + coalesce(p.surcharge, 0)`,
    "was refunded another amount than we say": sql`
      select p.id from payments p join sandbox_payments s on s.payment_id = p.id
      where s.refunded_pence <> (select coalesce(sum(r.amount), 0) from refunds r
        where r.service_id = p.service_id and r.payment_id = p.id and r.status = 'success')`,
  });
}

async function findings(
  checks: Readonly<Record<string, Promise<readonly { id: string }[]>>>,
): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([fault, rows]) => (await rows).map(({ id }) => `${id} ${fault}`)),
  );
  return found.flat();
}

/** Whether nothing is under way or due any more. */
export async function isQuiet(sql: Sql): Promise<boolean> {
  const [row] = await sql`
    select (select count(*) from psp_operations where state <> 'answered')
      + (select count(*) from payments where capture_due_at is not null or void_due_at is not null
        or status = 'success' and captured_on is null)
      + (select count(*) from refunds where due_at is not null)
      + (select count(*) from psp_notifications where state = 'waiting') as open`;
  return Number(row?.open) === 0;
}
