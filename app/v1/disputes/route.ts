import { searchDisputes } from "@/domain/disputes/search-disputes";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../as-route";
import { handle } from "../handle";
import { presentDispute } from "../present-dispute";
import { presentSearch } from "../present-search";

const search = handle("searchDisputes", async ({ caller, query, filters }) => {
  const found = await searchDisputes(caller, query);
  return isRefused(found) ? found : { body: presentSearch("/v1/disputes", filters, found, presentDispute) };
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(search);
