import { isRefused } from "@/domain/refused";
import { withdrawInvitation } from "@/domain/staff/invitations";
import { addressOf } from "../../../../../../routes";
import { done, staffAction } from "../../../../../../staff-action";

export const POST = staffAction("withdrawOperatorInvitation", async ({ caller, params, now }) => {
  const outcome = await withdrawInvitation(caller, null, params.invitationId ?? "", now);
  const sentence = isRefused(outcome)
    ? "The invitation was accepted or withdrawn already."
    : `The invitation to ${outcome.email} is withdrawn.`;
  return { ...done(addressOf("operators"), sentence), ...(isRefused(outcome) && { refused: true }) };
});
