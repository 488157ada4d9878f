import { newBatch } from '@catbird/core';
import type { Prepared } from '../stream/prepared.ts';
import { added, digestOf, digestText, NO_ROWS } from './digest.ts';

/** Large enough to be cheap, small enough to stay in the processor's cache. */
const AT_ONCE = { rows: 8192, bytes: 256 * 1024 };

/** The digest of all rows of a stream, which must have an end. */
export function digestOfAll({
  rows,
  wholeRows,
  time,
}: Pick<Prepared, 'rows' | 'wholeRows' | 'time'>): string {
  const times = time?.timeline ?? { startMs: Date.now(), stepMs: 0 };
  const batch = newBatch();
  let sum = NO_ROWS;
  for (let first = 0; first < wholeRows;) {
    const count = Math.min(AT_ONCE.rows, wholeRows - first);
    const { count: filled } = rows.fill(batch, { first, count, time: times, maxBytes: AT_ONCE.bytes });
    sum = added(
      sum,
      digestOf(batch, 0, filled, (place) => first + place),
    );
    first += filled;
  }
  return digestText(sum);
}
