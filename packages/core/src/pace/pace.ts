/** Computes how many rows are due. Pure: the same elapsed time gives the same result. */
export interface Pace {
  /** Rows due `elapsedMs` ≥ 0 milliseconds after the start. An integer that never decreases; `Infinity` without a rate. */
  due(elapsedMs: number): number;
  /** The next time at which more rows are due, in milliseconds since the start. `Infinity`: never. */
  next(elapsedMs: number): number;
  /** Rows per second, for reports; `Infinity` without a rate. */
  readonly perSecond: number;
  /** Rows that become due together, at least 1. Sets the batch size. */
  readonly batchRows: number;
}

/** Below this rate, in events per second, a batch is sent every second, else five times per second. Specification, section 9. */
const FAST = 1000;

/** Bound on the relative error of three roundings: of `eps` itself, a product and a quotient. */
const ROUNDING = 2 * Number.EPSILON;

/**
 * The specification's pace: below 1000 events per second, `eps` rows every 1000 ms, else `eps / 5` rows every 200 ms, scheduled
 * from the start of the run. Fractions carry over: 0.5 is one row every two seconds, 1001 is exactly 1001 rows per second.
 *
 * @param eps events per second, a finite number above 0
 */
export function steady(eps: number): Pace {
  const ticksPerSecond = eps < FAST ? 1 : 5;
  const intervalMs = 1000 / ticksPerSecond;
  // A tick's rows are due at its start, so the first rows are due immediately.
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
      // The tick at whose start row `due` (counted from 0) is due; at least the next one.
      let later = Math.max(ticks + 1, Math.floor((due * ticksPerSecond) / eps));
      while (dueAfterTicks(later) <= due) later++;
      return (later - 1) * intervalMs;
    },
  };
}

/** As fast as the destination accepts rows: all are due immediately, in batches of `batchRows` (default 5000). */
export function unlimited(batchRows = 5000): Pace {
  return { perSecond: Infinity, batchRows, due: () => Infinity, next: () => Infinity };
}
