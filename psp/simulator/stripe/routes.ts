import { z } from "zod";
import { checkAccountId, Nothing, presentAccount, presentBalance } from "./accounts";
import { found, idOf, type Desk } from "./books";
import { ConfirmIntent, confirmIntent } from "./confirm-intent";
import { CreateCustomer, createCustomer, deleteCustomer } from "./customers";
import { UpdateDispute, updateDispute } from "./disputes";
import { expand, paging, readParams, type Form } from "./form";
import { CreateMethod, createMethod, detachMethod } from "./payment-methods";
import {
  CancelIntent,
  cancelIntent,
  CaptureIntent,
  captureIntent,
  CreateIntent,
  createIntent,
} from "./payment-intents";
import { checkReconciled, ListTransactions } from "./payouts";
import { CreateRefund, createRefund, ListRefunds } from "./refunds";
import { CreateTransfer, createTransfer, ListTransfers } from "./transfers";

/** One endpoint: what it is called, and how it is answered once its parameters are read. */
export interface Route {
  readonly operation: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: RegExp;
  /** Reads the parameters, and gives what then happens: all that is refused before that is not remembered. */
  prepare(form: Form, id: string): { expand: readonly string[]; run(desk: Desk): unknown };
}

type Read<Schema extends z.ZodType> = z.output<Schema>;

function route<Schema extends z.ZodType<{ expand: string[] }>>(
  operation: string,
  line: `${Route["method"]} ${string}`,
  schema: Schema,
  run: (desk: Desk, id: string, params: Read<Schema>) => unknown,
): Route {
  const [method, path = ""] = line.split(" ");
  return {
    operation,
    method: method === "GET" || method === "DELETE" ? method : "POST",
    path: new RegExp(`^/v1/${path.replace(":id", "(?<id>[\\w-]+)")}$`, "u"),
    prepare: (form, id) => {
      const params = readParams(schema, form);
      return { expand: params.expand, run: (desk) => run(desk, id, params) };
    },
  };
}

const Listing = z.strictObject({
  ...paging,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
});
const Paging = z.strictObject(paging);

