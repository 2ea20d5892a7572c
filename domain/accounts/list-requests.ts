import { and, desc, eq, gte, ilike, lt, type SQL } from "drizzle-orm";
import { database } from "@/db/client";
import { apiKeys, requestLog } from "@/db/schema";
import type { Account } from "../caller";
import { containing } from "../search";

/** What of the request log is looked for; what is left out is not asked about. */
export interface RequestCriteria {
  /** 2 to 5: the first digit of the status. */
  readonly statusClass?: number | undefined;
  readonly path?: string | undefined;
  readonly apiKeyId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** The last entry of the page before. */
  readonly before?: number | undefined;
}

export const REQUESTS_PER_PAGE = 50;

/** An account's requests, newest first, fifty at a time, each with the name of its key. */
export async function listRequests(account: Account, criteria: RequestCriteria) {
  const { statusClass, path, apiKeyId, from, until, before } = criteria;
  return select(
    account,
    [
      statusClass === undefined ? undefined : gte(requestLog.httpStatus, statusClass * 100),
      statusClass === undefined ? undefined : lt(requestLog.httpStatus, (statusClass + 1) * 100),
      path === undefined ? undefined : ilike(requestLog.path, containing(path)),
      apiKeyId === undefined ? undefined : eq(requestLog.apiKeyId, apiKeyId),
      from && gte(requestLog.happenedAt, from),
      until && lt(requestLog.happenedAt, until),
      before === undefined ? undefined : lt(requestLog.id, before),
    ],
    REQUESTS_PER_PAGE,
  );
}

/** One of them; undefined for one that is unknown, another account's or forgotten by now. */
export async function findRequest(account: Account, entryId: string) {
  if (!/^\d{1,15}$/u.test(entryId)) return undefined;
  return (await select(account, [eq(requestLog.id, Number(entryId))], 1))[0];
}

async function select(account: Account, conditions: (SQL | undefined)[], limit: number) {
  return database()
    .select({ request: requestLog, keyName: apiKeys.name })
    .from(requestLog)
    .leftJoin(apiKeys, eq(apiKeys.id, requestLog.apiKeyId))
    .where(
      and(eq(requestLog.serviceId, account.serviceId), eq(requestLog.accountId, account.id), ...conditions),
    )
    .orderBy(desc(requestLog.id))
    .limit(limit);
}
