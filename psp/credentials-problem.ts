import type { z } from "zod";

/** What is wrong with credentials, by the names of their parts; never what was given, which may be a secret. */
export function credentialsProblem({ issues }: z.ZodError): string {
  return issues.map(({ path }) => path.join(".") || "credentials").join(", ");
}
