import { eachPayment } from "@/domain/payments/each-payment";
import { csvOfPayments } from "../../../csv-of-payments";
import { staffDownload } from "../../../staff-download";
import { looksLikeCardNumber, readFilters } from "../payments/payment-filters";

/** What the list of payments shows with the same filters: all of it, however long. */
export const GET = staffDownload("paymentsCsv", async ({ caller, query, now }) => {
  if (Object.values(query).some(looksLikeCardNumber)) return undefined;
  const { search, problems } = readFilters(query);
  // A page says which filter it has left out; a file cannot, and would hold more than was asked for.
  if (problems.length > 0) return undefined;
  return csvOfPayments(await eachPayment(caller, search), now);
});
