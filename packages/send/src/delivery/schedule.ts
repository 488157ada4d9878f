import { UNPACED_ROWS, type Pace } from '../pace/pace.ts';

/** The rows taken before a run was live. */
export interface Past {
  readonly rows: number;
  /** As `Pace.coveredMs`. */
  readonly coveredMs: number;
}

/** A row that fell due this long ago, in milliseconds of event time, is none of the past: more rows fall due all the time. */
const NOW_MS = 1000;

/** Maximum speed when catching up, as a multiple of the rate. */
const CATCH_UP = 2;

/**
 * A pace with an exact limit, and a token bucket that bounds how fast it catches up.
 *
 * @param limit total rows, or a function that returns them; −1: no limit
 * @param waitingRows how many rows of a rate may wait for a full request. Default: none
 */
export function newSchedule(
  pace: Pace,
  limit: number | (() => number),
  waitingRows: (perSecond: number) => number = () => 0,
) {
  const most = (): number => {
    const rows = typeof limit === 'number' ? limit : limit();
    return rows < 0 ? Infinity : rows;
  };
  let taken = 0;
  let past: Past | undefined = (pace.backlog ?? 0) === 0 ? { rows: 0, coveredMs: 0 } : undefined;
  let frozen: number | undefined;
  let frozenMs = Infinity;
  let filledAtMs = 0;

  const due = (elapsedMs: number): number =>
    frozen ?? Math.min(most(), pace.due(elapsedMs, Math.min(most(), taken + UNPACED_ROWS)));
  const goLive = (elapsedMs: number): void => {
    past = { rows: taken, coveredMs: pace.coveredMs?.(taken, elapsedMs) ?? elapsedMs };
    filledAtMs = elapsedMs;
  };
  const isOfNow = (row: number): boolean =>
    pace.eventMs !== undefined && (pace.timeOf?.(row) ?? -Infinity) > pace.eventMs - NOW_MS;
  const behind = (elapsedMs: number): number => {
    const rows = Math.max(0, due(elapsedMs) - taken);
    if (past === undefined && (rows === 0 || isOfNow(taken))) goLive(elapsedMs);
    return rows;
  };
  // A rate that changes may be lower now than when the oldest rows fell due.
  const rateOf = (elapsedMs: number): number =>
    Math.max(pace.perSecond, behind(elapsedMs) > 0 ? (pace.perSecondFrom?.(taken, elapsedMs) ?? 0) : 0);
  // Size of the token bucket: one second's worth, or one tick if that is more, and what may wait.
  const burstOf = (perSecond: number): number => Math.max(perSecond, pace.batchRows) + waitingRows(perSecond);
  // Rows from before the run, of a process that took a while to start, are left: it is not late with them.
  let isStarting = past !== undefined && (pace.coveredMs?.(0, 0) ?? 0) > 0;
  // Full at the start.
  let tokens = Infinity;
  const refill = (elapsedMs: number): void => {
    const perSecond = rateOf(elapsedMs);
    const added = ((elapsedMs - filledAtMs) / 1000) * perSecond * CATCH_UP;
    tokens = Math.min(burstOf(perSecond), tokens + added);
    filledAtMs = elapsedMs;
  };
  const isUnpaced = (): boolean => past === undefined || !Number.isFinite(pace.perSecond);

  return {
    /** Rows due so far, never more than the limit. */
    due,
    /** Rows that are due but not taken: how far behind the run is. Never more than the limit leaves. */
    behind,
    /** Whether the limit is reached. */
    get finished(): boolean {
      return taken >= most();
    },
    /** Whether no more rows will fall due than those that are. */
    isLast: (elapsedMs: number) => taken + behind(elapsedMs) >= most() || pace.ended?.(elapsedMs) === true,
    /** Whether all rows that will ever be due are taken. */
    ended: (elapsedMs: number) => pace.ended?.(elapsedMs) === true && behind(elapsedMs) === 0,
    /** Whether the rows of the past are taken, or there were none. Until then rows are taken as fast as the destination accepts them. */
    get isLive(): boolean {
      return past !== undefined;
    },
    /** The rows of the past, and until when they stand for the time since the start; undefined before the run is live. */
    get past(): Past | undefined {
      return past;
    },
    /** Rows per second to take now; `Infinity` for as fast as possible. */
    get perSecond(): number {
      return past !== undefined ? pace.perSecond : Infinity;
    },
    /** Rows of a batch. */
    get batchRows(): number {
      return past !== undefined ? pace.batchRows : UNPACED_ROWS;
    },
    /** Rows that fall due later are not behind. */
    freeze(elapsedMs: number) {
      frozen = due(elapsedMs);
      frozenMs = elapsedMs;
    },
    /** When it was frozen; `Infinity`: not yet. */
    get frozenMs(): number {
      return frozenMs;
    },
    /** Rows that may be taken now. After a stall this is less than `behind`: one second's worth at once, the rest at twice the rate. */
    ready(elapsedMs: number) {
      const rows = behind(elapsedMs);
      if (isUnpaced()) return rows;
      refill(elapsedMs);
      return Math.min(rows, Math.floor(tokens + 1e-9));
    },
    /** Takes rows to generate them. */
    take(rows: number) {
      taken += rows;
      if (past !== undefined) tokens -= rows;
    },
    /** Rows due beyond one second's worth, and those that may wait; 0 without a rate, and until the run has caught up with the past. */
    late(elapsedMs: number) {
      if (isUnpaced()) return 0;
      const rows = behind(elapsedMs);
      isStarting &&= rows > pace.batchRows;
      return isStarting ? 0 : Math.max(0, Math.floor(rows - burstOf(rateOf(elapsedMs))));
    },
    /** Skips rows instead of generating them. */
    drop(rows: number) {
      taken += rows;
    },
    /** Skips all rows that are due, with those of the past, and returns how many. From then on the run is live. */
    skip(elapsedMs: number) {
      const rows = behind(elapsedMs);
      taken += rows;
      goLive(elapsedMs);
      return rows;
    },
    /** The limit, in rows; `Infinity` without one. */
    get mostRows(): number {
      return most();
    },
    /** Rows taken or dropped so far. */
    get taken(): number {
      return taken;
    },
    /** When more rows will be ready, in milliseconds since the start; `Infinity` for never. */
    next(elapsedMs: number) {
      const waiting = behind(elapsedMs);
      if (waiting === 0) return pace.next(elapsedMs);
      const wanted = Math.min(waiting, pace.batchRows);
      const perSecond = rateOf(elapsedMs) * CATCH_UP;
      return elapsedMs + Math.max(1, Math.ceil(((wanted - tokens) * 1000) / perSecond));
    },
  };
}

/** Which rows are ready now, and when to check again. */
export type Schedule = ReturnType<typeof newSchedule>;
