interface Timer {
  readonly due: number;
  readonly order: number;
  readonly act: () => void;
}

/** The simulator's time: stands still unless told to run, and can be moved forward at will. */
export interface Clock {
  now(): Date;
  /** Whether somebody has moved it, or it stands still for a test to move. */
  isSteered(): boolean;
  /** Does something once that much of the clock's time has passed. */
  after(milliseconds: number, act: () => void): void;
  /** Moves forward, doing all that falls due on the way, in order and at its own time. */
  advance(milliseconds: number): void;
  set(now: Date): void;
  /** Does what is due by now. */
  catchUp(): void;
  /** Back to the start, with nothing to do. */
  reset(): void;
}

export interface ClockOptions {
  /** The time at which a standing clock starts. Without it the clock follows the computer's. */
  standsAt?: Date;
  /** How many times faster than the computer's a running clock goes. */
  factor?: number;
}

export function createClock({ standsAt, factor = 1 }: ClockOptions = {}): Clock {
  let timers: Timer[] = [];
  let order = 0;
  let started = Date.now();
  let base = standsAt?.getTime() ?? started;
  let steered = standsAt !== undefined;

  const time = () => (standsAt ? base : base + (Date.now() - started) * factor);
  /** Where the clock stands while it goes through its timers, so that each finds the time it was set for. */
  let playing: number | undefined;

  const playUntil = (until: number) => {
    for (;;) {
      const next = timers.reduce<Timer | undefined>(earlier, undefined);
      if (!next || next.due > until) break;
      timers = timers.filter((timer) => timer !== next);
      playing = next.due;
      try {
        next.act();
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
    after: (milliseconds, act) => {
      timers.push({ due: (playing ?? time()) + milliseconds, order: (order += 1), act });
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
  };
}

function earlier(found: Timer | undefined, timer: Timer): Timer {
  if (!found) return timer;
  const sooner = timer.due < found.due || (timer.due === found.due && timer.order < found.order);
  return sooner ? timer : found;
}
