import { captureByService } from "@/domain/payments/capture-by-service";
import { reasonedAct } from "../../../../../../reasoned-act";
import { staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doCapturePayment", async (asked) =>
  reasonedAct(asked, {
    form: "capturePayment",
    next: "payment",
    said: "The money is being taken.",
    verb: async (caller, now) => captureByService(caller, asked.params.paymentId ?? "", now),
    refusals: {
      notFound: "There is no such payment.",
      notCapturable:
        "The money of this payment cannot be taken any more: it was taken already, or it has lapsed.",
    },
  }),
);
