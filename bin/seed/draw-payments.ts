import type { TransactionSql } from "postgres";
import { CARDS, ENDINGS, FIRST_NAMES, PRODUCTS, STEMS, SURNAMES, TOWNS } from "./people";

/** Which of a run's payments are drawn: numbers `first` to `last` of `total`, spread over the months before `now`. */
export interface Draw {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly months: number;
  readonly now: Date;
}

/** One in so many payments sets up an agreement. */
export const PAYMENTS_AN_AGREEMENT = 100;

/** What a session needs before it draws: ids in SQL, and the agreements so far, by number. */
export async function prepareDrawing(sql: TransactionSql): Promise<void> {
  // The moment in ten characters as in any ULID, then 64 random bits in sixteen.
  const time = Array.from(
    { length: 10 },
    (_, index) => `substr(alphabet, (((ms >> ${45 - 5 * index}) & 31)::int) + 1, 1)`,
  ).join(" || ");
  await sql.unsafe(`
    create function pg_temp.new_id(moment timestamptz) returns text language sql volatile as $$
      select ${time} || left(md5(gen_random_uuid()::text), 16)
      from (select floor(extract(epoch from moment) * 1000)::bigint as ms,
                   '0123456789abcdefghjkmnpqrstvwxyz' as alphabet) as parts
    $$`);
  await sql`
    create temp table seeded_agreements (
      number integer primary key, id text, instrument_id text, card_brand text, card_type text, first_digits text,
      last_digits text, card_expiry text, cardholder_name text)`;
}

/**
 * Draws a batch of payments into the temporary table `drawn`: everything that the tables are then filled from.
 *
 * First come chance's numbers, then what they mean, step by step, so that a payment agrees with itself: who pays for
 * what, how, how far it came, when, and what has become of the money.
 */
