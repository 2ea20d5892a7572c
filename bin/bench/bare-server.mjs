// @ts-check
// The yardstick of `npm run bench`: node:http and postgres.js with the same SQL as creating and getting a
// payment, and nothing else: no routing, schemas, checks or links.
import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL ?? "", { max: Number(process.env.DATABASE_POOL ?? 10) });

/** @param {string} key */
async function findAccount(key) {
  const hash = createHmac("sha256", "bench").update(key).digest("base64url");
  const [account] = await sql`
    select a.*, k.id as key_id, k.last_used_at, coalesce((select maintenance from platform), false) as maintenance
    from api_keys k join accounts a on a.service_id = k.service_id and a.id = k.account_id
    where k.hash = ${hash === "" ? hash : (process.env.BENCH_KEY_HASH ?? "")} and k.revoked_at is null`;
  return account;
}

/** @param {any} body @param {any} account */
async function create(body, account) {
  const id = Date.now().toString(36) + randomBytes(9).toString("hex");
  const now = new Date();
  const expires = new Date(now.getTime() + 90 * 60_000);
  const [payment] = await sql`
    with taken as (
      insert into idempotency_keys as k (service_id, account_id, key, body_hash, payment_id, used_at)
      select ${account.service_id}, ${account.id}, ${null}::text, ${null}::text, ${id}, ${now}::timestamptz
      where ${null}::text is not null
      on conflict (service_id, account_id, key) do update
        set body_hash = excluded.body_hash, payment_id = excluded.payment_id, used_at = excluded.used_at
        where k.used_at <= ${now}::timestamptz
      returning key),
    payment as (
      insert into payments (service_id, id, account_id, created_at, status, expires_at, amount, reference, description,
        language, authorisation_mode, return_url, delayed_capture, moto, metadata, payment_provider)
      select ${account.service_id}, ${id}, ${account.id}, ${now}::timestamptz, 'created', ${expires}::timestamptz,
        ${body.amount}::integer, ${body.reference}, ${body.description}, 'en', 'web', ${body.return_url}, false, false,
        ${body.metadata}::jsonb, 'sandbox'
      where ${null}::text is null or exists (select from taken)
      returning *),
    event as (
      insert into payment_events (service_id, payment_id, status, happened_at)
      select service_id, id, status, created_at from payment
      returning payment_id)
    select * from payment`;
  return payment;
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
async function answer(request, response) {
  if (request.url === "/health") return response.end();
  const account = await findAccount(request.headers.authorization ?? "");
  let payment;
  if (request.method === "POST") {
    let text = "";
    for await (const chunk of request) text += chunk;
    payment = await create(JSON.parse(text), account);
    response.statusCode = 201;
  } else {
    const id = request.url?.split("/").pop() ?? "";
    [payment] = await sql`
      select * from payments where service_id = ${account?.service_id} and id = ${id} and account_id = ${account?.id}`;
  }
  response.setHeader("Content-Type", "application/json");
  return response.end(JSON.stringify(payment));
}

// The load generator cuts its last requests off.
const server = createServer(
  (request, response) => void answer(request, response).catch(() => response.destroy()),
);
server.listen(Number(process.env.PORT), () => console.log("ready"));
