import { describeAgreement } from "@/domain/agreements/describe-agreement";
import { createAgreement } from "@/domain/agreements/create-agreement";
import { searchAgreements } from "@/domain/agreements/search-agreements";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../as-route";
import { handle } from "../handle";
import { link } from "../present-links";
import { presentSearch } from "../present-search";

const create = handle("createAgreement", async ({ caller, body, now }) => {
  const outcome = await createAgreement(caller, body, now);
  if (isRefused(outcome)) return outcome;
  const { href } = link("GET", `/v1/agreements/${outcome.agreement.id}`);
  return { body: describeAgreement(outcome, caller.account), headers: { Location: href } };
});

const search = handle("searchAgreements", async ({ caller, query, filters }) => {
  const found = await searchAgreements(caller, query);
  if (isRefused(found)) return found;
  return {
    body: presentSearch("/v1/agreements", filters, found, (row) => describeAgreement(row, caller.account)),
  };
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(create, search);
