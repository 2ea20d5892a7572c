import { parseUrl } from "@/contract/parse-url";
import { looksLikeCardNumber } from "./accounts/[accountId]/payments/payment-filters";
import { ADMIN_ROUTES, routesAt } from "./routes";

/** A longer query is left behind: addresses and cookies have an end. */
const QUERY_CHARACTERS = 1000;

/** What signing in shall lead back to: the page that was asked for, with its filters. */
export function wayBack({ path, search }: { readonly path: string; readonly search: string }): string {
  const values = [...new URLSearchParams(search).values()];
  // Neither in the address of this page nor in the next one's has a card number a place.
  const kept = search.length <= QUERY_CHARACTERS && !values.some(looksLikeCardNumber);
  return kept ? path + search : path;
}

/**
 * Where to go after signing in: a page of ours, or the list of services. Whatever site `next` names, it is here that
 * its path is looked for.
 */
export function wayOn(next: string): string {
  const url = parseUrl(next, NOWHERE);
  if (!url) return "/admin";
  const { pathname, search } = url;
  const isPage = routesAt(pathname).names.some((name) => {
    const { is, needs } = ADMIN_ROUTES[name];
    return is === "page" && needs !== "nobody" && needs !== "password";
  });
  return isPage ? pathname + search : "/admin";
}

const NOWHERE = "https://exchequer.invalid";
