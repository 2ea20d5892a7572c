import type { AgreementResource, CreateAgreement } from "../agreement";
import type { SendCard } from "../auth";
import type { DisputeResource } from "../dispute";
import type { CreatePayment } from "../payment";
import type { PaymentEvents, PaymentResource } from "../payment-resource";
import type { CreateRefund, PaymentRefunds, RefundResource } from "../refund";
import type { Link } from "../resource-parts";

/** Ids in the examples, by the name of the path parameter they stand for. */
export const IDS = {
  paymentId: "01jd6x3f5q8v2m7c4t9k0z1ybn",
  refundId: "01jd70h2wq4r8n6s5x3e9a7vpd",
  agreementId: "01jd5z9k3t7m1f6b8q2c4g0rsw",
  disputeId: "01jdh8v4n2c6x9q7m3k5t1z0ae",
} as const;

const PAYMENT = `/v1/payments/${IDS.paymentId}`;

const LINKS = {
  self: link("GET", PAYMENT),
  events: link("GET", `${PAYMENT}/events`),
  refunds: link("GET", `${PAYMENT}/refunds`),
};

const CREATED = {
  payment_id: IDS.paymentId,
  amount: 4500,
  description: "Allotment rent, plot 12",
  reference: "ALLOT-2041",
  language: "en",
  metadata: { ledger: "parks", plot: 12 },
  state: { status: "created", finished: false },
  payment_provider: "sandbox",
  created_date: "2026-03-02T09:15:07.482Z",
  authorisation_mode: "web",
  return_url: "https://allotments.example.org/paid/ALLOT-2041",
  delayed_capture: false,
  moto: false,
  refund_summary: { status: "pending", amount_available: 4500, amount_submitted: 0 },
  settlement_summary: {},
  _links: {
    ...LINKS,
    cancel: link("POST", `${PAYMENT}/cancel`),
    next_url: link("GET", "/secure/h5k2v7q3n6"),
    next_url_post: {
      ...link("POST", "/secure"),
      type: "application/x-www-form-urlencoded",
      params: { chargeTokenId: "h5k2v7q3n6" },
    },
  },
} satisfies PaymentResource;

const CARD = {
  card_brand: "Visa",
  card_type: "debit",
  last_digits_card_number: 5556,
  first_digits_card_number: 400005,
  expiry_date: "11/29",
  cardholder_name: "Angharad Rees",
  billing_address: { line1: "4 Heol y Bont", city: "Aberystwyth", postcode: "SY23 1AB", country: "GB" },
} as const;

const SUCCEEDED = {
  ...CREATED,
  state: { status: "success", finished: true },
  provider_id: "sandbox-7f41c2",
  refund_summary: { status: "available", amount_available: 4500, amount_submitted: 0 },
  settlement_summary: { capture_submit_time: "2026-03-02T09:18:41.066Z", captured_date: "2026-03-02" },
  card_details: CARD,
  card_brand: "Visa",
  authorisation_summary: { three_d_secure: { required: true } },
  _links: { ...LINKS, cancel: null },
} satisfies PaymentResource;

const REFUND = {
  refund_id: IDS.refundId,
  payment_id: IDS.paymentId,
  amount: 1500,
  created_date: "2026-03-02T09:52:30.001Z",
  status: "submitted",
  settlement_summary: {},
  _links: {
    self: link("GET", `${PAYMENT}/refunds/${IDS.refundId}`),
    payment: link("GET", PAYMENT),
  },
} satisfies RefundResource;

const AGREEMENT = {
  agreement_id: IDS.agreementId,
  reference: "ALLOT-2041",
  description: "Yearly allotment rent",
  status: "created",
  user_identifier: "tenant-88",
  created_date: "2026-03-02T08:59:12.730Z",
} satisfies AgreementResource;

const CARD_BY_PHONE = {
  one_time_token: "h5k2v7q3n6",
  card_number: "4000056655665556",
  cvc: "123",
  expiry_date: "11/39",
  cardholder_name: "Angharad Rees",
} satisfies SendCard;

