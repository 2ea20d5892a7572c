import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { pspCredentials } from "@/db/schema";
import { psp } from "@/psp/index";
import type { Psp, PspContext, PspCredentials, PspName } from "@/psp/port";
import type { Account } from "../caller";
import { unseal } from "../sealed";
import { withSimulator } from "./simulator";
import { timed } from "./timed";

/** A payment, a saved card or an account, as far as it decides which provider is asked and with what. */
export interface WithProvider {
  readonly paymentProvider: PspName;
  readonly credentialsId: string | null;
}

/**
 * The provider that something is with, and what it is told beside the command.
 *
 * A payment keeps the credentials that it was taken with, whatever its account has by now; one that has none yet
 * goes with the account's.
 *
 * @param now by the account's own clock.
 */
export async function providerOf(
  { paymentProvider, credentialsId }: WithProvider,
  account: Account,
  operationKey: string,
  now: Date,
): Promise<{ provider: Psp; context: PspContext }> {
  const credentials = await readCredentials(account.serviceId, credentialsId ?? account.credentialsId);
  return {
    provider: adapterOf({ paymentProvider }),
    context: {
      accountId: account.id,
      credentials,
      live: account.live,
      operationKey,
      now,
    },
  };
}

/** The adapter of a provider, for what does not depend on an account. */
export function adapterOf({ paymentProvider }: Pick<WithProvider, "paymentProvider">): Psp {
  return timed(psp(paymentProvider, database()));
}

/** Credentials by id; none for a provider that needs none. Throws when they have gone. */
export async function readCredentials(serviceId: string, id: string | null): Promise<PspCredentials> {
  if (id === null) return {};
  const [row] = await database()
    .select({ sealed: pspCredentials.sealed })
    .from(pspCredentials)
    .where(and(eq(pspCredentials.serviceId, serviceId), eq(pspCredentials.id, id)));
  if (!row) throw new Error(`Credentials ${id} have gone`);
  return withSimulator(unseal(row.sealed) as PspCredentials);
}