export const ROUTES: readonly Route[] = [
  route("payment_methods.create", "POST payment_methods", CreateMethod, (desk, _, params) =>
    createMethod(desk, params),
  ),
  route(
    "payment_methods.retrieve",
    "GET payment_methods/:id",
    Nothing,
    ({ books }, id) => found(books.methods, "PaymentMethod", id).method,
  ),
  route("payment_methods.detach", "POST payment_methods/:id/detach", Nothing, (desk, id) =>
    detachMethod(desk, id),
  ),

  route("customers.create", "POST customers", CreateCustomer, (desk, _, params) =>
    createCustomer(desk, params),
  ),
  route("customers.retrieve", "GET customers/:id", Nothing, ({ books }, id) =>
    found(books.customers, "customer", id),
  ),
  route("customers.delete", "DELETE customers/:id", Nothing, (desk, id) => deleteCustomer(desk, id)),

  route("payment_intents.create", "POST payment_intents", CreateIntent, (desk, _, params) =>
    createIntent(desk, params),
  ),
  route("payment_intents.retrieve", "GET payment_intents/:id", Nothing, ({ books }, id) =>
    found(books.intents, "payment_intent", id, "intent"),
  ),
  route("payment_intents.confirm", "POST payment_intents/:id/confirm", ConfirmIntent, confirmIntent),
  route("payment_intents.capture", "POST payment_intents/:id/capture", CaptureIntent, captureIntent),
  route("payment_intents.cancel", "POST payment_intents/:id/cancel", CancelIntent, (desk, id, params) =>
    cancelIntent(desk, id, params.cancellation_reason ?? null),
  ),

  route("charges.retrieve", "GET charges/:id", Nothing, ({ books }, id) =>
    found(books.charges, "charge", id),
  ),

  route("refunds.create", "POST refunds", CreateRefund, (desk, _, params) => createRefund(desk, params)),
  route("refunds.retrieve", "GET refunds/:id", Nothing, ({ books }, id) =>
    found(books.refunds, "refund", id),
  ),
  route("refunds.list", "GET refunds", ListRefunds, ({ books }, _, params) => {
    if (params.payment_intent !== undefined)
      found(books.intents, "payment_intent", params.payment_intent, "payment_intent");
    return page(books.refunds, params, "/v1/refunds", (refund) => isOf(refund, params));
  }),

  route("transfers.create", "POST transfers", CreateTransfer, (desk, _, params) => {
    checkAccountId(params.destination);
    return createTransfer(desk, params);
  }),
  route("transfers.retrieve", "GET transfers/:id", Nothing, ({ books }, id) =>
    found(books.transfers, "transfer", id),
  ),
  route("transfers.list", "GET transfers", ListTransfers, ({ books }, _, params) =>
    page(
      books.transfers,
      params,
      "/v1/transfers",
      (transfer) =>
        wants(params.transfer_group, transfer.transfer_group) &&
        wants(params.destination, idOf(transfer.destination)),
    ),
  ),

  route("balance_transactions.retrieve", "GET balance_transactions/:id", Nothing, ({ books }, id) =>
    found(books.transactions, "balance transaction", id),
  ),
  route("balance_transactions.list", "GET balance_transactions", ListTransactions, (desk, _, params) => {
    const { books } = desk;
    if (params.payout !== undefined) checkReconciled(desk, params.payout);
    return page(
      books.transactions,
      params,
      "/v1/balance_transactions",
      (entry) => wants(params.payout, books.paidOut.get(entry.id)) && wants(params.type, entry.type),
    );
  }),
  route("payouts.retrieve", "GET payouts/:id", Nothing, ({ books }, id) =>
    found(books.payouts, "payout", id),
  ),
  route("payouts.list", "GET payouts", Paging, ({ books }, _, params) =>
    page(books.payouts, params, "/v1/payouts"),
  ),

  route("disputes.retrieve", "GET disputes/:id", Nothing, ({ books }, id) =>
    found(books.disputes, "dispute", id),
  ),
  route("disputes.list", "GET disputes", Listing, ({ books }, _, params) =>
    page(books.disputes, params, "/v1/disputes", (dispute) => isOf(dispute, params)),
  ),
  route("disputes.update", "POST disputes/:id", UpdateDispute, updateDispute),

  route("events.retrieve", "GET events/:id", Nothing, ({ books }, id) => found(books.events, "event", id)),
  route("events.list", "GET events", Paging, ({ books }, _, params) =>
    page(books.events, params, "/v1/events"),
  ),

  route("account.retrieve", "GET account", Nothing, (desk) => presentAccount(desk)),
  route("accounts.retrieve", "GET accounts/:id", Nothing, (desk, id) => {
    checkAccountId(id);
    return presentAccount(desk, id);
  }),
  route("balance.retrieve", "GET balance", z.strictObject({ expand }), (desk) => presentBalance(desk)),
];

export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, id: match.groups?.["id"] ?? "" };
  }
  return undefined;
}

/** The newest first, a page at a time. */
function page<T>(
  among: ReadonlyMap<string, T>,
  {
    limit,
    starting_after: after,
    ending_before: before,
  }: { limit: number; starting_after?: string | undefined; ending_before?: string | undefined },
  url: string,
  isWanted: (object: T) => boolean = () => true,
) {
  const all = [...among].reverse().filter(([, object]) => isWanted(object));
  const from = after === undefined ? 0 : all.findIndex(([id]) => id === after) + 1;
  const to = before === undefined ? all.length : all.findIndex(([id]) => id === before);
  const data = before === undefined ? all.slice(from, from + limit) : all.slice(Math.max(0, to - limit), to);
  const more = before === undefined ? from + limit < all.length : to > limit;
  return { object: "list", data: data.map(([, object]) => object), has_more: more, url };
}

function isOf(
  object: { payment_intent: string | { id: string } | null; charge: string | { id: string } | null },
  params: { payment_intent?: string | undefined; charge?: string | undefined },
): boolean {
  return (
    wants(params.payment_intent, idOf(object.payment_intent)) && wants(params.charge, idOf(object.charge))
  );
}

function wants(wanted: string | undefined, found: string | null | undefined): boolean {
  return wanted === undefined || wanted === found;
}