/** What stands in the document for each named schema, a resource as it is made first. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CreatePayment: {
    web: {
      amount: 4500,
      reference: "ALLOT-2041",
      description: "Allotment rent, plot 12",
      return_url: "https://allotments.example.org/paid/ALLOT-2041",
      metadata: { ledger: "parks", plot: 12 },
    },
    telephone: {
      amount: 4500,
      reference: "ALLOT-2041",
      description: "Allotment rent, plot 12",
      authorisation_mode: "moto_api",
    },
    recurring: {
      amount: 4500,
      reference: "ALLOT-2041",
      description: "Allotment rent, plot 12",
      authorisation_mode: "agreement",
      agreement_id: IDS.agreementId,
    },
  } satisfies Record<string, CreatePayment>,
  Payment: { created: CREATED, succeeded: SUCCEEDED } satisfies Record<string, PaymentResource>,
  PaymentEvents: {
    history: {
      payment_id: IDS.paymentId,
      events: [
        event("created", "2026-03-02T09:15:07.482Z"),
        event("started", "2026-03-02T09:16:20.115Z"),
        event("submitted", "2026-03-02T09:18:02.940Z"),
        event("success", "2026-03-02T09:18:41.066Z"),
      ],
      _links: { self: LINKS.events },
    },
  } satisfies Record<string, PaymentEvents>,
  CreateRefund: {
    part: { amount: 1500, refund_amount_available: 4500 },
  } satisfies Record<string, CreateRefund>,
  Refund: {
    submitted: REFUND,
    succeeded: { ...REFUND, status: "success" },
  } satisfies Record<string, RefundResource>,
  PaymentRefunds: {
    one: {
      payment_id: IDS.paymentId,
      _links: { self: LINKS.refunds, payment: LINKS.self },
      _embedded: { refunds: [{ ...REFUND, status: "success" }] },
    },
  } satisfies Record<string, PaymentRefunds>,
  CreateAgreement: {
    yearly: { reference: "ALLOT-2041", description: "Yearly allotment rent", user_identifier: "tenant-88" },
  } satisfies Record<string, CreateAgreement>,
  Agreement: {
    created: AGREEMENT,
    active: {
      ...AGREEMENT,
      status: "active",
      payment_instrument: { type: "card", card_details: { ...CARD, card_brand: "visa" } },
    },
  } satisfies Record<string, AgreementResource>,
  Dispute: {
    lost: {
      dispute_id: IDS.disputeId,
      payment_id: IDS.paymentId,
      amount: 4500,
      created_date: "2026-03-20T11:04:55.219Z",
      evidence_due_date: "2026-03-27T23:59:59.000Z",
      fee: 2000,
      net_amount: -6500,
      reason: "product_not_received",
      status: "lost",
      settlement_summary: { settled_date: "2026-04-02" },
      _links: { payment: LINKS.self },
    },
  } satisfies Record<string, DisputeResource>,
  SendCard: { card: CARD_BY_PHONE },
};

/** A page with one record. */
export function resultsExample(path: string, record: unknown): object {
  const page = link("GET", `${path}?page=1&display_size=500`);
  return {
    total: 1,
    count: 1,
    page: 1,
    results: [record],
    _links: { self: page, first_page: page, last_page: page },
  };
}

/** What may stand for `{name}` in the words of a refusal, or of the one refusal that is named before it. */
export const DETAILS: Readonly<Record<string, string>> = {
  "amountTooSmall.limit": "30",
  "amountTooLarge.limit": "10000000",
  faults: "Cannot have more than 15 key-value pairs",
  parameters: "from_date, page",
  status: "full",
};

function event(status: "created" | "started" | "submitted" | "success", updated: string) {
  return {
    payment_id: IDS.paymentId,
    state: { status, finished: status === "success" },
    updated,
    _links: { payment_url: LINKS.self },
  };
}

function link(method: Link["method"], path: string): Link {
  return { href: `https://pay.example.org${path}`, method };
}
