// @ts-check
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCluster, stopCluster } from "./postgres-cluster.mjs";
import { createCluster } from "./postgres-data.mjs";
import { placeCluster } from "./postgres-place.mjs";
import { findPostmaster } from "./postgres-process.mjs";
import { ageMilliseconds, isAnyHeld, returnTicket, ticketIn, writeTicket } from "./ticket.mjs";
import { withLock } from "./with-lock.mjs";

const WATCH_MILLISECONDS = 1000;
const TEMPORARY = "exchequer-postgres-";
const FORSAKEN_MILLISECONDS = 60_000;

/**
 * @typedef {object} Postgres
 * @property {string} url
 * @property {string} version
 * @property {() => Promise<void>} stop gives it up; the last one to do so stops it
 */

/**
 * An embedded Postgres with its data in `dataDir`/postgres, on 127.0.0.1 alone.
 *
 * It belongs to nobody: each process that uses it leaves a ticket in `dataDir`/postgres.users, whoever comes
 * first launches it, whoever goes last stops it. So a second start on the same folder joins, neither takes
 * the database from the other, and one that was orphaned by a `kill -9` is simply joined by the next start.
 * All of them must run on one machine, outside of containers of their own.
 *
 * @param {{ dataDir: string; durable?: boolean; watch?: boolean }} options durable: false trades safety in a
 *   crash for speed (tests); watch: launches it again, on the same port, should it die
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ dataDir, durable = true, watch = false }) {
  mkdirSync(join(dataDir, "postgres.users"), { recursive: true, mode: 0o711 });
  const lock = join(realpathSync(dataDir), "postgres.lock");
  const users = join(realpathSync(dataDir), "postgres.users");
  const ticket = ticketIn(users);
  const cluster = await withLock(lock, async () => placeCluster(realpathSync(dataDir), durable));
  const isLast = () => returnTicket(ticket, users);
  // However we end, other than by kill -9: there is no waiting any more, but Postgres can be told.
  const leave = () => {
    const pid = isLast() ? findPostmaster(cluster.folder)?.pid : undefined;
    if (pid !== undefined && process.platform !== "win32") process.kill(pid, "SIGINT");
  };
  process.once("exit", leave);
  const running = await withLock(lock, async () => {
    await createCluster(cluster);
    writeTicket(ticket);
    return runCluster(cluster);
  });
  const stopWatching = watch ? keepRunning(lock, cluster, running.port) : async () => {};

  return {
    url: running.url,
    // The package's number may end in something of its own, as in 18.4.0-beta.17.
    version: cluster.binaries.version.split(".").slice(0, 2).join("."),
    stop: async () => {
      process.off("exit", leave);
      await stopWatching();
      await withLock(lock, async () => {
        if (!isLast()) return;
        await stopCluster(cluster);
        for (const name of listNames(users)) rmSync(join(users, name), { force: true });
      });
    },
  };
}

/**
 * A Postgres with nothing in it, which leaves nothing behind: for tests.
 *
 * @returns {Promise<{ url: string; stop(): Promise<void> }>}
 */
export async function startTemporaryPostgres() {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(TEMPORARY)) await removeIfForsaken(join(tmpdir(), name)).catch(() => {});
  }
  const dataDir = mkdtempSync(join(tmpdir(), TEMPORARY));
  chmodSync(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir, durable: false });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
}

/**
 * Removes a data folder whose Postgres has been stopped, wherever its data are.
 *
 * @param {string} dataDir
 */
export async function removeDataDir(dataDir) {
  try {
    await rm(realpathSync(join(dataDir, "postgres")), { recursive: true, force: true });
  } catch {
    // It never came to have data.
  }
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Clears away a temporary Postgres whose tests were ended with a `kill -9`.
 *
 * @param {string} dataDir
 */
async function removeIfForsaken(dataDir) {
  const users = join(dataDir, "postgres.users");
  if (isAnyHeld(users) || ageMilliseconds(dataDir) < FORSAKEN_MILLISECONDS) return;
  const pid = findPostmaster(realpathSync(join(dataDir, "postgres")))?.pid;
  if (pid !== undefined) process.kill(pid, "SIGQUIT");
  await removeDataDir(dataDir);
}

/** @param {string} folder */
function listNames(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * @param {string} lock
 * @param {import("./postgres-data.mjs").Cluster} cluster
 * @param {number} port
 * @returns {() => Promise<void>} stops watching
 */
function keepRunning(lock, cluster, port) {
  /** @type {Promise<unknown> | undefined} */
  let repair;
  const timer = setInterval(() => {
    if (repair || findPostmaster(cluster.folder)) return;
    console.error("Postgres has died; launching it again.");
    repair = withLock(lock, () => runCluster(cluster, port))
      .catch((error) => console.error(error))
      .finally(() => (repair = undefined));
  }, WATCH_MILLISECONDS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await repair;
  };
}
