// @ts-check
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { openDataDir, readOrMakeSecret } from "./data-dir.mjs";
import { freePort, isPortFree } from "./free-port.mjs";
import { ensureInstalled } from "./install.mjs";
import { onOrphaned } from "./on-orphaned.mjs";
import { startPostgres } from "./postgres.mjs";
import { ROOT } from "./root.mjs";
import { startSimulator } from "./simulator.mjs";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const HELP = `npm start                 builds what has changed and serves Exchequer, with a Postgres of its own
npm start -- --dev        serves the sources as they are, for development
npm start -- --help       shows this

Settings come from the environment, .env.local or .env:

  PORT               3000, or any free one if that is taken
  HOST               the address to listen on; all of them if not given
  PUBLIC_URL         where people and services reach this server; http://localhost:PORT
  DATABASE_URL       a Postgres (15 or newer) to use in place of the embedded one
  DATA_DIR           .data: the embedded Postgres, the secret and the demonstration's keys
  EXCHEQUER_SECRET   what tokens are signed with; made once and kept in DATA_DIR if not given.
                     All instances on one database need the same.
  EXCHEQUER_DEMO     1 or 0: whether there are demonstration accounts. They are there unless both
                     NODE_ENV=production and DATABASE_URL are given: that is how to run it for real.
`;

if (process.argv.includes("--help") || process.argv.includes("-h")) {
  console.log(HELP);
} else {
  // Until the server takes over, a signal ends us, and with us (on exit) what we have begun.
  for (const signal of SIGNALS) process.on(signal, quit);
  onOrphaned(() => process.kill(process.pid, "SIGTERM"));
  try {
    await start(process.argv.includes("--dev"));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${text}\n`, () => process.exit(1));
  }
}

/** @param {boolean} dev */
async function start(dev) {
  assertNode();
  const production = process.env.NODE_ENV === "production";
  await ensureInstalled();
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production" });
  await readEnvFiles(dev);
  const port = await choosePort();
  const host = process.env.HOST || undefined;
  const dataDir = openDataDir(process.env.DATA_DIR);
  const ownDatabase = !process.env.DATABASE_URL;
  process.env.PORT = String(port);
  process.env.DATA_DIR = dataDir;
  process.env.PUBLIC_URL ||= `http://localhost:${port}`;
  process.env.EXCHEQUER_DEMO ||= production && !ownDatabase ? "0" : "1";
  if (!process.env.EXCHEQUER_SECRET) {
    process.env.EXCHEQUER_SECRET = await readOrMakeSecret(dataDir);
    if (!ownDatabase) {
      console.log(
        `No EXCHEQUER_SECRET is given; it is ${show(join(dataDir, "secret"))}'s. Other instances need the same.`,
      );
    }
  }

  if (!dev) await ensureBuilt();
  const postgres = ownDatabase ? await startPostgres({ dataDir, watch: true }) : undefined;
  if (postgres) process.env.DATABASE_URL = postgres.url;
  const simulator = process.env.EXCHEQUER_DEMO === "1" ? await startSimulator(dataDir) : undefined;
  if (simulator) process.env.SIMULATOR_URL = simulator.url;
  const { serve } = await import("../server.mjs");
  const afterwards = async () => {
    await simulator?.stop();
    await postgres?.stop();
  };
  await serve({ port, host, dev, afterwards });
  for (const signal of SIGNALS) process.off(signal, quit);

  const database = postgres ? `embedded Postgres ${postgres.version} in ${show(dataDir)}` : "DATABASE_URL";
  console.log(`\nExchequer is ready at ${process.env.PUBLIC_URL}\nIts database: ${database}`);
  if (process.env.EXCHEQUER_DEMO === "1") console.log(demonstration(join(dataDir, "demo.json"), port));
}

function quit() {
  process.exit(130);
}

function assertNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 9)) {
    throw new Error(`Node 20.9 or newer is needed, and this is ${process.version}.`);
  }
}

/**
 * Next.js reads these files too, but only once it is told where its database is.
 *
 * @param {boolean} dev
 */
async function readEnvFiles(dev) {
  const { default: env } = await import("@next/env");
  env.loadEnvConfig(ROOT, dev, { info: () => {}, error: console.error });
}

/** A port that was asked for has to be free; nobody would look for us elsewhere. */
async function choosePort() {
  const host = process.env.HOST || undefined;
  if (!process.env.PORT) return freePort({ prefer: [3000, 3001, 3002, 3003, 3004], host });
  const port = Number(process.env.PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT=${process.env.PORT} is no port.`);
  if (!(await isPortFree(port, host))) throw new Error(`Port ${port} is taken: give another PORT, or none.`);
  return port;
}

/**
 * What to try first.
 *
 * @param {string} path demo.json, as domain/accounts/seed-demo.ts writes it
 * @param {number} port
 */
function demonstration(path, port) {
  /** @type {{ accounts: { api_key: string }[]; admin: { email: string; password: string; totp_secret: string } }} */
  const { accounts, admin } = JSON.parse(readFileSync(path, "utf8"));
  const body = {
    amount: 1450,
    reference: "PERMIT-1",
    description: "Parking permit",
    return_url: "https://example.org/done",
  };
  return `The demonstration's keys: ${show(path)}. Create a payment, then open its next_url:

curl -s http://localhost:${port}/v1/payments \\
  -H "Authorization: Bearer ${accounts[0]?.api_key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'

The staff's tool: http://localhost:${port}/admin
  email     ${admin.email}
  password  ${admin.password}
  secret    ${admin.totp_secret} (type it into an authenticator app, which makes the codes)
`;
}

/** @param {string} path */
function show(path) {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near;
}
