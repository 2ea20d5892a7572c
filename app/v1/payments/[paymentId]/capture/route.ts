import { captureByService } from "@/domain/payments/capture-by-service";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../../../as-route";
import { handle } from "../../../handle";

const capture = handle("capturePayment", async ({ caller, params, now }) => {
  const outcome = await captureByService(caller, params.paymentId ?? "", now);
  return isRefused(outcome) ? outcome : {};
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(capture);
