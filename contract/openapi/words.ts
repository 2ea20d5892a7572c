import type { OperationName } from "../operations";
import { LIMITS } from "../limits";

/** What each operation is for, and what a caller should know before using it. */
export const PURPOSES: Readonly<Record<OperationName, string>> = {
  createPayment: `Begins a payment. A payment in mode \`web\` answers with \`next_url\`: send the payer there. Mode \`moto_api\` is for telephone orders whose card you send yourself, mode \`agreement\` charges a saved card without the payer.

The payment has ${LIMITS.paymentLifetimeMinutes} minutes to be completed. Send an \`Idempotency-Key\` where a machine creates it, so that a repeat after a lost answer cannot make a second payment.`,
  getPayment:
    "Tells everything about one payment as it is now. This is the one certain way to learn whether it has succeeded: ask when the payer comes back to you, and again for payments whose payer never did.",
  getPaymentEvents:
    "Tells what has happened to a payment, oldest first: one entry for each change of its status, and one for each change of a refund of it.",
  cancelPayment:
    "Ends a payment that has not succeeded yet. What the payer's bank holds for it is released. A payment that has succeeded is refunded instead.",
  capturePayment: `Takes the money of a payment that was created with \`delayed_capture\` and confirmed by its payer. Possible for ${LIMITS.captureWindowHours} hours after creation; later the payment has expired.`,
  searchPayments:
    "Finds payments that match all of the parameters, newest first. It may lag a moment behind; before you act on a payment, get it.",
  createRefund:
    "Gives back all of a payment or part of it. You say how much you believe can still be refunded: where that is not so, somebody else has refunded since you looked, and nothing happens.",
  getRefund: "Tells what has become of one refund.",
  listPaymentRefunds: "Lists the refunds of one payment, oldest first.",
  searchRefunds: "Finds the refunds of all payments that match all of the parameters, newest first.",
  createAgreement:
    "Begins an agreement to take recurring payments. It becomes active when a payment that names it in `set_up_agreement` has been confirmed by the payer: that payment's card is then saved with it.",
  getAgreement: "Tells the state of an agreement and, where one is saved, which card it charges.",
  cancelAgreement:
    "Ends an active agreement. No more payments can be taken with it, and its card is deleted.",
  searchAgreements: "Finds agreements that match all of the parameters, newest first.",
  searchDisputes:
    "Finds disputes that match all of the parameters, newest first. A dispute is a payment that the payer's bank wants back.",
  sendCard:
    "Sends the card of a telephone order, to the address in `auth_url_post` of a payment in mode `moto_api`. No API key is needed: the one-time token stands for the payment. Keep card details out of your logs, and know what the card schemes ask of systems that handle them.",
};

