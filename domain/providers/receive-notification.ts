import { and, eq } from "drizzle-orm";
import { database } from "@/db/client";
import { pspCredentials } from "@/db/schema";
import { psp } from "@/psp/index";
import type { PspCredentials, PspName, PspRequest } from "@/psp/port";
import { log } from "../log";
import { isId } from "../new-id";
import { refused } from "../refused";
import { unseal } from "../sealed";
import { wake } from "../wake";
import { withSimulator } from "./simulator";
import { takeIn } from "./take-in";

/**
 * Takes in what a PSP tells of its own accord: judged, stored, and only then acknowledged, so that nothing is lost;
 * a duplicate is the row that is there already. It is acted on afterwards.
 *
 * @param credentialsId from the address that the PSP was given, which says whose account it speaks of.
 * @returns what the PSP waits to hear; `unknown` for an address that is nobody's, `forged` for what is not believed.
 */
export async function receiveNotification(
  name: PspName,
  credentialsId: string,
  request: PspRequest,
  now: Date,
) {
  const held = isId(credentialsId) ? await findCredentials(name, credentialsId) : undefined;
  const provider = psp(name, database());
  if (!held || !provider.readNotification) return refused("unknown");
  const { serviceId, accountId, sealed } = held;
  const credentials = withSimulator(unseal(sealed) as PspCredentials);
  const read = provider.readNotification(credentials, request, now);
  if (read.is === "forged") {
    log.warn({ provider: name, credentialsId, why: read.why }, "a notification was refused");
    return refused("forged");
  }
  await takeIn(database(), { serviceId, accountId, credentialsId }, read.events, now);
  wake("notifications");
  return provider.acknowledgement ?? { contentType: "text/plain", body: "" };
}

async function findCredentials(name: PspName, id: string) {
  if (name === "sandbox") return undefined;
  const [found] = await database()
    .select()
    .from(pspCredentials)
    .where(and(eq(pspCredentials.id, id), eq(pspCredentials.paymentProvider, name)));
  return found;
}
