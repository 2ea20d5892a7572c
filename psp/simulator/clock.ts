/** A clock that can be moved forward at will. */
export interface Steerable {
  now(): Date;
  /** Whether somebody has moved it, or it stands still for a test to move. */
  isSteered(): boolean;
  /** Moves forward, doing all that falls due on the way, in order and at its own time. */
  advance(milliseconds: number): void;
  set(now: Date): void;
}

/** One provider's time: stands still unless told to run. */
export interface Clock extends Steerable {
  /** Rings once that much of its time has passed; told what falls due as data, so that it outlives the process. */
  after(milliseconds: number, alarm: unknown): void;
  /** Does what is due by now. @returns whether anything was. */
  catchUp(): boolean;
  /** Back to the start, with nothing to do. */
  reset(): void;
  /** What another process needs to go on from here. */
  keep(): KeptClock;
  /** Goes on from there: as far ahead of real time as it was. */
  restore(kept: KeptClock): void;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly alarm: unknown;
}

export interface KeptClock {
  readonly aheadMilliseconds: number;
  readonly isSteered: boolean;
  readonly timers: readonly Timer[];
}

export interface ClockOptions {
  /** The time at which a standing clock starts. Without it the clock follows the computer's. */
  standsAt?: Date;
  /** How many times faster than the computer's a running clock goes. */
  factor?: number;
}

/** @param ring does what an alarm is about. */
export function createClock({ standsAt, factor = 1 }: ClockOptions, ring: (alarm: unknown) => void): Clock {
  let timers: Timer[] = [];
  let order = 0;
  let started = Date.now();
  let base = standsAt?.getTime() ?? started;
  let steered = standsAt !== undefined;

  const time = () => (standsAt ? base : base + (Date.now() - started) * factor);
  /** Where the clock stands while it goes through its timers, so that each finds the time it was set for. */
  let playing: number | undefined;

  const playUntil = (until: number) => {
    for (let rang = false; ; rang = true) {
      const next = timers.reduce<Timer | undefined>(earlier, undefined);
      if (!next || next.due > until) return rang;
      timers = timers.filter((timer) => timer !== next);
      playing = next.due;
      try {
        ring(next.alarm);
      } finally {
        playing = undefined;
      }
    }
  };
  const advance = (milliseconds: number) => {
    if (!(milliseconds >= 0)) throw new RangeError("A clock only moves forward");
    steered = true;
    playUntil(time() + milliseconds);
    base += milliseconds;
  };

  return {
    now: () => new Date(playing ?? time()),
    isSteered: () => steered,
    after: (milliseconds, alarm) => {
      timers.push({ due: (playing ?? time()) + milliseconds, order: (order += 1), alarm });
    },
    advance,
    set: (now) => advance(now.getTime() - time()),
    catchUp: () => playUntil(time()),
    reset: () => {
      timers = [];
      started = Date.now();
      base = standsAt?.getTime() ?? started;
      steered = standsAt !== undefined;
    },
    keep: () => ({ aheadMilliseconds: time() - Date.now(), isSteered: steered, timers }),
    restore: (kept) => {
      started = Date.now();
      base = started + kept.aheadMilliseconds;
      steered = kept.isSteered;
      timers = [...kept.timers];
      order = Math.max(0, ...timers.map((timer) => timer.order));
    },
  };
}

function earlier(found: Timer | undefined, timer: Timer): Timer {
  if (!found) return timer;
  const sooner = timer.due < found.due || (timer.due === found.due && timer.order < found.order);
  return sooner ? timer : found;
}

/** Several clocks for whoever moves time for everybody. One that is further ahead already stays where it is. */
export function allTogether(clocks: readonly Clock[]): Steerable {
  const furthest = () => new Date(Math.max(...clocks.map((clock) => clock.now().getTime())));
  return {
    now: furthest,
    isSteered: () => clocks.some((clock) => clock.isSteered()),
    advance: (milliseconds) => {
      for (const clock of clocks) clock.advance(milliseconds);
    },
    set: (now) => {
      const behind = clocks.filter((clock) => clock.now() <= now);
      if (behind.length === 0) throw new RangeError("A clock only moves forward");
      for (const clock of behind) clock.set(now);
    },
  };
}
