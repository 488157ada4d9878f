import type { Pace } from '../pace/pace.ts';

/** Which rows are ready now, and when to check again. */
export interface Schedule {
  /** Rows that are due but not taken: how far behind the run is. Never more than the limit leaves. */
  behind(elapsedMs: number): number;
  /** Rows that may be taken now. After a stall this is less than `behind`: one second's worth at once, the rest at twice the rate. */
  ready(elapsedMs: number): number;
  /** Takes rows to generate them. */
  take(rows: number): void;
  /** Rows due beyond one second's worth; 0 without a rate. */
  late(elapsedMs: number): number;
  /** Skips rows instead of generating them. */
  drop(rows: number): void;
  /** Rows taken or dropped so far. */
  readonly taken: number;
  /** When more rows will be ready, in milliseconds since the start; `Infinity` for never. */
  next(elapsedMs: number): number;
  /** Whether the limit is reached. */
  readonly finished: boolean;
}

/** Maximum speed when catching up, as a multiple of the rate. */
const CATCH_UP = 2;

/**
 * A pace with an exact limit, and a token bucket that bounds how fast it catches up.
 *
 * @param limit total rows; −1: no limit
 */
export function newSchedule(pace: Pace, limit: number): Schedule {
  const most = limit < 0 ? Infinity : limit;
  // Size of the token bucket: one second's worth, or one tick if that is more.
  const burst = Math.max(pace.perSecond, pace.batchRows);
  let taken = 0;
  let tokens = burst;
  let filledAtMs = 0;

  const behind = (elapsedMs: number): number => Math.max(0, Math.min(most, pace.due(elapsedMs)) - taken);
  const refill = (elapsedMs: number): void => {
    tokens = Math.min(burst, tokens + ((elapsedMs - filledAtMs) / 1000) * pace.perSecond * CATCH_UP);
    filledAtMs = elapsedMs;
  };

  return {
    behind,
    get finished() {
      return taken >= most;
    },
    ready(elapsedMs) {
      if (!Number.isFinite(pace.perSecond)) return behind(elapsedMs);
      refill(elapsedMs);
      return Math.min(behind(elapsedMs), Math.floor(tokens + 1e-9));
    },
    take(rows) {
      taken += rows;
      tokens -= rows;
    },
    late: (elapsedMs) => (Number.isFinite(burst) ? Math.max(0, behind(elapsedMs) - burst) : 0),
    drop(rows) {
      taken += rows;
    },
    get taken() {
      return taken;
    },
    next(elapsedMs) {
      const waiting = behind(elapsedMs);
      if (waiting === 0) return pace.next(elapsedMs);
      const wanted = Math.min(waiting, pace.batchRows);
      return elapsedMs + Math.max(1, Math.ceil(((wanted - tokens) * 1000) / (pace.perSecond * CATCH_UP)));
    },
  };
}
