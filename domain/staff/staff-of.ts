import type { staff } from "@/db/schema";
import type { Staff } from "../caller";

/** Somebody of the staff as a caller, for the length of one request. */
export function staffOf(
  { id, email, name, operator }: typeof staff.$inferSelect,
  address: string | null,
): Staff {
  return { kind: "staff", member: { id, email, name, operator }, address, noted: { acts: 0 } };
}

/** Whoever runs a command on the server, by the command's name: there is nobody signed in. */
export function staffAtServer(command: string): Staff {
  const member = { id: command, email: command, name: command, operator: true };
  return { kind: "staff", member, address: null, noted: { acts: 0 } };
}
