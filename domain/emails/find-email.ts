import { and, desc, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { emails } from "@/db/schema";
import type { Account } from "../caller";
import { factsOf, type Email, type EmailContent, type EmailWords } from "./email";

/** An account's newest emails, sent or not: its mailbox where there is no mail server. */
export async function listEmails(account: Account, limit = 50): Promise<Email[]> {
  return database()
    .select()
    .from(emails)
    .where(and(eq(emails.serviceId, account.serviceId), eq(emails.accountId, account.id)))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(limit);
}

/** What one of an account's emails says; undefined for an id that is unknown or another's. */
export async function readEmail(
  account: Account,
  emailId: string,
  words: EmailWords,
): Promise<(EmailContent & { recipient: string }) | undefined> {
  const [email] = await database()
    .select()
    .from(emails)
    .where(
      and(eq(emails.id, emailId), eq(emails.serviceId, account.serviceId), eq(emails.accountId, account.id)),
    );
  const content = email && words[email.kind]?.(await factsOf(email));
  return content && { recipient: email.recipient, ...content };
}
