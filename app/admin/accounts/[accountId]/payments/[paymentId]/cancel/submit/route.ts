import { cancelByService } from "@/domain/payments/cancel-by-service";
import { reasonedAct } from "../../../../../../reasoned-act";
import { staffAction } from "../../../../../../staff-action";

export const POST = staffAction("doCancelPayment", async (asked) =>
  reasonedAct(asked, {
    form: "cancelPayment",
    next: "payment",
    said: "The payment is cancelled.",
    verb: async (caller, now) => cancelByService(caller, asked.params.paymentId ?? "", now),
    refusals: {
      notFound: "There is no such payment.",
      alreadyDone: "This payment has ended already, so it cannot be cancelled.",
      notCancellable: "This payment cannot be cancelled any more.",
    },
  }),
);
