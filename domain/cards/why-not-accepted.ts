import type { CardKind } from "@/contract/card";
import type { Account } from "../caller";

/** The card form's problem with a kind of card that the account does not take; undefined when it does. */
export function whyNotAccepted(kind: CardKind, account: Account): string | undefined {
  if (!account.acceptedBrands.includes(kind.brand)) return `cardNo.notAccepted.${kind.brand}`;
  if (kind.prepaid && !account.acceptsPrepaid) return "cardNo.prepaidNotAccepted";
  if (kind.type === "credit" && !account.acceptsCredit) return "cardNo.creditNotAccepted";
  if (kind.type === "debit" && !account.acceptsDebit) return "cardNo.debitNotAccepted";
  return undefined;
}