/** What properties mean that mean the same wherever they stand. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  payment_id: "Names the payment: 26 lower-case characters",
  refund_id: "Names the refund: 26 lower-case characters",
  agreement_id: "Names the agreement: 26 lower-case characters",
  created_date: "When it was created, in UTC",
  _links: "Where to go from here",
  _embedded: "What is contained in full",
  self: "This resource",
  payment: "The payment that it belongs to",
  settlement_summary: "When the money moved; empty until that is known",
};

const CARD_FIELDS = {
  cardholder_name: "The name on the card",
  billing_address: "The cardholder's address",
  "billing_address.line1": "First line",
  "billing_address.line2": "Second line",
  "billing_address.city": "Town or city",
  "billing_address.postcode": "Postcode",
  "billing_address.country": "Country, as two letters of ISO 3166-1",
};

const RESULTS: Readonly<Record<string, string>> = {
  total: "How many match in all",
  count: "How many are on this page",
  page: "Which page this is, counted from 1",
  results: "The records of this page, newest first",
  "_links.self": "This page",
  "_links.first_page": "The first page",
  "_links.last_page": "The last page",
  "_links.prev_page": "The page before; absent on the first",
  "_links.next_page": "The page after; absent on the last",
};

const POST_LINK = (name: string) => ({
  [`${name}.href`]: "The address",
  [`${name}.method`]: "The HTTP method",
  [`${name}.type`]: "The type of the body to send",
  [`${name}.params`]: "What the body has to say",
});

/** What each property means, by schema and path. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CreatePayment: {
    amount:
      "What is to be paid, in pence. From 1 to 10,000,000; some payment providers take no less than 30 or no more than 500,000",
    reference: "Your own name for it. The payer sees it, and it can be searched for. Not a URL",
    description: "What is paid for, in words for the payer",
    return_url:
      "Where the payer goes afterwards: an absolute URL, https for live accounts. Mandatory in mode `web`, not allowed in the others. Nothing is added to it",
    delayed_capture: "`true` only reserves the money; take it with capturePayment. `false` if not sent",
    moto: "`true` for a telephone or mail order whose card you type into the payment pages. `false` if not sent",
    authorisation_mode:
      "`web` has the payer enter a card on our pages, `moto_api` has you send it, `agreement` charges a saved one. `web` if not sent",
    agreement_id:
      "The active agreement whose card is charged. Mandatory in mode `agreement`, not allowed in others",
    set_up_agreement: "The agreement that the payer's card is to be saved for; only in mode `web`",
    agreement_payment_type:
      "What kind of recurring payment banks are told of. `recurring` if not sent; only together with an agreement",
    language: "Of the pages that the payer sees. `en` if not sent",
    email: "The payer's email address, filled in for them",
    prefilled_cardholder_details: "What to fill in for the payer, who may change it",
    ...prefixed("prefilled_cardholder_details", CARD_FIELDS),
    "prefilled_cardholder_details.billing_address.country":
      "Country, as two letters of ISO 3166-1. Anything else counts as not sent",
    metadata: `Up to ${LIMITS.metadataKeys} facts of your own: names of up to ${LIMITS.metadataKeyCharacters} characters, each with a text of up to ${LIMITS.metadataValueCharacters}, a number or a boolean. They come back with the payment and the payer never sees them. No personal data, please`,
  },
  Payment: {
    amount: "What was asked for, in pence",
    description: "As created",
    reference: "As created",
    language: "Of the payer's pages",
    metadata: "As created",
    email: "As created",
    state: "How far it has come",
    payment_provider: "Which payment provider handles it",
    provider_id: "The provider's own name for it",
    agreement_id: "The agreement whose card is charged",
    set_up_agreement: "The agreement that the card is saved for",
    agreement_payment_type: "What kind of recurring payment it is",
    authorisation_mode: "How the card is given",
    return_url: "Where the payer goes afterwards",
    delayed_capture: "Whether the money is only reserved until you capture it",
    moto: "Whether it is a telephone or mail order",
    refund_summary: "What can be given back",
    "settlement_summary.capture_submit_time": "When the provider was asked for the money",
    "settlement_summary.captured_date": "The day on which it took it",
    "settlement_summary.settled_date": "The day on which it paid it out to you",
    card_details: "The card; there once the payer has confirmed or the payment has ended, if one was given",
    authorisation_summary: "How the payer was authenticated; absent where 3D Secure was not used",
    "authorisation_summary.three_d_secure": "3D Secure",
    "authorisation_summary.three_d_secure.required": "Whether the payer's bank asked them for proof",
    exemption: "What was asked of 3D Secure in the way of exemptions",
    "exemption.requested": "Whether an exemption was asked for",
    "exemption.type": "Which one",
    "exemption.outcome": "What came of it",
    "exemption.outcome.result": "What the bank said",
    corporate_card_surcharge: "What was added for a corporate card, in pence",
    total_amount: "Amount and surcharge together; absent where there is no surcharge",
    fee: "What the provider keeps, in pence; where it tells us",
    net_amount: "What is left of it for you, in pence",
    _links: "What can be done with the payment now",
  },
  PaymentState: {
    status: "Where the payment stands",
    finished: "Whether that is final. It does not say that money was taken: `status` does",
    message: "Why it has failed, in words for developers",
    code: "Why it has failed",
    can_retry: "After a saved card was declined: whether another try makes sense",
  },
  RefundSummary: {
    status:
      "`available` if it can be refunded now, `full` once nothing is left, `pending` before it has succeeded, otherwise `unavailable`",
    amount_available: "What can still be given back, in pence",
    amount_submitted: "What has been given back or is on its way, in pence",
  },
  PaymentLinks: {
    self: "The payment",
    events: "What has happened to it",
    refunds: "Its refunds",
    cancel: "Cancels it; null once that is not possible any more",
    capture: "Takes the money; only while that is possible",
    next_url: "Where to send the payer. Works once; each get of the payment shows a new one",
    next_url_post: "The same as a form to post, for those who want no token in an address",
    ...POST_LINK("next_url_post"),
    auth_url_post: "Where to send the card of a telephone order",
    ...POST_LINK("auth_url_post"),
  },
  PaymentEvents: {
    events: "What happened, oldest first",
    "events.payment_id": "The payment",
    "events.state": "How it stood from then on",
    "events.updated": "When, in UTC",
    "events.refund_id": "The refund that changed, where it was one",
    "events._links.payment_url": "The payment",
  },
  CreateRefund: {
    amount: "What is to be given back, in pence",
    refund_amount_available:
      "What you believe can still be refunded: `refund_summary.amount_available` of the payment as you last saw it",
  },
  Refund: {
    amount: "In pence",
    status: "`submitted` until the provider has answered, then `success` or `error`",
    "settlement_summary.settled_date": "The day on which it was taken from what you are paid",
  },
  PaymentRefunds: { "_embedded.refunds": "The refunds, oldest first" },
  CreateAgreement: {
    reference: "Your own name for it",
    description: "What will be paid for. The payer sees it when they give their card",
    user_identifier: "Your name for the person",
  },
  Agreement: {
    reference: "As created",
    description: "As created",
    status:
      "`created` until a card is saved, then `active`; `cancelled` by you, or `inactive` because the bank will not take the card again",
    user_identifier: "As created",
    cancelled_date: "When it was cancelled",
    payment_instrument: "What is charged",
    "payment_instrument.type": "Always a card so far",
    "payment_instrument.card_details": "The card",
  },
  Dispute: {
    dispute_id: "Names the dispute: 26 lower-case characters",
    amount: "What is disputed, in pence",
    evidence_due_date: "Until when you can answer the bank",
    fee: "What the provider charges for a lost dispute, in pence",
    net_amount: "What a lost dispute costs you in all, in pence: below zero",
    reason: "Why the payer's bank says it wants the money back",
    status: "Where the dispute stands",
    "settlement_summary.settled_date": "The day on which it was taken from what you are paid",
  },
  SendCard: {
    one_time_token: "From `auth_url_post.params` of the payment. Works once",
    card_number: "12 to 19 digits, nothing between them",
    cvc: "The security code: 3 digits, 4 for American Express",
    expiry_date: "MM/YY, this month or later",
    cardholder_name: `The name on the card, up to ${LIMITS.cardholderNameCharacters} characters`,
  },
  CardDetails: {
    card_brand: "Visa, Mastercard and so on; of an agreement's card as a lower-case id",
    card_type: "Null where it is not known",
    last_digits_card_number:
      "The last four. A number, so leading zeros are lost: pad it to 4 places. Text where your account is set to it",
    first_digits_card_number: "The first six, in the same way",
    expiry_date: "MM/YY",
    ...CARD_FIELDS,
    wallet_type: "The wallet that was used, if one was",
  },
  Link: { href: "The address", method: "The HTTP method" },
  Error: {
    code: "What is wrong; stays the same within v1",
    description: "The same in words for developers. Do not read it by machine: words may improve",
    field: "The attribute at fault, where one is",
    header: "The header at fault, where one is",
  },
  PaymentResults: RESULTS,
  RefundResults: RESULTS,
  AgreementResults: RESULTS,
  DisputeResults: RESULTS,
};

/** What the parameters of searches mean. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  reference: "Your own name for it, in full; capitals do not matter",
  email: "Any part of the payer's email address; capitals do not matter",
  cardholder_name: "Any part of the name on the card; capitals do not matter",
  state: "The status",
  status: "The status",
  card_brand:
    "The brand as an id: visa, master-card, american-express, diners-club, discover, jcb, unionpay, maestro",
  first_digits_card_number: "The first six digits of the card",
  last_digits_card_number: "The last four digits of the card",
  agreement_id: "The agreement whose card was charged",
  from_date: "Created at this moment or later",
  to_date: "Created before this moment",
  from_settled_date: "Settled on this day or later",
  to_settled_date: "Settled before this day",
  page: "Which page, counted from 1",
  display_size: "How many to a page",
};

/** What a property means, by its schema and its path in it: `events.state`. */
export function wordsOfField(schema: string, path: string): string | undefined {
  return FIELDS[schema]?.[path] ?? EVERYWHERE[path.slice(path.lastIndexOf(".") + 1)];
}

function prefixed(prefix: string, fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [`${prefix}.${path}`, words]));
}
