import type { Recording } from '../model/recording.ts';
import type { Timeline } from '../time/timeline.ts';
import { END_MS } from '../time/timing.ts';
import { lastUpTo } from '../numeric/search.ts';

/**
 * The timeline of recorded rows, in the rhythm of the recording: the gaps between rows stay. A row that is earlier than one before it keeps
 * its time and has its turn with that one. The last row of a pass is followed by the first one of the next after the mean gap.
 *
 * @param fromMs time of the first row, in milliseconds since 1970
 */
export function newRecordedTimeline(recording: Recording, fromMs: number): Timeline {
  const { rows, firstMs, periodMs, loops, parts, partOf } = recording;
  /** The latest time before each part: if that is before an instant, so are all earlier parts. */
  const turnsBefore = parts.turns.map((turn) => (Number.isNaN(turn) ? -Infinity : turn));
  const rowsInAll = loops ? Infinity : rows;
  /** The time of a row of any pass, by that of the recording. */
  const placed = (row: number, of: 'times' | 'turns'): number => {
    if (row >= rowsInAll) return Infinity;
    const pass = Math.floor(row / rows);
    const part = partOf(row % rows);
    const ms = (part[of]()[(row % rows) - part.first] ?? NaN) - firstMs + pass * periodMs + fromMs;
    return ms < END_MS ? ms : Infinity;
  };
  const time = (row: number): number => placed(row, 'turns');
  /** How many rows of a pass have their turn before a time of the recording. */
  const beforeIn = (ms: number): number => {
    if (!(ms > firstMs)) return 0;
    const place = lastUpTo(turnsBefore, ms - 1, turnsBefore.length - 1);
    const part = partOf(parts.rows[place] ?? 0);
    const later = part.turns().findIndex((turn) => turn >= ms);
    return part.first + (later < 0 ? part.lines.length : later);
  };
  const before = (ms: number): number => {
    if (!(ms > fromMs)) return 0;
    if (ms === Infinity) return rowsInAll;
    const sinceMs = Math.min(Math.ceil(ms), END_MS) - fromMs;
    const pass = loops ? Math.floor(sinceMs / periodMs) : 0;
    return pass * rows + beforeIn(firstMs + sinceMs - pass * periodMs);
  };
  const perSecond = (rows * 1000) / periodMs;
  return {
    fromMs,
    time,
    before,
    isFixed: true,
    changes: [],
    rateAt: (ms) => (ms < fromMs || (!loops && ms >= fromMs + periodMs) ? 0 : perSecond),
    change: () => {
      throw new RangeError('Cannot change the rate: rows come in the rhythm of their recording');
    },
    isComplete: (count) => count >= rowsInAll,
    put(ms, first, count, step = 1) {
      for (let r = 0; r < count; r++) ms[r] = placed(first + r * step, 'times');
    },
  };
}
