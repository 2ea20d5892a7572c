import type { PspCredentials } from "@/psp/port";

/** In place of an address in a demonstration's credentials: wherever the simulator is at the moment. */
export const SIMULATOR = "simulator";

/** Credentials with the simulator's present address (SIMULATOR_URL), where they are for it. */
export function withSimulator(credentials: PspCredentials): PspCredentials {
  const { apiBase, ...rest } = credentials;
  if (apiBase !== SIMULATOR) return credentials;
  const url = process.env.SIMULATOR_URL;
  if (!url) throw new Error("SIMULATOR_URL is not set: there is no simulator");
  return { ...rest, apiBase: url };
}
