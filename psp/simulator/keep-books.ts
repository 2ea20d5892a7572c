import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import type { Clock, KeptClock } from "./clock";
import type { Notifications } from "./notifications";
import type { Protocol, ProtocolName } from "./protocol";

/** Raised when what protocols keep takes another form: older books are then put aside instead of misread. */
const FORM = 2;

/** Kept so soon after a change, and so much less often the longer keeping takes. */
const SOON_MILLISECONDS = 300;
const SPARING = 20;

interface Kept {
  readonly form: number;
  readonly notifications: unknown;
  /** Each provider's time, and what it knows. */
  readonly providers: Readonly<Record<string, { clock: KeptClock; protocol: unknown } | undefined>>;
}

/** What there is to keep. */
export interface Whole {
  readonly clocks: Readonly<Record<ProtocolName, Clock>>;
  readonly notifications: Notifications;
  readonly protocols: readonly Protocol[];
}

/**
 * Goes on from what a file has kept of an earlier simulator, and keeps this one's books there: a moment after each
 * change and at the end. Written beside and renamed, so that a crash leaves the file of a moment before.
 */
export function keepBooks(path: string, whole: Whole): { changed(): void; close(): void } {
  restore(path, whole);
  let due: NodeJS.Timeout | undefined;
  let tookMilliseconds = 0;
  const save = () => {
    clearTimeout(due);
    due = undefined;
    const began = performance.now();
    write(path, whole);
    tookMilliseconds = performance.now() - began;
  };
  return {
    changed: () => {
      due ??= setTimeout(save, Math.max(SOON_MILLISECONDS, SPARING * tookMilliseconds));
    },
    close: save,
  };
}

function write(path: string, { clocks, notifications, protocols }: Whole): void {
  const kept: Kept = {
    form: FORM,
    notifications: notifications.keep(),
    providers: Object.fromEntries(
      protocols.map((protocol) => {
        const { name } = protocol;
        return [name, { clock: clocks[name].keep(), protocol: protocol.keep() }];
      }),
    ),
  };
  try {
    writeFileSync(`${path}.new`, serialize(kept), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  } catch (error) {
    // The folder may have gone, and with it whoever would have wanted the books.
    process.stderr.write(`The simulator's books could not be kept: ${String(error)}\n`);
  }
}

function restore(path: string, { clocks, notifications, protocols }: Whole): void {
  const kept = read(path);
  if (!kept) return;
  for (const protocol of protocols) {
    const provider = kept.providers[protocol.name];
    if (!provider) continue;
    protocol.restore(provider.protocol);
    clocks[protocol.name].restore(provider.clock);
  }
  notifications.restore(kept.notifications);
}

/** Books that cannot be read are put aside, and the simulator begins with none. */
function read(path: string): Kept | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  try {
    const kept = deserialize(bytes) as Kept;
    if (kept.form === FORM) return kept;
  } catch {
    // Not ours, or not whole.
  }
  renameSync(path, `${path}.unreadable`);
  process.stderr.write(`The simulator's books in ${path} could not be read and were put aside.\n`);
  return undefined;
}
