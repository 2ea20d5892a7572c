import type { Snapshot } from "./snapshot";

/** What a provider tells on its own accord. `dedupeKey` is the same whenever the same thing is told again. */
export type PspEvent = { dedupeKey: string; happenedAt: Date } &
  /** Something happened to a payment: what is found by asking for it anew (`state` is a hint where asking is slow). */
  (
    | {
        type: "payment";
        paymentId?: string;
        providerId?: string;
        state?: Snapshot["state"];
        capturedOn?: string;
      }
    | {
        type: "refund";
        refundId: string;
        paymentId?: string;
        providerId?: string;
        state: "succeeded" | "failed" | "pending";
        reason?: string;
      }
    | {
        type: "dispute";
        disputeProviderId: string;
        paymentId?: string;
        providerId?: string;
        status: "needs_response" | "under_review" | "won" | "lost";
        amount: number;
        reason: string;
        createdAt: Date;
        evidenceDueAt?: Date;
        feePence?: number;
        netPence?: number;
      }
    | {
        type: "payout";
        payoutProviderId: string;
        status: "pending" | "inTransit" | "paid" | "failed" | "cancelled";
        amount: number;
        arrivesOn: string;
        /** Its lines can be read. */
        reconcilable: boolean;
      }
    | { type: "ignored"; why: string }
  );

/** An HTTP request that a provider sent us. */
export interface PspRequest {
  readonly body: string;
  header(name: string): string | null;
}

/** What was read of a notification: events, or why it is not believed. */
export type ReadNotification = { is: "events"; events: PspEvent[] } | { is: "forged"; why: string };
