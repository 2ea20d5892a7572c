import { eq } from "drizzle-orm";
import { database } from "@/db/client";
import { staff, staffSessions } from "@/db/schema";
import { auth } from "./auth";
import { STAFF_LIMITS } from "./staff-limits";
import { headersFor, type StaffRequest } from "./staff-request";

/** A session of the staff's tool, and whose it is. */
export interface StaffSession {
  readonly id: string;
  readonly token: string;
  /** When it last proved the second factor; null while only the password is known. */
  readonly provedAt: Date | null;
  readonly member: typeof staff.$inferSelect;
}

/**
 * The session that a request's cookie stands for, asked of the database each time, so that its end takes effect at
 * once. One that was left alone for too long ends here.
 *
 * @returns undefined without a cookie, and for one that is forged, ended or out of date.
 */
export async function findSession(request: StaffRequest, now: Date): Promise<StaffSession | undefined> {
  if (!request.cookie.includes("exchequer_staff.")) return undefined;
  const known = await auth().api.getSession({ headers: headersFor(request) });
  if (!known) return undefined;
  const [found] = await database()
    .select({ session: staffSessions, member: staff })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.id, known.session.id));
  if (!found) return undefined;
  const { session, member } = found;
  const idle = now.getTime() - (session.usedAt ?? session.createdAt).getTime();
  if (idle > STAFF_LIMITS.idleMinutes * 60_000) {
    await database().delete(staffSessions).where(eq(staffSessions.id, session.id));
    return undefined;
  }
  if (idle > 60_000 || !session.usedAt) {
    await database().update(staffSessions).set({ usedAt: now }).where(eq(staffSessions.id, session.id));
  }
  return { id: session.id, token: session.token, provedAt: session.provedAt, member };
}
