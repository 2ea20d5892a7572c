import { staffPage } from "../../../../../staff-page";
import { confirmAct } from "../confirm-act";

export default staffPage("capturePayment", async (asked) =>
  confirmAct(asked, {
    title: "Take this payment’s money",
    button: "Take the money",
    otherwise: "Do not take it",
    consequence: "The bank holds this money until you take it or it lapses.",
  }),
);
