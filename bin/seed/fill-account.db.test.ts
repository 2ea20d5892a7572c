import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAYMENT_STEPS } from "@/contract/states";
import { testDatabase } from "@/db/test-database";
import { testAccount } from "@/domain/accounts/test-account";
import type { Account } from "@/domain/caller";
import { fillAccount } from "./fill-account";

const PAYMENTS = 3000;
const NOW = new Date();

let account: Account;
let sql: postgres.Sql;

beforeAll(async () => {
  await testDatabase();
  ({ account } = await testAccount());
  sql = postgres(process.env.TEST_DATABASE_URL ?? "", {
    max: 1,
    onnotice: () => {},
    connection: { TimeZone: "UTC" },
  });
  await fillAccount(sql, account, { payments: PAYMENTS, months: 24, now: NOW });
}, 60_000);
afterAll(async () => sql.end());

test("an account gets as many payments as were wanted, of every status, over two years", async () => {
  const [all] = await sql`
    select count(*)::int as payments, count(distinct id)::int as ids, min(created_at) as first, max(created_at) as last
    from payments where service_id = ${account.serviceId}`;
  expect(all).toMatchObject({ payments: PAYMENTS, ids: PAYMENTS });
  const days = (moment: Date) => (NOW.getTime() - moment.getTime()) / 86_400_000;
  expect(days(all?.first)).toBeGreaterThan(700);
  expect(days(all?.last)).toBeGreaterThanOrEqual(0);
  const statuses = await sql<{ status: string }[]>`
    select distinct status from payments where service_id = ${account.serviceId}`;
  const found = statuses.map(({ status }) => status);
  expect(found).toEqual(expect.arrayContaining(["success", "failed", "cancelled", "error"]));
  expect(found.some((status) => ["created", "started", "submitted"].includes(status))).toBe(true);
});

test("each payment's events are a walk through the table of states, in order of time, that ends where it stands", async () => {
  const walks = await sql<{ id: string; status: string; walk: string[]; ordered: boolean }[]>`
    select p.id, p.status, array_agg(e.status order by e.id) as walk,
      array_agg(e.happened_at order by e.id) = array_agg(e.happened_at order by e.happened_at, e.id) as ordered
    from payments p join payment_events e on e.service_id = p.service_id and e.payment_id = p.id and e.refund_id is null
    where p.service_id = ${account.serviceId} group by p.id, p.status`;
  expect(walks.length).toBe(PAYMENTS);
  const steps = new Set(PAYMENT_STEPS.map(({ from, to }) => `${from} ${to}`));
  const unlawful = walks.filter(
    ({ walk, status, ordered }) =>
      !ordered ||
      walk.at(-1) !== status ||
      walk.some((to, index) => !steps.has(`${index === 0 ? null : walk[index - 1]} ${to}`)),
  );
  expect(unlawful).toEqual([]);
});

test("nothing has happened in the future, and nothing that is over is still due", async () => {
  const [late] = await sql`
    select count(*)::int as n from payment_events where service_id = ${account.serviceId} and happened_at > ${NOW}`;
  expect(late?.n).toBe(0);
  const [due] = await sql`
    select count(*)::int as n from payments
    where service_id = ${account.serviceId} and (expires_at <= ${NOW} or num_nonnulls(capture_due_at, void_due_at, take_due_at) > 0)`;
  expect(due?.n).toBe(0);
});

test("what has been given back is what the refunds and the sandbox's books say", async () => {
  const wrong = await sql`
    select p.id, p.refunded, coalesce(r.refunded, 0) as refunds, b.refunded_pence
    from payments p
    left join sandbox_payments b on b.payment_id = p.id
    left join lateral (
      select sum(amount)::int as refunded from refunds
      where service_id = p.service_id and payment_id = p.id and status <> 'error') r on true
    where p.service_id = ${account.serviceId}
      and (p.refunded <> coalesce(r.refunded, 0) or p.refunded <> coalesce(b.refunded_pence, 0)
        or (p.status = 'success') <> (b.state is not null and b.state = 'captured'))`;
  expect([...wrong]).toEqual([]);
  const [refunds] = await sql`select count(*)::int as n from refunds where service_id = ${account.serviceId}`;
  expect(refunds?.n).toBeGreaterThan(50);
});

test("recurring payments are of agreements that were there before them", async () => {
  const wrong = await sql`
    select p.id from payments p
    left join agreements a on a.service_id = p.service_id and a.id = p.agreement_id
    where p.service_id = ${account.serviceId} and p.authorisation_mode = 'agreement'
      and (a.created_at is null or a.created_at >= p.created_at or a.status <> 'active')`;
  expect([...wrong]).toEqual([]);
});

test("only the sandbox's accounts can be filled", async () => {
  const live = { ...account, paymentProvider: "stripe" as const };
  await expect(fillAccount(sql, live, { payments: 1, months: 1, now: NOW })).rejects.toThrow("sandbox");
});
