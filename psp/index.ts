import type { Database } from "@/db/client";
import type { Psp, PspName } from "./port";
import { createSandbox } from "./sandbox/create-sandbox";
import { createStripe } from "./stripe/create-stripe";
import { createWorldpay } from "./worldpay/create-worldpay";

/** One row per provider; another provider is another row, tried by psp-contract.db.test.ts. */
const ADAPTERS: Readonly<Record<PspName, (database: Database) => Psp>> = {
  sandbox: (database) => createSandbox(database),
  stripe: () => createStripe(),
  worldpay: () => createWorldpay(),
};

/** The provider of that name. The sandbox keeps its books in `database`; others use nothing of ours. */
export function psp(name: PspName, database: Database): Psp {
  return ADAPTERS[name](database);
}
