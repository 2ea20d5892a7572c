import type { CardKind } from "@/contract/card";
import { brandOf } from "@/contract/card-brand";
import { TEST_CARDS } from "@/contract/test-cards";
import { database } from "@/db/client";
import type { Account } from "../caller";
import type { Payment } from "../payments/payment";
import { surchargeOn } from "../payments/submit-card";
import { refused } from "../refused";
import { takeLookUp } from "./card-attempts";
import { findLoadedBin } from "./find-loaded-bin";
import { whyNotAccepted } from "./why-not-accepted";

/**
 * What a card's first digits tell while it is typed: a hint, the whole number decides when it is sent. The digits
 * are looked up and forgotten.
 *
 * @param firstDigits LOOK_UP_DIGITS of them.
 * @returns refused("notAwaitingCard"), or refused("tooManyRequests") after twenty look-ups of one payment.
 */
export async function lookUpCard(payment: Payment, account: Account, firstDigits: string, now: Date) {
  if (payment.status !== "started") return refused("notAwaitingCard");
  if (!(await takeLookUp(payment.id, now))) return refused("tooManyRequests");
  const kind = await kindOf(firstDigits, account);
  if (!kind) return { kind: null, problem: "cardNo.unknown", surcharge: 0 };
  const problem = whyNotAccepted(kind, account) ?? null;
  return { kind, problem, surcharge: problem === null ? surchargeOn(payment, kind, account) : 0 };
}

/** As identifyCard would say of every card that begins so; less, where such cards differ. */
async function kindOf(firstDigits: string, account: Account): Promise<CardKind | undefined> {
  const testCards = account.live ? [] : TEST_CARDS.filter(({ number }) => number.startsWith(firstDigits));
  const [first] = testCards;
  if (first) {
    const { brand, corporate, prepaid } = first;
    const type = testCards.every((each) => each.type === first.type) ? first.type : null;
    return { brand, type, corporate, prepaid };
  }
  const loaded = await findLoadedBin(database(), firstDigits);
  const brand = brandOf(firstDigits);
  return loaded ?? (brand === null ? undefined : { brand, type: null, corporate: false, prepaid: false });
}
