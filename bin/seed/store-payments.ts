import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { LIMITS } from "@/contract/limits";
import type { Account } from "@/domain/caller";
import { seal } from "@/domain/sealed";
import { PAYMENTS_AN_AGREEMENT } from "./draw-payments";

/** Fills the tables from `drawn`: agreements and their cards, payments, what happened to them, money given back. */
export async function storePayments(sql: TransactionSql, account: Account, now: Date): Promise<void> {
  await storeAgreements(sql, account, now);
  await storePaymentRows(sql, account, now);
  await storeRefunds(sql, account, now);
  await storeDisputes(sql, account, now);
  await storeEvents(sql, account);
  await storeLedger(sql, account);
}

/** Each with a saved card that the sandbox takes again; of ten, one has been cancelled and one's card is refused. */
async function storeAgreements(sql: TransactionSql, { serviceId, id }: Account, now: Date): Promise<void> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::int as count from drawn where sets_up`;
  const tokens = Array.from({ length: count }, () => randomUUID());
  // A token and what it is sealed as have no comma.
  const sealed = tokens.map((token) => seal({ token }));
  await sql`
    create temp table saved_cards on commit drop as
    select payment.*, token, sealed
    from (select *, row_number() over (order by n) as place from drawn where sets_up) as payment
    join unnest(string_to_array(${tokens.join(",")}, ','), string_to_array(${sealed.join(",")}, ','))
      with ordinality as card (token, sealed, place) using (place)`;
  await sql`
    insert into payment_instruments (service_id, account_id, id, created_at, payment_provider, saved_card, card_brand,
      card_type, first_digits, last_digits, card_expiry, cardholder_name, billing_address)
    select ${serviceId}, ${id}, instrument_id, submitted_at, 'sandbox', sealed, card_brand, card_type, first_digits,
      last_digits, card_expiry, cardholder_name, ${addressOf(sql)}
    from saved_cards`;
  await sql`
    insert into agreements (service_id, account_id, id, created_at, status, reference, description, user_identifier,
      cancelled_at, payment_instrument_id)
    select ${serviceId}, ${id}, set_up_id, created_at - interval '1 minute',
      case number % 10 when 9 then 'cancelled' when 0 then 'inactive' else 'active' end,
      reference, description || ', by instalments', 'resident-' || number,
      case when number % 10 = 9 then greatest(ended_at, ${now}::timestamptz - d * interval '30 days') end, instrument_id
    from (select *, n / ${PAYMENTS_AN_AGREEMENT} as number from saved_cards) as numbered`;
  await sql`
    insert into seeded_agreements
    select n / ${PAYMENTS_AN_AGREEMENT}, set_up_id, instrument_id, card_brand, card_type, first_digits, last_digits,
      card_expiry, cardholder_name
    from saved_cards`;
}

async function storePaymentRows(sql: TransactionSql, { serviceId, id }: Account, now: Date): Promise<void> {
  await sql`
    insert into payments (service_id, id, account_id, created_at, status, code, can_retry, expires_at, amount, reference,
      description, language, authorisation_mode, return_url, delayed_capture, moto, email, metadata, agreement_id,
      set_up_agreement_id, agreement_payment_type, token_generation, payment_provider, provider_id, card_brand, card_type,
      first_digits, last_digits, card_expiry, cardholder_name, billing_address, payer_email, three_ds_required,
      capture_submitted_at, captured_on, settled_on, voided_at, saved_instrument_id, refunded, disputed)
    select ${serviceId}, id, ${id}, created_at, status, code,
      case when mode = 'agreement' and code is not null then true end,
      case
        when status in ('created', 'started', 'submitted')
          then created_at + ${LIMITS.paymentLifetimeMinutes} * interval '1 minute'
        when status = 'capturable' then created_at + ${LIMITS.captureWindowHours} * interval '1 hour'
      end,
      amount, reference, description, case when k < 0.12 then 'cy' else 'en' end, mode,
      case when mode = 'web' then 'https://service.example.org/paid/' || reference end, delayed,
      mode = 'moto_api', case when mode = 'web' and b < 0.15 then address end,
      case when c < 0.5 then jsonb_build_object('ledger', lower(split_part(reference, '-', 1)), 'year', extract(year from created_at)::int) end,
      agreement_id, set_up_id, case when agreement_id is not null or set_up_id is not null then 'recurring' end,
      case when mode = 'web' and reached <> 'created' or mode = 'moto_api' and has_card then 1 else 0 end,
      'sandbox', provider_id,
      case when has_card then card_brand end, case when has_card then card_type end,
      case when has_card then first_digits end, case when has_card then last_digits end,
      case when has_card then card_expiry end, case when has_card then cardholder_name end,
      case when has_card and mode = 'web' then ${addressOf(sql)} end,
      case when has_card and mode = 'web' and h < 0.85 then address end,
      case when has_card and mode = 'web' then case when l < 0.4 then true when l < 0.7 then false end end,
      capture_submitted_at, capture_submitted_at::date, ${settledOn(sql, now)},
      case when reached = 'submitted' and code in ('P0020', 'P0030', 'P0040') then ended_at end,
      instrument_id,
      case when j < 0.97 then coalesce(refund_amount, 0) else 0 end,
      is_disputed and ${disputeStatus(sql, now)} <> 'won'
    from drawn`;
}

/** Three in a hundred are refused by the bank: those give their amount back to the payment. */
async function storeRefunds(sql: TransactionSql, { serviceId, id }: Account, now: Date): Promise<void> {
  await sql`
    create temp table drawn_refunds on commit drop as
    select pg_temp.new_id(refunded_at) as refund_id, id as payment_id, refunded_at, refund_amount as amount,
      case when j < 0.97 then 'success' else 'error' end as status
    from (
      select *, least(capture_submitted_at + g * interval '30 days', ${now}::timestamptz) as refunded_at
      from drawn where refund_amount is not null) as refunded`;
  await sql`
    insert into refunds (service_id, id, account_id, payment_id, created_at, status, amount, settled_on)
    select ${serviceId}, refund_id, ${id}, payment_id, refunded_at, status, amount,
      case when status = 'success' and refunded_at < ${now}::timestamptz - interval '4 days' then refunded_at::date + 2 end
    from drawn_refunds`;
}

async function storeDisputes(sql: TransactionSql, { serviceId, id }: Account, now: Date): Promise<void> {
  await sql`
    insert into disputes (service_id, id, account_id, payment_id, created_at, status, provider_id, amount, reason,
      evidence_due_at, fee, net_amount, settled_on)
    select ${serviceId}, pg_temp.new_id(opened_at), ${id}, id, opened_at, outcome, gen_random_uuid()::text, amount,
      case when a < 0.5 then 'fraudulent' when a < 0.8 then 'product_not_received' else 'duplicate' end,
      opened_at + interval '7 days',
      case when outcome = 'lost' then 2000 end, case when outcome = 'lost' then -(amount + 2000) end,
      case when outcome = 'lost' and opened_at < ${now}::timestamptz - interval '100 days' then opened_at::date + 60 end
    from (
      select *, ${disputeStatus(sql, now)} as outcome, least(capture_submitted_at + g * interval '20 days', ${now}::timestamptz) as opened_at
      from drawn where is_disputed) as disputed`;
}

/** In the order in which they happened, because ids give the order. */
async function storeEvents(sql: TransactionSql, { serviceId }: Account): Promise<void> {
  await sql`
    insert into payment_events (service_id, payment_id, status, code, can_retry, refund_id, happened_at)
    select ${serviceId}, id, event.status, event.code, event.can_retry, event.refund_id, event.happened_at
    from (
      select id, 1 as place, 'created' as status, null as code, null::boolean as can_retry, null as refund_id,
        created_at as happened_at
      from drawn
      union all
      select id, 2, 'started', null, null, null, started_at from drawn where mode = 'web' and reached <> 'created'
      union all
      select id, 3, 'submitted', null, null, null, submitted_at from drawn where reached = 'submitted'
      union all
      select id, 4, 'capturable', null, null, null, submitted_at + interval '1 minute'
      from drawn where delayed and status in ('capturable', 'success')
      union all
      select id, 5, status, code, case when mode = 'agreement' and code is not null then true end, null,
        greatest(ended_at, case when delayed then submitted_at + interval '1 minute' else submitted_at end)
      from drawn where status in ('success', 'failed', 'cancelled', 'error')
      union all
      select payment_id, 6, status, null, null, refund_id, refunded_at from drawn_refunds) as event
    order by id, place`;
}

/** The sandbox's own books, so that a seeded payment can be captured, cancelled and refunded like any other. */
async function storeLedger(sql: TransactionSql, { id }: Account): Promise<void> {
  await sql`
    insert into sandbox_payments (payment_id, account_id, provider_id, created_at, state, amount, last_four, behaviour,
      three_ds_required, saved_card_token, captured_on, captured_pence, refunded_pence)
    select drawn.id, ${id}, drawn.provider_id, drawn.submitted_at,
      case
        when drawn.status = 'success' then 'captured'
        when drawn.status in ('submitted', 'capturable') then 'authorised'
        when drawn.code = 'P0010' then 'refused'
        when drawn.code = 'P0050' then 'error'
        else 'voided'
      end,
      drawn.amount, drawn.last_digits, case drawn.code when 'P0010' then 'declined' when 'P0050' then 'processingError' else 'success' end,
      null, saved.token, drawn.capture_submitted_at::date, case when drawn.status = 'success' then drawn.amount else 0 end,
      case when drawn.j < 0.97 then coalesce(drawn.refund_amount, 0) else 0 end
    from drawn left join saved_cards as saved on saved.n = drawn.n
    where drawn.provider_id is not null`;
}

function addressOf(sql: TransactionSql) {
  return sql`jsonb_build_object('line1', (1 + n % 180) || ' ' || case when d < 0.5 then 'High Street' else 'Station Road' end,
    'city', town, 'postcode', postcode || ' ' || (n % 9 + 1) || 'AB', 'country', 'GB')`;
}

/** Money arrives days later, and of some it is never told. */
function settledOn(sql: TransactionSql, now: Date) {
  return sql`case when a < 0.93 and capture_submitted_at < ${now}::timestamptz - interval '5 days'
    then capture_submitted_at::date + 2 + (n % 2) end`;
}

function disputeStatus(sql: TransactionSql, now: Date) {
  return sql`case
    when capture_submitted_at > ${now}::timestamptz - interval '45 days' then 'needs_response'
    when capture_submitted_at > ${now}::timestamptz - interval '90 days' then 'under_review'
    when b < 0.6 then 'lost' else 'won' end`;
}
