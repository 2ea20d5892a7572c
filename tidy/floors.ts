/**
 * Who may import whom, by top folder. Imports go down: doors, then what may happen, then the two outside worlds,
 * then what is promised. Everything at the root, bin, e2e and tidy is a door or a tool and may use any of it.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  app: ["app", "components", "messages", "domain", "psp", "db", "contract"],
  components: ["components", "messages", "domain", "contract"],
  messages: ["messages", "contract"],
  domain: ["domain", "psp", "db", "contract"],
  psp: ["psp", "db", "contract"],
  db: ["db", "contract"],
  contract: ["contract"],
};

/** The sandbox is a bank of our own and keeps its ledger in our database; no other provider's adapter needs one. */
export const DB_FOR_PSP = ["db/client.ts", "db/is-database-down.ts", "db/tables/sandbox.ts"];

/** Packages that have no business below the doors. */
export const PAGES_ONLY = /^(?:next|next-intl|react|react-dom|react-hook-form|govuk-frontend)$/u;

/** All that the contract may use besides itself: callers' own tools must be able to read it. */
export const CONTRACT_ONLY = ["zod"];

/** Rooms that have no answer to "what does not belong here". */
export const NO_ROOMS = /^(?:libs?|utils?|shared|common|types?|services?|helpers?|misc|src)$/u;
