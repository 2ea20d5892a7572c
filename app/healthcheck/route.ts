import { sql } from "drizzle-orm";
import { machineHeaders } from "@/app/machine-headers";
import { machineRoute } from "@/app/machine-route";
import { database } from "@/db/client";

/** Whether this instance can serve: 200, or 503 when the database does not answer within two seconds (D5). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = machineRoute({ GET: check });

async function check(): Promise<Response> {
  const healthy = await Promise.race([
    database()
      .execute(sql`select 1`)
      .then(() => true)
      .catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 2000).unref()),
  ]);
  const body = { ping: { healthy: true }, database: { healthy }, deadlocks: { healthy: true } };
  return Response.json(body, { status: healthy ? 200 : 503, headers: machineHeaders() });
}
