import { demoCredentials as worldpay } from "@/psp/simulator/worldpay/demo-credentials";
import type { PspCredentials, PspName } from "@/psp/port";
import type { Account } from "../caller";
import { isRefused } from "../refused";
import { saveCredentials } from "./save-credentials";
import { SIMULATOR } from "./simulator";

/** What the simulator knows of a demonstration's account at each provider, and how it is told where to notify. */
const AT_SIMULATOR: Readonly<Partial<Record<PspName, Connection>>> = {
  stripe: {
    credentials: () => ({ mode: "direct", secretKey: STRIPE_KEY, webhookSecrets: [STRIPE_SECRET] }),
    webhooks: (url) => ({ stripe: { webhooks: [{ url, secret: STRIPE_SECRET }] } }),
  },
  worldpay: { credentials: worldpay, webhooks: (url) => ({ worldpay: { url } }) },
};

// Known to a server on this computer that holds nobody's money.
const STRIPE_KEY = "sk_test_demonstration_only";
const STRIPE_SECRET = "whsec_demonstration";

interface Connection {
  readonly credentials: (apiBase: string) => PspCredentials;
  readonly webhooks: (url: string) => unknown;
}

/**
 * Connects a demonstration's account with the simulator of its provider (SIMULATOR_URL): credentials where it has
 * none yet, and, at every start, the address for notifications. Throws when the simulator does not take them.
 */
export async function connectToSimulator(account: Account, now: Date): Promise<void> {
  const { paymentProvider } = account;
  const simulator = process.env.SIMULATOR_URL;
  const connection = AT_SIMULATOR[paymentProvider];
  if (!simulator || !connection) throw new Error(`There is no simulator of ${paymentProvider}`);
  const credentialsId = account.credentialsId ?? (await save(account, connection, now));
  const port = process.env.PORT ?? "3000";
  const url = `http://127.0.0.1:${port}/notifications/${paymentProvider}/${credentialsId}`;
  const told = await fetch(`${simulator}/_sim/webhooks`, {
    method: "POST",
    body: JSON.stringify(connection.webhooks(url)),
  });
  if (!told.ok) throw new Error(`The simulator cannot notify ${url}: ${await told.text()}`);
}

async function save(account: Account, { credentials }: Connection, now: Date): Promise<string> {
  const given = { ...credentials(SIMULATOR), apiBase: SIMULATOR };
  const saved = await saveCredentials(account, given, "npm start", now);
  if (isRefused(saved)) throw new Error(`The simulator's credentials: ${saved.refused}`);
  return saved.credentialsId;
}
