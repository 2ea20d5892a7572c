import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts, emails, payments, refunds, services, type EMAIL_KINDS } from "@/db/schema";
import type { Account } from "../caller";
import type { Payment } from "../payments/payment";
import type { Refund } from "../refunds/refund";
import { unseal } from "../sealed";

/** An email's row: due while it waits, sent, or neither once it has been given up. */
export type Email = typeof emails.$inferSelect;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** What an email is written from: its row and what it is about. */
export interface EmailFacts {
  readonly email: Email;
  readonly payment: Payment | null;
  readonly refund: Refund | null;
  readonly account: Account | null;
  readonly service: typeof services.$inferSelect | null;
  /** What the row alone knows, such as an invitation's link. */
  readonly details: unknown;
}

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * How emails become words, by kind. Words are the doors' business, so who sends is handed this; kinds that it
 * does not know are left for who does.
 */
export type EmailWords = Partial<Record<EmailKind, (facts: EmailFacts) => EmailContent>>;

/** What an email tells of, as it is now. */
export async function factsOf(email: Email): Promise<EmailFacts> {
  const [found] = await database()
    .select({ payment: payments, refund: refunds, account: accounts, service: services })
    .from(emails)
    .leftJoin(payments, and(eq(payments.serviceId, emails.serviceId), eq(payments.id, emails.paymentId)))
    .leftJoin(refunds, and(eq(refunds.serviceId, emails.serviceId), eq(refunds.id, emails.refundId)))
    .leftJoin(accounts, and(eq(accounts.serviceId, emails.serviceId), eq(accounts.id, emails.accountId)))
    .leftJoin(services, eq(services.id, emails.serviceId))
    .where(eq(emails.id, email.id));
  if (!found) throw new Error(`Email ${email.id} has gone`);
  const details = email.sealedDetails === null ? undefined : unseal(email.sealedDetails);
  return { email, ...found, details };
}
