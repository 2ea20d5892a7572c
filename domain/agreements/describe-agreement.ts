import type { AgreementResource } from "@/contract/agreement";
import type { Account } from "../caller";
import { describeCard } from "../cards/describe-card";
import { omitAbsent } from "../omit-absent";
import type { AgreementWithCard } from "./agreement";

/** An agreement as the API shows it (2.4, D16). */
export function describeAgreement(
  { agreement, instrument }: AgreementWithCard,
  account: Account,
): AgreementResource {
  const card = instrument ? describeCard(instrument, account, "id") : undefined;
  return omitAbsent({
    agreement_id: agreement.id,
    reference: agreement.reference,
    description: agreement.description,
    status: agreement.status,
    user_identifier: agreement.userIdentifier ?? undefined,
    created_date: agreement.createdAt.toISOString(),
    cancelled_date: agreement.cancelledAt?.toISOString(),
    payment_instrument: card && { type: "card" as const, card_details: card },
  });
}
