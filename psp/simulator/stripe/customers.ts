import type { Stripe } from "stripe";
import { z } from "zod";
import { found, newId, seconds, type Desk } from "./books";
import { expand, metadata } from "./form";

export const CreateCustomer = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  email: z.string().optional(),
  metadata,
  expand,
});

export function createCustomer(desk: Desk, params: z.output<typeof CreateCustomer>): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId("cus"),
    object: "customer",
    address: null,
    balance: 0,
    created: seconds(desk.clock.now()),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: params.metadata,
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  desk.books.customers.set(customer.id, customer);
  return customer;
}

export function deleteCustomer({ books }: Desk, id: string): Stripe.DeletedCustomer {
  found(books.customers, "customer", id);
  books.customers.delete(id);
  for (const stored of books.methods.values()) {
    if (stored.method.customer === id)
      Object.assign(stored, { detached: true, method: { ...stored.method, customer: null } });
  }
  return { id, object: "customer", deleted: true };
}
