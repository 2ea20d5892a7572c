// @ts-check
import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";
import { readPassword, SUPERUSER } from "./postgres-data.mjs";
import { findPostmaster, killSurvivors } from "./postgres-process.mjs";
import { bareEnvironment, runProgram } from "./postgres-program.mjs";
import { processMark } from "./process-mark.mjs";

const DATABASE = "exchequer";
// Replaying the log after a crash mostly takes seconds; to give up early would be to start it all over again.
const START_MILLISECONDS = 600_000;
const STOP_MILLISECONDS = 60_000;
const LOG_BYTES = 10_000_000;

/** @typedef {import("./postgres-data.mjs").Cluster} Cluster */
/** @typedef {{ url: string; pid: number; port: number }} Running */

/**
 * Makes sure that the cluster runs: joins the Postgres that already serves it, be it another start's or an
 * orphan's, or launches one after sweeping up what a crash has left. Callers take turns under a lock.
 *
 * @param {Cluster} cluster
 * @param {number} [wantedPort] the only port that will do, if given
 * @returns {Promise<Running>}
 */
export async function runCluster(cluster, wantedPort) {
  const deadline = Date.now() + START_MILLISECONDS;
  while (Date.now() < deadline) {
    const postmaster = findPostmaster(cluster.folder);
    if (postmaster === undefined) {
      await killSurvivors(cluster.folder);
      // Its number may belong to someone else by now, which Postgres would take for itself still running.
      rmSync(join(cluster.folder, "postmaster.pid"), { force: true });
      await launch(cluster, wantedPort ?? (await freePort({ host: "127.0.0.1" })), deadline);
    } else if (postmaster.ready && (await answers(cluster, postmaster.port))) {
      await createDatabase(cluster, postmaster.port);
      return { ...postmaster, url: address(cluster, postmaster.port, DATABASE) };
    } else {
      await sleep(100);
    }
  }
  await stopCluster(cluster);
  throw new Error(`Postgres did not start in time.\n${endOf(cluster.logFile)}`);
}

/**
 * Stops the cluster's Postgres, if there is one: connections are cut, what was committed is on disk.
 *
 * @param {Cluster} cluster
 */
export async function stopCluster({ folder, binaries, user }) {
  for (const [signal, mode, patience] of /** @type {const} */ ([
    ["SIGINT", "fast", STOP_MILLISECONDS],
    ["SIGQUIT", "immediate", 10_000],
    ["SIGKILL", "immediate", 10_000],
  ])) {
    const pid = findPostmaster(folder)?.pid;
    if (pid === undefined) break;
    const mark = processMark(pid);
    // Windows has no such signals; to kill is all that node could do there.
    if (process.platform === "win32") {
      await runProgram(binaries.pgCtl, ["stop", "-D", folder, "-m", mode], user).catch(() => {});
    } else process.kill(pid, signal);
    const deadline = Date.now() + patience;
    while (processMark(pid) === mark && Date.now() < deadline) await sleep(20);
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 * @param {number} deadline
 */
async function launch(cluster, port, deadline) {
  const { folder, logFile, durable, user, binaries } = cluster;
  if (existsSync(logFile) && statSync(logFile).size > LOG_BYTES) renameSync(logFile, `${logFile}.old`);
  const log = openSync(logFile, "a", 0o600);
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "128MB",
    max_wal_size: "1GB",
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    ...(!durable && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  // In a session of its own: Ctrl-C must reach us, who let the server finish before its database goes.
  const child = spawn(
    binaries.postgres,
    [
      "-D",
      folder,
      "-p",
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { cwd: folder, detached: true, stdio: ["ignore", log, log], env: bareEnvironment(), ...user },
  );
  child.unref();
  closeSync(log);
  const ended = new Promise((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) => resolve(new Error(`Postgres ended (${signal ?? code})`)));
  });
  const from = statSync(logFile).size;
  while (Date.now() < deadline) {
    const error = await Promise.race([ended, sleep(50)]);
    const postmaster = findPostmaster(folder);
    if (postmaster?.pid === child.pid && postmaster?.ready) return;
    if (error === undefined) continue;
    const said = endOf(logFile, from);
    // Someone else took the port meanwhile, or a dead Postgres's last process has yet to end: try again.
    if (!/could not bind|could not create any TCP|still in use|lock file/u.test(said)) {
      throw new Error(`Postgres did not start.\n${said}`, { cause: error });
    }
    await sleep(250);
    return;
  }
}

/**
 * Whether the server on the port is this cluster's and takes connections.
 *
 * @param {Cluster} cluster
 * @param {number} port
 */
async function answers(cluster, port) {
  try {
    const [row] = await query(cluster, port, "select current_setting('data_directory') as folder");
    return row !== undefined && realpathSync(row.folder) === realpathSync(cluster.folder);
  } catch (error) {
    // It is ours and it refuses us: no waiting will help.
    if (/** @type {{ code?: string }} */ (error).code === "28P01") throw error;
    return false;
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 */
async function createDatabase(cluster, port) {
  const found = await query(cluster, port, `select 1 from pg_database where datname = '${DATABASE}'`);
  if (found.length === 0) await query(cluster, port, `create database ${DATABASE}`);
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 * @param {string} text
 */
async function query(cluster, port, text) {
  // Not at the top of the file: npm start is also what installs the dependencies.
  const { default: postgres } = await import("postgres");
  const sql = postgres(address(cluster, port, "postgres"), {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
  });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 * @param {string} database
 */
function address({ folder }, port, database) {
  return `postgres://${SUPERUSER}:${readPassword(folder)}@127.0.0.1:${port}/${database}`;
}

/**
 * @param {string} file
 * @param {number} [from]
 */
function endOf(file, from = 0) {
  return existsSync(file) ? readFileSync(file).subarray(from).toString("utf8").slice(-4000) : "";
}
