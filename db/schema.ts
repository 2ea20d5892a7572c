/**
 * Everything that is remembered. Tables that a service owns carry its service_id first in keys and indexes, so
 * that the schema can be spread over several databases by service without change.
 */
export * from "./tables/accounts";
export * from "./tables/agreements";
export * from "./tables/messages";
export * from "./tables/payment-instruments";
export * from "./tables/payments";
export * from "./tables/platform";
export * from "./tables/providers";
export * from "./tables/psp-operations";
export * from "./tables/refunds";
export * from "./tables/staff";
export * from "./tables/webhooks";
export * from "./tables/bin-ranges";
export * from "./tables/sandbox";
