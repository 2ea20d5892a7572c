import { connect } from "@/db/client";
import type { Payment } from "./api";
import { databaseUrl } from "./environment";

/** A connection of its own to the service's database, for what neither API nor pages can tell or do. */
export async function withDatabase<T>(use: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql } = connect(databaseUrl(), 1);
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export type Sql = ReturnType<typeof connect>["sql"];

/** Lets a payment's time run out, as if it had been created that much earlier. */
export async function letTimeRunOut({ payment_id: id }: Payment): Promise<void> {
  await withDatabase(
    (sql) => sql`
      update payments
      set created_at = created_at - (expires_at - now()) - interval '1 second', expires_at = now() - interval '1 second'
      where id = ${id}`,
  );
}

/** Leaves a payment so many seconds, as if it had been created that much earlier. */
export async function leaveSeconds({ payment_id: id }: Payment, seconds: number): Promise<void> {
  await withDatabase(
    (sql) => sql`
      update payments
      set created_at = created_at - (expires_at - now()) + make_interval(secs => ${seconds}),
        expires_at = now() + make_interval(secs => ${seconds})
      where id = ${id}`,
  );
}

/** Everything that the bank was ever made to do about a payment, by the bank's own books. */
export async function whatTheBankDid({ payment_id: id }: Payment): Promise<string[]> {
  return withDatabase(async (sql) => {
    const rows = await sql<{ kind: string }[]>`
      select kind from sandbox_operations where payment_id = ${id} order by happened_at, kind`;
    return rows.map(({ kind }) => kind);
  });
}

/** Makes the bank of a challenged payment one elsewhere, whose page is reached by a posted form. */
export async function moveBankTo({ payment_id: id }: Payment, url: string, creq: string): Promise<void> {
  const challenge = JSON.stringify({ challenge: { via: "post", url, fields: { creq } }, session: {} });
  await withDatabase(
    (sql) => sql`update payments set challenge = ${challenge}::text::jsonb where id = ${id}`,
  );
}

/** What the payer has told that bank. */
export async function letBankKnow({ payment_id: id }: Payment, answer: "pass" | "fail"): Promise<void> {
  await withDatabase(
    (sql) => sql`update sandbox_payments set bank_answer = ${answer} where payment_id = ${id}`,
  );
}
