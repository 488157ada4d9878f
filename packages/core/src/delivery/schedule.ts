import type { Pace } from '../pace/pace.ts';

/** Which rows may be taken up now, and when to look again. */
export interface Schedule {
  /** Rows that are due and not taken up yet: how far behind the run is. Never more than the limit leaves. */
  behind(elapsedMs: number): number;
  /** Rows that may be taken up now. After a stall less than `behind`: one second's worth at once, the rest at twice the rate. */
  ready(elapsedMs: number): number;
  /** Rows were taken up. */
  take(rows: number): void;
  /** Rows that are due beyond a second's worth; none where there is no rate. */
  late(elapsedMs: number): number;
  /** Rows are not going to be made. */
  drop(rows: number): void;
  /** Rows taken up or dropped so far. */
  readonly taken: number;
  /** When more rows will be ready, in milliseconds since the start; `Infinity` when never. */
  next(elapsedMs: number): number;
  /** The limit is reached. */
  readonly finished: boolean;
}

/** How much faster than asked a run may catch up. */
const CATCH_UP = 2;

/**
 * The pace with an exact limit and a bounded catch-up.
 *
 * @param limit rows in all; −1: no limit
 */
export function newSchedule(pace: Pace, limit: number): Schedule {
  const most = limit < 0 ? Infinity : limit;
  // What may be taken at once after a stall: a second's worth, or one tick where a tick is more.
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
