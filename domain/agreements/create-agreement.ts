import type { CreateAgreement } from "@/contract/agreement";
import { isBlank } from "@/contract/text";
import { database } from "@/db/client";
import { agreements } from "@/db/schema";
import type { ServiceCaller } from "../caller";
import { newId } from "../new-id";
import { refused } from "../refused";
import type { AgreementWithCard } from "./agreement";

/** Creates an agreement, without a card until a payment sets it up (section 4.8, contract 3.5). */
export async function createAgreement({ account }: ServiceCaller, input: CreateAgreement, now: Date) {
  if (!account.recurringEnabled) return refused("recurringNotEnabled");
  if (account.recurringTurnedOff) return refused("recurringTurnedOff");
  const { user_identifier: user } = input;
  const [agreement] = await database()
    .insert(agreements)
    .values({
      serviceId: account.serviceId,
      accountId: account.id,
      id: newId(now),
      createdAt: now,
      status: "created",
      reference: input.reference,
      description: input.description,
      userIdentifier: user === undefined || isBlank(user) ? null : user,
    })
    .returning();
  if (!agreement) throw new Error("The agreement was not stored");
  return { agreement, instrument: null } satisfies AgreementWithCard;
}
