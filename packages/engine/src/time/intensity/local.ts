import { instantsAt, type Offsets } from './offsets.ts';
import { valueAt, type Factor } from './stretch.ts';

/** A factor of days and weeks in UTC by a clock with these offsets. Its stretches are cut where the clock changes. */
export const local = (factor: Factor, offsets: Offsets | undefined): Factor =>
  offsets === undefined
    ? factor
    : {
        at(ms) {
          const { startMs, endMs, offsetMs } = offsets.at(ms);
          const stretch = factor.at(ms + offsetMs);
          const from = Math.max(startMs, stretch.startMs - offsetMs);
          const to = Math.min(endMs, stretch.endMs - offsetMs);
          return {
            startMs: from,
            endMs: to,
            atStart: valueAt(stretch, from + offsetMs),
            atEnd: valueAt(stretch, to + offsetMs),
          };
        },
        spacingMs: factor.spacingMs,
        zeroFromMs: Number.isFinite(factor.zeroFromMs)
          ? Math.max(...instantsAt(offsets, factor.zeroFromMs))
          : factor.zeroFromMs,
      };
