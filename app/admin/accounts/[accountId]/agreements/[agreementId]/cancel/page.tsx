import { ReasonForm } from "@/components/admin/reason-form";
import { findAgreement } from "@/domain/agreements/find-agreement";
import { addressOf } from "../../../../../routes";
import { staffPage } from "../../../../../staff-page";
import { cardInWords } from "../../card-in-words";

export default staffPage("cancelAgreement", async ({ caller, params, csrf, flash, here }) => {
  const found = await findAgreement(caller, params.agreementId ?? "");
  if (!found) return undefined;
  const { agreement, instrument } = found;
  const back = { href: addressOf("agreement", params), name: "Agreement" };
  return {
    title: "Cancel this agreement",
    caption: agreement.reference,
    back,
    children: (
      <ReasonForm
        action={here}
        csrf={csrf}
        button="Cancel the agreement"
        otherwise={{ href: back.href, name: "Do not cancel it" }}
        facts={[
          { key: "Description", value: agreement.description },
          { key: "Card", value: instrument ? cardInWords(instrument) : "None saved yet" },
        ]}
        consequence="The saved card is deleted, and no more payments can be taken with it. The payer is not told: tell them yourself. They can save a card again with a new payment."
        flash={flash}
      />
    ),
  };
});
