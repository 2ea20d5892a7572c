// @ts-check
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { postgresBinaries } from "./postgres-binaries.mjs";
import { canReach, postgresUser } from "./postgres-user.mjs";

/** Where root keeps what the user that Postgres runs as could not reach in a folder of root's own. */
const SYSTEM_FOLDER = "/var/lib/exchequer";

/**
 * Where the data of a data folder's Postgres are, and whose programs serve them.
 *
 * @param {string} dataDir
 * @param {boolean} durable
 * @returns {import("./postgres-data.mjs").Cluster}
 */
export function placeCluster(dataDir, durable) {
  const user = postgresUser();
  const binaries = postgresBinaries(user, () => (user ? systemFolder() : dataDir));
  const here = join(dataDir, "postgres");
  const folder = canReach(dataDir, user) ? here : placeElsewhere(here);
  return { folder, logFile: join(dataDir, "postgres.log"), durable, user, binaries };
}

/**
 * A place that Postgres' user can reach; `link` leads there. Without the link the place is emptied: whoever
 * deletes a data folder means to start afresh.
 *
 * @param {string} link
 */
function placeElsewhere(link) {
  const place = join(systemFolder(), createHash("sha256").update(link).digest("hex").slice(0, 16));
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) {
    rmSync(place, { recursive: true, force: true });
    symlinkSync(place, link);
  }
  return place;
}

function systemFolder() {
  mkdirSync(SYSTEM_FOLDER, { recursive: true });
  // Whatever the umask: the way has to be open.
  chmodSync(SYSTEM_FOLDER, 0o755);
  return SYSTEM_FOLDER;
}
