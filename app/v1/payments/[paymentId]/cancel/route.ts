import { cancelByService } from "@/domain/payments/cancel-by-service";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../../../as-route";
import { handle } from "../../../handle";

const cancel = handle("cancelPayment", async ({ caller, params, now }) => {
  const outcome = await cancelByService(caller, params.paymentId ?? "", now);
  return isRefused(outcome) ? outcome : {};
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(cancel);
