import { database } from "@/db/client";
import { inBackground } from "../background";
import type { AccountCaller } from "../caller";
import { refused } from "../refused";
import { noteAct, type ActDetails } from "../staff/note-act";
import type { Agreement } from "./agreement";
import { deleteDueCards, discardCard } from "./delete-due-cards";
import { findAgreement } from "./find-agreement";
import { moveAgreement } from "./move-agreement";

/** The service cancels an active agreement (section 4.8): the saved card is deleted at the PSP. */
export async function cancelAgreement(caller: AccountCaller, agreementId: string, now: Date) {
  const found = await findAgreement(caller, agreementId);
  if (!found) return refused("notFound");
  const cancelled = await database().transaction(async (transaction) => {
    const moved = await moveAgreement(transaction, found.agreement, "cancel", now);
    // The card it has now: a payer may have replaced it since it was read.
    if (moved?.paymentInstrumentId)
      await discardCard(transaction, { serviceId: moved.serviceId, id: moved.paymentInstrumentId }, now);
    if (moved) await noteAct(transaction, caller, "cancelAgreement", actOn(found.agreement, moved), now);
    return moved;
  });
  if (!cancelled) return refused("notActive");
  inBackground("delete saved cards", () => deleteDueCards(now, cancelled));
  return cancelled;
}

function actOn(before: Agreement, after: Agreement): ActDetails {
  return {
    serviceId: before.serviceId,
    on: { type: "agreement", id: before.id },
    before: { status: before.status },
    after: { status: after.status },
  };
}
