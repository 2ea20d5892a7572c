import { describeAgreement } from "@/domain/agreements/describe-agreement";
import { findAgreement } from "@/domain/agreements/find-agreement";
import { refused } from "@/domain/refused";
import { asRoute } from "../../as-route";
import { handle } from "../../handle";

const get = handle("getAgreement", async ({ caller, params }) => {
  const found = await findAgreement(caller, params.agreementId ?? "");
  return found ? { body: describeAgreement(found, caller.account) } : refused("notFound");
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(get);
