import { staffPage } from "../../../../../staff-page";
import { confirmAct } from "../confirm-act";

export default staffPage("cancelPayment", async (asked) =>
  confirmAct(asked, {
    title: "Cancel this payment",
    button: "Cancel the payment",
    otherwise: "Do not cancel it",
    consequence:
      "The payer can no longer pay it. If their bank holds money for it already, that is released.",
  }),
);
