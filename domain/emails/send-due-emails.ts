import { and, eq, inArray, lte } from "drizzle-orm";
import { LIMITS } from "@/contract/limits";
import { database } from "@/db/client";
import { emails } from "@/db/schema";
import { eachOf } from "../each-of";
import { log } from "../log";
import { metrics } from "../metrics";
import { factsOf, type Email, type EmailKind, type EmailWords } from "./email";
import { hasMailServer, isRefusedForGood, postEmail } from "./mail-server";

/** Longer than a mail server is waited for; what a crash during it costs. */
const CLAIM_MILLISECONDS = 120_000;

/**
 * Sends emails that are due: after a failure again after a minute, five, an hour and a day, and then no more.
 * Where there is no mail server, those of test accounts stay here to be read (find-email.ts).
 *
 * @returns how many were tried.
 */
export async function sendDueEmails(now: Date, words: EmailWords, limit = 20): Promise<number> {
  const claimed = await claim(now, Object.keys(words) as EmailKind[], limit);
  await eachOf(claimed, (email) => send(email, words));
  return claimed.length;
}

async function claim(now: Date, kinds: EmailKind[], limit: number): Promise<Email[]> {
  return database().transaction(async (transaction) => {
    const due = await transaction
      .select()
      .from(emails)
      .where(and(lte(emails.dueAt, now), inArray(emails.kind, kinds)))
      .orderBy(emails.dueAt)
      .limit(limit)
      .for("update", { skipLocked: true });
    const ids = due.map(({ id }) => id);
    await transaction
      .update(emails)
      .set({ dueAt: new Date(Date.now() + CLAIM_MILLISECONDS) })
      .where(inArray(emails.id, ids));
    return due;
  });
}

async function send(email: Email, words: EmailWords): Promise<void> {
  try {
    await deliver(email, words);
    metrics().emails.inc({ outcome: "sent" });
    // A link that lets somebody in is not kept longer than it takes to send it.
    await note(email, { dueAt: null, sentAt: new Date(), failure: null, sealedDetails: null });
  } catch (error) {
    const wait = isRefusedForGood(error) ? undefined : LIMITS.emailRetrySeconds[email.tries];
    log.warn(
      { err: error, email: email.id, kind: email.kind, last: wait === undefined },
      "an email was not sent",
    );
    metrics().emails.inc({ outcome: wait === undefined ? "given up" : "failed" });
    const dueAt = wait === undefined ? null : new Date(Date.now() + wait * 1000);
    await note(email, {
      dueAt,
      failure: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    });
  }
}

async function deliver(email: Email, words: EmailWords): Promise<void> {
  const facts = await factsOf(email);
  const content = words[email.kind]?.(facts);
  if (!content) throw new Error(`Nobody has words for ${email.kind}`);
  if (hasMailServer()) return postEmail(email.id, email.recipient, content);
  if (facts.account?.live !== false) throw new Error("SMTP_URL is not set");
  log.info(
    { email: email.id, subject: content.subject },
    "an email that stays here: there is no mail server",
  );
}

async function note(email: Email, outcome: Partial<Email>): Promise<void> {
  await database()
    .update(emails)
    .set({ ...outcome, tries: email.tries + 1 })
    .where(eq(emails.id, email.id));
}
