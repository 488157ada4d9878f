import type { Timeline } from '../time/timeline.ts';
import type { Timing } from '../time/timing.ts';

/** Times that are computed from the row's index. */
export interface ComputedTimes {
  readonly timing: Timing;
  readonly timeline: Timeline;
}

/** How many of the rows 0, `step`, 2 · `step` … a stream has, at most `most`. Without computed times, all. */
export function rowsWithin(computed: ComputedTimes | undefined, most: number, step = 1): number {
  if (computed === undefined) return most;
  const { timing, timeline } = computed;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (timeline.time((middle - 1) * step) < (timing.toMs ?? Infinity)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const HOUR_MS = 3_600_000;
/** Has all hours and all weekdays. */
const WEEK_MS = 7 * 24 * HOUR_MS;

/**
 * How far apart to take `rows` rows, so that they show the whole stream: up to the present if it begins in the past, else its first
 * week. Without computed times, rows are taken from the first on. Odd, so that it does not fall in step with what repeats every two,
 * eight or a hundred rows.
 *
 * @param available rows that the stream has whatever their time
 */
export function spreadOf(
  computed: ComputedTimes | undefined,
  rows: number,
  { nowMs, available = Infinity }: { readonly nowMs: number; readonly available?: number },
): number {
  if (computed === undefined) return 1;
  const { timing, timeline } = computed;
  const { fromMs, toMs } = timing;
  const endMs = fromMs < nowMs - HOUR_MS ? nowMs : fromMs + WEEK_MS;
  const total = Math.min(available, timeline.before(Math.min(toMs ?? Infinity, endMs)));
  if (total <= rows) return 1;
  const step = total / rows;
  const above = oddFrom(Math.ceil(step));
  const below = above - 2;
  // Somewhat fewer rows show all of the stream. As many as asked for may show nearly all of it.
  return below >= 1 && step / above < ENOUGH && below / step >= ENOUGH ? below : above;
}

/** Part of the rows asked for, or of the stream, that will do. */
const ENOUGH = 0.9;

const oddFrom = (number: number): number => number + (number % 2 === 0 ? 1 : 0);
