/** How many rows are due. Pure: the same elapsed time gives the same answer. */
export interface Pace {
  /** Rows due since the start after `elapsedMs` ≥ 0 milliseconds. Whole, never falls as time grows; `Infinity` when there is no rate. */
  due(elapsedMs: number): number;
  /** The first time after `elapsedMs`, in milliseconds since the start, at which more rows are due. `Infinity`: never. */
  next(elapsedMs: number): number;
  /** Rows a second, for reports; `Infinity` when there is no rate. */
  readonly perSecond: number;
  /** Rows that become due together, for sizing batches: at least 1. */
  readonly batchRows: number;
}

/** Below this many events a second a batch is sent once a second, from it on five times a second. Specification, section 9. */
const FAST = 1000;

/** Three roundings, of `eps` itself, of a product and of a quotient, are together less than this part of the result. */
const ROUNDING = 2 * Number.EPSILON;

/**
 * The specification's pace: below 1000 events a second `eps` rows every 1000 ms, else `eps / 5` rows every 200 ms,
 * scheduled from the start of the run. Fractions carry over: 0.5 is one row every two seconds, 1001 is exactly 1001 rows a second.
 *
 * @param eps events per second, a finite number above 0
 */
export function steady(eps: number): Pace {
  const ticksPerSecond = eps < FAST ? 1 : 5;
  const intervalMs = 1000 / ticksPerSecond;
  // A tick's rows are due at its beginning, so the first are due at once.
  const dueAfterTicks = (ticks: number): number => {
    const rows = (ticks * eps) / ticksPerSecond;
    return Math.ceil(rows - rows * ROUNDING);
  };
  const ticksAt = (elapsedMs: number): number => Math.floor(elapsedMs / intervalMs) + 1;
  return {
    perSecond: eps,
    batchRows: Math.max(1, Math.ceil(eps / ticksPerSecond)),
    due: (elapsedMs) => dueAfterTicks(ticksAt(elapsedMs)),
    next(elapsedMs) {
      const ticks = ticksAt(elapsedMs);
      const due = dueAfterTicks(ticks);
      // The tick at whose beginning row number `due` (counted from 0) is due; at least the next one.
      let later = Math.max(ticks + 1, Math.floor((due * ticksPerSecond) / eps));
      while (dueAfterTicks(later) <= due) later++;
      return (later - 1) * intervalMs;
    },
  };
}

/** As fast as the destination takes them: all rows are due at once, `batchRows` (default 5000) together. */
export function unlimited(batchRows = 5000): Pace {
  return { perSecond: Infinity, batchRows, due: () => Infinity, next: () => Infinity };
}
