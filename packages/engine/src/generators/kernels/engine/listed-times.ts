import { checkYear, newSteps, type EventTime, type RowTimes, type Steps } from './event-times.ts';

/** Rows of the stream that are put together, so that those of a list may be picked from them. */
const SPAN = 4096;
/** If fewer of them than one in so many are in the list, each row of the list is put alone. */
const SPARSE = 64;

/** The times of listed rows: row r of the result is row `rows[r]` of the stream. @param rows numbers of rows, ascending */
export function listedTimes(time: EventTime | RowTimes, rows: Float64Array): RowTimes {
  if (!('put' in time)) return turnsOf(time, rows);
  const { fromMs } = time;
  const wideMs = new Float64Array(SPAN);
  let wideSteps: Steps | undefined;
  return {
    ...(fromMs === undefined ? {} : { fromMs }),
    put(ms, first, count) {
      eachSpan(rows, first, count, (from, span, begin, end) => {
        time.put(wideMs, from, span);
        for (let r = begin; r < end; r++) ms[r - first] = wideMs[rows[r] - from];
      });
    },
    ...(time.putSteps !== undefined && {
      putSteps(steps: Steps, first: number, count: number) {
        const wide = (wideSteps ??= newSteps(SPAN));
        eachSpan(rows, first, count, (from, span, begin, end) => {
          time.putSteps?.(wide, from, span);
          for (let r = begin; r < end; r++) copyStep(wide, rows[r] - from, steps, r - first);
        });
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

/**
 * Covers listed rows by spans of consecutive rows.
 *
 * @param use takes the first row of a span, its length, and which entries of the list it holds: from `begin` to before `end`
 */
function eachSpan(
  rows: Float64Array,
  first: number,
  count: number,
  use: (from: number, span: number, begin: number, end: number) => void,
): void {
  const stop = first + count;
  for (let begin = first; begin < stop;) {
    const from = rows[begin];
    let end = begin + 1;
    while (end < stop && rows[end] - from < SPAN && rows[end] - rows[end - 1] <= SPARSE) end++;
    use(from, rows[end - 1] - from + 1, begin, end);
    begin = end;
  }
}

function copyStep(from: Steps, i: number, to: Steps, r: number): void {
  to.start[r] = from.start[i];
  to.step[r] = from.step[i];
  to.state[r] = from.state[i];
  to.visit[r] = from.visit[i];
  to.nth[r] = from.nth[i];
  to.startedMs[r] = from.startedMs[i];
  to.nextMs[r] = from.nextMs[i];
}
