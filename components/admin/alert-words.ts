import type { Trouble } from "@/domain/alerts/raise-alert";

const NAMES: Readonly<Record<Trouble["kind"], string>> = {
  captureRefused: "The provider refused to take a payment’s money",
  captureNotConfirmed: "The provider has not confirmed that a payment’s money was taken",
  refundReversed: "A refund that had been sent came back",
  notificationAbandoned: "Something the provider told us could not be acted on",
  unlawfulNotification: "The provider told us something that cannot be",
  operationUnresolved: "The provider does not say what became of something it was asked",
  payoutDoesNotAddUp: "A payout’s parts do not add up to it",
  payoutFailed: "A payout has failed",
  cardTesting: "Somebody is trying out stolen cards",
};

/** What an alert is about, in words. */
export function alertInWords(kind: string): string {
  return Object.hasOwn(NAMES, kind) ? NAMES[kind as Trouble["kind"]] : kind;
}
