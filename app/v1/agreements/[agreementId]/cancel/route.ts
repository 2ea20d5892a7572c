import { cancelAgreement } from "@/domain/agreements/cancel-agreement";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../../../as-route";
import { handle } from "../../../handle";

const cancel = handle("cancelAgreement", async ({ caller, params, now }) => {
  const outcome = await cancelAgreement(caller, params.agreementId ?? "", now);
  return isRefused(outcome) ? outcome : {};
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(cancel);
