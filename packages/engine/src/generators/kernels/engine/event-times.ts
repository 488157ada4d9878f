/** The times of listed rows: row r of the result is row `rows[r]` of the stream. @param rows numbers of rows, ascending */
export function listedTimes(time: EventTime | RowTimes, rows: Float64Array): RowTimes {
  if (!('put' in time)) return turnsOf(time, rows);
  const { fromMs } = time;
  const ms1 = new Float64Array(1);
  const steps1 = newSteps(1);
  return {
    ...(fromMs === undefined ? {} : { fromMs }),
    put(ms, first, count) {
      for (let r = 0; r < count; r++) {
        time.put(ms1, rows[first + r], 1);
        ms[r] = ms1[0];
      }
    },
    ...(time.putSteps !== undefined && {
      putSteps(steps: Steps, first: number, count: number) {
        for (let r = 0; r < count; r++) {
          time.putSteps?.(steps1, rows[first + r], 1);
          copyStep(steps1, steps, r);
        }
      },
    }),
  };
}

/** Times of an even rate, checked as those of consecutive rows are. */
function turnsOf({ startMs, stepMs }: EventTime, rows: Float64Array): RowTimes {
  const timeOf = (r: number): number => Math.floor(startMs + rows[r] * stepMs);
  return {
    ...(stepMs > 0 ? { fromMs: startMs } : {}),
    put(ms, first, count) {
      checkYear(timeOf(first));
      checkYear(timeOf(first + count - 1));
      for (let r = 0; r < count; r++) ms[r] = timeOf(first + r);
    },
  };
}

function copyStep(from: Steps, to: Steps, r: number): void {
  to.start[r] = from.start[0];
  to.step[r] = from.step[0];
  to.state[r] = from.state[0];
  to.visit[r] = from.visit[0];
  to.nth[r] = from.nth[0];
  to.startedMs[r] = from.startedMs[0];
  to.nextMs[r] = from.nextMs[0];
}

/** Event time of row i: ⌊startMs + i · stepMs⌋, milliseconds since 1970, in the years 0 to 9999. A live run passes `{startMs: now, stepMs: 0}`. */
export interface EventTime {
  readonly startMs: number;
  readonly stepMs: number;
}

/** Event times computed from row indexes: a row's time is the same in every batch, shard and process. */
export interface RowTimes {
  /** When the stream begins, in milliseconds since 1970: entities that grow are counted from here. Absent: unknown. */
  readonly fromMs?: number;
  /**
   * Sets `ms[r]` to the event time of row `first + r · step`, for 0 ≤ r < rows: whole milliseconds since 1970, in the years 0 to
   * 9999. Rows that never come may have the time Infinity, if no other row follows them.
   *
   * @param step default 1
   */
  put(ms: Float64Array, first: number, rows: number, step?: number): void;
  /** The earliest and the latest that the event times of rows from one to another can be. Absent: not known without computing them. */
  readonly between?: (first: number, last: number) => readonly [fromMs: number, toMs: number];
  /**
   * Sets the steps of journeys that rows `first + r · step` are, for 0 ≤ r < rows. Absent: the rows are no steps of a journey.
   *
   * @param step default 1
   */
  putSteps?(steps: Steps, first: number, rows: number, step?: number): void;
}

/** The steps of journeys that are the rows of a chunk: entry r belongs to row r. */
export interface Steps {
  /** Number of the start that the journey began with, from 0. */
  readonly start: Float64Array;
  /** The step in its journey, from 0, those left out by `only` included. */
  readonly step: Int32Array;
  /** The state, as an index into the states of the journey's plan. */
  readonly state: Int32Array;
  /** Which visit of the plan's `each` state the row belongs to, from 0. 0 without `each`. */
  readonly visit: Int32Array;
  /** How many earlier rows of this stream have the same start and visit. */
  readonly nth: Int32Array;
  /** Time of the journey's start, in milliseconds since 1970. Without entries if no cell reads it. */
  readonly startedMs: Float64Array;
  /** Time of the journey's next step, in milliseconds since 1970, or NaN at the last one. Without entries if no cell reads it. */
  readonly nextMs: Float64Array;
}

/** Room for the steps of this many rows. @param areTimed whether a cell reads times of steps */
export const newSteps = (rows: number, areTimed = true): Steps => ({
  start: new Float64Array(rows),
  step: new Int32Array(rows),
  state: new Int32Array(rows),
  visit: new Int32Array(rows),
  nth: new Int32Array(rows),
  startedMs: new Float64Array(areTimed ? rows : 0),
  nextMs: new Float64Array(areTimed ? rows : 0),
});

/** The steps of rows that are none, or whose steps no cell reads. */
export const NO_STEPS: Steps = newSteps(0);

/** First and last millisecond of the years 0 to 9999. */
const YEAR_0_MS = Date.parse('0000-01-01T00:00:00.000Z');
const YEAR_9999_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The times of rows. */
export interface Times {
  /** Event times of the rows. */
  readonly time: EventTime | RowTimes;
  /** The rows are late: their event times are so much earlier, in milliseconds, but not before the year 0. Default 0. */
  readonly delayMs?: number;
}

/**
 * Sets the event times of rows `first`, `first + step`, …
 *
 * @throws RangeError if one lies before the year 0 or after 9999
 */
export function putEventTimes(
  ms: Float64Array,
  { time, delayMs = 0 }: Times,
  first: number,
  rows: number,
  step: number,
): void {
  putTurns(ms, time, first, rows, step);
  if (delayMs > 0) for (let r = 0; r < rows; r++) ms[r] = Math.max(YEAR_0_MS, ms[r] - delayMs);
}

function putTurns(ms: Float64Array, time: Times['time'], first: number, rows: number, step: number): void {
  if ('put' in time) {
    time.put(ms, first, rows, step);
    // Checking every row would take as long as computing its time.
    checkYear(ms[0]);
    checkYear(ms[rows - 1]);
    return;
  }
  const { startMs, stepMs } = time;
  const begin = Math.floor(startMs + first * stepMs);
  const end = Math.floor(startMs + (first + (rows - 1) * step) * stepMs);
  checkYear(begin);
  checkYear(end);
  if (begin === end) ms.fill(begin, 0, rows);
  else for (let r = 0; r < rows; r++) ms[r] = Math.floor(startMs + (first + r * step) * stepMs);
}

/**
 * Sets the steps of journeys that rows `first`, `first + step`, … are.
 *
 * @throws RangeError if the times are not those of a journey's steps
 */
export function putSteps(steps: Steps, { time }: Times, first: number, rows: number, step: number): void {
  if (!('put' in time) || time.putSteps === undefined)
    throw new RangeError('The rows are steps of a journey in time, so their times must come from timelineOf');
  time.putSteps(steps, first, rows, step);
}

/** When a stream begins, in milliseconds since 1970; NaN if its event times are not computed from indexes. */
export const beginning = (time: EventTime | RowTimes): number =>
  'put' in time ? (time.fromMs ?? NaN) : time.stepMs > 0 ? time.startMs : NaN;

/** @throws RangeError if an event time lies before the year 0 or after 9999 */
export function checkYear(ms: number): void {
  if (!(ms >= YEAR_0_MS && ms <= YEAR_9999_MS))
    throw new RangeError('Event times must lie in the years 0 to 9999');
}
