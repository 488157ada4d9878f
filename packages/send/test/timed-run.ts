import type { Batch } from '../../engine/src/rows/batch.ts';
import type { RowWriter } from '../../engine/src/rows/writer.ts';
import { newTimeline, type Timeline } from '../../engine/src/time/timeline.ts';
import { newTiming, type Timing } from '../../engine/src/time/timing.ts';
import { virtualClock, type VirtualClock } from './virtual-clock.ts';

/** The date at which the clocks of these tests start. */
export const DATE = Date.UTC(2026, 10, 21, 10);

/** A timing that begins at `DATE`, ten even rows a second. */
export const timingOf = (some: Partial<Timing> = {}): Timing => newTiming({ fromMs: DATE, eps: 10, ...some });

/** A virtual clock whose date can be stepped. */
export interface SteppedClock extends VirtualClock {
  /** Adds to the date, and leaves the monotonic clock alone, as a correction does, or a machine that slept. */
  step(ms: number): void;
}

export function steppedClock(): SteppedClock {
  const clock = virtualClock(DATE);
  let offMs = 0;
  return { ...clock, date: () => clock.date() + offMs, step: (ms) => void (offMs += ms) };
}

/** Rows of one byte, so that millions of them take no time. */
export const tinyRows: RowWriter = {
  fill(batch, { first, count }) {
    const isLarge = batch.ends.length >= count;
    const ends = isLarge ? batch.ends : Uint32Array.from({ length: count }, (_, row) => row + 1);
    const bytes = isLarge ? batch.bytes : new Uint8Array(count).fill(10);
    return Object.assign(batch, { first, count, bytes, ends });
  },
};

/** Checks rows as they are sent: each once, in order, and none with a time in the future. */
export interface Watched {
  readonly timeline: Timeline;
  /** Rows sent so far. */
  readonly rows: number;
  readonly problems: readonly string[];
  sent(batch: Batch): void;
}

export function watched(timing: Timing, clock: SteppedClock, { future = false } = {}): Watched {
  const timeline = newTimeline(timing, 1);
  const problems: string[] = [];
  let rows = 0;
  return {
    timeline,
    problems,
    get rows() {
      return rows;
    },
    sent({ first, count }) {
      const last = timeline.time(first + count - 1);
      if (first !== rows) problems.push(`row ${first} after ${rows} rows`);
      if (!future && last > clock.date())
        problems.push(`row ${first + count - 1} is ${last - clock.date()} ms early`);
      rows = first + count;
    },
  };
}
