import type { Database } from "@/db/client";
import type { Psp, PspName } from "./port";
import { createSandbox } from "./sandbox/create-sandbox";
import { createWorldpay } from "./worldpay/create-worldpay";

/** One row per provider; another provider is another row, tried by psp-contract.db.test.ts. */
const ADAPTERS: Readonly<Record<PspName, (database: Database) => Psp>> = {
  sandbox: (database) => createSandbox(database),
  stripe: () => notInstalled("stripe"),
  worldpay: () => createWorldpay(),
};

/** The provider of that name. The sandbox keeps its books in `database`; others use nothing of ours. */
export function psp(name: PspName, database: Database): Psp {
  return ADAPTERS[name](database);
}

function notInstalled(name: PspName): never {
  throw new Error(`The ${name} adapter is not installed yet: no account may have it as its provider`);
}
