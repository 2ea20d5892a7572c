import { and, eq, gt } from "drizzle-orm";
import type { CardKind } from "@/contract/card";
import type { CardDetails } from "@/contract/card-form";
import { database, type Transaction } from "@/db/client";
import { paymentDrafts, payments } from "@/db/schema";
import { Secret, type AuthoriseCommand } from "@/psp/port";
import { accountTime } from "../accounts/account-time";
import { countersOf } from "../cards/card-testing";
import { findLoadedBin } from "../cards/find-loaded-bin";
import { identifyCard } from "../cards/identify-card";
import { whyNotAccepted } from "../cards/why-not-accepted";
import type { Account } from "../caller";
import { askUnderLease, claimOnce, type PspOperation } from "../operations/operation";
import { providerOf } from "../providers/provider-of";
import { refused } from "../refused";
import { commandWithoutCard } from "./commands-for-psp";
import { isPayment, type Payment } from "./payment";
import { authorisationOf, firstOperation, preparePayment } from "./prepare-payment";
import { recordAuthorisation } from "./record-authorisation";

/** What the payer's browser tells a bank along with the card. */
export interface PayerFacts {
  readonly ip: string | null;
  readonly userAgent: string;
  readonly accept: string;
  /** What the PSP's device check gave, where there is one and the browser runs script. */
  readonly deviceData: string | null;
  readonly hasScript: boolean;
}

/**
 * A card is put to the bank, by its payer on the card page or by a caller for a telephone order: claim, ask,
 * record.
 *
 * The number and the code live in `card` and the command alone. A second submit of the same payment is refused,
 * so nothing can be authorised twice.
 *
 * @returns the card form's problem when the service does not take the card; otherwise the authorisation under
 * way, whose promise ends when the answer is recorded.
 */
export async function submitCard(
  payment: Payment,
  account: Account,
  card: CardDetails,
  payer: PayerFacts,
  now: Date,
) {
  const kind = await identifyCard(card.number, (digits) => findLoadedBin(database(), digits));
  if (!kind) return refused("cardNotAccepted", { problem: "cardNo.unknown" });
  const problem = whyNotAccepted(kind, account);
  if (problem) return refused("cardNotAccepted", { problem });

  const columns = {
    ...cardColumns(card, kind, surchargeOn(payment, kind, account)),
    credentialsId: account.credentialsId,
  };
  const claimed = await database().transaction((transaction) =>
    claim(transaction, firstOperation(payment), payment, columns, now),
  );
  if (!claimed) return refused("notAwaitingCard");
  return { authorising: authorise(claimed, account, await commandFor(claimed, card, kind, payer)) };
}

/** The status in which a payment waits for its card. */
function awaitsCardIn({ authorisationMode }: Payment): "created" | "started" {
  return authorisationMode === "web" ? "started" : "created";
}

export type CardColumns = Pick<
  Payment,
  | "cardBrand"
  | "cardType"
  | "firstDigits"
  | "lastDigits"
  | "cardExpiry"
  | "cardholderName"
  | "billingAddress"
  | "payerEmail"
  | "surcharge"
>;

async function claim(
  transaction: Transaction,
  operation: PspOperation,
  payment: Payment,
  columns: CardColumns & Pick<Payment, "credentialsId">,
  now: Date,
): Promise<Payment | undefined> {
  const [awaiting] = await transaction
    .select({ id: payments.id })
    .from(payments)
    .where(and(isPayment(payment), eq(payments.status, awaitsCardIn(payment)), gt(payments.expiresAt, now)))
    .for("update");
  if (!awaiting || !(await claimOnce(transaction, operation))) return undefined;
  const [claimed] = await transaction.update(payments).set(columns).where(isPayment(payment)).returning();
  await transaction
    .delete(paymentDrafts)
    .where(and(eq(paymentDrafts.serviceId, payment.serviceId), eq(paymentDrafts.paymentId, payment.id)));
  return claimed;
}

async function authorise(payment: Payment, account: Account, command: AuthoriseCommand): Promise<void> {
  const prepared = await preparePayment(payment, account);
  if (!prepared) return;
  const { providerId } = prepared;
  const operation = authorisationOf(prepared);
  const { provider, context } = await providerOf(
    prepared,
    account,
    operation.key,
    accountTime(account, new Date()),
  );
  const outcome = await askUnderLease(operation, () =>
    provider.authorise(context, { ...command, providerId }),
  );
  const address = command.payer.ip;
  const counters = countersOf(account, { number: command.card.number.reveal(), address });
  await recordAuthorisation(operation, outcome, accountTime(account, new Date()), { counters, address });
}

/** What is kept of a card: enough to recognise it by, never its number or code. */
export function cardColumns(card: CardDetails, kind: CardKind | undefined, surcharge: number): CardColumns {
  return {
    cardBrand: kind?.brand ?? null,
    cardType: kind?.type ?? null,
    firstDigits: card.number.slice(0, 6),
    lastDigits: card.number.slice(-4),
    cardExpiry: `${String(card.expiryMonth).padStart(2, "0")}/${String(card.expiryYear % 100).padStart(2, "0")}`,
    cardholderName: card.cardholderName,
    billingAddress: storedAddress(card),
    payerEmail: card.email,
    surcharge: surcharge || null,
  };
}

function storedAddress({ billingAddress }: CardDetails) {
  if (!billingAddress) return null;
  const { line2, ...rest } = billingAddress;
  return line2 === null ? rest : { ...rest, line2 };
}

/** Pence added for a corporate card entered on the card page, by its kind (contract section 7). */
export function surchargeOn(payment: Payment, kind: CardKind, account: Account): number {
  if (payment.authorisationMode !== "web" || !kind.corporate || kind.type === null) return 0;
  if (kind.type === "credit") return kind.prepaid ? 0 : account.surchargeCreditPence;
  return kind.prepaid ? account.surchargePrepaidDebitPence : account.surchargeDebitPence;
}

async function commandFor(
  payment: Payment,
  card: CardDetails,
  kind: CardKind,
  payer: PayerFacts,
): Promise<AuthoriseCommand> {
  return {
    ...(await commandWithoutCard(payment)),
    card: {
      number: new Secret(card.number),
      securityCode: new Secret(card.securityCode),
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      cardholderName: card.cardholderName,
      billingAddress: storedAddress(card),
    },
    corporate: kind.corporate,
    providerId: payment.providerId,
    payer: { email: card.email, ...payer, language: payment.language },
  };
}
