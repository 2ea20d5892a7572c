import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { database } from "@/db/client";
import { staff, staffSessions } from "@/db/schema";
import { createAccount, createApiKey } from "@/domain/accounts/create-account";
import { setBranding, type Branding } from "@/domain/accounts/set-branding";
import { DUE_WORK } from "@/domain/due-work";
import { seedAdmin } from "@/domain/staff/seed-admin";
import { staffAtServer } from "@/domain/staff/staff-of";
import { beInside } from "./be-inside";
import { demoAdmin } from "./staff";

export type Settings = Parameters<typeof createAccount>[1];

const HALL = {
  nameEn: "Hire a village hall",
  nameCy: "Llogi neuadd bentref",
  organisation: "Ambridge Parish Council",
};

/** An account of its own with settings that the demonstration's have not. @returns its API key. */
export async function accountWith(
  settings: Settings,
  branding: Branding = {},
  service: Parameters<typeof createAccount>[0] = HALL,
): Promise<string> {
  beInside();
  const now = new Date();
  const account = await createAccount(service, settings, now);
  const dressed = await setBranding(staffAtServer("e2e"), account.serviceId, branding, now);
  if ("refused" in dressed) throw new Error(`The service cannot look like that: ${dressed.refused}`);
  return createApiKey(account, "e2e", "e2e", now);
}

/** An account of its own that the demonstration's admin looks after. @returns its place in the staff's tool. */
export async function accountOfAdmin(settings: Settings = {}): Promise<{ place: string; id: string }> {
  beInside();
  const now = new Date();
  const service = { nameEn: `Hire hall ${now.getTime()}`, organisation: "Ambridge Parish Council" };
  const { serviceId, id } = await createAccount(service, settings, now);
  await seedAdmin(demoAdmin(), [serviceId], now);
  return { place: `/admin/accounts/${id}`, id };
}

/** As if the admin had proved the second factor a moment ago, so that nothing asks for it again. */
export async function proveAdminLately(): Promise<void> {
  beInside();
  await database()
    .update(staffSessions)
    .set({ provedAt: new Date() })
    .where(
      and(
        isNotNull(staffSessions.provedAt),
        inArray(
          staffSessions.staffId,
          database().select({ id: staff.id }).from(staff).where(eq(staff.email, demoAdmin().email)),
        ),
      ),
    );
}

/** What the service's clock does each minute, at once. */
export async function tick(job: keyof typeof DUE_WORK): Promise<void> {
  beInside();
  await DUE_WORK[job](new Date());
}
