import type { accounts, services } from "@/db/schema";
import type { Role } from "./staff/permissions";

/** An account's row: its settings, limits and provider. */
export type Account = typeof accounts.$inferSelect;

/** A public body's system, known by its API key: addresses one account and nothing else. */
export interface ServiceCaller {
  readonly kind: "service";
  readonly account: Account;
  readonly apiKeyId: string;
}

/** The person paying, proven by the journey cookie for one payment. */
export interface PayerCaller {
  readonly kind: "payer";
  readonly address: string | null;
}

/** Time itself: expiry, captures and whatever else falls due. */
export interface ClockCaller {
  readonly kind: "clock";
}

/** A public body's service, as far as staff see which one they act for. */
export type Service = typeof services.$inferSelect;

/** Somebody of the staff, signed in with both factors. */
export interface Staff {
  readonly kind: "staff";
  readonly member: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly operator: boolean;
  };
  /** Where the request came from, for the audit. */
  readonly address: string | null;
  /** Why they do it, in their own words; for the audit. */
  readonly reason?: string;
  /** How many entries the audit has had of this request so far. */
  readonly noted: { acts: number };
}

/** Staff acting for one service, whose member they are. */
export interface ServiceStaff extends Staff {
  readonly service: Service;
  readonly role: Role;
}

/** Staff acting on one account: the service's test side or its live one. */
export interface StaffCaller extends ServiceStaff {
  readonly account: Account;
}

/** Whoever may act on an account: its own systems, or its staff. */
export type AccountCaller = ServiceCaller | StaffCaller;
