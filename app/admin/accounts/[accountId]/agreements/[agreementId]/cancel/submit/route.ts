import { cancelAgreement } from "@/domain/agreements/cancel-agreement";
import { reasonedAct } from "../../../../../../reasoned-act";
import { staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doCancelAgreement", async (asked) =>
  reasonedAct(asked, {
    form: "cancelAgreement",
    next: "agreement",
    said: "The agreement is cancelled.",
    verb: async (caller, now) => cancelAgreement(caller, asked.params.agreementId ?? "", now),
    refusals: {
      notFound: "There is no such agreement.",
      notActive: "This agreement is not active, so there is nothing to cancel.",
    },
  }),
);
