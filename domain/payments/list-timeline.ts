import { and, asc, eq, inArray } from "drizzle-orm";
import { database } from "@/db/client";
import {
  apiKeys,
  auditLog,
  emails,
  pageVisits,
  pspOperations,
  requestLog,
  webhookAttempts,
  webhookMessages,
} from "@/db/schema";
import { listRefunds } from "../refunds/find-refund";
import { listEvents, type PaymentEvent } from "./list-events";
import type { Payment } from "./payment";

type Operation = typeof pspOperations.$inferSelect;

/** Something that happened to a payment, wherever it was noted. */
export type TimelineEntry = { readonly at: Date } & (
  | { readonly is: "state"; readonly event: PaymentEvent }
  | {
      readonly is: "apiCall";
      readonly method: string;
      readonly path: string;
      readonly httpStatus: number;
      readonly code: string | null;
      readonly keyName: string | null;
    }
  | { readonly is: "page"; readonly page: string; readonly visits: number; readonly lastAt: Date }
  | {
      readonly is: "pspCall";
      readonly kind: Operation["kind"];
      readonly state: Operation["state"];
      readonly tries: number;
      readonly answeredAt: Date | null;
    }
  | {
      readonly is: "webhook";
      readonly eventType: string;
      readonly attempt: number;
      readonly httpStatus: number | null;
      readonly failure: string | null;
    }
  | {
      readonly is: "email";
      readonly kind: (typeof emails.$inferSelect)["kind"];
      readonly recipient: string;
      readonly sent: boolean;
    }
  | {
      readonly is: "staff";
      readonly who: string;
      readonly what: string;
      readonly reason: string | undefined;
      readonly after: unknown;
    }
);

/** Everything that happened to a payment, oldest first, joined from wherever it was noted. */
export async function listTimeline(payment: Payment): Promise<TimelineEntry[]> {
  const refundIds = (await listRefunds(payment)).map(({ id }) => id);
  const parts = await Promise.all([
    listEvents(payment).then((events) =>
      events.map((event) => ({ is: "state" as const, at: event.happenedAt, event })),
    ),
    apiCalls(payment),
    pages(payment),
    pspCalls(payment),
    webhooks([payment.id, ...refundIds], payment),
    sentEmails(payment),
    staffActs(payment),
  ]);
  return parts.flat().sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function apiCalls({ serviceId, accountId, id }: Payment) {
  return database()
    .select({
      at: requestLog.happenedAt,
      method: requestLog.method,
      path: requestLog.path,
      httpStatus: requestLog.httpStatus,
      code: requestLog.code,
      keyName: apiKeys.name,
    })
    .from(requestLog)
    .leftJoin(apiKeys, eq(apiKeys.id, requestLog.apiKeyId))
    .where(
      and(
        eq(requestLog.serviceId, serviceId),
        eq(requestLog.accountId, accountId),
        eq(requestLog.paymentId, id),
      ),
    )
    .orderBy(asc(requestLog.id))
    .then((rows) => rows.map((row) => ({ is: "apiCall" as const, ...row })));
}

async function pages({ serviceId, id }: Payment) {
  const rows = await database()
    .select()
    .from(pageVisits)
    .where(and(eq(pageVisits.serviceId, serviceId), eq(pageVisits.paymentId, id)));
  return rows.map(({ page, visits, firstAt, lastAt }) => ({
    is: "page" as const,
    at: firstAt,
    page,
    visits,
    lastAt,
  }));
}

async function pspCalls({ serviceId, id }: Payment) {
  const rows = await database()
    .select()
    .from(pspOperations)
    .where(and(eq(pspOperations.serviceId, serviceId), eq(pspOperations.paymentId, id)));
  return rows.map(({ askedAt, kind, state, tries, answeredAt }) => ({
    is: "pspCall" as const,
    at: askedAt,
    kind,
    state,
    tries,
    answeredAt,
  }));
}

async function webhooks(resourceIds: readonly string[], { serviceId }: Payment) {
  const rows = await database()
    .select({
      at: webhookAttempts.triedAt,
      eventType: webhookMessages.eventType,
      attempt: webhookAttempts.number,
      httpStatus: webhookAttempts.httpStatus,
      failure: webhookAttempts.failure,
    })
    .from(webhookMessages)
    .innerJoin(
      webhookAttempts,
      and(
        eq(webhookAttempts.serviceId, webhookMessages.serviceId),
        eq(webhookAttempts.messageId, webhookMessages.id),
      ),
    )
    .where(
      and(eq(webhookMessages.serviceId, serviceId), inArray(webhookMessages.resourceId, [...resourceIds])),
    );
  return rows.map((row) => ({ is: "webhook" as const, ...row }));
}

async function sentEmails({ serviceId, id }: Payment) {
  const rows = await database()
    .select()
    .from(emails)
    .where(and(eq(emails.serviceId, serviceId), eq(emails.paymentId, id)));
  return rows.map(({ createdAt, sentAt, kind, recipient }) => ({
    is: "email" as const,
    at: sentAt ?? createdAt,
    kind,
    recipient,
    sent: sentAt !== null,
  }));
}

async function staffActs({ serviceId, id }: Payment) {
  const rows = await database()
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.serviceId, serviceId),
        eq(auditLog.resourceType, "payment"),
        eq(auditLog.resourceId, id),
      ),
    );
  return rows.map(({ happenedAt, who, what, after }) => ({
    is: "staff" as const,
    at: happenedAt,
    who,
    what,
    reason: reasonIn(after),
    after,
  }));
}

function reasonIn(after: unknown): string | undefined {
  const reason = (after as { reason?: unknown } | null)?.reason;
  return typeof reason === "string" ? reason : undefined;
}
