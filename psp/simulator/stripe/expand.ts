import type { Books } from "./books";
import { invalid } from "./refusal";

/** Puts objects in the place of their ids, as `expand` asks: "latest_charge.balance_transaction", "data.source". */
export function expanded(
  books: Books,
  everybody: readonly Books[],
  object: unknown,
  paths: readonly string[],
): unknown {
  const copy: unknown = structuredClone(object);
  for (const path of paths) into(books, everybody, copy, path.split("."), path);
  return copy;
}

function into(
  books: Books,
  everybody: readonly Books[],
  object: unknown,
  [name, ...rest]: string[],
  path: string,
): void {
  if (name === undefined) return;
  if (Array.isArray(object)) {
    for (const entry of object) into(books, everybody, entry, [name, ...rest], path);
    return;
  }
  if (typeof object !== "object" || object === null || !(name in object))
    throw invalid(`This property cannot be expanded (${path}).`, { param: "expand" });
  const held = object as Record<string, unknown>;
  const value = held[name];
  if (value === null || value === undefined) return;
  if (typeof value === "string") {
    const target =
      find(books, value) ?? everybody.map((other) => find(other, value)).find((other) => other !== undefined);
    if (target === undefined)
      throw invalid(`This property cannot be expanded (${path}).`, { param: "expand" });
    held[name] = structuredClone(target);
  }
  // Lists of several kinds of object have no such property on each of them; Stripe passes those by.
  const inner = held[name];
  const [next] = rest;
  if (
    next !== undefined &&
    (Array.isArray(inner) || (typeof inner === "object" && inner !== null && next in inner))
  )
    into(books, everybody, inner, rest, path);
}

function find(books: Books, id: string): unknown {
  return (
    books.charges.get(id) ??
    books.transactions.get(id) ??
    books.refunds.get(id) ??
    books.transfers.get(id) ??
    books.disputes.get(id) ??
    books.payouts.get(id) ??
    books.intents.get(id) ??
    books.customers.get(id) ??
    books.methods.get(id)?.method
  );
}
