import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { services } from "@/db/schema";
import type { Service, ServiceStaff } from "../caller";
import { noteAct } from "../staff/note-act";

/** Names a service anew, as payers see it from now on. */
export async function nameService(
  caller: ServiceStaff,
  names: Pick<Service, "nameEn" | "nameCy" | "organisation">,
  now: Date,
): Promise<void> {
  const { id } = caller.service;
  await database().transaction(async (transaction) => {
    const [before] = await transaction.select().from(services).where(eq(services.id, id)).for("update");
    if (!before) throw new Error(`Service ${id} has gone`);
    await transaction.update(services).set(names).where(eq(services.id, id));
    const { nameEn, nameCy, organisation } = before;
    const act = {
      serviceId: id,
      on: { type: "service", id },
      before: { nameEn, nameCy, organisation },
      after: { ...names },
    };
    await noteAct(transaction, caller, "nameService", act, now);
  });
}
