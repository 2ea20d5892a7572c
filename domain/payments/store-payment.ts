import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { prepareOnce } from "@/db/prepare-once";
import { idempotencyKeys, paymentEvents, payments } from "@/db/schema";
import { forgottenAt, type IdempotentRequest } from "./idempotency";
import type { Payment } from "./payment";

/** What a payment is created with; everything else has its default. */
const CREATED_WITH = [
  "serviceId",
  "id",
  "accountId",
  "createdAt",
  "status",
  "expiresAt",
  "amount",
  "reference",
  "description",
  "language",
  "authorisationMode",
  "returnUrl",
  "delayedCapture",
  "moto",
  "email",
  "metadata",
  "prefill",
  "agreementId",
  "setUpAgreementId",
  "agreementPaymentType",
  "paymentProvider",
  "takeDueAt",
] as const satisfies (keyof Payment)[];
type CreatedWith = (typeof CREATED_WITH)[number];

export type NewPayment = Pick<Payment, CreatedWith>;

/**
 * Stores a new payment, its first event and the Idempotency-Key: one statement, so all or nothing, and one trip
 * to the database. Of two at once with the same key, the second waits until the first has committed (D18).
 *
 * @returns undefined when the key is already taken; then nothing is stored.
 */
export async function storePayment(
  payment: NewPayment,
  request: IdempotentRequest | undefined,
  now: Date,
  executor?: Executor,
): Promise<Payment | undefined> {
  const [stored] = await statement(executor).execute({
    ...Object.fromEntries(CREATED_WITH.map((column) => [column, encoded(payment[column])])),
    key: request?.key ?? null,
    bodyHash: request?.bodyHash ?? null,
    forgottenAt: forgottenAt(now).toISOString(),
  });
  return stored;
}

const statement = prepareOnce((database) => {
  const taken = database.$with("taken", { key: idempotencyKeys.key }).as(sql`
    insert into ${idempotencyKeys} as k (service_id, account_id, key, body_hash, payment_id, used_at)
    select ${given("serviceId")}, ${given("accountId")}, ${text("key")}, ${text("bodyHash")}, ${given("id")}, ${given("createdAt")}
    where ${text("key")} is not null
    on conflict (service_id, account_id, key) do update
      set body_hash = excluded.body_hash, payment_id = excluded.payment_id, used_at = excluded.used_at
      where k.used_at <= ${text("forgottenAt")}::timestamptz
    returning key`);
  const columns = sql.join(
    CREATED_WITH.map((column) => sql.identifier(nameOf(column))),
    sql`, `,
  );
  const values = sql.join(CREATED_WITH.map(given), sql`, `);
  const payment = database.$with("payment", getTableColumns(payments)).as(sql`
    insert into ${payments} (${columns}) select ${values}
    where ${text("key")} is null or exists (select from taken)
    returning *`);
  const event = database.$with("event", { paymentId: paymentEvents.paymentId }).as(sql`
    insert into ${paymentEvents} (service_id, payment_id, status, happened_at)
    select service_id, id, status, created_at from payment
    returning payment_id`);
  return database.with(taken, payment, event).select().from(payment).prepare("store_payment");
});

/** A payment's value, which may be null. */
function given(column: CreatedWith): SQL {
  return sql`${sql.placeholder(column)}::${sql.raw(payments[column].getSQLType())}`;
}

function text(name: string): SQL {
  return sql`${sql.placeholder(name)}::text`;
}

function nameOf(column: CreatedWith): string {
  return column.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** A value as Postgres reads it from text. */
function encoded(value: NewPayment[CreatedWith]): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
