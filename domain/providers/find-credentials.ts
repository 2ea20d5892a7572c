import { and, eq, isNull } from "drizzle-orm";
import { database } from "@/db/client";
import { pspCredentials } from "@/db/schema";
import type { Account } from "../caller";

/** What may be shown of the credentials that an account uses: whose they are and since when, never what they are. */
export async function findCredentials({ serviceId, id }: Account) {
  const [found] = await database()
    .select({
      id: pspCredentials.id,
      paymentProvider: pspCredentials.paymentProvider,
      createdBy: pspCredentials.createdBy,
      verifiedAt: pspCredentials.verifiedAt,
    })
    .from(pspCredentials)
    .where(
      and(
        eq(pspCredentials.serviceId, serviceId),
        eq(pspCredentials.accountId, id),
        isNull(pspCredentials.retiredAt),
      ),
    );
  return found;
}
