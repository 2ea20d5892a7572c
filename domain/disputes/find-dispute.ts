import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { disputes } from "@/db/schema";
import type { AccountCaller } from "../caller";
import { isId } from "../new-id";
import { isDispute, type Dispute } from "./dispute";

/** An account's dispute; undefined for an id that is malformed, unknown or another account's (D4). */
export async function findDispute({ account }: AccountCaller, id: string): Promise<Dispute | undefined> {
  if (!isId(id)) return undefined;
  const [dispute] = await database()
    .select()
    .from(disputes)
    .where(and(isDispute({ serviceId: account.serviceId, id }), eq(disputes.accountId, account.id)));
  return dispute;
}
