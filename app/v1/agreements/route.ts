import { createAgreement } from "@/domain/agreements/create-agreement";
import { searchAgreements } from "@/domain/agreements/search-agreements";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../as-route";
import { handle } from "../handle";
import { presentAgreement } from "../present-agreement";
import { presentSearch } from "../present-search";

const create = handle("createAgreement", async ({ caller, body, now }) => {
  const outcome = await createAgreement(caller, body, now);
  return isRefused(outcome) ? outcome : { body: presentAgreement(outcome, caller.account) };
});

const search = handle("searchAgreements", async ({ caller, query, asked }) => {
  const found = await searchAgreements(caller, query);
  if (isRefused(found)) return found;
  return { body: presentSearch("/v1/agreements", asked, found, (row) => presentAgreement(row, caller.account)) };
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(create, search);
