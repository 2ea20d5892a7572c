import { and, desc, isNotNull, sql, type SQL } from "drizzle-orm";
import type { SearchPayments } from "@/contract/search";
import { searchDatabase } from "@/db/client";
import { payments } from "@/db/schema";
import type { AccountCaller } from "../caller";
import type { Payment } from "./payment";
import { matching, type StaffCriteria } from "./search-payments";

/** Few enough to keep nobody else waiting while they are written: two milliseconds of one processor. */
const BATCH = 50;

/** What files tell of a payment: half of its columns, and no more is read. */
const TOLD = {
  id: payments.id,
  reference: payments.reference,
  description: payments.description,
  createdAt: payments.createdAt,
  status: payments.status,
  code: payments.code,
  amount: payments.amount,
  surcharge: payments.surcharge,
  refunded: payments.refunded,
  fee: payments.fee,
  cardBrand: payments.cardBrand,
  cardType: payments.cardType,
  firstDigits: payments.firstDigits,
  lastDigits: payments.lastDigits,
  cardExpiry: payments.cardExpiry,
  cardholderName: payments.cardholderName,
  payerEmail: payments.payerEmail,
  email: payments.email,
  authorisationMode: payments.authorisationMode,
  moto: payments.moto,
  language: payments.language,
  paymentProvider: payments.paymentProvider,
  providerId: payments.providerId,
  agreementId: payments.agreementId,
  setUpAgreementId: payments.setUpAgreementId,
  capturedOn: payments.capturedOn,
  settledOn: payments.settledOn,
  payoutId: payments.payoutId,
  metadata: payments.metadata,
} as const;

/** A payment as files tell of it. */
export type ToldPayment = Pick<Payment, keyof typeof TOLD>;

/** Every payment that a search matches, with the keys that their metadata have between them. */
export interface EveryPayment {
  readonly metadataKeys: readonly string[];
  /** Newest first, a batch at a time: as many are in memory, however many there are. */
  readonly batches: AsyncGenerator<readonly ToldPayment[], void>;
}

/**
 * All of an account's payments that match, whichever page was asked for, for files. Each batch begins after the last
 * payment of the one before, so that none costs more than the first, and no transaction is kept open for a slow reader.
 *
 * The newest is noted first and the keys are read after it: what comes in meanwhile is not in the file, so none can
 * bring a key that the file's head has not.
 */
export async function eachPayment(
  { account }: AccountCaller,
  search: SearchPayments & StaffCriteria,
): Promise<EveryPayment> {
  const [newest] = await newestFirst(matching(account, search), 1);
  if (!newest) return { metadataKeys: [], batches: batchesOf(undefined) };
  // Where a batch begins stands in for the last day that was asked for: given both, Postgres walks from that day on to
  // the place each time.
  const matches = matching(account, { ...search, to_date: undefined });
  const upTo = and(matches, sql`${place()} <= ${placeOf(newest)}`);
  return { metadataKeys: await keysOf(upTo), batches: batchesOf(matches, upTo) };
}

async function* batchesOf(
  matches: SQL | undefined,
  first = matches,
): AsyncGenerator<readonly ToldPayment[], void> {
  if (!matches) return;
  let batch = await newestFirst(first, BATCH);
  while (batch.length > 0) {
    yield batch;
    const last = batch.at(-1);
    // Each begins where the one before has ended.
    batch = last && batch.length === BATCH ? await newestFirst(after(matches, last), BATCH) : [];
  }
}

async function newestFirst(matches: SQL | undefined, limit: number): Promise<ToldPayment[]> {
  return searchDatabase()
    .select(TOLD)
    .from(payments)
    .where(matches)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

async function keysOf(matches: SQL | undefined): Promise<string[]> {
  const executor = searchDatabase();
  const key = sql<string>`jsonb_object_keys(${payments.metadata})`.as("key");
  const rows = await executor
    .selectDistinct({ key })
    .from(payments)
    .where(and(matches, isNotNull(payments.metadata)));
  return rows.map((row) => row.key).sort();
}

function after(matches: SQL, last: ToldPayment): SQL | undefined {
  return and(matches, sql`${place()} < ${placeOf(last)}`);
}

function place(): SQL {
  return sql`(${payments.createdAt}, ${payments.id})`;
}

function placeOf({ createdAt, id }: ToldPayment): SQL {
  return sql`(${createdAt.toISOString()}::timestamptz, ${id})`;
}
