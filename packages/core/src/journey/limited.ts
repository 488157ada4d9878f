import type { ScatteredTimeline } from '../time/timeline.ts';

/** A timeline that ends after so many rows. Change the rate by the timeline itself. */
export function limited(timeline: ScatteredTimeline, rows: number | undefined): ScatteredTimeline {
  if (rows === undefined) return timeline;
  return {
    ...timeline,
    time: (row) => (row < rows ? timeline.time(row) : Infinity),
    before: (ms) => Math.min(rows, timeline.before(ms)),
    rateAt: (ms) => (ms > timeline.time(rows - 1) ? 0 : timeline.rateAt(ms)),
    put(ms, first, count, step = 1) {
      timeline.put(ms, first, count, step);
      const last = Math.max(0, Math.ceil((rows - first) / step));
      if (last < count) ms.fill(Infinity, last, count);
    },
    putAt(ms, wanted, count) {
      timeline.putAt(ms, wanted, count);
      for (let r = 0; r < count; r++) if ((wanted[r] ?? 0) >= rows) ms[r] = Infinity;
    },
  };
}
