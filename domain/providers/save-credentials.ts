import { and, eq, isNull } from "drizzle-orm";
import { database } from "@/db/client";
import { accounts, pspCredentials } from "@/db/schema";
import { psp } from "@/psp/index";
import type { PspCredentials } from "@/psp/port";
import type { Account, Staff } from "../caller";
import { newId } from "../new-id";
import { refused } from "../refused";
import { seal } from "../sealed";
import { noteAct } from "../staff/note-act";
import { SIMULATOR, withSimulator } from "./simulator";

/**
 * Gives an account the credentials of its PSP, once the PSP has said that they work. The ones before are retired, not
 * forgotten: payments taken with them are still captured and refunded with them.
 *
 * @param given in the adapter's own form. It is sealed, and never shown again.
 * @param by whoever of the staff does it, or the program that does.
 * @returns the new credentials' id; refused as `invalid` or `rejected` with `why`, or as `unverifiable` while the PSP
 *   cannot be asked.
 */
export async function saveCredentials(account: Account, given: unknown, by: Staff | string, now: Date) {
  const { paymentProvider } = account;
  const provider = psp(paymentProvider, database());
  if (paymentProvider === "sandbox" || !provider.readCredentials || !provider.checkCredentials) {
    return refused("notNeeded");
  }
  const isSimulated = !account.live && (given as { apiBase?: unknown } | null)?.apiBase === SIMULATOR;
  const read = provider.readCredentials(isSimulated ? withSimulator(given as PspCredentials) : given);
  if (read.is === "invalid") return refused("invalid", { why: read.why });
  const verdict = await provider.checkCredentials(read.credentials, account.live);
  if (verdict.is === "bad") return refused("rejected", { why: verdict.why });
  if (verdict.is === "unknown") return refused("unverifiable");
  const kept = isSimulated ? { ...read.credentials, apiBase: SIMULATOR } : read.credentials;
  return { credentialsId: await store({ ...account, paymentProvider }, kept, by, now) };
}

async function store(
  account: Account & { paymentProvider: "stripe" | "worldpay" },
  credentials: PspCredentials,
  by: Staff | string,
  now: Date,
): Promise<string> {
  const { serviceId, id: accountId, paymentProvider } = account;
  const id = newId(now);
  await database().transaction(async (transaction) => {
    await transaction
      .update(pspCredentials)
      .set({ retiredAt: now })
      .where(
        and(
          eq(pspCredentials.serviceId, serviceId),
          eq(pspCredentials.accountId, accountId),
          isNull(pspCredentials.retiredAt),
        ),
      );
    await transaction.insert(pspCredentials).values({
      serviceId,
      id,
      accountId,
      createdAt: now,
      createdBy: typeof by === "string" ? by : by.member.email,
      paymentProvider,
      sealed: seal(credentials),
      verifiedAt: now,
    });
    await transaction
      .update(accounts)
      .set({ credentialsId: id, providerReady: true })
      .where(and(eq(accounts.serviceId, serviceId), eq(accounts.id, accountId)));
    if (typeof by === "string") return;
    const act = {
      serviceId,
      on: { type: "account", id: accountId },
      after: { paymentProvider, credentials: id },
    };
    await noteAct(transaction, by, "saveCredentials", act, now);
  });
  return id;
}