export async function drawPayments(sql: TransactionSql, draw: Draw): Promise<void> {
  const { first, last, total, months, now } = draw;
  const open = Math.max(5, Math.round(total / 5000));
  await sql`
    create temp table drawn on commit drop as
    with chance as materialized (
      select n, random() as a, random() as b, random() as c, random() as d, random() as e, random() as f,
        random() as g, random() as h, random() as i, random() as j, random() as k, random() as l, random() as m, random() as o, random() as p, random() as q
      from generate_series(${first}::int, ${last}::int) as n),
    words as materialized (
      select string_to_array(${FIRST_NAMES.join("|")}, '|') as names, string_to_array(${SURNAMES.join("|")}, '|') as surnames,
        string_to_array(${STEMS.join("|")}, '|') as stems, string_to_array(${ENDINGS.join("|")}, '|') as endings,
        string_to_array(${TOWNS.map(([town]) => town).join("|")}, '|') as towns,
        string_to_array(${TOWNS.map(([, code]) => code).join("|")}, '|') as postcodes),
    products as (${rows(sql, PRODUCTS)} as product (n, prefix, description, least, most)),
    cards as (${rows(sql, cumulative())} as card (n, upto, first_digits, brand, type)),
    placed as (
      select *, n > ${total - open} as is_open,
        ${now}::timestamptz - make_interval(months => ${months}) as beginning
      from chance),
    timed as (
      select *, case
          when is_open then ${now}::timestamptz - (12 + g * 60) * interval '1 minute'
          -- Fewer at night: the day's hours are drawn together around noon, up to now.
          when date_trunc('day', even) = date_trunc('day', ${now}::timestamptz) then least(even, ${now}::timestamptz - (1 + g) * interval '1 hour')
          else date_trunc('day', even) + (share + 0.13 * sin(2 * pi() * share)) * interval '1 day'
        end as moment
      from (
        select *, extract(epoch from even - date_trunc('day', even)) / 86400 as share
        from (select *, beginning + (${now}::timestamptz - beginning) * ((n - g) / ${total}) as even from placed) as evenly
      ) as shared),
    how as (
      select *, date_trunc('milliseconds', moment) as created_at, case
          when n % ${PAYMENTS_AN_AGREEMENT} = 0 or is_open then 'web'
          when a < 0.03 and ${first > 10 * PAYMENTS_AN_AGREEMENT}::boolean then 'agreement'
          when a < 0.08 then 'moto_api'
          else 'web'
        end as mode,
        not is_open and n % ${PAYMENTS_AN_AGREEMENT} = 0 as sets_up,
        1 + floor(b * ${PRODUCTS.length})::int as product_n
      from timed),
    fated as (
      select *, mode = 'web' and not sets_up and c > 0.9 as delayed, case
          when is_open then case when d < 0.35 then 'created' when d < 0.7 then 'started' else 'submitted' end
          when sets_up then 'success'
          when mode = 'agreement' then case when d < 0.92 then 'success' else 'P0010' end
          when d < 0.885 then 'success'
          when d < 0.925 then 'P0010'
          when d < 0.970 then case when created_at < ${now}::timestamptz - interval '2 hours' then 'P0020' else 'success' end
          when mode = 'moto_api' then 'success'
          when d < 0.984 then 'P0030'
          when d < 0.996 then 'P0040'
          else 'P0050'
        end as fate
      from how),
    ended as (
      select *, case
          when fate = 'success' and delayed and created_at > ${now}::timestamptz - interval '110 hours' and e < 0.7 then 'capturable'
          when fate in ('P0010', 'P0020', 'P0030') then 'failed'
          when fate = 'P0040' then 'cancelled'
          when fate = 'P0050' then 'error'
          else fate
        end as status,
        case when fate like 'P%' then fate end as code,
        -- How far it came before it ended.
        case
          when fate in ('success', 'submitted', 'P0050') or mode = 'agreement' then 'submitted'
          when fate = 'P0010' then case when mode = 'web' then 'started' else 'created' end
          when fate in ('created', 'started') then fate
          when mode = 'moto_api' then 'created'
          when fate = 'P0030' then case when e < 0.6 then 'started' else 'submitted' end
          when e < 0.5 then 'created' when e < 0.85 then 'started' else 'submitted'
        end as reached
      from fated),
    paid as (
      select ended.*, reached = 'submitted' or fate = 'P0010' as has_card,
        created_at + (10 + f * 90) * interval '1 second' as started_at,
        created_at + case when mode = 'web' then 100 + f * 90 + h * 400 else 1 end * interval '1 second' as submitted_at
      from ended),
    done as (
      select paid.*, case
          when status in ('created', 'started', 'submitted') then null
          when fate = 'P0020' then created_at + interval '90 minutes'
          when status = 'capturable' then submitted_at + (5 + i * 60) * interval '1 second'
          when delayed and fate = 'success' then least(submitted_at + i * interval '4 days', ${now}::timestamptz)
          else greatest(submitted_at, started_at) + (5 + i * 60) * interval '1 second'
        end as ended_at
      from paid),
    kept as (
      select done.*, agreement.id as agreement_id, pg_temp.new_id(created_at) as id,
        case when has_card then gen_random_uuid()::text end as provider_id,
        coalesce(agreement.card_brand, card.brand) as card_brand, coalesce(agreement.card_type, card.type) as card_type,
        coalesce(agreement.first_digits, card.first_digits || lpad(floor(q * 40)::int::text, 2, '0')) as first_digits,
        coalesce(agreement.last_digits, lpad(floor(j * 10000)::int::text, 4, '0')) as last_digits,
        coalesce(agreement.card_expiry, lpad((1 + floor(k * 12))::int::text, 2, '0') || '/' ||
          lpad((extract(year from created_at)::int % 100 + 1 + floor(l * 4))::int::text, 2, '0')) as card_expiry,
        coalesce(agreement.cardholder_name, ${anyOf(sql, "names", "m")} || ' ' || case
          when p < 0.4 then ${anyOf(sql, "surnames", "o")}
          else ${anyOf(sql, "stems", "o")} || ${anyOf(sql, "endings", "q")}
        end) as cardholder_name,
        product.prefix || '-' || lpad((done.n * 7 % 1000003)::text, 6, '0') as reference, product.description,
        product.least + floor((product.most - product.least) / 50 * h)::int * 50 as amount,
        ${anyOf(sql, "towns", "g")} as town, ${anyOf(sql, "postcodes", "g")} as postcode
      from done
      cross join words
      join products as product on product.n = product_n
      join lateral (select * from cards where upto > l * 100 order by upto limit 1) as card on true
      left join seeded_agreements as agreement on done.mode = 'agreement'
        -- Of those set up so far; numbers that end in 8 and 9 are over.
        and agreement.number = (select floor(k * floor(${first}::int / ${PAYMENTS_AN_AGREEMENT} / 10))::int * 10 + floor(b * 8)::int + 1))
    select kept.*,
      lower(translate(split_part(cardholder_name, ' ', 1) || '.' || split_part(cardholder_name, ' ', 2), 'â’', 'a'))
        || (n % 1000) || '@example.' || case when a < 0.5 then 'org' when a < 0.8 then 'com' else 'net' end as address,
      case when sets_up then pg_temp.new_id(created_at - interval '1 minute') end as set_up_id,
      case when sets_up then pg_temp.new_id(submitted_at) end as instrument_id,
      case when status = 'success' then greatest(ended_at, submitted_at) end as capture_submitted_at,
      -- Of what has succeeded, some is given back and a little is disputed.
      case when status = 'success' and mode <> 'agreement' and not sets_up and i < 0.05 then
        case when i < 0.02 then amount else greatest(1, amount / 3) end end as refund_amount,
      status = 'success' and i > 0.997 as is_disputed
    from kept`;
  await sql`alter table drawn add primary key (n)`;
  await sql`analyze drawn`;
}

function cumulative() {
  let upto = 0;
  return CARDS.map(([of100, ...card]) => [(upto += of100), ...card] as const);
}

/** The word of a list that chance's number points to. */
function anyOf(sql: TransactionSql, list: string, chance: string) {
  return sql.unsafe(`${list}[1 + floor(${chance} * cardinality(${list}))::int]`);
}

/** A table of constants, its rows numbered from one. */
function rows(sql: TransactionSql, table: readonly (readonly (string | number)[])[]) {
  const literal = (value: string | number) =>
    typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
  const lines = table.map((row, index) => `(${[index + 1, ...row].map(literal).join(", ")})`);
  return sql.unsafe(`select * from (values ${lines.join(", ")})`);
}
