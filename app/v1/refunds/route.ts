import { searchRefunds } from "@/domain/refunds/search-refunds";
import { isRefused } from "@/domain/refused";
import { asRoute } from "../as-route";
import { handle } from "../handle";
import { presentRefund } from "../present-refund";
import { presentSearch } from "../present-search";

const search = handle("searchRefunds", async ({ caller, query, filters }) => {
  const found = await searchRefunds(caller, query);
  return isRefused(found) ? found : { body: presentSearch("/v1/refunds", filters, found, presentRefund) };
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute(search);
