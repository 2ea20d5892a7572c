import { macOf, sameSecret } from "@/domain/secrets";
import type { StaffSession } from "@/domain/staff/find-session";

/** What every form of a session carries, so that no other site's form can stand in for ours. */
export function formTokenOf({ id }: StaffSession): string {
  return macOf("form token", `staff ${id}`).toString("base64url");
}

export function isFormTokenOf(session: StaffSession, token: string | undefined): boolean {
  return sameSecret(token ?? "", formTokenOf(session));
}
