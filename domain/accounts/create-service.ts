import { database } from "@/db/client";
import { accounts, services } from "@/db/schema";
import type { Service, Staff } from "../caller";
import { newId } from "../new-id";
import { noteAct } from "../staff/note-act";

/**
 * A new service with the test account that every service begins with; a live one is added once it goes live. Whoever
 * is to run it is invited to its team next.
 */
export async function createService(
  caller: Staff,
  service: { nameEn: string; nameCy?: string; organisation: string },
  now: Date,
): Promise<Service> {
  return database().transaction(async (transaction) => {
    const id = newId(now);
    const [created] = await transaction
      .insert(services)
      .values({ id, createdAt: now, ...service })
      .returning();
    if (!created) throw new Error("The service was not stored");
    await transaction.insert(accounts).values({
      serviceId: id,
      id: newId(now),
      live: false,
      paymentProvider: "sandbox",
      providerReady: true,
      createdAt: now,
    });
    const act = { serviceId: id, on: { type: "service", id }, after: { ...service } };
    await noteAct(transaction, caller, "createService", act, now);
    return created;
  });
}
